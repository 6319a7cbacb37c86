package import CaromImages
package import Foundation
package import Testing

/// Golden images, which were inspected once and must not change:
/// `Tests/RenderingTests/Goldens/<name>.png`.
///
/// The variable `CAROM_GOLDENS` selects the ``GoldenMode``. Inspect an image before accepting it.
package enum Golden {
  /// Expects an image to equal the golden one in every pixel.
  ///
  /// Otherwise the image, the golden one and a highlighted difference are written to a temporary
  /// folder. The message contains its path, and the names that `seen` returns for the different
  /// pixels, by column and row.
  package static func expect(
    _ actual: Image, _ name: String, seen: ((Int, Int) -> String?)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let mode = GoldenMode(environment: ProcessInfo.processInfo.environment) else {
      let words = GoldenMode.allCases.map(\.rawValue).joined(separator: ", ")
      Issue.record("CAROM_GOLDENS is one of \(words)", sourceLocation: sourceLocation)
      return
    }
    let problem = try problem(
      of: actual, name, in: Repository.url("Tests/RenderingTests/Goldens"), mode,
      leftIn: FileManager.default.temporaryDirectory.appending(path: "carom-goldens"), seen: seen)
    if let problem { Issue.record("\(problem)", sourceLocation: sourceLocation) }
  }

  /// Compares an image with the golden one, and writes files by the mode.
  ///
  /// - Parameters:
  ///   - actual: The image.
  ///   - name: The name of the golden image, without `.png`.
  ///   - folder: The folder of the golden images.
  ///   - mode: The treatment of the files.
  ///   - left: The folder for the images of a failure.
  ///   - seen: The name of what a pixel shows, by column and row.
  /// - Returns: A message about the difference; nil if there is none.
  /// - Throws: An error in reading or writing a file.
  package static func problem(
    of actual: Image, _ name: String, in folder: URL, _ mode: GoldenMode, leftIn left: URL,
    seen: ((Int, Int) -> String?)? = nil
  ) throws -> String? {
    let url = folder.appending(path: "\(name).png")
    guard mode != .all, FileManager.default.fileExists(atPath: url.path) else {
      if mode == .required { return "there is no golden image \(name)" }
      try write(actual, to: url)
      return nil
    }
    let expected = try Image(decoding: [UInt8](Data(contentsOf: url)))
    if expected == actual { return nil }
    if mode == .failed {
      try write(actual, to: url)
      return nil
    }
    let actualURL = left.appending(path: "\(name).actual.png")
    try write(actual, to: actualURL)
    try write(expected, to: left.appending(path: "\(name).expected.png"))
    guard let difference = ImageDifference(expected: expected, actual: actual) else {
      return """
        \(name) is \(actual.width)×\(actual.height), the golden image is \
        \(expected.width)×\(expected.height); see \(actualURL.path)
        """
    }
    let differenceURL = left.appending(path: "\(name).difference.png")
    try write(difference.highlighted, to: differenceURL)
    let nodes = seen.map { difference.counts($0) } ?? []
    let there = nodes.prefix(5).map { "\($0.name) (\($0.count) pixels)" }
      .joined(separator: ", ")
    return """
      \(name) differs from its golden image in \(difference.pixelCount) pixels, by at most \
      \(difference.greatest) of 255\(there.isEmpty ? "" : "; seen there: \(there)"); see \
      \(actualURL.path), .expected.png and \(differenceURL.path)
      """
  }

  private static func write(_ image: Image, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(image.encodedPNG()).write(to: url, options: .atomic)
  }
}
