import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// A bot that plays Marble Maze: rolls over the centers of the stones to the nearest pearl.
///
/// The bot tilts the board like a person and brakes before corners. It finds the path by
/// breadth-first search over the stones of the scene, so it can play any level made of stones.
public struct MarbleMazeBot: Bot {
  /// The nodes of the scene, found by role, so that the bot can play games that build on the rules.
  private var parts: MarbleMaze.Parts?
  private var graph: StoneGraph?
  /// The centers of the stones ahead.
  private var path: [Vector3] = []
  /// The identifier of the pearl at the end of the path; 0 for none.
  private var pearl: Int32 = 0
  private var lastTilt = Vector2.zero

  /// Creates a bot.
  public init() {}

  /// Starts the run when the marble is at rest, otherwise tilts.
  public mutating func play(_ session: Session) -> [InputEvent] {
    if parts?.isCurrent(in: session.scene) != true {
      (parts, graph) = (try? MarbleMaze.Parts(session), nil)
    }
    guard let state = session.state(as: MarbleMazeState.self), let parts else { return [] }
    switch state.phase {
    case .tapToPlay:
      path = []
      pearl = 0
      let isStill = state.phaseTicks > 60 && parts.body.velocity.lengthSquared < 0.01
      return isStill ? [.press(.space), .release(.space)] : []
    case .gameOver, .finished:
      return send(tilt: .zero)
    case .playing:
      return send(tilt: steer(session, state, parts))
    }
  }

  /// Tilts in steps of one thousandth, so that recordings stay short.
  private mutating func send(tilt: Vector2) -> [InputEvent] {
    let direction = Vector2(
      (tilt.x * 1_000).rounded() / 1_000, (tilt.y * 1_000).rounded() / 1_000)
    guard direction != lastTilt else { return [] }
    lastTilt = direction
    return [.tilt(x: direction.x, y: direction.y)]
  }

  // MARK: Path finding

  private mutating func steer(
    _ session: Session, _ state: MarbleMazeState, _ parts: MarbleMaze.Parts
  ) -> Vector2 {
    let ball = parts.ball.worldPosition
    let velocity = parts.body.velocity
    let isCollected = session.scene.node(withID: pearl)?.isHidden ?? true
    if isCollected { plan(session, parts, ball) }
    // Pearls reappear only after a while, so the last ones are saved until they are needed.
    let left = parts.pearls.reduce(0) { $1.isHidden ? $0 : $0 + 1 }
    if left <= 3, state.lifeTicks > parts.rules.lifeTicks / 2 { return brake(velocity) }
    removeReachedPoints(ball)
    return follow(ball, velocity, parts.rules.acceleration)
  }

  /// Picks the pearl that is the fewest stones away and plans the path to it.
  private mutating func plan(_ session: Session, _ parts: MarbleMaze.Parts, _ ball: Vector3) {
    let graph = graph ?? StoneGraph(session.scene)
    self.graph = graph
    path = []
    pearl = 0
    guard let here = graph.stone(at: ball) else { return }
    let distances = graph.distances(from: here)
    var best: (node: Node, stone: Int, distance: Int)?
    for node in parts.pearls where !node.isHidden {
      guard let stone = graph.stone(at: node.worldPosition), let distance = distances[stone],
        distance < best?.distance ?? .max
      else { continue }
      best = (node, stone, distance)
    }
    guard let best else {
      // Without a pearl, wait at the center of this stone.
      path = [graph.stones[here].top]
      return
    }
    pearl = best.node.id
    path = graph.path(from: here, to: best.stone).map { graph.stones[$0].top }
    // The center of the current stone can be skipped if the marble is already past it.
    if path.count > 1, (path[1] - ball).dot(path[1] - path[0]) < (path[1] - path[0]).lengthSquared {
      path.removeFirst()
    }
    path.append(best.node.worldPosition)
  }

  /// Removes the points that were reached; the last one remains.
  private mutating func removeReachedPoints(_ ball: Vector3) {
    while path.count > 1 {
      let (dx, dz) = (path[0].x - ball.x, path[0].z - ball.z)
      guard dx * dx + dz * dz < 0.05 else { return }
      path.removeFirst()
    }
  }

  // MARK: Tilting

  /// The maximum rolling speed, in meters per second.
  private static let topSpeed: Float = 3.2

  /// The tilt that moves the marble along the path.
  private func follow(_ ball: Vector3, _ velocity: Vector3, _ acceleration: Float) -> Vector2 {
    guard let next = path.first else { return brake(velocity) }
    var toNext = Vector3(next.x - ball.x, 0, next.z - ball.z)
    let distance = toNext.length
    guard distance > (pearl == 0 ? 0.2 : 1e-4) else { return brake(velocity) }
    toNext = toNext / distance
    // The speed at the next point is limited by the turn that follows it.
    var exit: Float = 0
    if path.count > 1 {
      let after = Vector3(path[1].x - next.x, 0, path[1].z - next.z).normalized(or: toNext)
      exit = max(0, toNext.dot(after)) > 0.9 ? Self.topSpeed : 0.7
    }
    // Uses about half of the available deceleration; rolling inertia absorbs two sevenths of the
    // tilt.
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
