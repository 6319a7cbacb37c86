import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// Plays pinball as a person does: it sees the balls late, flips when one is about to reach a
/// flipper, and holds the plunger while one lies on it.
struct PinballBot: Bot {
  /// The delay with which it sees, and how far it looks ahead, in ticks.
  private static let (delay, ahead) = (12, 15)
  /// For how long it holds the key of a flipper and that of the plunger, and rests, in ticks.
  private static let (hold, plunge, rest) = (UInt64(14), UInt64(70), UInt64(12))

  private var (players, spawners, flippers): ([Node], [Node], [Node]) = ([], [], [])
  /// The positions of the balls in the last ticks, the latest first.
  private var seen: [[Vector3]] = []
  /// The tick in which each key was pressed last, by the order of the flippers.
  private var presses: [UInt64] = []

  /// The events for the next tick.
  mutating func play(_ session: Session) -> [InputEvent] {
    let isOver = session.state(as: Rules.State.self)?.isOver ?? false
    if isOver { return session.tick % 60 == 0 ? [.press(.space), .release(.space)] : [] }
    look(session.scene)
    guard let then = seen.last, seen.count > Self.delay else { return [] }
    let before = seen[Self.delay - 1]
    var events: [InputEvent] = []
    for (index, node) in flippers.enumerated() {
      guard let key = node.role(as: FlipperBehavior.self)?.input.keys.first else { continue }
      // A flipper that slides is the plunger.
      let isPlunger = node.joints.first?.state.slider != nil
      let hold = isPlunger ? Self.plunge : Self.hold
      let since = session.tick - presses[index]
      if session.input.isPressed(key) {
        if since >= hold { events.append(.release(key)) }
      } else if since >= hold + Self.rest || presses[index] == 0 {
        let reaches = isPlunger ? Self.lies : Self.reaches
        guard zip(then, before).contains(where: { reaches($1, $1 - $0, node) }) else { continue }
        presses[index] = session.tick
        events.append(.press(key))
      }
    }
    return events
  }

  /// Remembers where the balls are: the player and the copies of spawners.
  private mutating func look(_ scene: Scene) {
    if players.first?.scene !== scene {
      players = scene.rootNode.childNodes(withRole: PlayerBehavior.self)
      spawners = scene.rootNode.childNodes(withRole: SpawnerBehavior.self)
      flippers = scene.rootNode.childNodes(withRole: FlipperBehavior.self)
      (presses, seen) = (flippers.map { _ in 0 }, [])
    }
    let copies = spawners.flatMap { $0.role(as: SpawnerBehavior.self)?.copies ?? [] }
    let balls = players + copies.compactMap { scene.node(withID: $0) }
    seen.insert(balls.compactMap { $0.bodyNode?.worldPosition }, at: 0)
    if seen.count > Self.delay + 1 { seen.removeLast() }
  }

  /// Whether a ball rests on the plunger.
  private static func lies(_ ball: Vector3, _ step: Vector3, _ plunger: Node) -> Bool {
    let offset = ball - plunger.worldPosition
    return abs(offset.x) < 0.3 && abs(offset.z) < 1.5 && step.length < 0.01
  }

  /// Whether a ball that was seen late touches a flipper once the flipper has moved.
  private static func reaches(_ ball: Vector3, _ step: Vector3, _ flipper: Node) -> Bool {
    let local = flipper.convertPosition(ball + step * Float(ahead), from: nil)
    let along = (flipper.joints.first?.state.anchorA.x ?? 0) < 0 ? local.x : -local.x
    return step.z > -0.01 && along > -0.1 && along < 1.15 && abs(local.z) < 0.6
  }
}
