public import CaromDocuments
import CaromSceneFiles
import CaromSimulation

// Warnings about parts of a scene that have no effect; commands and the player print them.
extension SessionLoader.Loaded {
  /// The warnings of all levels before the first tick, at their positions in the files.
  ///
  /// They are those of reading the files, of bodies that cannot be simulated or have no shape, of
  /// sounds without a file, of roles without a game, and of names in behaviors that lead nowhere.
  /// Call it before the first tick.
  ///
  /// - Complexity: As much as reading the scenes, since their bodies are created in copies of them.
  public func warnings() -> [Problem] {
    let known = sounds.map { SoundFiles.names(in: $0) }
    let found = levelFiles.flatMap { file in
      let physics = file.simulationProblems().map(\.asWarning)
      let silent = known.map { file.missingSounds(known: $0) } ?? []
      let roles = session.game is NoRules ? file.idleRoles() : []
      let names = MissingNames.warnings(of: file, in: session)
      return file.warnings + file.doubledTransforms() + physics + silent + roles + names
    }
    return Problem.inOrder(Problem.removingDuplicates(found))
  }

  /// What the scenes of all levels have reported during their ticks, at the positions of their
  /// nodes.
  public var runtimeProblems: [Problem] { levelFiles.flatMap(\.runtimeProblems) }
}

extension SessionLoader {
  /// The names of the sounds that scenes can play; nil without a content folder.
  public var soundNames: [String]? { root.map { SoundFiles.names(in: $0.sounds) } }
}
