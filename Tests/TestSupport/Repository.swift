package import Foundation

/// The checkout that the tests were built from, for tests that read files of the repository.
package enum Repository {
  /// The folder that contains `Package.swift`.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The URL of a file or folder, relative to the root: `Tests/Baselines/hashes.json`.
  package static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The text of a file, relative to the root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}
