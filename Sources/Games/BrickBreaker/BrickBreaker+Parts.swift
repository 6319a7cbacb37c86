import CaromSceneGraph
import CaromSimulation

extension BrickBreaker {
  /// The nodes of a scene, found by role.
  struct Parts {
    let ball: Node
    let body: PhysicsBody
    let rules: BreakerBall
    let paddle: Node
    let paddleRules: Paddle
    let bricks: [Node]
    let views: [Node]

    /// Finds the ball, the paddle, the bricks and the cameras.
    init(_ session: Session) throws(GameError) {
      var problems: [String] = []
      let ball = session.onlyNode(withRole: BreakerBall.self, &problems)
      let paddle = session.onlyNode(withRole: Paddle.self, &problems)
      let root = session.scene.rootNode
      bricks = root.childNodes(withRole: Brick.self)
      if bricks.isEmpty { problems.append("the scene has no node with the role brick") }
      guard let ball, let rules: BreakerBall = ball.role(), let paddle,
        let paddleRules: Paddle = paddle.role(), let node = ball.bodyNode,
        let body = node.physicsBody,
        problems.isEmpty
      else {
        if problems.isEmpty { problems.append("the ball has no physics body") }
        throw GameError(problems)
      }
      (self.ball, self.body, self.rules) = (node, body, rules)
      (self.paddle, self.paddleRules) = (paddle, paddleRules)
      views = root.childNodes(withRole: View.self)
    }

    /// Whether these are the nodes of a scene.
    func isCurrent(in scene: Scene) -> Bool { scene.node(withID: ball.id) === ball }
  }
}
