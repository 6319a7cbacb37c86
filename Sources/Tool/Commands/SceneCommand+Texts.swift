import ArgumentParser
import CaromDocuments
import CaromContent
import CaromSceneFiles

// The commands that edit scene files as text, and the one that compares them.
extension SceneCommand {
  /// `carom scene format`: formats scene files.
  struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "format",
      abstract: "Format scene files; comments are preserved.",
      discussion: """
        The canonical format has two spaces per level, values on one line if they fit into 100 columns, \
        and otherwise one object or vector per line. Folders are searched for .json and .jsonc files, except schemas. \
        A file is replaced atomically, and only if it changes.

        EXAMPLE: carom scene format Scenes
        EXAMPLE: carom scene format --check Scenes
        """)

    @Argument(help: ArgumentHelp("Files or folders.", valueName: "path"))
    var paths: [String]

    @Flag(
      help: "Change nothing; list the files that need formatting and exit with 1 if there are any.")
    var check = false

    func run() throws {
      var isWrong = false
      for path in try Files.scenes(paths) {
        let bytes = try Files.read(path)
        do throws(Problem) {
          let text = try JSONFormatter.format(
            SourceText(name: path, bytes: bytes), limits: SceneLimits().text)
          guard !text.utf8.elementsEqual(bytes) else { continue }
          if check {
            isWrong = true
            Terminal.printError("\(path): is not formatted; run `carom scene format`")
            continue
          }
          // If the file cannot be written, it is unchanged, and the other files can still be
          // formatted.
          do {
            try Files.write(Array(text.utf8), to: path)
            Terminal.print("\(path): formatted")
          } catch {
            isWrong = true
            Terminal.printError((error as? CommandFailure)?.message ?? "\(error)")
          }
        } catch {
          isWrong = true
          Terminal.printError(error.description)
        }
      }
      if isWrong { throw ExitCode.failure }
    }
  }

  /// `carom scene diff`: compares two scenes.
  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compare two scenes node by node; exit with 1 if they differ.",
      discussion: """
        The resulting scenes are compared: layout, comments, the order of keys, classes and references \
        are ignored. Nodes are identified by their paths.

        EXAMPLE: carom scene diff old/level1.json Scenes/marble-maze/level1.json
        """)

    @Argument(help: ArgumentHelp("The first scene.", valueName: "a"))
    var first: String

    @Argument(help: ArgumentHelp("The second scene.", valueName: "b"))
    var second: String

    @Flag(help: "Print one JSON object with isEqual and changes.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
      let loader = try content.loader(isNeeded: false)
      let a = try orFail { try loader.read(first) }
      let b = try orFail { try loader.read(second) }
      Warnings.tell(a.warnings + b.warnings)
      let difference = SceneDifference(a.scene, b.scene)
      if json {
        Terminal.print(difference.json)
      } else {
        for line in difference.text.split(separator: "\n") { Terminal.print(String(line)) }
      }
      if !difference.changes.isEmpty { throw ExitCode.failure }
    }
  }

  /// `carom scene migrate`: converts files to the current version of the format.
  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: "Convert scene files to the current version of the format; comments are preserved.",
      discussion: """
        There is one version so far, carom.scene/1: its files are left unchanged, and other files are \
        rejected. Folders are searched for .json and .jsonc files, except schemas.

        EXAMPLE: carom scene migrate Scenes
        """)

    @Argument(help: ArgumentHelp("Files or folders.", valueName: "path"))
    var paths: [String]

    func run() throws {
      var isWrong = false
      for path in try Files.scenes(paths) {
        let source = SourceText(name: path, bytes: try Files.read(path))
        do {
          let migrated = try SceneMigrations.current.migrate(source)
          guard migrated.versions.count > 1 else {
            Terminal.print("\(path): is already \(migrated.versions[0])")
            continue
          }
          try Files.write(Array(migrated.text.utf8), to: path)
          Terminal.print("\(path): \(migrated.versions.joined(separator: " → "))")
        } catch {
          isWrong = true
          Terminal.printError((error as? CommandFailure)?.message ?? "\(error)")
        }
      }
      if isWrong { throw ExitCode.failure }
    }
  }
}
