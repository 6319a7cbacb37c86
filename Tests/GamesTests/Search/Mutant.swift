import CaromGames
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// A bug that a developer might write, in a scene file or in the rules of a game.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// A replacement of text in a file below `Scenes`.
  struct Edit: Sendable {
    let file: String
    let old: String
    let new: String
  }

  /// What the bug is.
  let name: String
  /// The edits of the scene's files.
  var edits: [Edit] = []
  /// The game; a subclass of ``FaultyBreaker`` or ``FaultyMaze`` has a bug in its rules.
  let game: any Game.Type
  /// The invariants that may find it.
  let invariants: [String]
  /// The length of the runs: long for what is reached late.
  var ticks = 3_600

  /// A bug in a scene file: one piece of text is replaced wherever it occurs.
  static func scene(
    _ name: String, _ game: any Game.Type, _ file: String, _ old: String, _ new: String,
    found invariants: String..., within ticks: Int = 3_600
  ) -> Mutant {
    Mutant(
      name: name, edits: [Edit(file: file, old: old, new: new)], game: game,
      invariants: invariants, ticks: ticks)
  }

  /// A bug in the rules.
  static func rules(_ name: String, _ game: any Game.Type, found invariants: String...) -> Mutant {
    Mutant(name: name, game: game, invariants: invariants)
  }

  var testDescription: String { name }

  /// Copies the scenes to a folder with the edits applied.
  ///
  /// - Throws: An error if a text to replace does not occur.
  func write(to folder: URL) throws {
    for part in ["brick-breaker", "marble-maze", "objects"] {
      try FileManager.default.copyItem(
        at: Repository.url("Scenes/" + part), to: folder.appending(path: part))
    }
    for edit in edits {
      let file = folder.appending(path: edit.file)
      let text = try String(contentsOf: file, encoding: .utf8)
      try #require(text.contains(edit.old), "\(edit.file) has changed: \(edit.old)")
      let changed = text.replacingOccurrences(of: edit.old, with: edit.new)
      try Data(changed.utf8).write(to: file)
    }
  }

  /// Starts the game on the scene in a folder.
  func session(in folder: URL, seed: UInt64 = 1) throws -> Session {
    let root = try SceneRoot(folder.resolvingSymlinksInPath().path())
    let scene = try SceneReader(root: root, roles: game.allRoles).read(game.scenePath)
    return try Session(scene: scene, game: game.init(), seed: seed)
  }
}
