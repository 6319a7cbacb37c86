public import CaromDocuments
public import CaromSceneFiles
public import CaromSimulation

/// The reason why a session cannot be created.
public enum LoadError: Error, CustomStringConvertible {
  /// The name is neither a game nor a scene file; with the names of the known games.
  case unknown(String, known: [String])
  /// The game has no such level, none at all, or a scene file was given; with the levels of the
  /// game.
  case noLevel(String?, of: String, known: [Level])
  /// The scene file does not exist; with the name of a similar file in its folder.
  case missing(String, nearest: String? = nil)
  /// The path of the scene file is that of a folder, a device or a pipe.
  case notAFile(String)
  /// Another file that a session starts from cannot be read.
  case file(FileProblem)
  /// A game's first scene was requested, but no folder of scenes was found.
  case noRoot
  /// The folder of the scene file cannot be used.
  case folder(String)
  /// The scene has problems.
  case scene(SceneFileError)
  /// The saved state cannot be restored.
  case savedState(String)
  /// The game cannot play the scene, or finds mistakes in it; each at the position of its node, or
  /// of the game's name.
  case unplayable([Problem])

  /// The problems, each with its position if it has one.
  public var problems: [Problem] {
    switch self {
    case .scene(let error):
      error.problems
        + (error.omitted > 0 ? [Problem("and at least \(error.omitted) more problems")] : [])
    case .unplayable(let problems): problems
    case .unknown, .noLevel, .missing, .notAFile, .file, .noRoot, .folder, .savedState:
      [Problem(description)]
    }
  }

  /// Whether the request itself is wrong, rather than the contents of a file.
  public var isWrongUse: Bool {
    switch self {
    case .unknown, .noLevel, .missing, .notAFile, .noRoot: true
    case .file(let problem): problem.isWrongUse
    case .folder, .scene, .savedState, .unplayable: false
    }
  }

  /// The number of problems.
  var problemCount: Int {
    if case .scene(let error) = self { error.problems.count + error.omitted } else { 1 }
  }

  /// The problems and what is accepted, one per line.
  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "there is no game '\(name)'; "
        + (meant(by: name, in: known).map { "did you mean '\($0)'? " } ?? "")
        + "\(known.joined(separator: ", ")) or a scene file that ends in .json, .jsonc, .gltf or .glb is "
        + "accepted"
    case .noLevel(let level, let subject, let known): Self.text(ofMissing: level, subject, known)
    case .missing(let path, let nearest):
      "\(path): there is no such file; "
        + (nearest.map { "did you mean \"\($0)\"?" }
          ?? "a path relative to the working directory or to Scenes is accepted")
    case .notAFile(let path): "\(path): is not a regular file; a scene file is accepted"
    case .file(let problem): problem.description
    case .noRoot: "no folder of scenes was found; --root or CAROM_ROOT is accepted"
    case .folder(let reason), .savedState(let reason): reason
    case .scene(let error): error.description
    case .unplayable(let problems): problems.map(\.description).joined(separator: "\n")
    }
  }

  private static func text(
    ofMissing level: String?, _ subject: String, _ known: [Level]
  ) -> String {
    guard !known.isEmpty else {
      let reason = level.map { "it has no level '\($0)'" } ?? "the game has no levels"
      return "\(subject): \(reason); the path of a scene file is accepted, without a level"
    }
    let names = known.map { $0.title == $0.name ? $0.name : "\($0.name) \"\($0.title)\"" }
      .joined(separator: ", ")
    let numbers = known.count == 1 ? "1" : "1 to \(known.count)"
    return "\(subject): there is no level '\(level ?? "")'; \(numbers), or \(names), is accepted"
  }
}
