import CaromDocuments
import CaromMaths
import CaromPhysics
import CaromSceneGraph

/// A joint of a glTF file.
struct GLTFJoint {
  /// The node of the first body.
  let bodyA: Int
  /// The node of the second body.
  let bodyB: Int
  /// The description of the joint, without its reference to the second body.
  let state: JointState
}

/// The joints of a glTF file.
///
/// Body A is that of the joint's node and body B that of the connected node. Coordinates of joints
/// measure B in the frame of A. They are the same as in the extension, which measures the connected
/// node in the space of the joint.
///
/// A frame belongs to the nearest node with `motion` at or above its node. Where there is none, it
/// belongs to a static body at or above the node or, if there is none, to an anchor: a static body
/// on the node that collides with nothing. Both frames therefore keep their positions in the file.
///
/// - Source: Khronos, KHR_physics_rigid_bodies, joints.
struct GLTFJoints {
  private let reader: GLTFReader
  private let nodes: [GLTFNode]
  private let bodies: [Int: BodyState]
  private(set) var joints: [GLTFJoint] = []
  /// The bodies of nodes that hold an end of a joint outside of all other bodies.
  private(set) var anchors: [Int: BodyState] = [:]

  init(_ reader: GLTFReader, _ nodes: [GLTFNode], _ bodies: [Int: BodyState]) {
    (self.reader, self.nodes, self.bodies) = (reader, nodes, bodies)
    let descriptions = reader.table(.physicsJoints).map {
      $0.isObject ? GLTFJointAxes(reader, $0) : nil
    }
    for (i, json) in reader.table(.nodes).enumerated() where json.isObject {
      guard let description = reader.extension(GLTFExtension.bodies.rawValue, of: json),
        let joint = description["joint"], joint.isObject
      else { continue }
      for key in ["connectedNode", "joint"] where joint[key] == nil { reader.missing(joint, key) }
      guard let other = reader.index(joint, "connectedNode", of: .nodes),
        let number = reader.index(joint, "joint", of: .physicsJoints),
        number < descriptions.count, let axes = descriptions[number]
      else { continue }
      add(joint, axes, at: i, connectedTo: other)
    }
  }

  /// Adds a joint; a joint that can have no effect is skipped with a warning.
  private mutating func add(
    _ json: JSON, _ axes: GLTFJointAxes, at node: Int, connectedTo other: Int
  ) {
    let (own, connected) = (bodyNode(of: node), bodyNode(of: other))
    guard own == nil || own != connected else {
      return reader.warn(json, "both ends belong to the same body; the joint is skipped")
    }
    guard isDynamic(own) || isDynamic(connected) else {
      return reader.warn(json, "neither end belongs to a dynamic body; the joint is skipped")
    }
    let (a, b) = (own ?? anchor(node), connected ?? anchor(other))
    let space = placement(of: node).linear
    let directions = [space.x, space.y, space.z].map { $0.normalized(or: .unitX) }
    let masses = GLTFJointMasses(
      mass(of: a), mass(of: b), at: placement(of: other).translation, axes: directions)
    let locked = (0..<6).filter(axes.isLocked)
    let parts = axes.parts { masses.mass(of: $0, locked: locked) }
    if parts.isEmpty {
      reader.warn(json, "the joint neither limits nor drives anything; it is skipped")
    }
    for part in parts {
      var state = JointState()
      state.kind = part.kind
      state.collidesConnected = reader.bool(json, "enableCollision")
      setFrameA(&state, part, a, node)
      setFrameB(&state, part, b, other)
      joints.append(GLTFJoint(bodyA: a, bodyB: b, state: state))
    }
  }

  private func isDynamic(_ node: Int?) -> Bool { node.flatMap { bodies[$0]?.type } == .dynamic }

  /// The node whose body a frame on a node belongs to: the node itself or its nearest ancestor with
  /// a body; nil outside of any body.
  private func bodyNode(of node: Int) -> Int? {
    var at: Int? = node
    while let i = at {
      if let body = bodies[i], !body.isSensor || body.type == .dynamic { return i }
      at = nodes[i].parent
    }
    return nil
  }

  /// The node itself, with a static body.
  private mutating func anchor(_ node: Int) -> Int {
    // A trigger that does not move can also hold a joint.
    if bodies[node] != nil { return node }
    var state = BodyState()
    state.type = .static
    state.shape = .sphere(Sphere(radius: 0.01))
    state.isSensor = true
    state.categoryBitMask = 0
    state.collisionBitMask = 0
    anchors[node] = state
    return node
  }

  // MARK: Frames

  private func setFrameA(
    _ state: inout JointState, _ part: GLTFJointPart, _ body: Int, _ node: Int
  ) {
    let frame = matrix(from: body, to: node)
    state.anchorA = frame.translation
    if part.offset != .zero {
      // The offset is in meters along the axes of the frame, the anchor in the body's space.
      let space = placement(of: node).linear
      let axes = Matrix3(
        space.x.normalized(or: .unitX), space.y.normalized(or: .unitY),
        space.z.normalized(or: .unitZ))
      let inverse = placement(of: body).affineInverse?.linear ?? .identity
      state.anchorA += inverse * (axes * part.offset)
    }
    (state.axisA, state.upA) = Self.axes(frame, part.main, part.turnA)
  }

  private func setFrameB(
    _ state: inout JointState, _ part: GLTFJointPart, _ body: Int, _ node: Int
  ) {
    let frame = matrix(from: body, to: node)
    state.anchorB = frame.translation
    let (axis, up) = Self.axes(frame, part.main, part.turnB)
    (state.axisB, state.upB) = (axis, up)
  }

  /// The main axis of a frame that is turned about its own axes, and the axis after it.
  private static func axes(
    _ frame: Matrix4, _ main: Int, _ turn: Quaternion
  ) -> (Vector3, Vector3) {
    let columns = [frame.linear.x, frame.linear.y, frame.linear.z]
      .map { $0.normalized(or: .unitX) }
    if turn == .identity { return (columns[main], columns[(main + 1) % 3]) }
    func turned(_ axis: Int) -> Vector3 {
      let own = turn.rotate([.unitX, .unitY, .unitZ][axis % 3])
      return columns[0] * own.x + columns[1] * own.y + columns[2] * own.z
    }
    return (turned(main), turned(main + 1))
  }

  /// The transform from the space of a descendant to that of the node itself or an ancestor.
  private func matrix(from above: Int, to below: Int) -> Matrix4 {
    var (matrix, at) = (Matrix4.identity, below)
    while at != above {
      matrix = nodes[at].transform * matrix
      guard let parent = nodes[at].parent else { break }
      at = parent
    }
    return matrix
  }

  /// The transform of a node in the space of the file.
  private func placement(of node: Int) -> Matrix4 {
    var (matrix, at) = (Matrix4.identity, Optional(node))
    while let i = at {
      matrix = nodes[i].transform * matrix
      at = nodes[i].parent
    }
    return matrix
  }

  private func mass(of node: Int) -> GLTFJointMasses.Body? {
    guard let body = bodies[node], body.type == .dynamic else { return nil }
    return GLTFJointMasses.Body(body, placement(of: node))
  }
}
