import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

// Warnings about properties that have no effect, found in the completed nodes: classes, referenced
// files and overrides can set one of the properties that depend on each other and not the other.
extension SceneLoader {
  /// Warns of the properties of all nodes that have no effect, each at its position.
  ///
  /// Nodes of models are not checked, because no scene file describes them.
  func checkEffects(below root: Node) {
    var seen: Set<Location> = []
    var geometries: Set<ObjectIdentifier> = []
    root.enumerateChildNodes { node in
      guard let layers = layers[ObjectIdentifier(node)] else { return }
      var warnings = EffectWarnings()
      warnings.add(node, layers)
      // A geometry that many bodies share is described once.
      if let body = node.physicsBody, let geometry = node.geometry,
        !geometries.contains(ObjectIdentifier(geometry)), warnings.add(body, geometry)
      {
        geometries.insert(ObjectIdentifier(geometry))
      }
      for warning in warnings.found {
        guard let json = location(of: warning.path, in: layers) else { continue }
        // A part that is used many times is described once.
        let location = Location(document: ObjectIdentifier(json.document), offset: json.offset)
        if seen.insert(location).inserted { report(json.problem(warning.message).asWarning) }
      }
    }
  }

  /// Warns of settings of the simulation that have no effect.
  func checkEffects(of physics: WorldState, _ json: JSON?) {
    guard let json else { return }
    for warning in physics.warnings {
      report((location(of: warning.path, in: [json]) ?? json).problem(warning.message).asWarning)
    }
  }

  /// The position of a value in a file.
  private struct Location: Hashable {
    let document: ObjectIdentifier
    let offset: Int
  }

  /// The value at a path of keys and indices in the highest layer that contains it.
  private func location(of path: [String], in layers: [JSON]) -> JSON? {
    for layer in layers.reversed() {
      var value: JSON? = layer
      for step in path { value = value.flatMap { $0[step] ?? Int(step).flatMap($0.element) } }
      if let value { return value }
    }
    return nil
  }
}

extension JSON {
  fileprivate func element(_ index: Int) -> JSON? { self[index] }
}

/// Collects the warnings about one node.
private struct EffectWarnings {
  private(set) var found: [PropertyWarning] = []

  mutating func add(_ node: Node, _ layers: [JSON]) {
    if let geometry = node.geometry { add(geometry, layers) }
    if let light = node.light { found += light.warnings.map { $0.inside("light") } }
    if let body = node.physicsBody {
      found += body.state.warnings.map { $0.inside("physics") }
    }
    if let role = node.role {
      found += role.warnings.map { $0.inside(type(of: role).name).inside("role") }
    }
    for (index, joint) in node.joints.enumerated() {
      found += joint.state.warnings.map { $0.inside("\(index)").inside("joints") }
    }
    for (index, constraint) in node.constraints.enumerated()
    where constraint.target.pending === node {
      let kind = layers.last { $0["constraints"] != nil }?["constraints"]?[index]?.members?
        .first { _ in true }?.key
      add(
        ["constraints", "\(index)", kind ?? "", "target"],
        "the target is the node itself, so the constraint has no effect; another node is accepted")
    }
    let isDynamic = node.physicsBody?.type == .dynamic
    for (index, action) in node.state.actions.enumerated() {
      add(action, ["actions", "\(index)"], isDynamic)
    }
  }

  private mutating func add(_ path: [String], _ message: String) {
    var warning = PropertyWarning("", message)
    warning.path = path
    found.append(warning)
  }

  /// Warns of a geometry without a shape, which is a box.
  private mutating func add(_ geometry: Geometry, _ layers: [JSON]) {
    guard geometry.primitive == Primitive() else { return }
    let given = layers.compactMap { $0["geometry"] }
    let isShaped = given.contains { json in
      json.string != nil || Primitive.caseNames.contains { json[$0] != nil }
    }
    if !isShaped, !given.isEmpty { add(["geometry"], FileBuilder.missingShape) }
  }

  /// Warns of a body whose shape fills the hole or the bay of its geometry, and of triangles that
  /// are a convex solid without an inside; returns whether it did.
  mutating func add(_ body: PhysicsBody, _ geometry: Geometry) -> Bool {
    if body.state.shape == nil, geometry.primitive.hasHollow {
      let exact =
        body.type == .dynamic
        ? "\"shape\": { \"compound\": […] } of convex parts"
        : "\"shape\": { \"concavePolyhedron\": {} }"
      add(
        ["geometry"],
        "the shape of the body is the convex hull, which fills the hollow of the geometry; "
          + "\(exact) in \"physics\" is accepted, or { \"convexHull\": {} } if that is meant")
      return true
    }
    guard body.type != .dynamic, case .concavePolyhedron = body.state.shape,
      geometry.primitive.isConvexSolid
    else { return false }
    add(
      ["physics", "shape"],
      "triangles are solid from outside only, so bodies inside of the geometry fall out; a \"mesh\" "
        + "whose triangles face inwards is accepted as a room, or, without \"shape\", the solid")
    return true
  }

  /// Warns of endless repetitions that take no time, of actions after them, and of actions that
  /// move a dynamic body.
  private mutating func add(_ action: Action, _ path: [String], _ isDynamic: Bool) {
    switch action {
    case .moveBy: addMotion(path + ["moveBy"], isDynamic)
    case .moveTo: addMotion(path + ["moveTo"], isDynamic)
    case .rotateBy: addMotion(path + ["rotateBy"], isDynamic)
    case .rotateTo: addMotion(path + ["rotateTo"], isDynamic)
    case .rotateAround: addMotion(path + ["rotateAround"], isDynamic)
    case .rotateToAxisAngle: addMotion(path + ["rotateToAxisAngle"], isDynamic)
    case .sequence(let list):
      let path = path + ["sequence", "actions"]
      for (index, action) in list.actions.enumerated() {
        add(action, path + ["\(index)"], isDynamic)
      }
      guard let endless = list.actions.firstIndex(where: { $0.duration == .infinity }),
        endless + 1 < list.actions.count
      else { return }
      add(
        path + ["\(endless + 1)"],
        "the action never starts, because the one before it never ends; a \"group\" of both is "
          + "accepted")
    case .group(let list):
      for (index, action) in list.actions.enumerated() {
        add(action, path + ["group", "actions", "\(index)"], isDynamic)
      }
    case .repeated(let repetition):
      add(repetition.action, path + ["repeat", "action"], isDynamic)
    case .forever(let forever):
      if !forever.action.takesTime {
        add(
          path + ["repeatForever"],
          "the repeated action takes no time, so it is repeated in every tick; an action with a "
            + "\"duration\" above 0 is accepted")
      }
      add(forever.action, path + ["repeatForever", "action"], isDynamic)
    case .scaleBy, .scaleTo, .fadeBy, .fadeTo, .hide, .unhide, .removeFromParentNode, .run,
      .custom, .playAudio, .wait:
      break
    }
  }

  private mutating func addMotion(_ path: [String], _ isDynamic: Bool) {
    guard isDynamic else { return }
    add(
      path,
      "gravity and contacts move the dynamic body of the node as well, against the action; a body "
        + "with \"type\": \"kinematic\" is accepted")
  }
}

extension Primitive {
  /// Whether it is a closed convex surface, whose triangles have the same outside as its shape.
  fileprivate var isConvexSolid: Bool {
    switch self {
    case .box, .sphere, .cylinder, .capsule, .cone, .pyramid: true
    case .plane, .floor, .mesh, .tube, .torus, .shape: false
    }
  }

  /// Whether it has a hole or a bay, through which something could pass.
  fileprivate var hasHollow: Bool {
    switch self {
    case .tube, .torus: true
    case .shape(let shape): shape.paths.count > 1 || shape.paths.contains { !Self.isConvex($0) }
    case .plane, .box, .sphere, .cylinder, .capsule, .floor, .mesh, .cone, .pyramid: false
    }
  }

  /// Whether a closed outline turns in one direction only; a bend of rounding is no turn.
  private static func isConvex(_ points: [Vector2]) -> Bool {
    var (turnsLeft, turnsRight) = (false, false)
    for i in points.indices {
      let corner = points[(i + 1) % points.count]
      let (a, b) = (corner - points[i], points[(i + 2) % points.count] - corner)
      let turn = a.x * b.y - a.y * b.x
      let least = 1e-4 * a.length * b.length
      if turn > least { turnsLeft = true }
      if turn < -least { turnsRight = true }
    }
    return !(turnsLeft && turnsRight)
  }
}

extension Action {
  /// Whether it has a duration, a random wait, or a call, which can be meant for every tick.
  fileprivate var takesTime: Bool {
    if duration > 0 { return true }
    switch self {
    case .run, .custom: return true
    case .wait(let wait): return wait.range > 0
    case .sequence(let list), .group(let list): return list.actions.contains { $0.takesTime }
    case .repeated(let repetition): return repetition.action.takesTime
    case .forever, .moveBy, .moveTo, .rotateBy, .rotateTo, .rotateAround, .rotateToAxisAngle,
      .scaleBy, .scaleTo, .fadeBy, .fadeTo, .hide, .unhide, .removeFromParentNode, .playAudio:
      return false
    }
  }
}
