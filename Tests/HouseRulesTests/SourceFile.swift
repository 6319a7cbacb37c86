import Foundation
import TestSupport

/// A text file of the checkout.
struct SourceFile {
  /// The path from the root of the checkout.
  let path: String
  /// The lines, without their ends.
  let lines: [Substring]

  /// All files under a folder of the checkout with one of the endings, sorted by path.
  static func all(under folder: String, endings: Set<String> = ["swift"]) throws -> [SourceFile] {
    let root = Repository.url(folder)
    guard let found = FileManager.default.enumerator(atPath: root.path) else { return [] }
    var files: [SourceFile] = []
    for case let path as String in found {
      let url = root.appending(path: path)
      guard endings.contains(url.pathExtension), !path.contains("/.") else { continue }
      // The sources in tutorials belong to the reader's package.
      if url.pathExtension == "swift", path.contains(".docc/") { continue }
      let text = try String(contentsOf: url, encoding: .utf8)
      files.append(
        SourceFile(
          path: folder + "/" + path,
          lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The folder below `Sources` or `Tests` that the file belongs to.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The number of lines as `wc -l` counts them.
  var lineCount: Int { lines.count - 1 }

  /// The names of the modules that the file imports.
  var imports: [String] {
    let before: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "let", "var", "typealias",
    ]
    return lines.compactMap { line in
      var words = line.split(separator: " ")[...]
      while let word = words.first, before.contains(word) || word.hasPrefix("@") {
        words = words.dropFirst()
      }
      guard words.popFirst() == "import" else { return nil }
      if let word = words.first, kinds.contains(word) { words = words.dropFirst() }
      return words.first?.split(separator: ".").first.map(String.init)
    }
  }

  /// The lines that hold code, with their numbers from one; comments are cut off.
  var code: [(number: Int, text: Substring)] {
    lines.enumerated().compactMap { index, line in
      var bytes = line.utf8[...]
      var slashes = 0
      for i in bytes.indices {
        slashes = bytes[i] == UInt8(ascii: "/") ? slashes + 1 : 0
        if slashes == 2 {
          bytes = bytes[..<bytes.index(before: i)]
          break
        }
      }
      let isBlank = bytes.allSatisfy { $0 == UInt8(ascii: " ") }
      return isBlank ? nil : (index + 1, Substring(bytes))
    }
  }
}
