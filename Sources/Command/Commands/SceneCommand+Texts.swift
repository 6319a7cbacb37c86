import ArgumentParser
import CaromDocuments
import CaromContent
import CaromSceneFiles

// The commands that change scene files as texts, and the one that compares them.
extension SceneCommand {
  /// `carom scene format`: lays scene files out in the canonical way.
  struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "format",
      abstract: "Lay scene files out in the canonical way; comments stay.",
      discussion: """
        Two spaces a level; what fits into 100 columns stands on one line; one object or vector of a \
        list a line. Of a folder, all files in it that end in .json are taken, but for schemas. A \
        file is replaced whole or not at all, and only if something changes.

        EXAMPLE: carom scene format Scenes
        EXAMPLE: carom scene format --check Scenes
        """)

    @Argument(help: ArgumentHelp("Files or folders.", valueName: "path"))
    var paths: [String]

    @Flag(
      help: "Change nothing; name the files that are not canonical and exit 1 if there are any.")
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
            Terminal.printError("\(path): is not canonical; `carom scene format` makes it so")
            continue
          }
          // The file stays as it was if it cannot be written, so nothing is lost by going on.
          do {
            try Files.replace(path, with: Array(text.utf8))
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

  /// `carom scene diff`: what differs between two scenes.
  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Say what differs between two scenes, node by node; exit 1 if something does.",
      discussion: """
        Scenes are compared as they are in the end: layout, comments, the order of keys, classes and \
        references do not count. Nodes are told apart by their paths.

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
      let difference = SceneDifference(a.scene, b.scene)
      if json {
        Terminal.print(difference.json)
      } else {
        for line in difference.text.split(separator: "\n") { Terminal.print(String(line)) }
      }
      if !difference.changes.isEmpty { throw ExitCode.failure }
    }
  }

  /// `carom scene migrate`: brings files to the current version of the format.
  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: "Bring scene files to the current version of the format; comments stay.",
      discussion: """
        There is one version so far, carom.scene/1: files of it are left alone, others are refused. \
        Of a folder, all files in it that end in .json are taken, but for schemas.

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
            Terminal.print("\(path): is of \(migrated.versions[0]) already")
            continue
          }
          try Files.replace(path, with: Array(migrated.text.utf8))
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
