import CaromMaths
import CaromSceneGraph
import CaromSimulation

extension BrickBreaker {
  /// A ball and its body.
  struct Ball {
    let node: Node
    let body: PhysicsBody

    /// The role, which changes when the ball is held or hits something.
    var role: BreakerBall { node.role() ?? BreakerBall() }

    /// The radius, in meters.
    var radius: Float {
      let shape = node.geometry?.boundingBox ?? node.boundingBox
      return shape.isEmpty ? 0 : (shape.max.x - shape.min.x) * 0.5
    }

    /// The ball of a node with the role; nil without a body.
    init?(_ node: Node) {
      guard let body = node.physicsBody else { return nil }
      (self.node, self.body) = (node, body)
    }
  }

  /// The nodes of a scene, found by role.
  struct Parts {
    /// The rules of the balls, as the file gives them.
    let rules: BreakerBall
    let paddle: Node
    let paddleRules: Paddle
    let sections: [Node]
    /// Half the width of the paddle, and of the wide paddle, in meters.
    let (halfWidth, wideHalfWidth): (Float, Float)
    let bricks: [Node]
    /// The bricks that the ball can break.
    let breakable: [Node]
    let views: [Node]
    let court: Court
    /// The walls that reflect balls.
    let walls: [Node]
    /// The walls behind the paddle, which cost a life.
    let lossLines: [Node]
    /// The walls and what is between them.
    let bounds: AABB
    /// The original of the bolts.
    let bolt: Node?
    /// The radius of the balls, in meters.
    let ballRadius: Float
    /// The balls in the order of their creation; the first one is that of the file.
    var balls: [Ball]
    /// The number of bricks that a blast will break.
    var fuses: Int

    /// By how much the wide paddle is longer at each end, in meters.
    var extensionWidth: Float { wideHalfWidth - halfWidth }
    /// The ball of the file.
    var ball: Node { balls[0].node }
    /// The body of the ball of the file.
    var body: PhysicsBody { balls[0].body }

    /// Finds the balls, the paddle, the bricks, the court and the cameras.
    init(_ session: Session) throws(GameError) {
      var problems: [String] = []
      let paddle = session.onlyNode(withRole: Paddle.self, &problems)
      let root = session.scene.rootNode
      let balls = root.childNodes(withRole: BreakerBall.self)
      if balls.isEmpty {
        problems.append("the scene has 0 nodes with the role ball; exactly one is accepted")
      }
      self.balls = balls.compactMap { Ball($0) }
      if self.balls.count < balls.count { problems.append("the ball has no physics body") }
      bricks = root.childNodes(withRole: Brick.self)
      if !bricks.contains(where: { $0.role(as: Brick.self)?.isIndestructible == false }) {
        problems.append("the scene has no node with the role brick that can break")
      }
      guard let rules = self.balls.first?.role, let paddle, let paddleRules: Paddle = paddle.role(),
        problems.isEmpty
      else { throw GameError(problems) }
      (self.rules, self.paddle, self.paddleRules) = (rules, paddle, paddleRules)
      ballRadius = self.balls[0].radius
      sections = paddle.childNodes(withRole: PaddleSection.self)
      wideHalfWidth = Paddle.halfWidth(sections)
      halfWidth = Paddle.halfWidth(
        sections.filter { $0.role(as: PaddleSection.self)?.isExtension == false })
      breakable = bricks.filter { $0.role(as: Brick.self)?.isIndestructible == false }
      fuses = bricks.count { ($0.role(as: Brick.self)?.fuseTicks ?? 0) > 0 }
      views = root.childNodes(withRole: View.self)
      court = root.childNodes(withRole: Court.self).first?.role() ?? Court()
      let barriers = root.childNodes(withRole: Barrier.self)
      walls = barriers.filter { $0.role(as: Barrier.self)?.costsLife == false }
      lossLines = barriers.filter { $0.role(as: Barrier.self)?.costsLife == true }
      bounds = barriers.reduce(.empty) {
        $0.union($1.boundingBox.transformed(by: $1.worldTransform))
      }
      bolt =
        root.childNodes(withRole: PowerUp.self).lazy
        .compactMap { $0.role(as: PowerUp.self)?.bolt?.node(in: session.scene) }.first
    }

    /// Whether these are the nodes of a scene.
    func isCurrent(in scene: Scene) -> Bool { scene.node(withID: ball.id) === ball }
  }
}

extension Paddle {
  /// The distance of the ends of some sections from the center of the paddle, in meters.
  static func halfWidth(_ sections: [Node]) -> Float {
    sections.reduce(0.01) { widest, section in
      let box = section.boundingBox.transformed(by: section.transform)
      return max(widest, -box.min.x, box.max.x)
    }
  }
}
