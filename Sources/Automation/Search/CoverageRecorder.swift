import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// Records what one run covers.
final class CoverageRecorder {
  private(set) var coverage = Coverage()
  /// The hashes of the states, in the order in which they were first seen in this run.
  private(set) var states: [UInt64] = []

  private var seen: Set<UInt64> = []
  private let bodies: DynamicBodies
  private let grid: CellGrid
  /// The scene of the current level.
  private var scene: Scene
  /// The names of roles by the identity of nodes of that scene.
  private var roles: [Int32: String] = [:]
  /// The current phase, and how long it has lasted without being counted.
  private var phase = (name: "", ticks: UInt64(0))

  /// The number of cells along the longest side of the scene.
  private static let cells: Float = 16
  /// The number of bodies whose cells count.
  private static let countedBodies = 4
  /// The number of states of a run beyond which none is kept.
  private static let maximumStates = 1 << 16

  init(_ session: Session) {
    bodies = DynamicBodies(session)
    scene = session.scene
    grid = CellGrid(SceneBounds(session, margin: 0).bodies, cells: Self.cells)
  }

  /// Records the events that are sent before a tick.
  func send(_ events: [InputEvent]) {
    for event in events { Coverage.add(1, of: Self.name(of: event), to: &coverage.inputs) }
  }

  /// Records the state after a tick.
  func observe(_ session: Session) {
    if session.scene !== scene { (scene, roles) = (session.scene, [:]) }
    if let level = session.level { Coverage.add(1, of: level.name, to: &coverage.levels) }
    observe(session.game, session)
    for change in session.contacts where change.phase == .began {
      let names = [role(of: change.contact.nodeA), role(of: change.contact.nodeB)].sorted()
      Coverage.add(1, of: names.joined(separator: " + "), to: &coverage.contacts)
    }
  }

  /// Ends the run.
  func finish() {
    countPhase()
    phase.ticks = 0
  }

  private func observe(_ game: some Game, _ session: Session) {
    let state = game.state
    let name = state.phaseName
    if name != phase.name {
      countPhase()
      phase = (name, 0)
    }
    phase.ticks += 1
    guard seen.count < Self.maximumStates else { return }
    var hash = StateHash()
    if let level = session.levelIndex, level > 0 { hash.combine(level) }
    hash.combine(name)
    hash.combine(state.lives ?? -1)
    hash.combine(Int32(32 - state.score.magnitude.leadingZeroBitCount))
    for (node, _) in bodies.now(session).prefix(Self.countedBodies) {
      grid.combine(node.worldPosition, into: &hash)
    }
    if seen.insert(hash.value).inserted { states.append(hash.value) }
  }

  private func countPhase() {
    if phase.ticks > 0 { Coverage.add(phase.ticks, of: phase.name, to: &coverage.phases) }
  }

  /// The name of the role of a node or of its nearest ancestor with one.
  private func role(of node: Node) -> String {
    if let known = roles[node.id] { return known }
    let name = Self.nearestRole(node) ?? "plain body"
    roles[node.id] = name
    return name
  }

  private static func nearestRole(_ node: Node) -> String? {
    var next: Node? = node
    while let current = next {
      if let role = current.role { return type(of: role).name }
      next = current.parent
    }
    return nil
  }

  /// The roles of the bodies in a scene, in the order of their names.
  static func roles(in scene: Scene) -> [String] {
    var names: [String] = []
    for node in scene.rootNode.allNodes where node.physicsBody != nil {
      guard let name = nearestRole(node), !names.contains(name) else { continue }
      names.append(name)
    }
    return names.sorted()
  }

  private static func name(of event: InputEvent) -> String {
    switch event {
    case .key(let key): "\(key.isDown ? "press" : "release") \(key.code.rawValue)"
    case .pointer(let pointer): "pointer \(pointer.phase.rawValue)"
    case .wheel: "wheel"
    case .text: "text"
    case .tilt: "tilt"
    case .axis(let axis): "axis \(axis.axis.rawValue)"
    case .button(let button): "\(button.isDown ? "press" : "release") \(button.button.rawValue)"
    case .viewport: "viewport"
    case .command(let command): "command \(command.name.rawValue)"
    case .set: "set"
    }
  }
}
