import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Inverse kinematics")
struct InverseKinematicsTests {
  let scene = Scene()
  let joints: [Node]
  let hand = Node(name: "hand")

  /// An arm of three meters along +Y with a joint per meter, on a moved and rotated base.
  init() {
    let base = Node()
    base.position = Vector3(1, 0, 0)
    base.eulerAngles = Vector3(0, 0.5, 0)
    scene.rootNode.addChildNode(base)
    joints = (0..<3).map { Node(name: "joint\($0)") }
    var above = base
    for (i, joint) in joints.enumerated() {
      if i > 0 { joint.position = .unitY }
      above.addChildNode(joint)
      above = joint
    }
    above.addChildNode(hand)
    hand.position = .unitY
  }

  var end: Vector3 { hand.presentation.worldPosition }

  @Test(
    "The end reaches a target within reach, and the nodes keep their own rotations",
    arguments: [
      Vector3(1, 2, 1), Vector3(2.5, 0.5, -0.5), Vector3(-0.5, 1, 1.5), Vector3(1.2, -1.5, 0.8),
    ])
  func reaches(_ goal: Vector3) {
    hand.constraints = [.inverseKinematics(chainRoot: joints[0], target: goal)]
    for _ in 0..<10 { scene.step() }
    #expect(end.distance(to: goal) < 1e-2)
    #expect(joints.allSatisfy { $0.orientation == .identity })
    #expect(isNear(joints[0].presentation.worldPosition, Vector3(1, 0, 0)))
    hand.constraints = []
    scene.step()
    #expect(isNear(end, Vector3(1, 3, 0), 1e-5))
  }

  @Test("The chain points at a target out of reach")
  func pointsAt() {
    let goal = Vector3(11, 0, 0)
    hand.constraints = [.inverseKinematics(chainRoot: joints[0], target: goal)]
    for _ in 0..<60 { scene.step() }
    #expect(end.distance(to: Vector3(4, 0, 0)) < 0.05)
  }

  @Test("A joint rotates no farther than its limit")
  func keepsLimits() {
    var rule = IKConstraint()
    rule.chainRoot = NodeReference(joints[0])
    rule.targetPosition = Vector3(1, -3, 0)
    for joint in joints { rule.setMaximumAllowedRotationAngle(0.3, forJoint: joint) }
    #expect(rule.maximumAllowedRotationAngle(forJoint: joints[1]) == 0.3)
    #expect(rule.maximumAllowedRotationAngle(forJoint: hand) == .pi)
    hand.constraints = [.inverseKinematics(rule)]
    for _ in 0..<30 { scene.step() }
    for joint in joints {
      #expect(joint.presentation.orientation.angle(to: joint.orientation) < 0.3001)
    }
    #expect(joints[0].presentation.orientation.angle(to: .identity) > 0.29)
  }

  @Test("A node may be the target, and influence applies a fraction of the rotations")
  func followsNode() {
    let ball = Node(name: "ball")
    ball.position = Vector3(1, 2, 1)
    scene.rootNode.addChildNode(ball)
    var rule = IKConstraint()
    rule.chainRoot = NodeReference(joints[0])
    rule.target = NodeReference(ball)
    hand.constraints = [.inverseKinematics(rule)]
    for _ in 0..<5 { scene.step() }
    #expect(end.distance(to: ball.position) < 1e-2)
    rule.isIncremental = false
    var angles: [Float] = []
    for influence: Float in [1, 0.5] {
      rule.influenceFactor = influence
      hand.constraints = [.inverseKinematics(rule)]
      scene.step()
      angles.append(joints[2].presentation.orientation.angle(to: .identity))
    }
    #expect(angles[0] > 0.1 && abs(angles[1] - angles[0] * 0.5) < 1e-3)
  }

  @Test("The presentation of a chain is state: a restored scene continues with the same bits")
  func isState() throws {
    hand.constraints = [.inverseKinematics(chainRoot: joints[0], target: Vector3(2, 1, 1))]
    hand.constraints[0].influenceFactor = 0.2
    for _ in 0..<5 { scene.step() }
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    var source = StateSource(buffer.bytes)
    var hashes: [UInt64] = []
    for _ in 0..<5 {
      scene.step()
      hashes.append(scene.hash)
    }
    try scene.load(from: &source)
    for hash in hashes {
      scene.step()
      #expect(scene.hash == hash)
    }
    hand.constraints = []
    scene.step()
    #expect(isNear(end, Vector3(1, 3, 0), 1e-5))
  }
}
