import CaromDocuments
import CaromSceneGraph

// What only the whole scene can tell of joints: whether the bodies that they name are there.
extension SceneLoader {
  /// Notes joints that could hold nothing, each at its place.
  func checkJoints(below root: Node) {
    root.enumerateChildNodes { node in
      for (i, joint) in node.joints.enumerated() where canKeepProblems {
        guard let problem = Self.problem(of: joint, on: node) else { continue }
        let place = place(ofJoint: i, key: problem.key, node)
        report(place?.problem(problem.message) ?? Problem("\(node.path): \(problem.message)"))
      }
    }
  }

  /// What is wrong with a joint, and the key that says so.
  private static func problem(
    of joint: PhysicsJoint, on node: Node
  ) -> (key: String, message: String)? {
    guard let bodyA = node.physicsBody else {
      return (
        "",
        "a joint holds the body of its node, which has none; a node with \"physics\" is accepted"
      )
    }
    guard !joint.state.bodyB.isEmpty else {
      if bodyA.type == .dynamic { return nil }
      return (
        "", "a \(bodyA.type.rawValue) body needs no joint to the world; a dynamic one is accepted"
      )
    }
    guard let bodyB = joint.bodyB else {
      return ("bodyB", "the node has no body to be held; one with \"physics\" is accepted")
    }
    if bodyA === bodyB {
      return ("bodyB", "a joint cannot hold a body to itself; another node is accepted")
    }
    if bodyA.type == .dynamic || bodyB.type == .dynamic { return nil }
    return ("bodyB", "neither of the two bodies is dynamic; a joint with one that is is accepted")
  }

  /// Where a file gives a joint, or one of its keys; nil for one that no file of ours gives.
  private func place(ofJoint i: Int, key: String, _ node: Node) -> JSON? {
    let layers = layers[ObjectIdentifier(node)] ?? []
    guard let all = layers.last(where: { $0["joints"] != nil })?["joints"] else {
      return layers.last
    }
    guard let joint = all[i] else { return all }
    return joint[key] ?? joint
  }
}
