import CaromDocuments
import CaromSceneGraph

// Validation of joints that requires the complete scene: both bodies must exist.
extension SceneLoader {
  /// Reports joints that cannot connect anything, each at its position.
  func checkJoints(below root: Node) {
    root.enumerateChildNodes { node in
      for (i, joint) in node.joints.enumerated() where canKeepProblems {
        guard let problem = Self.problem(of: joint, on: node) else { continue }
        let location = location(ofJoint: i, key: problem.key, node)
        report(location?.problem(problem.message) ?? Problem("\(node.path): \(problem.message)"))
      }
    }
  }

  /// The problem with a joint and the key that causes it.
  private static func problem(
    of joint: PhysicsJoint, on node: Node
  ) -> (key: String, message: String)? {
    guard let bodyA = node.physicsBody else {
      return (
        "",
        "the node of the joint has no body; a node with \"physics\" is accepted"
      )
    }
    guard !joint.state.bodyB.isEmpty else {
      if bodyA.type == .dynamic { return nil }
      return (
        "", "a \(bodyA.type.rawValue) body needs no joint to the world; a dynamic one is accepted"
      )
    }
    guard let bodyB = joint.bodyB else {
      return ("bodyB", "the node has no body; a node with \"physics\" is accepted")
    }
    if bodyA === bodyB {
      return ("bodyB", "a joint cannot connect a body to itself; another node is accepted")
    }
    if bodyA.type == .dynamic || bodyB.type == .dynamic { return nil }
    return (
      "bodyB", "neither of the two bodies is dynamic; a joint with a dynamic body is accepted"
    )
  }

  /// The position of a joint or of one of its keys; nil if no scene file defines the joint.
  private func location(ofJoint i: Int, key: String, _ node: Node) -> JSON? {
    let layers = layers[ObjectIdentifier(node)] ?? []
    guard let all = layers.last(where: { $0["joints"] != nil })?["joints"] else {
      return layers.last
    }
    guard let joint = all[i] else { return all }
    return joint[key] ?? joint
  }
}
