import ArgumentParser
import CaromRendering

/// The size of an image on the command line: `1280x720`.
package struct ImageSize: CustomStringConvertible, Equatable {
  /// The width, 1 to 8192.
  package var width: Int
  /// The height, 1 to 8192.
  package var height: Int

  /// The default size.
  static let `default` = ImageSize(width: 640, height: 360)

  /// The accepted width and height.
  private static let accepted = 1...Renderer.maximumSide

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Parses a size.
  ///
  /// - Throws: An error with the accepted format.
  package init(parsing text: String) throws {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      Self.accepted.contains(width), Self.accepted.contains(height)
    else {
      throw ValidationError(
        "'\(text)' is not a size; a width and a height such as 1280x720, each from 1 to "
          + "\(Self.accepted.upperBound), are accepted")
    }
    self.init(width: width, height: height)
  }

  package var description: String { "\(width)x\(height)" }
}
