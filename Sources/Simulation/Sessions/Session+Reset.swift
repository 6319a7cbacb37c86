import CaromMaths
import CaromProperties
import CaromSceneGraph

extension Session {
  /// Returns to the state of a new session with a seed, without reading the files again.
  ///
  /// The session continues as one that was created with the same scenes, date, arguments and stored
  /// numbers, and with this seed: bit for bit. A recording ends, pending events are removed, and
  /// the ``history`` begins again.
  ///
  /// - Parameter seed: The seed of the random streams.
  /// - Complexity: As much as restoring a snapshot; with another seed than before, twice as much.
  public func reset(seed: UInt64) {
    finishRecording()
    (launch.seed, storage) = (seed, launch.storage)
    (tick, input, queue) = (0, InputState(), [])
    random = RandomStreams(seed: seed)
    levelState = LevelState()
    continuesGame = false
    clearTickEvents()
    controlEvents = []
    enter(firstLevel, Self.newState(of: game))
    scene.clearPreview()
    history?.begin(self)
  }

  private static func newState<G: Game>(of _: G) -> any GameState { G.State() }
}
