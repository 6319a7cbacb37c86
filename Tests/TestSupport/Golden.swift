package import CaromImages
import Foundation
package import Testing

/// Pictures that were looked at once and must not change: `Tests/RenderingTests/Goldens/<name>.png`.
///
/// The variable `CAROM_GOLDENS` says what happens to the files: `never` only compares, `missing`
/// writes those that are not there, `failed` also replaces those that differ, `all` writes every one.
/// It is `missing` by default, and `never` where `CI` is `true`. Whoever accepts a picture has looked
/// at it.
package enum Golden {
  private enum Mode: String {
    case all
    case failed
    case missing
    case never
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
    let environment = ProcessInfo.processInfo.environment
    let fallback = environment["CI"] == "true" ? Mode.never : .missing
    let mode = environment["CAROM_GOLDENS"].map { Mode(rawValue: $0) } ?? fallback
    guard let mode else {
      Issue.record("CAROM_GOLDENS is all, failed, missing or never", sourceLocation: sourceLocation)
      return
    }
    let url = Repository.url("Tests/RenderingTests/Goldens/\(name).png")
    guard mode != .all, FileManager.default.fileExists(atPath: url.path) else {
      if mode == .never {
        Issue.record("there is no golden picture \(name)", sourceLocation: sourceLocation)
      } else {
        try write(actual, to: url)
      }
      return
    }
    let expected = try Image(decoding: [UInt8](Data(contentsOf: url)))
    if expected == actual { return }
    if mode == .failed { return try write(actual, to: url) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "carom-goldens")
    let actualURL = folder.appending(path: "\(name).actual.png")
    try write(actual, to: actualURL)
    guard let difference = ImageDifference(expected: expected, actual: actual) else {
      Issue.record(
        """
        \(name) is \(actual.width)×\(actual.height), the golden picture is \
        \(expected.width)×\(expected.height); see \(actualURL.path)
        """, sourceLocation: sourceLocation)
      return
    }
    let differenceURL = folder.appending(path: "\(name).difference.png")
    try write(difference.highlighted, to: differenceURL)
    try write(expected, to: folder.appending(path: "\(name).expected.png"))
    let nodes = seen.map { difference.counts($0) } ?? []
    let there = nodes.prefix(5).map { "\($0.name) (\($0.count) pixels)" }
      .joined(separator: ", ")
    Issue.record(
      """
      \(name) differs from its golden picture in \(difference.pixelCount) pixels, by at most \
      \(difference.greatest) of 255\(there.isEmpty ? "" : "; seen there: \(there)"); see \
      \(actualURL.path), .expected.png and \(differenceURL.path)
      """, sourceLocation: sourceLocation)
  }

  private static func write(_ image: Image, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(image.encodedPNG()).write(to: url, options: .atomic)
  }
}
