import Foundation
package import Testing

/// The pinned hashes in `Tests/Baselines`: one file for each first component of a name.
///
/// A file contains an object `hashes` that maps names to 16 hexadecimal digits, sorted by name.
/// Names are paths: `<suite>/<case>`, such as `physics/pyramid/600`. A hash is pinned again in the
/// commit that changes the behavior, which explains why: run the tests with `PIN_HASHES=1` and
/// commit the file.
package enum PinnedHashes {
  private struct File: Codable {
    var format: String
    var hashes: [String: String]
  }

  /// The file for a name: `Tests/Baselines/physics.json` for `physics/pyramid/600`.
  private static func path(of name: String) -> String {
    "Tests/Baselines/\(name.prefix { $0 != "/" }).json"
  }

  private static let lock = NSLock()

  /// Expects a hash to equal the pinned one; with `PIN_HASHES=1` in the environment, pins it
  /// instead.
  package static func expect(
    _ value: UInt64, pinned name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let digits = String(value, radix: 16)
    let text = String(repeating: "0", count: 16 - digits.count) + digits
    lock.lock()
    defer { lock.unlock() }
    let path = path(of: name)
    var file = try JSONDecoder().decode(File.self, from: Data(contentsOf: Repository.url(path)))
    guard file.hashes[name] != text else { return }
    if ProcessInfo.processInfo.environment["PIN_HASHES"] == "1" {
      file.hashes[name] = text
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      var data = try encoder.encode(file)
      data.append(0x0a)
      try data.write(to: Repository.url(path), options: .atomic)
      return
    }
    let pinned = file.hashes[name] ?? "nothing"
    Issue.record(
      "\(name) has the hash \(text); \(path) pins \(pinned)", sourceLocation: sourceLocation)
  }
}
