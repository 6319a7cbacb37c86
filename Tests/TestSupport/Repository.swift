package import Foundation

/// The checkout that the tests were built from, for tests that read files beside the code.
package enum Repository {
  /// The folder that holds `Package.swift`.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The place of a file or folder, given from the root: `Tests/Baselines/hashes.json`.
  package static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The text of a file, given from the root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}
