import Foundation

/// The program of the package around the working folder, which knows games that this one does not.
package enum OwnProgram {
  /// How to call the program of the package, if it has one; nil inside of Carom's own checkout.
  static func hint() -> String? {
    hint(
      folder: FileManager.default.currentDirectoryPath, program: GameProgram.current.name)
  }

  /// Searches a folder and the folders around it for a package with a program of its own.
  ///
  /// - Parameters:
  ///   - folder: The folder in which the search starts.
  ///   - program: The name of the running program, which needs no hint.
  /// - Returns: A line for stderr.
  package static func hint(folder: String, program: String) -> String? {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    while true {
      let path = url.appendingPathComponent("Package.swift").path
      if let manifest = try? String(contentsOfFile: path, encoding: .utf8) {
        guard let name = executable(in: manifest), name != program else { return nil }
        return "hint: this package has a program with its own games: swift run \(name) --help"
      }
      let parent = url.deletingLastPathComponent()
      // A relative path, that of a working directory which was deleted, has endless parents.
      guard parent.path != url.path, url.path != "/", url.path.hasPrefix("/") else { return nil }
      url = parent
    }
  }

  /// The name of the first executable in a manifest that uses the product `CaromTool`.
  private static func executable(in manifest: String) -> String? {
    guard manifest.contains("product(name: \"CaromTool\"") else { return nil }
    let target = manifest.firstRange(of: ".executableTarget(")
    guard let target, let name = manifest[target.upperBound...].firstRange(of: "name:") else {
      return nil
    }
    let parts = manifest[name.upperBound...].split(
      separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].allSatisfy(\.isWhitespace) else { return nil }
    return String(parts[1])
  }
}
