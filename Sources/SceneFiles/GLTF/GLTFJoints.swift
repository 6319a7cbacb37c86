import CaromDocuments
import CaromMaths
import CaromPhysics
import CaromSceneGraph

/// A joint of a file: which nodes' bodies it holds, and how.
struct GLTFJoint {
  /// The node whose body it sits on.
  let bodyA: Int
  /// The node whose body is held; nil for the world.
  let bodyB: Int?
  /// Everything else.
  let state: JointState
}

/// The joints of a file, made of limits and drives of six axes.
///
/// glTF lets each axis of a joint be free, limited or locked; here are the kinds of joints that this
/// makes: fixed, ball and socket, hinge, slider, cone and twist, and distance. A joint of other axes is
/// refused with a sentence. A joint holds the next bodies at or above its two nodes; without one, the
/// world. Limits of a lean are those of a cone, so the wider side counts. Limits with springs are hard.
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
      guard let said = reader.extension(GLTFExtension.bodies.rawValue, of: json),
        let joint = said["joint"], joint.isObject
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
    let (own, far) = (holder(of: node), holder(of: other))
    guard own != far else {
      return reader.fail(
        json, "both ends are of one body; two bodies, or one and the world, are accepted")
    }
    // Ours tells B as seen from A, glTF the node as seen from the connected one.
    let isFlipped = far == nil
    guard let a = far ?? own else { return }
    let b = isFlipped ? nil : own
    guard bodies[a]?.type == .dynamic || b.flatMap({ bodies[$0]?.type }) == .dynamic else {
      return reader.fail(
        json, "neither end is a body that moves; a joint with one that does is accepted")
    }
    guard let (kind, main) = axes.kind(isFlipped: isFlipped, mass: b.flatMap { bodies[$0]?.mass })
    else {
      return reader.fail(
        json,
        "the joint \(axes.description); fixed, ball and socket, hinge, slider, cone and distance joints "
          + "are accepted")
    }
    var state = JointState()
    state.kind = kind
    state.collidesConnected = reader.bool(json, "enableCollision")
    place(&state, main, a, isFlipped ? node : other)
    if let b { placeB(&state, main, b, node) }
    if kind.distance != nil, b == nil {
      return reader.fail(json, "a distance has no other body; one between two bodies is accepted")
    }
    joints.append(GLTFJoint(bodyA: a, bodyB: b, state: state))
  }

  /// The node with a body that a node belongs to: itself or the next above.
  private func holder(of node: Int) -> Int? {
    var at: Int? = node
    while let i = at {
      if let body = bodies[i], !body.isSensor || body.type == .dynamic { return i }
      at = nodes[i].parent
    }
    return nil
  }

  private func place(_ state: inout JointState, _ main: Int, _ body: Int, _ node: Int) {
    let frame = matrix(from: body, to: node)
    state.anchorA = frame.translation
    (state.axisA, state.upA) = Self.axes(frame, main)
  }

  private func placeB(_ state: inout JointState, _ main: Int, _ body: Int, _ node: Int) {
    let frame = matrix(from: body, to: node)
    state.anchorB = frame.translation
    let (axis, up) = Self.axes(frame, main)
    (state.axisB, state.upB) = (axis, up)
  }

  /// The main axis of a frame and the one after it.
  private static func axes(_ frame: Matrix4, _ main: Int) -> (Vector3, Vector3) {
    let columns = [frame.linear.x, frame.linear.y, frame.linear.z]
      .map { $0.normalized(or: .unitX) }
    return (columns[main], columns[(main + 1) % 3])
  }

  /// From the space of a node below to that of one at or above it.
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

/// The limits and drives of a joint, axis by axis: three along, then three about.
private struct Axes {
  private enum Freedom: Equatable {
    case free
    case locked
    case limited(Float, Float)
  }
  private var freedoms = [Freedom](repeating: .free, count: 6)
  /// Limits of the distance of all three axes together.
  private var distance: (Float, Float)?
  private var drives = [Drive?](repeating: nil, count: 6)

  private struct Drive {
    var speed: Float
    var strength: Float
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
          limit, "the limit has linear and angular axes or none; axes of one kind are accepted")
      }
      if let low, let high, low > high {
        reader.fail(limit, "the least is above the greatest; limits in order are accepted")
        continue
      }
      let most: Float = linear.isEmpty ? .pi : 1e5
      let (a, b) = (max(low ?? -most, -most), min(high ?? most, most))
      if linear.count == 3, a != 0 || b != 0 {
        distance = (max(a, 0), b)
        continue
      }
      let freedom: Freedom = a == 0 && b == 0 ? .locked : .limited(a, max(a, b))
      for axis in linear { freedoms[axis] = freedom }
      for axis in angular { freedoms[3 + axis] = freedom }
    }
    for drive in Self.list(reader, json, "drives") {
      let type = reader.word(drive, "type", of: ["linear", "angular"])
      guard let type, let axis = reader.required(drive, "axis", in: 0...2) else { continue }
      let mode = reader.word(drive, "mode", of: ["force", "acceleration"])
      drives[(type == "linear" ? 0 : 3) + axis] = Drive(
        speed: reader.number(drive, "velocityTarget", 0, in: -1e5...1e5),
        strength: reader.number(drive, "maxForce", 1e12, in: 0...1e12),
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

  /// What is free, for people.
  var description: String {
    func list(_ range: Range<Int>) -> String {
      let names = range.filter { freedoms[$0] != .locked }.map { ["x", "y", "z"][$0 % 3] }
      return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
    return "moves along \(list(0..<3)) and turns about \(list(3..<6))"
  }

  /// The kind of joint that has such axes.
  ///
  /// - Parameters:
  ///   - isFlipped: True when our A is glTF's node, so that everything counts the other way.
  ///   - mass: That of the driven body in kilograms, for drives by force.
  /// - Returns: The kind and its main axis; nil for axes that no kind has.
  func kind(isFlipped: Bool, mass: Float?) -> (JointKind, Int)? {
    let movable = (0..<3).filter { freedoms[$0] != .locked }
    let turnable = (0..<3).filter { freedoms[3 + $0] != .locked }
    let turnsFreely = (3..<6).allSatisfy { freedoms[$0] == .free }
    if let distance {
      guard turnsFreely, movable.count == 3 else { return nil }
      var rope = DistanceJoint()
      (rope.minimumLength, rope.maximumLength) = distance
      return (.distance(rope), 0)
    }
    if let axis = movable.first {
      guard movable.count == 1, turnable.isEmpty else { return nil }
      return (slider(axis, isFlipped, mass), axis)
    }
    if turnable.isEmpty { return (.fixed(), 0) }
    if turnsFreely { return (.ballSocket(), 0) }
    if turnable.count == 1 { return (hinge(turnable[0], isFlipped, mass), turnable[0]) }
    var cone = ConeTwistJoint()
    cone.maximumAngularLimit1 = max(lean(4), 0.002)
    cone.maximumAngularLimit2 = max(lean(5), 0.002)
    if freedoms[3] != .free { cone.maximumTwistAngle = lean(3) }
    return (.coneTwist(cone), 0)
  }

  /// How far an axis may turn to its wider side, in radians.
  private func lean(_ axis: Int) -> Float {
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
      hinge.motorMaximumTorque = drive.strength
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
      slider.motorMaximumForce = drive.strength
    }
    return .slider(slider)
  }

  /// How a drive swings; a drive by force as it does with the mass of its body.
  private func spring(_ drive: Drive, _ mass: Float?) -> (Float, Float) {
    let m = drive.isForce ? mass ?? 1 : 1
    let omega: Float = (drive.stiffness / m).squareRoot()
    let hertz = max(1e-3, min(omega / (2 * .pi), 1_000))
    return (hertz, min(drive.damping / (2 * m * max(omega, 1e-6)), 1_000))
  }
}
