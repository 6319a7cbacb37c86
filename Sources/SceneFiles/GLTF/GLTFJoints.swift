import CaromDocuments
import CaromMaths
import CaromPhysics
import CaromSceneGraph

/// A joint of a glTF file.
struct GLTFJoint {
  /// The node of the first body.
  let bodyA: Int
  /// The node of the second body; nil for the world.
  let bodyB: Int?
  /// The description of the joint.
  let state: JointState
}

/// The joints of a glTF file, converted from limits and drives of six axes.
///
/// In glTF each axis of a joint is free, limited or locked. Supported combinations are converted to
/// fixed, ball-socket, hinge, slider, cone-twist and distance joints; other combinations are
/// rejected. A joint connects the nearest bodies at or above its two nodes, or the world where
/// there is none. The limits of two swing axes become a symmetric cone with the larger limit.
/// Spring limits become hard limits.
///
/// - Source: Khronos, KHR_physics_rigid_bodies, joints.
struct GLTFJoints {
  private let reader: GLTFReader
  private let nodes: [GLTFNode]
  private let bodies: [Int: BodyState]
  private(set) var joints: [GLTFJoint] = []

  init(_ reader: GLTFReader, _ nodes: [GLTFNode], _ bodies: [Int: BodyState]) {
    (self.reader, self.nodes, self.bodies) = (reader, nodes, bodies)
    let descriptions = reader.table(.physicsJoints).map { $0.isObject ? Axes(reader, $0) : nil }
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

  private mutating func add(_ json: JSON, _ axes: Axes, at node: Int, connectedTo other: Int) {
    let (own, connected) = (bodyNode(of: node), bodyNode(of: other))
    guard own != connected else {
      return reader.fail(
        json, "both ends belong to the same body; two bodies, or a body and the world, are accepted"
      )
    }
    // Joint coordinates measure B relative to A; glTF measures the node relative to the connected
    // node.
    let isFlipped = connected == nil
    guard let a = connected ?? own else { return }
    let b = isFlipped ? nil : own
    guard bodies[a]?.type == .dynamic || b.flatMap({ bodies[$0]?.type }) == .dynamic else {
      return reader.fail(
        json, "neither end belongs to a dynamic body; a joint with a dynamic body is accepted")
    }
    guard let (kind, main) = axes.kind(isFlipped: isFlipped, mass: b.flatMap { bodies[$0]?.mass })
    else {
      return reader.fail(
        json,
        "the joint \(axes.description); fixed, ball-socket, hinge, slider, cone-twist and distance joints "
          + "are accepted")
    }
    var state = JointState()
    state.kind = kind
    state.collidesConnected = reader.bool(json, "enableCollision")
    setFrameA(&state, main, a, isFlipped ? node : other)
    if let b { setFrameB(&state, main, b, node) }
    if kind.distance != nil, b == nil {
      return reader.fail(
        json, "the distance joint has no second body; one between two bodies is accepted")
    }
    joints.append(GLTFJoint(bodyA: a, bodyB: b, state: state))
  }

  /// The node whose body a node belongs to: the node itself or its nearest ancestor with a body.
  private func bodyNode(of node: Int) -> Int? {
    var at: Int? = node
    while let i = at {
      if let body = bodies[i], !body.isSensor || body.type == .dynamic { return i }
      at = nodes[i].parent
    }
    return nil
  }

  private func setFrameA(_ state: inout JointState, _ main: Int, _ body: Int, _ node: Int) {
    let frame = matrix(from: body, to: node)
    state.anchorA = frame.translation
    (state.axisA, state.upA) = Self.axes(frame, main)
  }

  private func setFrameB(_ state: inout JointState, _ main: Int, _ body: Int, _ node: Int) {
    let frame = matrix(from: body, to: node)
    state.anchorB = frame.translation
    let (axis, up) = Self.axes(frame, main)
    (state.axisB, state.upB) = (axis, up)
  }

  /// The main axis of a frame and the following axis.
  private static func axes(_ frame: Matrix4, _ main: Int) -> (Vector3, Vector3) {
    let columns = [frame.linear.x, frame.linear.y, frame.linear.z]
      .map { $0.normalized(or: .unitX) }
    return (columns[main], columns[(main + 1) % 3])
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
}

/// The limits and drives of a joint by axis: three linear axes, then three angular axes.
private struct Axes {
  private enum Freedom: Equatable {
    case free
    case locked
    case limited(Float, Float)
  }
  private var freedoms = [Freedom](repeating: .free, count: 6)
  /// The limits of the distance, if the three linear axes are limited together.
  private var distance: (Float, Float)?
  private var drives = [Drive?](repeating: nil, count: 6)

  private struct Drive {
    var speed: Float
    var maxForce: Float
    var target: Float
    var stiffness: Float
    var damping: Float
    var isForce: Bool
  }

  init(_ reader: GLTFReader, _ json: JSON) {
    for limit in Self.list(reader, json, "limits") {
      let (linear, angular) = (
        Self.axes(reader, limit, "linearAxes"), Self.axes(reader, limit, "angularAxes")
      )
      let low = limit["min"].map { reader.number($0, in: -1e5...1e5) ?? 0 }
      let high = limit["max"].map { reader.number($0, in: -1e5...1e5) ?? 0 }
      if linear.isEmpty == angular.isEmpty {
        reader.fail(
          limit,
          "the limit has linear and angular axes, or none; either linear or angular axes are accepted"
        )
      }
      if let low, let high, low > high {
        reader.fail(
          limit, "\"min\" is greater than \"max\"; a range in ascending order is accepted")
        continue
      }
      let bound: Float = linear.isEmpty ? .pi : 1e5
      let (a, b) = (max(low ?? -bound, -bound), min(high ?? bound, bound))
      if linear.count == 3, a != 0 || b != 0 {
        distance = (max(a, 0), b)
        continue
      }
      let freedom: Freedom = a == 0 && b == 0 ? .locked : .limited(a, max(a, b))
      for axis in linear { freedoms[axis] = freedom }
      for axis in angular { freedoms[3 + axis] = freedom }
    }
    for drive in Self.list(reader, json, "drives") {
      let type = reader.keyword(drive, "type", of: ["linear", "angular"])
      guard let type, let axis = reader.required(drive, "axis", in: 0...2) else { continue }
      let mode = reader.keyword(drive, "mode", of: ["force", "acceleration"])
      drives[(type == "linear" ? 0 : 3) + axis] = Drive(
        speed: reader.number(drive, "velocityTarget", 0, in: -1e5...1e5),
        maxForce: reader.number(drive, "maxForce", 1e12, in: 0...1e12),
        target: reader.number(drive, "positionTarget", 0, in: -1e5...1e5),
        stiffness: reader.number(drive, "stiffness", 0, in: 0...1e12),
        damping: reader.number(drive, "damping", 0, in: 0...1e12), isForce: mode != "acceleration")
    }
  }

  private static func list(_ reader: GLTFReader, _ json: JSON, _ key: String) -> [JSON] {
    guard let value = json[key] else { return [] }
    guard let elements = value.elements else {
      reader.fail(value, wants: "an array of objects")
      return []
    }
    return elements.filter { element in
      if !element.isObject { reader.fail(element, wants: "an object") }
      return element.isObject
    }
  }

  private static func axes(_ reader: GLTFReader, _ json: JSON, _ key: String) -> [Int] {
    guard let value = json[key] else { return [] }
    let axes = value.elements.map { $0.compactMap { $0.integer(Int.self) } } ?? []
    guard !axes.isEmpty, axes.count == value.elements?.count, axes.allSatisfy((0...2).contains),
      Set(axes).count == axes.count
    else {
      reader.fail(value, wants: "an array of different axes, 0 to 2,")
      return []
    }
    return axes
  }

  /// The free axes as text, for messages.
  var description: String {
    func list(_ range: Range<Int>) -> String {
      let names = range.filter { freedoms[$0] != .locked }.map { ["x", "y", "z"][$0 % 3] }
      return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
    return "moves along \(list(0..<3)) and turns about \(list(3..<6))"
  }

  /// The joint type that matches these axes.
  ///
  /// - Parameters:
  ///   - isFlipped: Whether A is glTF's node rather than the connected one, which negates all
  ///     coordinates.
  ///   - mass: The mass of the driven body in kilograms, for force drives.
  /// - Returns: The type and its main axis; nil if no type matches.
  func kind(isFlipped: Bool, mass: Float?) -> (JointKind, Int)? {
    let freeLinear = (0..<3).filter { freedoms[$0] != .locked }
    let freeAngular = (0..<3).filter { freedoms[3 + $0] != .locked }
    let rotatesFreely = (3..<6).allSatisfy { freedoms[$0] == .free }
    if let distance {
      guard rotatesFreely, freeLinear.count == 3 else { return nil }
      var rope = DistanceJoint()
      (rope.minimumLength, rope.maximumLength) = distance
      return (.distance(rope), 0)
    }
    if let axis = freeLinear.first {
      guard freeLinear.count == 1, freeAngular.isEmpty else { return nil }
      return (slider(axis, isFlipped, mass), axis)
    }
    if freeAngular.isEmpty { return (.fixed(), 0) }
    if rotatesFreely { return (.ballSocket(), 0) }
    if freeAngular.count == 1 { return (hinge(freeAngular[0], isFlipped, mass), freeAngular[0]) }
    var cone = ConeTwistJoint()
    cone.maximumAngularLimit1 = max(maxAngle(4), 0.002)
    cone.maximumAngularLimit2 = max(maxAngle(5), 0.002)
    if freedoms[3] != .free { cone.maximumTwistAngle = maxAngle(3) }
    return (.coneTwist(cone), 0)
  }

  /// The larger of an angular axis's two limits, in radians.
  private func maxAngle(_ axis: Int) -> Float {
    switch freedoms[axis] {
    case .free: .pi
    case .locked: 0
    case .limited(let low, let high): min(max(abs(low), abs(high)), .pi)
    }
  }

  private func limits(_ axis: Int, _ isFlipped: Bool) -> (Float?, Float?) {
    guard case .limited(let low, let high) = freedoms[axis] else { return (nil, nil) }
    return isFlipped ? (-high, -low) : (low, high)
  }

  private func hinge(_ axis: Int, _ isFlipped: Bool, _ mass: Float?) -> JointKind {
    var hinge = HingeJoint()
    (hinge.minimumAngularLimit, hinge.maximumAngularLimit) = limits(3 + axis, isFlipped)
    guard let drive = drives[3 + axis] else { return .hinge(hinge) }
    let sign: Float = isFlipped ? -1 : 1
    if drive.stiffness > 0 {
      (hinge.springFrequency, hinge.springDampingRatio) = spring(drive, mass)
      hinge.springTarget = max(-Float.pi, min(sign * drive.target, .pi))
    } else {
      hinge.motorTargetAngularVelocity = sign * drive.speed
      hinge.motorMaximumTorque = drive.maxForce
    }
    return .hinge(hinge)
  }

  private func slider(_ axis: Int, _ isFlipped: Bool, _ mass: Float?) -> JointKind {
    var slider = SliderJoint()
    (slider.minimumLinearLimit, slider.maximumLinearLimit) = limits(axis, isFlipped)
    guard let drive = drives[axis] else { return .slider(slider) }
    let sign: Float = isFlipped ? -1 : 1
    if drive.stiffness > 0 {
      (slider.springFrequency, slider.springDampingRatio) = spring(drive, mass)
      slider.springTarget = sign * drive.target
    } else {
      slider.motorTargetLinearVelocity = sign * drive.speed
      slider.motorMaximumForce = drive.maxForce
    }
    return .slider(slider)
  }

  /// The frequency and damping ratio of a drive; those of a force drive depend on the mass.
  private func spring(_ drive: Drive, _ mass: Float?) -> (Float, Float) {
    let m = drive.isForce ? mass ?? 1 : 1
    let omega: Float = (drive.stiffness / m).squareRoot()
    let hertz = max(1e-3, min(omega / (2 * .pi), 1_000))
    return (hertz, min(drive.damping / (2 * m * max(omega, 1e-6)), 1_000))
  }
}
