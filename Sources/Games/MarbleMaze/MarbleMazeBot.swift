import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// Plays Marble Maze: rolls over the middles of the stones to the pearl that is least far away.
///
/// It tilts, as a person would, and brakes at corners. The way is a breadth-first search over the
/// stones of the scene, so it plays any level made of stones.
public struct MarbleMazeBot: Bot {
  private var graph: StoneGraph?
  /// The middles of the stones that are still to be passed.
  private var way: [Vector3] = []
  /// The identity of the pearl at the end of the way; 0 for none.
  private var pearl: Int32 = 0
  private var lastTilt = Vector2.zero

  /// Makes a bot that has seen nothing yet.
  public init() {}

  /// Starts the run when the marble lies still, else tilts.
  public mutating func play(_ session: Session) -> [InputEvent] {
    guard let game = session.game as? MarbleMaze, let parts = game.parts else { return [] }
    switch game.state.phase {
    case .tapToPlay:
      way = []
      pearl = 0
      let isStill = game.state.phaseTicks > 60 && parts.body.velocity.lengthSquared < 0.01
      return isStill ? [.press(.space), .release(.space)] : []
    case .gameOver, .finished:
      return tilt(.zero)
    case .playing:
      return tilt(steer(session, game, parts))
    }
  }

  /// Tilts as finely as a hand does, so that recordings of it are short.
  private mutating func tilt(_ wish: Vector2) -> [InputEvent] {
    let direction = Vector2(
      (wish.x * 1_000).rounded() / 1_000, (wish.y * 1_000).rounded() / 1_000)
    guard direction != lastTilt else { return [] }
    lastTilt = direction
    return [.tilt(x: direction.x, y: direction.y)]
  }

  // MARK: Finding the way

  private mutating func steer(
    _ session: Session, _ game: MarbleMaze, _ parts: MarbleMaze.Parts
  ) -> Vector2 {
    let ball = parts.ball.worldPosition
    let velocity = parts.body.velocity
    let isGone = session.scene.node(withID: pearl)?.isHidden ?? true
    if isGone { choose(session, parts, ball) }
    // Few pearls left: spare them until they are needed, as each comes back only after a while.
    let left = parts.pearls.reduce(0) { $1.isHidden ? $0 : $0 + 1 }
    if left <= 3, game.state.lifeTicks > parts.rules.lifeTicks / 2 { return brake(velocity) }
    pass(ball)
    return push(ball, velocity, parts.rules.acceleration)
  }

  /// Picks the pearl that is the fewest stones away, and the way to it.
  private mutating func choose(_ session: Session, _ parts: MarbleMaze.Parts, _ ball: Vector3) {
    let graph = graph ?? StoneGraph(session.scene)
    self.graph = graph
    way = []
    pearl = 0
    guard let here = graph.place(at: ball) else { return }
    let steps = graph.steps(from: here)
    var best: (node: Node, place: Int, steps: Int)?
    for node in parts.pearls where !node.isHidden {
      guard let place = graph.place(at: node.worldPosition), let count = steps[place],
        count < best?.steps ?? .max
      else { continue }
      best = (node, place, count)
    }
    guard let best else {
      // Nothing to fetch: wait in the middle of this stone.
      way = [graph.places[here].top]
      return
    }
    pearl = best.node.id
    way = graph.way(from: here, to: best.place).map { graph.places[$0].top }
    // On the stone where it is now, the marble need not go back to the middle.
    if way.count > 1, (way[1] - ball).dot(way[1] - way[0]) < (way[1] - way[0]).lengthSquared {
      way.removeFirst()
    }
    way.append(best.node.worldPosition)
  }

  /// Forgets the places that are reached; the last one stays.
  private mutating func pass(_ ball: Vector3) {
    while way.count > 1 {
      let (dx, dz) = (way[0].x - ball.x, way[0].z - ball.z)
      guard dx * dx + dz * dz < 0.05 else { return }
      way.removeFirst()
    }
  }

  // MARK: Tilting

  /// The fastest that it rolls, in metres a second.
  private static let topSpeed: Float = 3.2

  /// The tilt that takes the marble along the way.
  private func push(_ ball: Vector3, _ velocity: Vector3, _ acceleration: Float) -> Vector2 {
    guard let next = way.first else { return brake(velocity) }
    var toNext = Vector3(next.x - ball.x, 0, next.z - ball.z)
    let distance = toNext.length
    guard distance > (pearl == 0 ? 0.2 : 1e-4) else { return brake(velocity) }
    toNext = toNext / distance
    // How fast it may come to the next place: as fast as it can go on from there.
    var exit: Float = 0
    if way.count > 1 {
      let after = Vector3(way[1].x - next.x, 0, way[1].z - next.z).normalized(or: toNext)
      exit = max(0, toNext.dot(after)) > 0.9 ? Self.topSpeed : 0.7
    }
    // Half of what the tilt can do, rolling takes two sevenths of it.
    let braking = acceleration * 0.3
    let speed = min(Self.topSpeed, (exit * exit + 2 * braking * distance).squareRoot())
    let error = toNext * speed - Vector3(velocity.x, 0, velocity.z)
    return Self.clamped(Vector2(error.x, -error.z) * (6 / acceleration))
  }

  private func brake(_ velocity: Vector3) -> Vector2 {
    Self.clamped(Vector2(-velocity.x, velocity.z) * 0.4)
  }

  private static func clamped(_ v: Vector2) -> Vector2 {
    let length = v.length
    return length > 1 ? v * (1 / length) : v
  }
}
