import ArgumentParser
import CaromDocuments
import CaromContent
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation

/// `carom scene`: checks, formats, compares and inspects scene files.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Check, format, compare and migrate scene files; print their nodes and schema.",
    discussion: "EXAMPLE: carom scene check Scenes/marble-maze/level1.json",
    subcommands: [
      Check.self, Format.self, Diff.self, Migrate.self, Tree.self, PrintSchema.self,
    ])

  /// `carom scene tree`: prints the nodes of a scene.
  struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tree",
      abstract: "Print the nodes of a scene and their components.",
      discussion: "EXAMPLE: carom scene tree Scenes/brick-breaker/level1.json")

    @Argument(help: ArgumentHelp("The scene file.", valueName: "file"))
    var file: String

    @OptionGroup var content: ContentOptions

    func run() throws {
      let scene = try orFail { try content.loader(isNeeded: false).read(file) }
      Warnings.tell(scene.warnings)
      Terminal.print(String(SceneOutline.text(of: scene.scene).dropLast()))
    }
  }

  /// The JSON Schema of scene files, including the roles of all games.
  static var schemaText: String {
    let games = GameProgram.current.games
    return SceneSchema.text(
      roles: games.flatMap { $0.allRoles }, games: games.map { ($0.name, $0.allRoles) })
  }

  /// `carom scene schema`: prints the JSON Schema of scene files.
  struct PrintSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Print the JSON Schema of scene files, including the roles of all games.",
      discussion: "EXAMPLE: carom scene schema > Scenes/scene.schema.json")

    func run() {
      let schema = SceneCommand.schemaText
      Terminal.print(schema.last == "\n" ? String(schema.dropLast()) : schema)
    }
  }
}
