import ArgumentParser
import CaromContent
import CaromDocuments
import CaromRendering
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation

extension SceneCommand {
  /// `carom scene check`: validates scene files.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract:
        "Validate scene files and the files they refer to; exit with 1 on an error.",
      discussion: """
        Every error is printed as file:line:column: pointer: what is wrong; what is accepted. Folders \
        are searched for .json, .jsonc, .gltf and .glb files, except schemas. If the game of a scene is \
        known, its requirements are checked as well; then the bodies are created and the images loaded.

        Warnings report content that is accepted but has no effect: a body without a shape, a sound \
        without a file, a label that the overlay lacks, a point of view without a camera, a role without \
        a game, or parts of a model that are not imported. Warnings do not change the exit code, except \
        with --strict.

        EXAMPLE: carom scene check
        EXAMPLE: carom scene check Scenes/marble-maze/level1.json
        EXAMPLE: carom scene check --strict Scenes
        """)

    @Argument(
      help: ArgumentHelp(
        "Scene files or folders. Default: the levels of all games.", valueName: "path"))
    var paths: [String] = []

    @Flag(help: "Exit with 1 on a warning as well.")
    var strict = false

    @Flag(help: "Print one JSON object with isValid, scenes and problems.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
      let loader = try content.loader(isNeeded: false, tells: false)
      var outcome = Outcome(prints: !json)
      for file in try files() { check(file, loader, &outcome) }
      outcome.reportPostponed()
      outcome.reportIdleRoles()
      if json { Terminal.print(outcome.text(isValid: !isFailure(outcome))) }
      if isFailure(outcome) { throw ExitCode.failure }
      if outcome.isMissing { throw ExitCode(CommandFailure.Code.wrongUse.rawValue) }
    }

    private func isFailure(_ outcome: Outcome) -> Bool {
      outcome.isWrong || (strict && outcome.hasWarnings)
    }

    private func check(_ file: String, _ loader: SessionLoader, _ outcome: inout Outcome) {
      do throws(LoadError) {
        // A part of a scene, such as a ball used by many levels, has no game and no rules.
        let scene = try loader.read(file)
        var names: [Problem] = []
        var problem: LoadError?
        if scene.game != nil {
          do throws(LoadError) {
            names = MissingNames.warnings(of: scene, in: try loader.loadAlone(file).session)
          } catch { problem = error }
        }
        let sounds = loader.soundNames.map { scene.missingSounds(known: $0) } ?? []
        let problems = Problem.inOrder(
          Problem.removingDuplicates(
            scene.simulationProblems() + missingImages(of: scene, in: file, loader)
              + scene.warnings + sounds + names))
        if let problem { return outcome.postpone(scene, of: file, problems, problem) }
        outcome.add(scene, of: file, problems)
      } catch {
        // A missing file is incorrect use, unless another file has errors.
        outcome.report(error.problems)
        if error.isWrongUse { outcome.isMissing = true } else { outcome.isWrong = true }
      }
    }

    /// The requested files; missing ones are reported together with the errors.
    private func files() throws -> [String] {
      if paths.isEmpty { return try levels() }
      return try paths.flatMap { path in
        Files.isFolder(path) ? try Files.scenes([path], SceneReader.canRead) : [path]
      }
    }

    /// The paths of the levels of all games.
    private func levels() throws -> [String] {
      // Relative to the folder of scenes, which must exist.
      _ = try content.find()
      let levels = GameProgram.current.games.flatMap { $0.levels.map(\.scenePath) }
      guard levels.isEmpty else { return levels }
      throw CommandFailure.wrongUse(
        "no game has levels; the paths of scene files and folders are accepted")
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
}

/// The results of a check so far.
private struct Outcome {
  /// Whether lines are printed as they are found.
  let prints: Bool
  var isWrong = false
  var isMissing = false
  private(set) var hasWarnings = false
  private var problems: [Problem] = []
  private var scenes: [(file: String, nodes: Int, files: Int)] = []
  /// The files that other files refer to; the games of those files define their roles.
  private var parts: Set<String> = []
  /// The scenes that do not meet the requirements of their game, which parts need not.
  private var postponed: [(scene: SceneFile, file: String, found: [Problem], error: LoadError)] =
    []
  /// The warnings of roles without a game, by file.
  private var idleRoles: [(file: String, warnings: [Problem])] = []

  init(prints: Bool) { self.prints = prints }

  mutating func report(_ problems: [Problem]) {
    for problem in problems {
      if problem.level == .warning { hasWarnings = true }
      if prints { Terminal.printError(problem.description) }
    }
    self.problems += problems
  }

  mutating func add(_ scene: SceneFile, of file: String, _ found: [Problem]) {
    report(found)
    let folder = scene.reader.root.folder
    noteParts(of: scene)
    let idle = scene.idleRoles()
    if !idle.isEmpty { idleRoles.append(("\(folder)/\(scene.path)", idle)) }
    if found.contains(where: { $0.level == .error }) {
      isWrong = true
      return
    }
    let (nodes, files) = (scene.scene.nodeCount, scene.files.count)
    scenes.append((file, nodes, files))
    guard prints else { return }
    let count = found.count
    Terminal.print(
      "\(file): OK, \(nodes) node\(nodes == 1 ? "" : "s") from \(files) file\(files == 1 ? "" : "s")"
        + (count == 0 ? "" : ", \(count) warning\(count == 1 ? "" : "s")"))
  }

  private mutating func noteParts(of scene: SceneFile) {
    let folder = scene.reader.root.folder
    parts.formUnion(scene.files.dropFirst().map { "\(folder)/\($0)" })
  }

  /// Decides about a scene that its game refuses once it is known whether it is a part.
  mutating func postpone(
    _ scene: SceneFile, of file: String, _ found: [Problem], _ error: LoadError
  ) {
    noteParts(of: scene)
    postponed.append((scene, file, found, error))
  }

  /// Reports the scenes that their games refuse, except those that other files refer to: a part
  /// has the key `game` for its roles, and need not be a level.
  mutating func reportPostponed() {
    for (scene, file, found, error) in postponed {
      if parts.contains("\(scene.reader.root.folder)/\(scene.path)") {
        add(scene, of: file, found)
      } else {
        report(error.problems)
        isWrong = true
      }
    }
    postponed = []
  }

  /// Reports the roles without a game in the files that no other file refers to.
  mutating func reportIdleRoles() {
    for entry in idleRoles where !parts.contains(entry.file) { report(entry.warnings) }
  }

  func text(isValid: Bool) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("isValid") { $0.value(isValid) }
      $0.member("scenes") { writer in
        writer.beginArray()
        for scene in scenes {
          writer.object {
            $0.member("file") { $0.value(scene.file) }
            $0.member("nodes") { $0.value(Int64(scene.nodes)) }
            $0.member("files") { $0.value(Int64(scene.files)) }
          }
        }
        writer.endArray()
      }
      $0.member("problems") { writer in
        writer.beginArray()
        for problem in problems { write(problem, to: &writer) }
        writer.endArray()
      }
    }
    return json.text
  }

  private func write(_ problem: Problem, to json: inout JSONWriter) {
    json.object {
      $0.member("level") { $0.value(problem.level.rawValue) }
      if let source = problem.source {
        $0.member("file") { $0.value(source.name) }
        if source.isBinary {
          $0.member("byte") { $0.value(Int64(problem.offset)) }
        } else {
          let position = source.position(of: problem.offset)
          $0.member("line") { $0.value(Int64(position.line)) }
          $0.member("column") { $0.value(Int64(position.column)) }
        }
      }
      $0.member("pointer") { $0.value(problem.pointer) }
      $0.member("message") { $0.value(problem.message) }
      if !problem.context.isEmpty { $0.member("context") { $0.value(problem.context) } }
    }
  }
}
