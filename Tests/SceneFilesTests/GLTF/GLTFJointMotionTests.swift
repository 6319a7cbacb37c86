import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// How joints of glTF files move: analytic limits, locks and drives on every axis.
@Suite("Motion of glTF joints")
struct GLTFJointMotionTests {
  /// A dynamic arm of 2 kg and a static base, whose frames coincide and are turned.
  private struct Rig {
    let scene: Scene
    let arm: PhysicsBody
    private let joint: Node
    private let connected: Node
    /// 1 if the arm is the connected body, or -1 if it is that of the joint's node.
    let sign: Float

    // With `isConnected` the joint is on the base, so that the arm is connected.
    init(_ description: String, isConnected: Bool = true, gravity: Float = 0) throws {
      func says(_ text: String) -> String {
        "\"extensions\":{\"KHR_physics_rigid_bodies\":{\(text)}}"
      }
      let solid = "\"collider\":{\"geometry\":{\"shape\":0}}"
      let turn = "\"rotation\":[0.5,0.5,-0.5,0.5]"
      func end(_ other: Int, _ hasJoint: Bool) -> String {
        hasJoint ? "," + says("\"joint\":{\"connectedNode\":\(other),\"joint\":0}") : ""
      }
      let nodes = [
        "{\"name\":\"base\",\"children\":[2],\(says(solid))}",
        "{\"name\":\"arm\",\"translation\":[1,0,0],\"children\":[3],"
          + "\(says("\"motion\":{\"mass\":2,\"gravityFactor\":\(gravity)}," + solid))}",
        "{\"name\":\"a\",\"translation\":[0.5,0.25,0],\(turn)\(end(3, isConnected))}",
        "{\"name\":\"b\",\"translation\":[-0.5,0.25,0],\(turn)\(end(2, !isConnected))}",
      ]
      scene = try SceneFilesTests.scene(
        of: GLTFSample(
          "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"]",
          "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\"}]},"
            + "\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\(description)}]}}",
          "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[\(nodes.joined(separator: ","))]"))
      arm = try #require(scene.rootNode.node(atPath: "/arm")?.physicsBody)
      let (a, b) = (
        try #require(scene.rootNode.node(atPath: "/base/a")),
        try #require(scene.rootNode.node(atPath: "/arm/b"))
      )
      (joint, connected) = isConnected ? (a, b) : (b, a)
      sign = isConnected ? 1 : -1
    }

    /// The direction of an axis of the joint's frame in the world.
    func direction(_ axis: Int) -> Vector3 {
      joint.presentation.worldOrientation.rotate([.unitX, .unitY, .unitZ][axis])
    }

    /// e · (t_b − t_a): the position of the connected node in the space of the joint's node.
    func position(_ axis: Int) -> Float {
      let gap = connected.presentation.worldPosition - joint.presentation.worldPosition
      return gap.dot(direction(axis))
    }

    /// 2 atan(Tw(q_a* q_b)): the rotation of the connected node about an axis of the joint's node.
    func angle(_ axis: Int) -> Float {
      let (a, b) = (joint.presentation.worldOrientation, connected.presentation.worldOrientation)
      let q = a.inverse * b
      let angle = 2 * Portable.atan2([q.x, q.y, q.z][axis], q.w)
      return angle > .pi ? angle - 2 * .pi : angle < -.pi ? angle + 2 * .pi : angle
    }

    /// Moves the connected node along an axis of the joint's frame, or turns it about one.
    func push(_ axis: Int, _ speed: Float, isLinear: Bool, steps: Int) {
      for _ in 0..<steps {
        let motion = direction(axis) * (speed * sign)
        if isLinear { arm.velocity = motion } else { arm.angularVelocity = motion }
        scene.step()
      }
    }
    func steps(_ count: Int) { for _ in 0..<count { scene.step() } }
  }

  /// Every axis, linear or angular, with the arm connected or not.
  static let axes: [(axis: Int, isLinear: Bool, isConnected: Bool)] = (0..<12).map {
    ($0 % 3, $0 / 3 % 2 == 0, $0 < 6)
  }

  private static func limit(_ kind: String, _ axes: [Int], _ min: Float, _ max: Float) -> String {
    "{\"\(kind)Axes\":\(axes),\"min\":\(min),\"max\":\(max)}"
  }
  private static func locks(_ kind: String, but axis: Int? = nil) -> String {
    limit(kind, [0, 1, 2].filter { $0 != axis }, 0, 0)
  }
  /// The limits of a joint whose axes are all locked but one.
  private static func all(but axis: Int, _ isLinear: Bool) -> [String] {
    [locks("linear", but: isLinear ? axis : nil), locks("angular", but: isLinear ? nil : axis)]
  }

  // Symptom: a limit [0, 1.5] acted as [−1.5, 0]. Cause: the joint's node was measured in the space
  // of the connected node, not the other way round.
  @Test("A limit from 0 to 1.5 lets the connected node move by +1.5 on every axis", arguments: axes)
  func limits(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let limit = Self.limit(isLinear ? "linear" : "angular", [axis], 0, 1.5)
    let limits = (Self.all(but: axis, isLinear) + [limit]).joined(separator: ",")
    let rig = try Rig("\"limits\":[\(limits)]", isConnected: isConnected)
    func value() -> Float { isLinear ? rig.position(axis) : rig.angle(axis) }
    rig.push(axis, 3, isLinear: isLinear, steps: 60)
    #expect(abs(value() - 1.5) < 0.05, "the upper end is \(value())")
    rig.push(axis, -3, isLinear: isLinear, steps: 90)
    #expect(abs(value()) < 0.05, "the lower end is \(value())")
    for other in 0..<3 where other != axis {
      #expect(abs(rig.position(other)) < 0.02 && abs(rig.angle(other)) < 0.02)
    }
  }

  @Test("A drive with stiffness reaches its target on every axis", arguments: axes)
  func springs(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let limits = Self.all(but: axis, isLinear).joined(separator: ",")
    let kind = isLinear ? "linear" : "angular"
    let rig = try Rig(
      "\"limits\":[\(limits)],\"drives\":[{\"type\":\"\(kind)\",\"mode\":\"acceleration\","
        + "\"axis\":\(axis),\"positionTarget\":0.75,\"stiffness\":100,\"damping\":20}]",
      isConnected: isConnected)
    rig.steps(180)
    let value = isLinear ? rig.position(axis) : rig.angle(axis)
    #expect(abs(value - 0.75) < 0.01, "the drive reached \(value)")
  }

  @Test("A drive with damping reaches its speed on every axis", arguments: axes)
  func motors(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let limits = Self.all(but: axis, isLinear).joined(separator: ",")
    let kind = isLinear ? "linear" : "angular"
    let rig = try Rig(
      "\"limits\":[\(limits)],\"drives\":[{\"type\":\"\(kind)\",\"mode\":\"force\","
        + "\"axis\":\(axis),\"velocityTarget\":0.5,\"damping\":1000}]",
      isConnected: isConnected)
    rig.steps(120)
    let value = isLinear ? rig.position(axis) : rig.angle(axis)
    #expect(abs(value - 1) < 0.03, "after 2 s at 0.5 it is at \(value)")
  }

  /// A joint whose only free axis has a drive.
  private func driven(
    _ axis: (axis: Int, isLinear: Bool, isConnected: Bool), _ drive: String
  ) throws -> Rig {
    let limits = Self.all(but: axis.axis, axis.isLinear).joined(separator: ",")
    return try Rig(
      "\"limits\":[\(limits)],\"drives\":[{\"type\":\"\(axis.isLinear ? "linear" : "angular")\","
        + "\"axis\":\(axis.axis),\(drive)}]", isConnected: axis.isConnected)
  }

  // Symptom: such a drive reached its speed after one time constant, where it should have 63 % of
  // it, so that its way was a third too long. Cause: the force was constant, that of the drive at
  // rest, as of a motor.
  @Test("A drive with damping alone approaches its speed as e^(-t c/m)", arguments: axes)
  func viscous(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let rig = try driven(
      (axis, isLinear, isConnected),
      "\"mode\":\"acceleration\",\"velocityTarget\":1,\"damping\":2")
    for second in 1...3 {
      rig.steps(60)
      let t = Float(second)
      let exact = t - (1 - Portable.exp(-2 * t)) / 2
      let value = isLinear ? rig.position(axis) : rig.angle(axis)
      #expect(abs(value - exact) < 0.01 * exact, "\(value) for \(exact) after \(second) s")
    }
  }

  @Test("In mode force, the same drive moves twice the mass half as fast")
  func viscousForce() throws {
    let rig = try driven(
      (0, true, true), "\"mode\":\"force\",\"velocityTarget\":1,\"damping\":2")
    rig.steps(60)
    let exact = 1 - (1 - Portable.exp(-1))
    #expect(abs(rig.position(0) - exact) < 0.01 * exact, "\(rig.position(0)) for \(exact)")
  }

  @Test("The maximum force bounds a drive with damping")
  func viscousMaximum() throws {
    let rig = try driven(
      (1, true, true),
      "\"mode\":\"force\",\"velocityTarget\":10,\"damping\":1000,\"maxForce\":1")
    rig.steps(120)
    // 1 N on 2 kg: x = t² / 4.
    #expect(abs(rig.position(1) - 1) < 0.01, "\(rig.position(1))")
  }

  @Test("A drive with stiffness and a speed rests where both forces balance", arguments: axes)
  func springWithSpeed(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let rig = try driven(
      (axis, isLinear, isConnected),
      "\"mode\":\"acceleration\",\"velocityTarget\":1,\"stiffness\":10,\"damping\":5")
    rig.steps(600)
    let value = isLinear ? rig.position(axis) : rig.angle(axis)
    // It falls asleep on its way back.
    #expect(abs(value - 0.5) < 0.02, "the drive reached \(value)")
  }

  // Symptom: a weak spring beside a strong speed turned by half a turn at most, and slowly. Cause:
  // the speed became a rest position, and that of angles is within half a turn.
  @Test("A drive with a weak spring follows its speed", arguments: axes)
  func weakSpring(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let rig = try driven(
      (axis, isLinear, isConnected),
      "\"mode\":\"acceleration\",\"velocityTarget\":1,\"stiffness\":1,\"damping\":20")
    rig.steps(120)
    // x'' = 20 (1 - x') - x.
    let (a, b): (Float, Float) = (-10 + Float(99).squareRoot(), -10 - Float(99).squareRoot())
    let exact = 20 * (1 - (b * Portable.exp(2 * a) - a * Portable.exp(2 * b)) / (b - a))
    let value = isLinear ? rig.position(axis) : rig.angle(axis)
    #expect(abs(value - exact) < 0.01 * exact, "\(value) for \(exact)")
  }

  // Symptom: an axis locked at 0.5 was held at 0 or refused.
  @Test("An axis that is locked away from zero is held there", arguments: axes)
  func locked(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let lock = Self.limit(isLinear ? "linear" : "angular", [axis], 0.5, 0.5)
    let limits = (Self.all(but: axis, isLinear) + [lock]).joined(separator: ",")
    let rig = try Rig("\"limits\":[\(limits)]", isConnected: isConnected)
    rig.steps(180)
    let value = isLinear ? rig.position(axis) : rig.angle(axis)
    #expect(abs(value - 0.5) < 0.01, "it is held at \(value)")
  }

  @Test("An angle that is locked away from zero is held while others turn", arguments: 0..<3)
  func lockedAngle(axis: Int) throws {
    let others = [0, 1, 2].filter { $0 != axis }
    let rig = try Rig(
      "\"limits\":[\(Self.locks("linear")),\(Self.limit("angular", [axis], 0.5, 0.5)),"
        + "\(Self.limit("angular", [others[0]], -0.1, 0.1)),"
        + "\(Self.limit("angular", [others[1]], -0.1, 0.1))]")
    rig.steps(180)
    #expect(abs(rig.angle(axis) - 0.5) < 0.03, "it is held at \(rig.angle(axis))")
    for other in others { #expect(abs(rig.angle(other)) < 0.13) }
    let hinge = try Rig(
      "\"limits\":[\(Self.locks("linear")),\(Self.limit("angular", [axis], 0.5, 0.5)),"
        + "\(Self.limit("angular", [others[0]], 0, 0))]")
    hinge.steps(180)
    #expect(abs(hinge.angle(axis) - 0.5) < 0.03, "it is held at \(hinge.angle(axis))")
  }

  // Symptom: the model was refused, because no joint slid in a plane.
  @Test("A joint that moves in a plane and turns about its normal does so", arguments: 0..<3)
  func planar(normal: Int) throws {
    let (u, v) = ((normal + 1) % 3, (normal + 2) % 3)
    let description =
      "\"limits\":[\(Self.limit("linear", [normal], 0, 0)),\(Self.limit("linear", [u], -0.25, 0.5)),"
      + "\(Self.locks("angular", but: normal))]"
    let rig = try Rig(description)
    for _ in 0..<90 {
      rig.arm.velocity = rig.direction(0) + rig.direction(1) + rig.direction(2)
      rig.scene.step()
    }
    #expect(abs(rig.position(normal)) < 0.03, "off the plane by \(rig.position(normal))")
    #expect(abs(rig.position(u) - 0.5) < 0.04, "the limit of 0.5 held at \(rig.position(u))")
    #expect(rig.position(v) > 1.2, "it moved freely by \(rig.position(v))")
    let turned = try Rig(description)
    turned.push(normal, 1, isLinear: false, steps: 30)
    #expect(turned.angle(normal) > 0.3, "turned by \(turned.angle(normal))")
    #expect(abs(turned.angle(u)) < 0.03 && abs(turned.angle(v)) < 0.03)
  }

  // A force drive depends on the driven mass, so that the rest position is m·g / k.
  @Test("A force drive carries a weight at m g / k")
  func weight() throws {
    let rig = try Rig(
      "\"limits\":[\(Self.locks("linear", but: 2)),\(Self.locks("angular"))],\"drives\":[{"
        + "\"type\":\"linear\",\"mode\":\"force\",\"axis\":2,\"stiffness\":100,\"damping\":30}]",
      gravity: 1)
    let up = rig.direction(2).y
    try #require(abs(up + 1) < 1e-5, "the frame's axis 2 is down")
    rig.steps(240)
    #expect(abs(rig.position(2) - 2 * 9.8 / 100) < 0.004, "it hangs at \(rig.position(2))")
  }

  // Symptom: a spring drive with `maxForce` was as strong as without.
  // Cause: springs of joints had no maximum force.
  @Test("A force drive carries a weight up to its maxForce", arguments: axes)
  func maxForce(axis: Int, isLinear: Bool, isConnected: Bool) throws {
    let limits = Self.all(but: axis, isLinear).joined(separator: ",")
    let kind = isLinear ? "linear" : "angular"
    func rig(_ maxForce: Float) throws -> Rig {
      try Rig(
        "\"limits\":[\(limits)],\"drives\":[{\"type\":\"\(kind)\",\"mode\":\"force\","
          + "\"axis\":\(axis),\"stiffness\":1000,\"damping\":100,\"maxForce\":\(maxForce)}]",
        isConnected: isConnected)
    }
    for (maxForce, holds) in [(8, false), (12, true)] as [(Float, Bool)] {
      let rig = try rig(maxForce)
      for _ in 0..<60 {
        let load = rig.direction(axis) * (10 * rig.sign)
        if isLinear { rig.arm.apply(force: load) } else { rig.arm.apply(torque: load) }
        rig.scene.step()
      }
      let value = isLinear ? rig.position(axis) : rig.angle(axis)
      #expect((abs(value) < 0.05) == holds, "\(maxForce): it is at \(value)")
    }
  }

  // Symptom: a limit with stiffness was hard, with a warning. Cause: joints had no soft limits.
  @Test("A soft limit gives way by force / stiffness, and does not act within its range")
  func softLimits() throws {
    for isLinear in [true, false] {
      let kind = isLinear ? "linear" : "angular"
      let limits = Self.all(but: 2, isLinear).joined(separator: ",")
      let rig = try Rig(
        "\"limits\":[\(limits),{\"\(kind)Axes\":[2],\"min\":-0.4,\"max\":0.3,"
          + "\"stiffness\":100,\"damping\":10}]")
      func value() -> Float { isLinear ? rig.position(2) : rig.angle(2) }
      // The joint turns less than the arm was pushed; slower than 0.1 rad/s it would fall asleep.
      rig.push(2, isLinear ? 0.2 : 0.6, isLinear: isLinear, steps: 1)
      var values: [Float] = []
      for _ in 0..<3 {
        rig.steps(20)
        values.append(value())
      }
      let (first, second) = (values[1] - values[0], values[2] - values[1])
      #expect(second > 0.005 && abs(second - first) < 0.01 * first, "\(values)")
      for (load, expected) in [(10, 0.4), (-10, -0.5)] as [(Float, Float)] {
        for _ in 0..<240 {
          let force = rig.direction(2) * (load * rig.sign)
          if isLinear { rig.arm.apply(force: force) } else { rig.arm.apply(torque: force) }
          rig.scene.step()
        }
        #expect(abs(value() - expected) < 0.01, "it is at \(value())")
      }
    }
  }

  @Test("A drive with damping alone and no speed brakes as v e^(−c t / m)")
  func damper() throws {
    let rig = try Rig(
      "\"limits\":[\(Self.locks("linear", but: 1)),\(Self.locks("angular"))],\"drives\":[{"
        + "\"type\":\"linear\",\"mode\":\"force\",\"axis\":1,\"damping\":4}]")
    rig.arm.velocity = rig.direction(1) * 2
    rig.steps(60)
    // The distance is v·m/c·(1 − e^(−c t / m)) with m = 2 kg, c = 4 N·s/m and t = 1 s.
    let expected: Float = 2 * 2 / 4 * (1 - 0.135_335)
    #expect(abs(rig.position(1) - expected) < 0.03, "it moved \(rig.position(1)) m")
  }

  @Test("A cone limits the swing in all directions, and the twist is limited apart from it")
  func cone() throws {
    for (swing, axis) in [(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)] {
      let others = [0, 1, 2].filter { $0 != axis }
      let rig = try Rig(
        "\"limits\":[\(Self.locks("linear")),{\"angularAxes\":\(others),\"max\":0.4},"
          + "\(Self.limit("angular", [axis], -0.1, 0.8))]")
      rig.push(swing, 3, isLinear: false, steps: 60)
      #expect(abs(rig.angle(swing) - 0.4) < 0.05, "the swing is \(rig.angle(swing))")
      rig.push(swing, -1, isLinear: false, steps: 24)
      rig.push(axis, 3, isLinear: false, steps: 60)
      #expect(abs(rig.angle(axis) - 0.8) < 0.05, "the twist is \(rig.angle(axis))")
      rig.push(axis, -3, isLinear: false, steps: 60)
      #expect(abs(rig.angle(axis) + 0.1) < 0.05, "the twist is \(rig.angle(axis))")
    }
  }
}
