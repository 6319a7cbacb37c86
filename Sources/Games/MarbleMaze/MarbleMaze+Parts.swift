import CaromSceneGraph
import CaromSimulation

extension MarbleMaze {
  /// The nodes of a scene, found by role.
  struct Parts {
    let ball: Node
    let body: PhysicsBody
    let rules: Marble
    let material: Material?
    let pearls: [Node]
    let goals: [Node]
    let rigs: [(node: Node, rules: Rig)]

    /// Finds the marble, the pearls, the goals and the rigs.
    init(_ session: Session) throws(GameError) {
      var problems: [String] = []
      let root = session.scene.rootNode
      guard let ball = session.onlyNode(withRole: Marble.self, &problems),
        let rules: Marble = ball.role(),
        let node = ball.bodyNode, let body = node.physicsBody
      else {
        if problems.isEmpty { problems.append("the ball has no physics body") }
        throw GameError(problems)
      }
      (self.ball, self.body, self.rules) = (node, body, rules)
      material = node.geometry?.firstMaterial
      pearls = root.childNodes(withRole: Pearl.self)
      goals = root.childNodes(withRole: Goal.self)
      rigs = root.childNodes(withRole: Rig.self).compactMap { node in
        node.role(as: Rig.self).map { (node: node, rules: $0) }
      }
    }

    /// Whether these are the nodes of a scene.
    func isCurrent(in scene: Scene) -> Bool { scene.node(withID: ball.id) === ball }
  }
}
