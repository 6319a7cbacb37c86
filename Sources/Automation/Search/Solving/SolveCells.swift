import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// Assigns the states of a session to cells: states in one cell are alike for a ``Solve`` search.
///
/// A cell is the level, the phase, the lives, the magnitude of the score, the number of visible
/// nodes of each role, and, of the first dynamic bodies, the cell of a grid that each is in and,
/// more coarsely, its velocity.
final class SolveCells: @unchecked Sendable {
  // Unchecked because only the thread that runs the session uses it.

  /// The session.
  let session: Session
  /// The position of the first dynamic body in the initial state, in world space, in meters.
  let beginning: Vector3
  private let bodies: DynamicBodies
  private let grid: CellGrid
  private var scene: Scene
  /// The nodes with roles, sorted by the name of the role, with the index of the role.
  private var nodes: [(node: Node, role: Int)] = []
  private var roleCount = 0

  /// The number of bodies whose cells count.
  private static let countedBodies = 4
  /// The time in which a body crosses a cell at a speed that is one step of its velocity, in
  /// seconds.
  private static let crossingTime: Float = 0.25

  /// Creates the cells of a session in its initial state, which defines the grid.
  init(_ session: Session) {
    self.session = session
    bodies = DynamicBodies(session)
    scene = session.scene
    let all = bodies.now(session)
    beginning = all.first?.node.worldPosition ?? .zero
    // A body that has moved by its own size is elsewhere.
    let bounds = all.first.flatMap { SceneBounds.bounds(of: $0.node, session.scene) }
    let size = bounds.map { $0.size.magnitudes.greatest } ?? 1
    grid = CellGrid(SceneBounds(session, margin: 0).bodies, side: size, maximumCells: 64)
    findNodes()
  }

  /// The position of the first dynamic body, in world space, in meters.
  var position: Vector3 {
    bodies.now(session).first?.node.worldPosition ?? beginning
  }

  /// The hash of the cell of the current state.
  func key() -> UInt64 {
    if session.scene !== scene {
      scene = session.scene
      findNodes()
    }
    var hash = StateHash()
    combine(session.game, into: &hash)
    if let level = session.levelIndex { hash.combine(level) }
    for count in visibleCounts() { hash.combine(count) }
    for (node, body) in bodies.now(session).prefix(Self.countedBodies) {
      grid.combine(node.worldPosition, into: &hash)
      for axis in 0..<3 {
        let steps = body.velocity[axis] * Self.crossingTime / grid.side
        hash.combine(Int32(min(max(steps.isFinite ? steps : 0, -2), 2)))
      }
    }
    return hash.value
  }

  private func combine(_ game: some Game, into hash: inout StateHash) {
    let state = game.state
    hash.combine(state.phaseName)
    hash.combine(state.lives ?? -1)
    hash.combine(Int32(32 - state.score.magnitude.leadingZeroBitCount))
  }

  private func visibleCounts() -> [Int32] {
    var counts = [Int32](repeating: 0, count: roleCount)
    for (node, role) in nodes where !node.isHiddenInScene { counts[role] += 1 }
    return counts
  }

  private func findNodes() {
    var names: [String] = []
    nodes = scene.rootNode.allNodes.compactMap { node in
      guard let role = node.role else { return nil }
      let name = type(of: role).name
      if let index = names.firstIndex(of: name) { return (node, index) }
      names.append(name)
      return (node, names.count - 1)
    }
    roleCount = names.count
  }
}
