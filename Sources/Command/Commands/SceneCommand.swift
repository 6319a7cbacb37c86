import ArgumentParser
import CaromDocuments
import CaromGames
import CaromContent
import CaromRendering
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

  /// `carom scene check`: validates scene files.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract:
        "Validate scene files and the files they refer to; exit with 1 on an error.",
      discussion: """
                Every error is printed as file:line:column: pointer: what is wrong; what is expected. Folders \
        are searched for .json, .gltf and .glb files, except schemas. If the game of a scene is known, \
        its requirements are checked as well; then the bodies are created and the images loaded.

        EXAMPLE: carom scene check Scenes/marble-maze/level1.json
        """)

    @Argument(help: ArgumentHelp("Scene files or folders.", valueName: "path"))
    var paths: [String]

    @OptionGroup var content: ContentOptions

    func run() throws {
      let loader = try content.loader(isNeeded: false)
      var (isWrong, isMissing) = (false, false)
      for file in try files() {
        do throws(LoadError) {
          // A part of a scene, such as a ball used by many levels, has no game and no rules.
          let scene = try loader.read(file)
          if scene.game != nil { _ = try loader.load(file) }
          scene.scene.createBodies()
          let bodies = scene.scene.bodyProblems.map { body in
            scene.problem(body.reason, ofNode: body.node, keys: ["physics", "geometry"])
          }
          if bodies.isEmpty { scene.scene.prepareSimulation() }
          let others = bodies.isEmpty ? scene.runtimeProblems : []
          let problems = bodies + others + missingImages(of: scene, in: file, loader)
          for problem in problems { Terminal.printError(problem.description) }
          isWrong = isWrong || !problems.isEmpty
          if !problems.isEmpty { continue }
          let (nodes, files) = (scene.scene.nodeCount, scene.files.count)
          Terminal.print("\(file): OK, \(nodes) nodes from \(files) file\(files == 1 ? "" : "s")")
        } catch {
          // A missing file is incorrect use, unless another file has errors.
          if case .missing = error { isMissing = true } else { isWrong = true }
          Terminal.printError(error.description)
        }
      }
      if isWrong { throw ExitCode.failure }
      if isMissing { throw ExitCode(CommandFailure.Code.wrongUse.rawValue) }
    }

    /// The requested files; missing ones are reported together with the errors.
    private func files() throws -> [String] {
      try paths.flatMap { path in
        Files.isFolder(path) ? try Files.scenes([path], SceneReader.canRead) : [path]
      }
    }

    /// The errors of the images of a scene.
    private func missingImages(
      of scene: SceneFile, in file: String, _ loader: SessionLoader
    ) -> [Problem] {
      do throws(MissingImages) {
        try RenderCache(images: loader.images(ofFile: file)).load(scene.scene)
        return []
      } catch {
        return error.problems.map { scene.problem($0.description, ofImage: $0.name) }
      }
    }
  }

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
      Terminal.print(String(SceneOutline.text(of: scene.scene).dropLast()))
    }
  }

  /// `carom scene schema`: prints the JSON Schema of scene files.
  struct PrintSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Print the JSON Schema of scene files, including the roles of all games.",
      discussion: "EXAMPLE: carom scene schema > Scenes/scene.schema.json")

    func run() {
      let schema = SceneSchema.text(roles: GameList.all.flatMap { $0.roles })
      Terminal.print(schema.last == "\n" ? String(schema.dropLast()) : schema)
    }
  }
}
