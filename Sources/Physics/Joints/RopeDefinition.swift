import CaromCollision
public import CaromMaths

/// A rope between two points: a chain of capsules that ball sockets join, for
/// ``World/createRope(_:)``.
///
/// Each end is joined to a body, to the world, or to nothing. The segments have a negative
/// collision group of their own if ``properties`` give one; without one, neighbors do not collide,
/// and the others do. A rope that is longer than the distance of its ends begins as a V along
/// gravity. For a thin rope without collisions, a ``DistanceJoint/rope(_:)`` costs less.
public struct RopeDefinition: Sendable {
  /// What holds an end of a rope.
  public enum End: Hashable, Sendable {
    /// A point of the world.
    case world
    /// A body, which does not collide with the segment at the end.
    case body(BodyHandle)
    /// Nothing.
    case free
  }

  /// The first end in the world, in meters.
  public var start: Vector3
  /// The last end in the world, in meters.
  public var end: Vector3
  /// What holds the first end.
  public var startHolder = End.world
  /// What holds the last end.
  public var endHolder = End.free
  /// The number of segments, 1 to 1,000; a slack rope has an even number.
  public var segmentCount = 12
  /// The radius in meters, at most half the length of a segment.
  public var radius: Float = 0.05
  /// The mass of the whole rope in kilograms.
  public var mass: Float = 1
  /// The length in meters; nil is the distance of both ends, which is also its minimum.
  public var length: Float?
  /// Material, damping and filtering of the segments; masses and velocities are ignored.
  public var properties = BodyProperties()
  /// The friction torque of the joints, in newton-meters.
  public var frictionTorque: Float = 0

  /// Creates a rope of 12 segments and 1 kg that hangs from the world at its start.
  public init(from start: Vector3, to end: Vector3) { (self.start, self.end) = (start, end) }

  /// The points between the segments, from end to end, in the direction `down` where it is slack.
  package func points(down: Vector3) -> [Vector3] {
    let distance: Float = start.distance(to: end)
    let whole: Float = max(length ?? distance, distance)
    let isSlack = whole > distance * (1 + 1e-5)
    let count = isSlack ? (segmentCount + 1) / 2 * 2 : segmentCount
    guard isSlack else {
      return (0...count).map { start + (end - start) * (Float($0) / Float(count)) }
    }
    // The lowest point of the V, half a length from both ends.
    let along = (end - start).normalized(or: .zero)
    let across = (down - along * down.dot(along)).normalized(
      or: along == .zero ? down : along.perpendicular)
    let depth: Float = 0.5 * (whole * whole - distance * distance).squareRoot()
    let lowest = (start + end) * 0.5 + across * depth
    let half = count / 2
    return (0...count).map { number in
      number <= half
        ? start + (lowest - start) * (Float(number) / Float(half))
        : lowest + (end - lowest) * (Float(number - half) / Float(half))
    }
  }

  /// The problem with the definition, or nil; those of ``properties`` are found when the bodies are
  /// created.
  package var problem: String? { error.map { "\($0)" } }

  /// The reason why a world would reject this definition, or nil.
  var error: PhysicsError? {
    func wrong(_ name: String, _ problem: String) -> PhysicsError? {
      .invalidProperty(name, problem: problem)
    }
    if !BodyLimits.isInWorld(start) || !BodyLimits.isInWorld(end) {
      return wrong("start", "both ends must be within \(BodyLimits.maxCoordinate) m")
    }
    if !(1...1000).contains(segmentCount) {
      return wrong("segmentCount", "\(segmentCount) is out of range; 1…1000 is accepted")
    }
    if !(mass > 0 && mass.isFinite) { return wrong("mass", "\(mass) kg; above 0 is accepted") }
    if let length, !(length.isFinite && length >= start.distance(to: end) * (1 - 1e-5)) {
      return wrong("length", "\(length) m is shorter than the distance of both ends")
    }
    let points = points(down: -.unitY)
    let segment: Float = points[0].distance(to: points[1])
    if !(radius > 0 && radius <= 0.5 * segment) {
      return wrong(
        "radius", "\(radius) m; above 0 and at most half of a segment of \(segment) m is accepted")
    }
    return nil
  }
}

/// The bodies and the joints of a rope, from its start to its end.
public struct Rope: Sendable {
  /// The segments.
  public let bodies: [BodyHandle]
  /// The joint that holds the start, if there is one, those between the segments, and the joint
  /// that holds the end.
  public let joints: [JointHandle]
}

extension World {
  /// Creates the bodies and the joints of a rope, which are bodies and joints like any other.
  ///
  /// - Throws: ``PhysicsError`` for values that cannot be simulated; then nothing is created.
  public func createRope(_ definition: RopeDefinition) throws(PhysicsError) -> Rope {
    if let error = definition.error { throw error }
    let points = definition.points(down: gravity.normalized(or: -.unitY))
    let count = points.count - 1
    var bodies: [BodyHandle] = []
    for number in 0..<count {
      let (from, to) = (points[number], points[number + 1])
      let half: Float = 0.5 * from.distance(to: to)
      // Neighbors overlap by their caps, so that the rope has no gaps when it bends.
      let shape: Shape =
        half > definition.radius
        ? .capsule(CapsuleShape(radius: definition.radius, halfLength: half - definition.radius))
        : .sphere(SphereShape(radius: half))
      var body = BodyDefinition(.dynamic, shape: shape)
      body.transform = Transform(
        position: (from + to) * 0.5,
        orientation: Quaternion(from: .unitY, to: (to - from).normalized(or: .unitY)))
      body.properties = definition.properties
      (body.density, body.mass) = (nil, definition.mass / Float(count))
      (body.velocity, body.angularVelocity) = (.zero, .zero)
      do {
        bodies.append(try createBody(body))
      } catch {
        for handle in bodies { destroyBody(handle) }
        throw error
      }
    }
    return Rope(bodies: bodies, joints: try joinRope(definition, bodies, points))
  }

  private func joinRope(
    _ definition: RopeDefinition, _ bodies: [BodyHandle], _ points: [Vector3]
  ) throws(PhysicsError) -> [JointHandle] {
    var joints: [JointHandle] = []
    func join(_ a: BodyHandle, _ b: BodyHandle?, _ anchor: Vector3) throws(PhysicsError) {
      guard let bodyA = body(a) else { return }
      let kind = JointKind.ballSocket(BallSocketJoint(frictionTorque: definition.frictionTorque))
      let joint = JointDefinition(kind, bodyA, b.flatMap { body($0) }, anchor: anchor)
      do {
        joints.append(try createJoint(joint))
      } catch {
        for handle in bodies { destroyBody(handle) }
        throw error
      }
    }
    func hold(_ end: RopeDefinition.End, _ segment: BodyHandle, _ at: Vector3) throws(PhysicsError)
    {
      switch end {
      case .world: try join(segment, nil, at)
      case .body(let handle): try join(segment, handle, at)
      case .free: break
      }
    }
    let last = bodies.count - 1
    try hold(definition.startHolder, bodies[0], points[0])
    for number in 0..<last { try join(bodies[number], bodies[number + 1], points[number + 1]) }
    try hold(definition.endHolder, bodies[last], points[last + 1])
    return joints
  }
}
