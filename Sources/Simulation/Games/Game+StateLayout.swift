import CaromPhysics
public import CaromProperties
import CaromSceneGraph

extension Game {
  /// The records from which all declared state of a session of this game is reachable.
  public static var stateRoots: [any Record.Type] {
    let session: [any Record.Type] = [
      SessionHeader.self, TimedInput.self, InputState.self, LevelState.self, State.self,
    ]
    return session + allRoles + Scene.stateRoots
  }

  /// The stored properties of the game's state and roles that no declaration mentions.
  ///
  /// Such a property is missing from snapshots, hashes and files, so a restored session would
  /// continue differently. Check in a test of the game that there are none.
  ///
  /// - Returns: `Type.property` for each of them.
  public static var undeclaredState: [String] { undeclaredProperties(reachableFrom: stateRoots) }

  /// The tag of the layout of a session's state: names, types and order of all its properties.
  ///
  /// A snapshot can be restored only by a program with the same tag. The tag is not part of hashes.
  public static var stateLayoutTag: String {
    var layout = StateLayout()
    for root in stateRoots { layout.add(record: root) }
    // The order of the parts in the state of a session.
    layout.add(
      [
        "header:\(SessionHeader.self)", "queue:\(TimedInput.self)", "random:\(RandomState.self)",
        "input:\(InputState.self)", "level:\(LevelState.self)", "entry:\(State.self)",
        "game:\(State.self)", "scene:\(Scene.self)",
        "physics:\(World.self)",
      ], of: SnapshotBuffer.self)
    Scene.describeState(&layout)
    return layout.tag
  }
}
