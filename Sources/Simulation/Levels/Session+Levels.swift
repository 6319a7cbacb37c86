import CaromMaths
import CaromProperties
package import CaromSceneGraph

/// A scene that a session can present, read before the first tick.
struct LevelScene {
  /// The level; nil for a scene that is not a level of the game.
  let level: Level?
  /// The scene; only that of the current level is stepped.
  let scene: Scene
  /// The state of the scene before the game started in it.
  var beginning = StatePieces(bytes: [])
  /// The seed of the session when that state was saved.
  var seed: UInt64 = 0
}

extension Session {
  // MARK: Levels

  /// The levels that the session can present, in order; empty if its scene is not a level of the
  /// game, such as a file that the game does not list.
  public var levels: [Level] { levelScenes.compactMap(\.level) }

  /// The scenes of all levels, or the only scene.
  package var scenes: [Scene] { levelScenes.map(\.scene) }

  /// The current level; nil if the scene is not a level of the game.
  public var level: Level? { levelScenes[Int(levelState.index)].level }

  /// The index of the current level in ``levels``; nil if the scene is not a level of the game.
  public var levelIndex: Int? { level == nil ? nil : Int(levelState.index) }

  /// The level after the current one, or nil if there is none.
  public var nextLevel: Level? {
    let index = Int(levelState.index) + 1
    return level != nil && index < levelScenes.count ? levelScenes[index].level : nil
  }

  /// The number of ticks since the current level began, or since it was restarted.
  public var levelTicks: UInt64 { tick - min(tick, levelState.startTick) }

  /// Whether a level was requested or a transition is not over.
  public var isChangingLevel: Bool { levelState.next >= 0 || levelState.isFading }

  /// Presents a level from the next tick on, or after the first half of a transition.
  ///
  /// The scene of the level starts as its file describes it. Of the state of the game, the
  /// properties in ``GameState/carriedOver`` stay and the others start again; then the game binds
  /// to the nodes and ``Game/start(_:)`` is called. The clock, the input, the random streams and
  /// ``storage`` continue. All scenes were read and checked before the first tick, so the change
  /// cannot fail. During a fade both scenes stand still and the game receives no events.
  ///
  /// Presenting the current level starts it again. A further call replaces an earlier one.
  ///
  /// - Parameters:
  ///   - level: One of ``levels``.
  ///   - transition: A cut or a fade.
  /// - Returns: Whether the session has that level; if not, nothing happens.
  /// - Complexity: The change takes as long as restoring a snapshot of the scene.
  @discardableResult
  public func present(_ level: Level, with transition: LevelTransition = .cut) -> Bool {
    guard let index = levelScenes.firstIndex(where: { $0.level == level }) else { return false }
    present(index, transition)
    return true
  }

  /// Starts the game again in its first level, or in its only scene, with a new state.
  ///
  /// Like ``present(_:with:)``, but nothing is carried over.
  ///
  /// - Parameter transition: A cut or a fade.
  public func startOver(with transition: LevelTransition = .cut) {
    present(0, transition)
    levelState.startsOver = true
  }

  private func present(_ index: Int, _ transition: LevelTransition) {
    levelState.endTransition()
    levelState.next = Int32(index)
    levelState.fadeTicks = transition.ticksOfHalf(tickLength: tickLength)
    levelState.fadeColor = transition.color
    scene.transitionCover = nil
  }

  /// Presents the level of a command.
  ///
  /// - Returns: The reason why the command was rejected; nil if it was accepted.
  func present(levelNamed name: String) -> String? {
    if let level = levels.first(where: { $0.name == name }) { present(level) }
    return problem(presenting: name)
  }

  /// The reason why a command to present a level would be rejected; nil if it would be accepted.
  package func problem(presenting name: String) -> String? {
    if levels.contains(where: { $0.name == name }) { return nil }
    let known = levels.map(\.name).joined(separator: ", ")
    return "there is no level '\(name)'; \(known.isEmpty ? "no name" : known) is accepted"
  }

  // MARK: Changes

  /// Presents the level that is due, or ends the transition.
  func beginLevelIfDue() {
    if levelState.isNextDue {
      let (index, isPaused) = (Int(levelState.next), scene.isPaused)
      let state = levelState.startsOver ? Self.newState(game) : Self.stateOfNextLevel(game)
      (levelState.next, levelState.startsOver, levelState.fadeTick) = (-1, false, 0)
      enter(index, state)
      scene.isPaused = isPaused
    } else if levelState.isFading, levelState.next < 0, levelState.fadeTick >= levelState.fadeTicks
    {
      levelState.endTransition()
      scene.transitionCover = nil
    }
  }

  /// Runs a tick of a transition, in which the scene stands still.
  func runTransitionTick() {
    levelState.fadeTick += 1
    scene.transitionCover = levelState.cover
  }

  /// Starts the current level again, with the state that the game carried into it.
  ///
  /// The tick counter, the input state, the pending events and ``storage`` are preserved; the
  /// random streams start again.
  func restart() {
    levelState.endTransition()
    random = RandomStreams(seed: seed)
    enter(Int(levelState.index), entryState)
  }

  /// Replaces the scene by that of a level as it was before its first tick.
  func enter(_ index: Int, _ state: any GameState) {
    levelState.index = Int32(index)
    levelState.startTick = tick
    scene = levelScenes[index].scene
    loadBeginning(ofLevel: index)
    scene.clearSounds()
    scene.transitionCover = levelState.cover
    contacts = []
    entryState = state
    Self.set(state, of: game)
    // Every level was bound before the first tick.
    do throws(GameError) { try game.bind(to: self) } catch { preconditionFailure("\(error)") }
    game.start(self)
    behaviors.start(self)
    scene.updatePresentation()
  }

  private static func newState<G: Game>(_: G) -> any GameState { G.State() }

  /// The state of a game at the start of its next level.
  static func stateOfNextLevel<G: Game>(_ game: G) -> any GameState {
    game.state.stateOfNextLevel
  }

  private static func set<G: Game>(_ state: any GameState, of game: G) {
    if let state = state as? G.State { game.state = state }
  }

  // MARK: Before the first tick

  /// Creates the bodies of a scene, checks that the game can be played in it, and saves its state.
  ///
  /// - Throws: ``GameError`` if the scene lacks nodes that the game requires.
  func prepareLevel(_ index: Int) throws(GameError) {
    scene = levelScenes[index].scene
    scene.random = randomStreams(of: scene)
    scene.roleTypes = type(of: game).allRoles
    scene.physicsWorld.contactDelegate = contactCallbacks
    do throws(GameError) { try game.bind(to: self) } catch {
      var error = error
      error.level = levelScenes[index].level
      throw error
    }
    scene.createBodies()
    saveBeginning(ofLevel: index)
  }

  /// The streams of a scene; its random numbers depend on the seed of the session, too.
  private func randomStreams(of scene: Scene) -> RandomStreams {
    var sceneSeed = StateHash(seed: launch.seed)
    sceneSeed.combine(scene.seed)
    return RandomStreams(seed: sceneSeed.value)
  }

  private func saveBeginning(ofLevel index: Int) {
    let scene = levelScenes[index].scene
    // What is unchanged since the first time becomes pieces, which are restored by identity.
    buffer.whole.fill { scene.save(into: &$0) }
    let beginning = buffer.whole.pieces { scene.save(into: &$0) }
    (levelScenes[index].beginning, levelScenes[index].seed) = (beginning, seed)
  }

  /// Restores the scene of a level as it was before its first tick, with the seed of the session.
  private func loadBeginning(ofLevel index: Int) {
    let scene = levelScenes[index].scene
    // The state is that of the same scene.
    do throws(StateProblem) { try scene.load(levelScenes[index].beginning) } catch {
      preconditionFailure("\(error)")
    }
    // The session may have been reset with another seed since.
    if levelScenes[index].seed != seed { scene.random = randomStreams(of: scene) }
  }

  /// Saves the states before the first tick again that were saved with another seed.
  private func renewBeginnings() {
    for index in levelScenes.indices where levelScenes[index].seed != seed {
      let scene = levelScenes[index].scene
      let isCurrent = scene === self.scene
      let now = isCurrent ? snapshot() : nil
      loadBeginning(ofLevel: index)
      saveBeginning(ofLevel: index)
      if let now { revert(to: now) }
    }
  }

  /// Uses the beginning of another session's scene for future starts of the current level.
  func adoptBeginning(of other: Session) {
    let level = other.levelScenes[Int(other.levelState.index)]
    let index = Int(levelState.index)
    (levelScenes[index].beginning, levelScenes[index].seed) = (level.beginning, level.seed)
  }

  /// The hash of the current level as it is before its first tick: another one if the files of the
  /// level, or the seed of the session, are others.
  package var levelHash: UInt64 {
    renewBeginnings()
    return levelScenes[Int(levelState.index)].beginning.hash
  }

  /// The hash of the scene and, if there are several levels, of the beginnings of all.
  var sceneHash: UInt64 {
    let own = partHashes.first { $0.name == "scene" }?.hash ?? 0
    guard levelScenes.count > 1 else { return own }
    renewBeginnings()
    var hash = StateHash()
    hash.combine(own)
    for level in levelScenes {
      hash.combine(level.beginning.hash)
    }
    return hash.value
  }
}
