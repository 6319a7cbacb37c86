public import CaromDocuments
import CaromSceneFiles
import CaromSimulation

// Warnings about parts of a scene that have no effect; commands and the player print them.
extension SessionLoader.Loaded {
  /// The warnings of the scene before its first tick, at their positions in the files.
  ///
  /// They are those of reading the files, of bodies that cannot be simulated or have no shape, of
  /// sounds without a file, and of roles without a game. Call it before the first tick.
  ///
  /// - Complexity: As much as reading the scene, since its bodies are created in a copy of it.
  public func warnings() -> [Problem] {
    let physics = file.simulationProblems().map(\.asWarning)
    let silent = sounds.map { file.missingSounds(known: SoundFiles.names(in: $0)) } ?? []
    let roles = session.game is NoRules ? file.idleRoles() : []
    return Problem.inOrder(
      Problem.removingDuplicates(file.warnings + physics + silent + roles))
  }

  /// What the scene has reported during its ticks, at the positions of its nodes.
  public var runtimeProblems: [Problem] { file.runtimeProblems }
}

extension SessionLoader {
  /// The names of the sounds that scenes can play; nil without a content folder.
  public var soundNames: [String]? { root.map { SoundFiles.names(in: $0.sounds) } }
}
