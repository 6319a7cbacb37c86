import CaromCollision
import CaromMaths
import CaromPhysics

extension PhysicsSceneReader {
  mutating func readJoint(_ line: inout SceneLine) throws(PhysicsSceneError.Problem) {
    guard scene.joints.count < Limit.joints else {
      throw line.problem("there are more than \(Limit.joints) joints; that many are accepted")
    }
    let kind = try line.integer("KIND", 0...2)
    let a = try body("a", &line)
    let b = try body("b", &line)
    let anchor = try line.vector("anchor")
    var axis = try line.vector("axis")
    let lower = try line.number("lo")
    let upper = try line.number("hi")
    let cone = try line.number("cone")
    try line.end()
    // A ball socket uses only the anchor.
    if kind == 0 { axis = .unitX }
    guard (1e-6...1e6).contains(axis.length) else {
      throw line.problem("axis has length \(axis.length); 1e-6 to 1e6 is accepted, such as 1")
    }
    guard lower <= upper else {
      throw line.problem("lo is \(lower) and hi is \(upper); lo up to hi is accepted")
    }
    // The bodies with problems have been reported.
    guard let a, let b else { return }
    let joint = PhysicsScene.Joint(
      kind: Self.jointKind(kind, lower...upper, cone), a: a, b: b, anchor: anchor, axis: axis)
    if let error = error(of: joint) { throw line.problem("\(error)") }
    scene.joints.append(joint)
  }

  private static func jointKind(
    _ number: Int, _ limits: ClosedRange<Float>, _ cone: Float
  ) -> JointKind {
    switch number {
    case 0: .ballSocket()
    case 1: .hinge(HingeJoint(limits: limits))
    default: .coneTwist(ConeTwistJoint(swing: cone, twist: limits))
    }
  }

  /// The index in the scene of a body defined above; nil if that body is invalid.
  private func body(
    _ name: String, _ line: inout SceneLine
  ) throws(PhysicsSceneError.Problem) -> Int? {
    let number = try line.integer(name, 0...Int(Int32.max))
    guard number < bodyIndices.count else {
      throw line.problem(
        "\(name) is \(number); the \(bodyIndices.count) bodies above, from 0, are accepted")
    }
    guard let index = bodyIndices[number] else { return nil }
    guard scene.bodies[index].birth == 0 else {
      throw line.problem("\(name) has BIRTH \(scene.bodies[index].birth); 0 is accepted in joints")
    }
    return index
  }

  /// The reason why a world would reject a joint, or nil.
  ///
  /// Shapes do not affect this check, so balls replace them: bodies can have thousands of pieces.
  private func error(of joint: PhysicsScene.Joint) -> PhysicsError? {
    func substitute(_ index: Int) -> BodyDefinition {
      var body = scene.bodies[index]
      (body.shape, body.density) = (.sphere(SphereShape(radius: 1)), 1)
      return scene.definition(of: body)
    }
    do throws(PhysicsError) {
      let a = try trial.createBody(substitute(joint.a))
      defer { trial.destroyBody(a) }
      // A joint of a body with itself has one body.
      let b = joint.a == joint.b ? a : try trial.createBody(substitute(joint.b))
      defer { if a != b { trial.destroyBody(b) } }
      guard let bodyA = trial.body(a), let bodyB = trial.body(b) else { return nil }
      _ = try trial.createJoint(JointDefinition(joint, bodyA, bodyB))
      return nil
    } catch {
      return error
    }
  }
}
