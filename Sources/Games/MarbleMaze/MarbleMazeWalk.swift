import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The way of the bot over the centers of the stones, from pearl to pearl and then to the goal.
struct MarbleMazeWalk {
  private var graph: StoneGraph?
  /// The centers of the stones ahead.
  private var path: [Vector3] = []
  /// The center of the stone behind.
  private var from = Vector3.zero
  /// The identifier of the pearl or the goal at the end of the path; 0 for none.
  private var target: Int32 = 0

  /// The maximum rolling speed, in meters per second.
  private static let topSpeed: Float = 3.2

  /// Plans the way again.
  mutating func forget() { (path, target) = ([], 0) }

  /// The velocity along the stones, in meters per second.
  mutating func velocity(
    _ session: Session, _ state: MarbleMazeState, _ parts: MarbleMaze.Parts,
    _ marble: MarbleMotion
  ) -> Vector3 {
    let isReached = session.scene.node(withID: target)?.isHidden ?? true
    if isReached { plan(session, parts, marble.position) }
    // Without a goal, pearls reappear only after a while, so the last ones are saved until they are
    // needed.
    let left = parts.pearls.reduce(0) { $1.isHidden ? $0 : $0 + 1 }
    if parts.goals.isEmpty, left <= 3, state.lifeTicks > parts.rules.lifeTicks / 2 { return .zero }
    removeReachedPoints(marble.position)
    return follow(marble)
  }

  /// Picks the goal, or the pearl that is the fewest stones away, and plans the path to it.
  private mutating func plan(_ session: Session, _ parts: MarbleMaze.Parts, _ ball: Vector3) {
    let graph = graph ?? StoneGraph(session.scene)
    self.graph = graph
    (path, target, from) = ([], 0, ball)
    guard let here = graph.stone(at: ball) else { return }
    let distances = graph.distances(from: here)
    let goals = parts.goals.filter { !$0.isHidden }
    var best: (node: Node, stone: Int, distance: Int)?
    for node in goals.isEmpty ? parts.pearls : goals where !node.isHidden {
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
    target = best.node.id
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
      guard dx * dx + dz * dz < 0.09 else { return }
      from = path.removeFirst()
    }
  }

  private func follow(_ marble: MarbleMotion) -> Vector3 {
    guard let next = path.first else { return .zero }
    // The speed at the next point is limited by the turn that follows it.
    var exit: Float = path.count > 1 || target == 0 ? 0 : 1.5
    if path.count > 1 {
      let way = MarbleMotion.flat(next - from).normalized(or: .zero)
      let after = MarbleMotion.flat(path[1] - next).normalized(or: way)
      exit = way.dot(after) > 0.9 ? Self.topSpeed : 0.7
    }
    return marble.along(from: from, to: next, speed: Self.topSpeed, exit: exit)
  }
}
