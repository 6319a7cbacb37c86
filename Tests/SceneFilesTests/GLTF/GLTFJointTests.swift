import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF joints")
struct GLTFJointTests {
  /// A post, a ball next to it and a pivot node below the ball, with a joint to a node of the post.
  private func model(
    _ axes: String, joint: String = "\"connectedNode\":3,\"joint\":0", to post: String = ""
  ) -> GLTFSample {
    func says(_ text: String) -> String {
      "\"extensions\":{\"KHR_physics_rigid_bodies\":{\(text)}}"
    }
    let solid = "\"collider\":{\"geometry\":{\"shape\":0}}"
    let nodes = [
      "{\"name\":\"post\",\"children\":[3],\(says(post.isEmpty ? solid : post))}",
      "{\"name\":\"ball\",\"translation\":[3,0,0],\"children\":[2],"
        + "\(says("\"motion\":{\"mass\":2,\"gravityFactor\":0}," + solid))}",
      "{\"name\":\"pivot\",\"translation\":[-2,0,0],\(says("\"joint\":{\(joint)}"))}",
      "{\"name\":\"hook\",\"translation\":[1,0,0]}",
    ]
    return GLTFSample(
      "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\"}]},"
        + "\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\(axes)}]}}",
      "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[\(nodes.joined(separator: ","))]")
  }

  private func joint(_ axes: String) throws -> PhysicsJoint {
    let scene = try scene(of: model(axes))
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    let joint = try #require(ball.joints.first)
    #expect(joint.bodyB?.node?.name == "post")
    #expect(joint.anchorA == Vector3(-2, 0, 0) && joint.anchorB == Vector3(1, 0, 0))
    for _ in 0..<5 { scene.step() }
    #expect(joint.isHolding && scene.problems.isEmpty)
    return joint
  }

  private static let still = "{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}"

  @Test("Free, limited and locked axes are converted to joint types (KHR_physics_rigid_bodies)")
  func kinds() throws {
    let ball = try joint("\"limits\":[\(Self.still)]")
    #expect(ball.ballSocket != nil)
    let fixed = try joint(
      "\"limits\":[\(Self.still),{\"angularAxes\":[0,1,2],\"min\":0,\"max\":0}]")
    #expect(fixed.fixed != nil)
    let hinge = try joint(
      "\"limits\":[\(Self.still),{\"angularAxes\":[0,2],\"min\":0,\"max\":0},"
        + "{\"angularAxes\":[1],\"min\":-1,\"max\":0.5}]")
    #expect(hinge.axisA == .unitY && hinge.upA == .unitZ)
    #expect(hinge.hinge?.minimumAngularLimit == -1 && hinge.hinge?.maximumAngularLimit == 0.5)
    let driven = try joint(
      "\"limits\":[\(Self.still),{\"angularAxes\":[0,2],\"min\":0,\"max\":0}],"
        + "\"drives\":[{\"type\":\"angular\",\"mode\":\"force\",\"axis\":1,\"velocityTarget\":2,"
        + "\"damping\":5,\"maxForce\":9}]")
    let motor = driven.sixDegreesOfFreedom?.angularX
    #expect(driven.axisA == .unitY && motor?.motorTargetVelocity == 2)
    #expect(motor?.motorMaximumTorque == 9 && motor?.motorDamping == 5)
    let slider = try joint(
      "\"limits\":[{\"linearAxes\":[0,1],\"min\":0,\"max\":0},{\"linearAxes\":[2],\"max\":1},"
        + "{\"angularAxes\":[0,1,2],\"min\":0,\"max\":0}],"
        + "\"drives\":[{\"type\":\"linear\",\"mode\":\"acceleration\",\"axis\":2,\"stiffness\":39.4784,\"damping\":6.2832}]"
    )
    #expect(slider.axisA == .unitZ && slider.slider?.maximumLinearLimit == 1)
    #expect(slider.slider.map { abs($0.springFrequency - 1) < 1e-4 } == true)
    #expect(slider.slider.map { abs($0.springDampingRatio - 0.5) < 1e-4 } == true)
    let cone = try joint(
      "\"limits\":[\(Self.still),{\"angularAxes\":[1,2],\"min\":-0.25,\"max\":0.5},"
        + "{\"angularAxes\":[0],\"min\":-1,\"max\":1}]")
    #expect(cone.coneTwist?.maximumAngularLimit1 == 0.5 && cone.coneTwist?.maximumTwistAngle == 1)
    let rope = try joint("\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":2}]")
    #expect(rope.distance?.maximumLength == 2)
  }

  @Test("An end outside of any body is held by an anchor on its node")
  func anchors() throws {
    let axes =
      "\"limits\":[\(Self.still),{\"angularAxes\":[0,2],\"min\":0,\"max\":0},"
      + "{\"angularAxes\":[1],\"min\":-1,\"max\":0.5}]"
    let scene = try scene(of: model(axes, to: "\"trigger\":{\"geometry\":{\"shape\":0}}"))
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    let joint = try #require(ball.joints.first)
    let hook = try #require(joint.bodyB?.node)
    #expect(hook.name == "hook" && joint.anchorA == Vector3(-2, 0, 0) && joint.anchorB == .zero)
    #expect(hook.physicsBody?.type == .static && hook.physicsBody?.collisionBitMask == 0)
    #expect(joint.hinge?.minimumAngularLimit == -1 && joint.hinge?.maximumAngularLimit == 0.5)
    for _ in 0..<5 { scene.step() }
    #expect(joint.isHolding)
  }

  @Test(
    "An invalid joint is rejected with a reason",
    arguments: [
      ("", "\"joint\":0", "the key \"connectedNode\" is missing"),
      ("", "\"connectedNode\":3", "the key \"joint\" is missing"),
      ("", "\"connectedNode\":9,\"joint\":0", "there is no node 9"),
      ("", "\"connectedNode\":3,\"joint\":1", "there is no physics joint 1"),
      (
        "\"limits\":[{}]", "\"connectedNode\":3,\"joint\":0",
        "either linear or angular axes are accepted"
      ),
      (
        "\"limits\":[{\"linearAxes\":[0,0]}]", "\"connectedNode\":3,\"joint\":0",
        "different axes, 0 to 2"
      ),
      (
        "\"limits\":[{\"linearAxes\":[0],\"min\":2,\"max\":1}]", "\"connectedNode\":3,\"joint\":0",
        "\"min\" is greater than \"max\""
      ),
      (
        "\"limits\":[{\"linearAxes\":[0],\"min\":1e30}]", "\"connectedNode\":3,\"joint\":0",
        "outside"
      ),
      ("\"drives\":[7]", "\"connectedNode\":3,\"joint\":0", "an object"),
    ])
  func refused(axes: String, joint: String, message: String) throws {
    let problems = try problems(of: model(axes, joint: joint))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }

  /// The joint's description, its two ends, and the expected warning.
  static let skipped = [
    ("\"limits\":[]", "\"connectedNode\":3,\"joint\":0", "neither limits nor drives anything"),
    (
      "\"limits\":[\(still)]", "\"connectedNode\":1,\"joint\":0",
      "both ends belong to the same body; the joint is skipped"
    ),
    (
      "\"limits\":[\(still)],\"drives\":[{\"type\":\"angular\",\"axis\":0,\"velocityTarget\":1}]",
      "\"connectedNode\":3,\"joint\":0", "neither stiffness nor damping"
    ),
    (
      "\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":1,\"stiffness\":9}]",
      "\"connectedNode\":3,\"joint\":0", "the limit is hard"
    ),
    (
      "\"limits\":[{\"linearAxes\":[0,1],\"max\":1}]", "\"connectedNode\":3,\"joint\":0",
      "applied to each axis by itself"
    ),
    (
      "\"limits\":[\(still),{\"angularAxes\":[0],\"max\":1,\"stiffness\":9}],"
        + "\"drives\":[{\"type\":\"angular\",\"axis\":0,\"stiffness\":1}]",
      "\"connectedNode\":3,\"joint\":0", "a soft limit is hard"
    ),
  ]

  @Test("Limits beyond half a turn, and of negative distances, do not crash")
  func extremes() throws {
    for limit in [
      "{\"angularAxes\":[0],\"min\":5}", "{\"angularAxes\":[0],\"max\":-5}",
      "{\"angularAxes\":[0,1],\"min\":-2,\"max\":-1}", "{\"angularAxes\":[0,1,2],\"max\":-1}",
      "{\"linearAxes\":[0,1],\"min\":-2,\"max\":-1}", "{\"linearAxes\":[0,1,2],\"max\":-1}",
      "{\"angularAxes\":[0,1],\"max\":-1},{\"linearAxes\":[0],\"max\":1}",
    ] {
      let scene = try scene(of: model("\"limits\":[\(limit)]"))
      for _ in 0..<5 { scene.step() }
      #expect(scene.problems.isEmpty, "\(limit): \(scene.problems)")
    }
  }

  // A single joint that was not supported refused the whole model.
  @Test(
    "A joint that is not supported as it is leaves a warning, not a refusal", arguments: skipped)
  func warned(axes: String, joint: String, message: String) throws {
    let file = try load(model(axes, joint: joint))
    let warnings = file.warnings.map(\.description)
    #expect(warnings.contains { $0.contains(message) }, "\(warnings)")
    #expect(warnings.allSatisfy { $0.hasPrefix("thing.glb:byte ") && $0.contains(": /") })
    for _ in 0..<5 { file.scene.step() }
    #expect(file.scene.problems.isEmpty)
  }
}
