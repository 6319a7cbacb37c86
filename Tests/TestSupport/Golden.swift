package import CaromImages
package import Foundation
package import Testing

/// Pictures that were looked at once and must not change: `Tests/RenderingTests/Goldens/<name>.png`.
///
/// The variable `CAROM_GOLDENS` says what happens to the files: `never` only compares, `missing`
/// writes those that are not there, `failed` also replaces those that differ, `all` writes every one.
/// It is `missing` by default, and `never` where `CI` is `true`. Whoever accepts a picture has looked
/// at it.
package enum Golden {
  /// What happens to the files of golden pictures.
  package enum Mode: String, CaseIterable {
    /// Every picture becomes the golden one.
    case all
    /// Pictures that differ, and those that are missing, become the golden ones.
    case failed
    /// Missing pictures become the golden ones; others are compared.
    case missing
    /// Pictures are compared; a missing one is a failure.
    case never

    /// The mode that the environment asks for; nil for a word that is none.
    package init?(environment: [String: String]) {
      let fallback = environment["CI"] == "true" ? Mode.never : .missing
      guard let word = environment["CAROM_GOLDENS"] else {
        self = fallback
        return
      }
      self.init(rawValue: word)
    }
  }

  /// Expects a picture to be equal to the golden one in every pixel.
  ///
  /// Where it is not, the picture, the golden one and a highlighted difference are written to a
  /// temporary folder that the message names; the message also tells what `seen` finds under the
  /// changed pixels, by column and row.
  package static func expect(
    _ actual: Image, _ name: String, seen: ((Int, Int) -> String?)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let mode = Mode(environment: ProcessInfo.processInfo.environment) else {
      let words = Mode.allCases.map(\.rawValue).joined(separator: ", ")
      Issue.record("CAROM_GOLDENS is one of \(words)", sourceLocation: sourceLocation)
      return
    }
    let problem = try problem(
      of: actual, name, in: Repository.url("Tests/RenderingTests/Goldens"), mode,
      leftIn: FileManager.default.temporaryDirectory.appending(path: "carom-goldens"), seen: seen)
    if let problem { Issue.record("\(problem)", sourceLocation: sourceLocation) }
  }

  /// What is wrong with a picture, if anything is; writes what the mode says.
  ///
  /// - Parameters:
  ///   - actual: The picture.
  ///   - name: The name of the golden picture, without `.png`.
  ///   - folder: Where the golden pictures are.
  ///   - mode: What happens to them.
  ///   - left: Where the pictures of a failure are left.
  ///   - seen: What there is in a pixel, by column and row.
  /// - Returns: What is wrong, for people; nil if nothing is.
  /// - Throws: why a file cannot be read or written.
  package static func problem(
    of actual: Image, _ name: String, in folder: URL, _ mode: Mode, leftIn left: URL,
    seen: ((Int, Int) -> String?)? = nil
  ) throws -> String? {
    let url = folder.appending(path: "\(name).png")
    guard mode != .all, FileManager.default.fileExists(atPath: url.path) else {
      if mode == .never { return "there is no golden picture \(name)" }
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
        \(name) is \(actual.width)×\(actual.height), the golden picture is \
        \(expected.width)×\(expected.height); see \(actualURL.path)
        """
    }
    let differenceURL = left.appending(path: "\(name).difference.png")
    try write(difference.highlighted, to: differenceURL)
    let nodes = seen.map { difference.counts($0) } ?? []
    let there = nodes.prefix(5).map { "\($0.name) (\($0.count) pixels)" }
      .joined(separator: ", ")
    return """
      \(name) differs from its golden picture in \(difference.pixelCount) pixels, by at most \
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
