package import Foundation

/// A template for the package of a new game.
///
/// Templates are folders in `Assets/templates` with the files of a complete package, which the
/// build of Carom compiles and tests. The folder `common` has the files that all packages share.
package struct PackageTemplate: Sendable {
  /// A file of a new package.
  package struct File: Hashable, Sendable {
    /// The path, relative to the folder of the package.
    package var path: String
    /// The contents.
    package var bytes: [UInt8]
    /// Whether it is a program.
    package var isExecutable: Bool
  }

  /// The name, such as `ball`.
  package let name: String
  /// The folder of all templates.
  private let folder: URL

  /// The forms of the name that the files of the template have: `ball-game`, `BallGame`.
  private var ownName: PackageName { get throws { try PackageName("\(name)-game") } }

  /// Finds a template.
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - assets: The folder of assets of Carom.
  /// - Throws: ``CommandFailure`` with code 2 if there is no such template.
  package init(_ name: String, assets: String) throws {
    let known = Self.names(assets: assets)
    guard known.contains(name) else {
      throw CommandFailure.unknown("template", name, known: known)
    }
    self.name = name
    folder = URL(fileURLWithPath: assets).appending(path: "templates").resolvingSymlinksInPath()
  }

  /// The names of all templates, sorted.
  package static func names(assets: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: assets + "/templates")) ?? []
    return all.filter { $0 != "common" && !$0.hasPrefix(".") }.sorted()
  }

  // MARK: Files

  /// The files of a package.
  ///
  /// - Parameters:
  ///   - name: The name of the package.
  ///   - engine: Where it gets Carom from.
  ///   - target: The folder of the package.
  /// - Returns: The files, sorted by path.
  /// - Throws: ``CommandFailure`` if the name means something else in the files of the template, or
  ///   if a file cannot be read.
  package func files(
    name: PackageName, engine: EngineLocation, in target: URL
  ) throws -> [File] {
    let (own, common) = (try ownName, try PackageName("my-game"))
    var files: [File] = []
    for (part, old) in [("common", common), (self.name, own)] {
      let place = folder.appending(path: part)
      // The hashes of a recording depend on the name of the game; the tests of a package make one.
      for path in try Self.paths(in: place) where !path.hasSuffix(".replay.jsonl") {
        let file = place.appending(path: path)
        var bytes = try Files.read(file.path)
        // Images and sounds are not text.
        if let text = String(validating: bytes, as: UTF8.self) {
          if path.hasSuffix(".swift"), name != own { try Self.check(name, text, of: own) }
          bytes = Array(Self.renamed(text, old, name).utf8)
        }
        files.append(
          File(
            path: Self.renamed(path, old, name), bytes: bytes,
            isExecutable: FileManager.default.isExecutableFile(atPath: file.path)))
      }
    }
    for index in files.indices where files[index].path == "Package.swift" {
      let text = String(decoding: files[index].bytes, as: UTF8.self)
        .replacing(
          ".package(name: \"carom\", path: \"../carom\", traits: [\"CommandLine\"])",
          with: engine.dependency(in: target)
        )
        .replacing("package: \"carom\"", with: "package: \"\(engine.packageName)\"")
      files[index].bytes = Array(text.utf8)
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The paths of all files in a folder.
  private static func paths(in folder: URL) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return all.sorted().filter { !Files.isFolder(folder.appending(path: $0).path) }
  }

  /// Replaces the forms of a name.
  private static func renamed(_ text: String, _ old: PackageName, _ new: PackageName) -> String {
    text.replacing(old.type, with: new.type).replacing(old.program, with: new.program)
      .replacing(old.title, with: new.title)
  }

  /// Rejects a name that a source file already uses for something else, such as `Node`.
  private static func check(_ name: PackageName, _ text: String, of own: PackageName) throws {
    let words = Set(
      text.replacing(own.type, with: "").replacing(own.title, with: "").split {
        !$0.isLetter && !$0.isNumber && $0 != "_"
      })
    for word in [name.type, name.type + "Kit", name.type + "Tests"]
    where words.contains(Substring(word)) {
      throw PackageName.failure(name.program, "is taken: the template uses \(word) already")
    }
  }

  // MARK: Writing

  /// Writes the files of a package.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - target: The folder, which is created; nothing in it is overwritten.
  /// - Throws: ``CommandFailure``, with code 2 if the folder is not empty.
  package static func write(_ files: [File], to target: URL) throws {
    let manager = FileManager.default
    if manager.fileExists(atPath: target.path) {
      let inside = try? manager.contentsOfDirectory(atPath: target.path)
      guard let inside, inside.isEmpty else {
        throw CommandFailure.wrongUse(
          "\(target.relativePath): exists and is not an empty folder; a new or an empty folder is "
            + "accepted")
      }
    }
    for file in files {
      let url = target.appending(path: file.path)
      try Files.write(file.bytes, to: url.path)
      if file.isExecutable {
        try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
      }
    }
  }
}
