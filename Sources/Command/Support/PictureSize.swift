import ArgumentParser
import CaromRendering

/// A picture's size on the command line: `1280x720`.
struct PictureSize: ExpressibleByArgument, CustomStringConvertible, Equatable {
  /// Pixels a row, 1 to 8192.
  var width: Int
  /// Rows, 1 to 8192.
  var height: Int

  /// The size of a window or a frame when nobody asked for another.
  static let usual = PictureSize(width: 640, height: 360)

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    let accepted = 1...Renderer.maximumSide
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      accepted.contains(width), accepted.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
}
