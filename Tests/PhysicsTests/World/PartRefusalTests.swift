import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Joints, fields, vehicles, movers and settings of which one number is absurd: refused by name, or
/// taken and harmless.
@Suite("Refusals of parts")
struct PartRefusalTests {
  /// A part of a world, and one property of it to be given absurd values.
  struct Part: CustomTestStringConvertible, Sendable {
    /// What the part is, and the property as its refusal calls it.
    let testDescription: String
    let property: String
    /// The values that must be refused.
    let refused: [Float]
    /// Puts the part with a value into a world of two boxes on a floor.
    let make: @Sendable (World, BodyHandle, BodyHandle, Float) throws -> Void
    /// Whether the value is an end of a range.
    var isRange: Bool {
      property.hasPrefix("minimum") || (property.hasPrefix("maximum") && !property.hasSuffix("1"))
    }
  }

  /// Not numbers at all.
  static let wild: [Float] = [.nan, .infinity, -.infinity]
  /// Numbers far outside of everything.
  static let far: [Float] = [1e30, -1e30]
  /// Values that every property either refuses or lives with.
  static let values: [Float] =
    wild + far + [
      0, -0, -1, 1e-30, -1e-30, 1e10, -1e10, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1,
    ]

  private static func joint(
    _ name: String, _ property: String, _ refused: [Float],
    _ change: @escaping @Sendable (inout JointDefinition, Float) -> Void
  ) -> Part {
    Part(testDescription: "\(name): \(property)", property: property, refused: refused) {
      world, a, b, value in
      guard let bodyA = world.body(a), let bodyB = world.body(b) else { return }
      var d = JointDefinition(.fixed(), bodyA, bodyB, anchor: Vector3(0, 2, 0))
      change(&d, value)
      _ = try world.createJoint(d)
    }
  }

  /// A range whose ends nobody looked at.
  private static func range(_ low: Float, _ high: Float) -> ClosedRange<Float> {
    ClosedRange(uncheckedBounds: (low, high))
  }

  static let joints: [Part] = [
    joint("fixed", "frameA", wild + far) { $0.frameA.position.y = $1 },
    joint("fixed", "frameB", wild + far) { $0.frameB.position.x = $1 },
    joint("fixed", "frameA", wild + [0]) { $0.frameA.orientation = Quaternion(0, 0, 0, $1) },
    joint("fixed", "breakingForce", [.nan, 0, -1, -1e30]) { $0.breakingForce = $1 },
    joint("fixed", "breakingTorque", [.nan, 0, -1, -1e30]) { $0.breakingTorque = $1 },
    joint("fixed", "linearFrequency", wild + far + [-1]) {
      $0.kind = .fixed(FixedJoint(linearSpring: JointSpring(hertz: $1)))
    },
    joint("fixed", "angularDampingRatio", wild + far + [-1]) {
      $0.kind = .fixed(FixedJoint(angularSpring: JointSpring(hertz: 3, dampingRatio: $1)))
    },
    joint("ball socket", "frictionTorque", [.nan, -1, -1e30]) {
      $0.kind = .ballSocket(BallSocketJoint(frictionTorque: $1))
    },
    joint("hinge", "minimumAngularLimit", wild + far) {
      $0.kind = .hinge(HingeJoint(limits: range($1, 1)))
    },
    joint("hinge", "maximumAngularLimit", wild + far) {
      $0.kind = .hinge(HingeJoint(limits: range(-1, $1)))
    },
    joint("hinge", "motorTargetAngularVelocity", wild + far) {
      $0.kind = .hinge(HingeJoint(motor: JointMotor(speed: $1, maxForce: 1)))
    },
    joint("hinge", "motorMaximumTorque", [.nan, -1, -1e30]) {
      $0.kind = .hinge(HingeJoint(motor: JointMotor(speed: 1, maxForce: $1)))
    },
    joint("hinge", "springFrequency", wild + far + [-1]) {
      $0.kind = .hinge(HingeJoint(spring: JointSpring(hertz: $1)))
    },
    joint("hinge", "springTarget", wild + far) {
      $0.kind = .hinge(HingeJoint(spring: JointSpring(hertz: 2), target: $1))
    },
    joint("slider", "minimumLinearLimit", wild + far) {
      $0.kind = .slider(SliderJoint(limits: range($1, 1)))
    },
    joint("slider", "motorTargetLinearVelocity", wild + far) {
      $0.kind = .slider(SliderJoint(motor: JointMotor(speed: $1, maxForce: 1)))
    },
    joint("slider", "springDampingRatio", wild + far) {
      $0.kind = .slider(SliderJoint(spring: JointSpring(hertz: 2, dampingRatio: $1)))
    },
    joint("slider", "springTarget", wild + far) {
      $0.kind = .slider(SliderJoint(spring: JointSpring(hertz: 2), target: $1))
    },
    joint("rod", "length", wild + far + [0, -1]) { $0.kind = .distance(DistanceJoint(length: $1)) },
    joint("rope", "maximumLength", wild + far) {
      $0.kind = .distance(DistanceJoint(length: 1, limits: range(0, $1)))
    },
    joint("distance spring", "springFrequency", wild + far + [-1]) {
      $0.kind = .distance(DistanceJoint(length: 1, spring: JointSpring(hertz: $1)))
    },
    joint("cone twist", "maximumAngularLimit1", wild + far + [0, -1]) {
      $0.kind = .coneTwist(ConeTwistJoint(swingY: $1, swingZ: 1))
    },
    joint("cone twist", "maximumAngularLimit2", wild + far + [0, -1]) {
      $0.kind = .coneTwist(ConeTwistJoint(swingY: 1, swingZ: $1))
    },
    joint("cone twist", "minimumTwistAngle", wild + far) {
      $0.kind = .coneTwist(ConeTwistJoint(swing: 1, twist: range($1, 1)))
    },
    joint("cone twist", "frictionTorque", [.nan, -1]) {
      $0.kind = .coneTwist(ConeTwistJoint(swing: 1, frictionTorque: $1))
    },
    joint("wheel", "suspensionFrequency", wild + far + [-1]) {
      $0.kind = .wheel(WheelJoint(suspension: JointSpring(hertz: $1)))
    },
    joint("wheel", "minimumLinearLimit", wild + far) {
      $0.kind = .wheel(WheelJoint(travel: range($1, 1)))
    },
    joint("wheel", "steeringAngle", wild + far) {
      $0.kind = .wheel(WheelJoint(steeringAngle: $1))
    },
    joint("wheel", "steeringMaximumTorque", [.nan, -1]) {
      $0.kind = .wheel(
        WheelJoint(steeringSpring: JointSpring(hertz: 3), steeringTorque: $1))
    },
    joint("wheel", "motorTargetAngularVelocity", wild + far) {
      $0.kind = .wheel(WheelJoint(motor: JointMotor(speed: $1, maxForce: 5)))
    },
  ]

  private static func field(
    _ kind: ForceFieldKind, _ property: String, _ refused: [Float],
    _ change: @escaping @Sendable (inout ForceFieldDefinition, Float) -> Void
  ) -> Part {
    Part(testDescription: "\(kind): \(property)", property: property, refused: refused) {
      world, _, _, value in
      var d = ForceFieldDefinition(kind)
      change(&d, value)
      _ = try world.createField(d)
    }
  }

  static let fields: [Part] = ForceFieldKind.allCases.flatMap { kind in
    [
      field(kind, "transform", wild + far) { $0.transform.position.x = $1 },
      field(kind, "transform", wild + [0]) { $0.transform.orientation = Quaternion(0, $1, 0, 0) },
      field(kind, "strength", wild) { $0.strength = $1 },
      field(kind, "falloffExponent", wild + far) { $0.falloffExponent = $1 },
      field(kind, "minimumDistance", wild + [0, -1, -1e30]) { $0.minimumDistance = $1 },
      field(kind, "halfExtent", [.nan, -.infinity, 0, -1]) { $0.halfExtent = Vector3(1, $1, 1) },
      field(kind, "direction", wild + [0]) { $0.direction = Vector3(0, $1, 0) },
      field(kind, "smoothness", wild + far + [-1]) { $0.smoothness = $1 },
      field(kind, "noiseScale", wild + [0, -1]) { $0.noiseScale = $1 },
      field(kind, "animationSpeed", wild + far + [-1]) { $0.animationSpeed = $1 },
    ]
  }

  private static func wheel(
    _ property: String, _ refused: [Float],
    _ change: @escaping @Sendable (inout WheelDefinition, Float) -> Void
  ) -> Part {
    Part(
      testDescription: "wheel: \(property)", property: "wheels[1].\(property)", refused: refused
    ) { world, a, _, value in
      let good = WheelDefinition(connectionPosition: Vector3(0.4, 0, 0), radius: 0.3)
      var bad = WheelDefinition(connectionPosition: Vector3(-0.4, 0, 0), radius: 0.3)
      change(&bad, value)
      _ = try world.createVehicle(chassis: a, wheels: [good, bad])
    }
  }

  static let wheels: [Part] = [
    wheel("connectionPosition", wild + far) { $0.connectionPosition.z = $1 },
    wheel("radius", wild + far + [0, -1, 1e-30]) { $0.radius = $1 },
    wheel("steeringAxis", wild + [0]) { $0.steeringAxis = Vector3(0, $1, 0) },
    wheel("axle", wild + [0]) { $0.axle = Vector3($1, 0, 0) },
    wheel("suspensionStiffness", wild + far + [-1]) { $0.suspensionStiffness = $1 },
    wheel("suspensionCompression", wild + far + [-1]) { $0.suspensionCompression = $1 },
    wheel("suspensionDamping", wild + far + [-1]) { $0.suspensionDamping = $1 },
    wheel("suspensionRestLength", wild + far + [-1]) { $0.suspensionRestLength = $1 },
    wheel("maximumSuspensionTravel", wild + far + [-1]) { $0.maximumSuspensionTravel = $1 },
    wheel("maximumSuspensionForce", wild + far + [-1]) { $0.maximumSuspensionForce = $1 },
    wheel("frictionSlip", wild + far + [-1]) { $0.frictionSlip = $1 },
    wheel("rollInfluence", wild + far + [-1]) { $0.rollInfluence = $1 },
  ]

  private static func mover(
    _ property: String, _ refused: [Float],
    _ change: @escaping @Sendable (inout CharacterSettings, inout Vector3, Float) -> Void
  ) -> Part {
    Part(testDescription: "mover: \(property)", property: property, refused: refused) {
      world, _, _, value in
      var settings = CharacterSettings()
      var place = Vector3(-3, 1, 0)
      change(&settings, &place, value)
      var mover = try CharacterMover(settings, at: place)
      for _ in 0..<10 {
        world.step(1 / 60)
        mover.move(in: world, by: 1 / 60, walking: Vector3(2, 0, 0))
      }
      #expect(mover.position.isFinite)
    }
  }

  static let movers: [Part] = [
    mover("radius", wild + far + [0, -1]) {
      $0.radius = $2
      if $2 == 1 { $0.height = 3 }
    },
    mover("height", wild + far + [0, -1]) { $0.height = $2 },
    mover("up", wild + [0]) { $0.up = Vector3(0, $2, 0) },
    mover("slopeLimit", wild + far + [-1]) { $0.slopeLimit = $2 },
    mover("stepHeight", wild + far + [-1]) { $0.stepHeight = $2 },
    mover("mass", wild + far + [-1]) { $0.mass = $2 },
    mover("pushForce", wild + far + [-1]) { $0.pushForce = $2 },
    mover("airAcceleration", wild + far + [-1]) { $0.airAcceleration = $2 },
    mover("position", wild + far) { $1.x = $2 },
  ]

  /// The parts that can be made of absurd numbers: in debug a range looks at its ends itself.
  static let parts = (joints + fields + wheels + movers).filter { part in
    #if DEBUG
      !part.isRange
    #else
      true
    #endif
  }

  @Test(
    "Absurd values are rejected with the name of the property, or are harmless", arguments: parts)
  func part(_ part: Part) throws {
    for value in Self.values + part.refused {
      let t = TestWorld()
      try t.add(.static, .floor)
      let a = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 1.5, 0))
      let b = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 3, 0))
      do {
        try part.make(t.world, a.handle, b.handle, value)
        let isRefused = part.refused.contains { $0 == value || ($0.isNaN && value.isNaN) }
        #expect(!isRefused, "\(value) is taken")
      } catch let error as PhysicsError {
        #expect("\(error)".hasPrefix(part.property), "\(value): \(error)")
      }
      t.run(20, checked: false)
      #expect(t.world.invariantProblem == nil, "\(value)")
    }
  }

  /// A change to a world's settings.
  struct Setting: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout WorldSettings, Float) -> Void
    let refused: [Float]
    init(
      _ name: String, _ refused: [Float],
      _ change: @escaping @Sendable (inout WorldSettings, Float) -> Void
    ) {
      (testDescription, self.refused, self.change) = (name, refused, change)
    }
  }

  static let settings = [
    Setting("gravity", wild + far) { $0.gravity.y = $1 },
    Setting("contactHertz", wild + [0, -1]) { $0.contactHertz = $1 },
    Setting("contactDampingRatio", wild + [-1]) { $0.contactDampingRatio = $1 },
    Setting("jointHertz", wild + [0, -1]) { $0.jointHertz = $1 },
    Setting("jointDampingRatio", wild + [-1]) { $0.jointDampingRatio = $1 },
    Setting("pushSpeed", wild + [-1]) { $0.pushSpeed = $1 },
    Setting("speculativeDistance", wild + far + [-1]) { $0.speculativeDistance = $1 },
    Setting("timeToSleep", [.nan, -1, -.infinity]) { $0.timeToSleep = $1 },
    Setting("substeps", [-1, 0, 65, 1e6]) { s, v in
      s.substeps = v.isFinite ? Int(max(-1e6, min(v, 1e6))) : 0
    },
  ]

  @Test("Invalid settings report a problem, valid settings create a world", arguments: settings)
  func setting(_ setting: Setting) throws {
    for value in Self.values + setting.refused {
      var settings = WorldSettings()
      setting.change(&settings, value)
      let isRefused = setting.refused.contains { $0 == value || ($0.isNaN && value.isNaN) }
      if isRefused { #expect(settings.problem != nil, "\(value)") }
      guard settings.problem == nil else { continue }
      let t = TestWorld { $0 = settings }
      try t.add(.static, .floor)
      for level in 0..<3 { try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, Float(level), 0)) }
      t.run(20, checked: false)
      #expect(t.world.invariantProblem == nil, "\(value)")
    }
  }
}
