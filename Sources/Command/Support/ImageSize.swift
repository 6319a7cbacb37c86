import ArgumentParser
import CaromRendering

/// A picture's size on the command line: `1280x720`.
struct ImageSize: CustomStringConvertible, Equatable {
  /// Pixels a row, 1 to 8192.
  var width: Int
  /// Rows, 1 to 8192.
  var height: Int

  /// The size of a window or a frame when nobody filters for another.
  static let `default` = ImageSize(width: 640, height: 360)

  /// What a side may be.
  private static let accepted = 1...Renderer.maximumSide

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads a size as the command line gives it.
  ///
  /// - Throws: what is accepted.
  init(parsing text: String) throws {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      Self.accepted.contains(width), Self.accepted.contains(height)
    else {
      throw ValidationError(
        "a width and a height such as 1280x720 are accepted, each from 1 to "
          + "\(Self.accepted.upperBound)")
    }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
}
