import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

// What the author of a level has to correct.
extension BrickBreaker {
  /// A level has a camera and walls around the paddle, with all bricks between them.
  public static func problems(of scene: Scene) -> [LevelProblem] {
    let root = scene.rootNode
    let problems = scene.cameraProblems + problems(ofDropsIn: scene)
    // Without a paddle, the game does not start.
    guard let paddle = root.childNodes(withRole: Paddle.self).first else { return problems }
    let court = CourtWalls(around: paddle)
    let missing = court.missingSides
    guard missing.isEmpty else {
      return problems + [
        LevelProblem(
          "there is no wall \(missing.joined(separator: ", ")) of the paddle, and balls leave the "
            + "court; nodes with the role barrier on all four sides are accepted")
      ]
    }
    let radius = root.childNodes(withRole: BreakerBall.self).first.flatMap(Ball.init)?.radius ?? 0
    return problems + court.problems(of: paddle, radius)
      + root.childNodes(withRole: Brick.self).flatMap { court.problems(ofBrick: $0, radius) }
  }

  private static func problems(ofDropsIn scene: Scene) -> [LevelProblem] {
    scene.rootNode.childNodes(withRole: Brick.self).compactMap { brick in
      guard let drop = brick.role(as: Brick.self)?.drop?.node(in: scene),
        drop.role(as: PowerUp.self) == nil
      else { return nil }
      return LevelProblem(
        "the brick drops \(drop.path); a node with the role powerUp is accepted", at: brick)
    }
  }
}

/// The faces of the walls around a paddle.
private struct CourtWalls {
  /// The faces to the left and right, and far and near; infinite where there is no wall.
  private var x = (left: -Float.infinity, right: Float.infinity)
  private var z = (far: -Float.infinity, near: Float.infinity)
  /// The middle between the ends of the paddle's range.
  private let center: Vector3

  init(around paddle: Node) {
    var center = paddle.worldPosition
    center.x -= paddle.position.x
    self.center = center
    var root = paddle
    while let parent = root.parent { root = parent }
    for wall in root.childNodes(withRole: Barrier.self) {
      let box = wall.boundingBox.transformed(by: wall.worldTransform)
      if box.isEmpty { continue }
      if box.min.z <= center.z, box.max.z >= center.z {
        if box.max.x <= center.x { x.left = max(x.left, box.max.x) }
        if box.min.x >= center.x { x.right = min(x.right, box.min.x) }
      }
      if box.min.x <= center.x, box.max.x >= center.x {
        if box.max.z <= center.z { z.far = max(z.far, box.max.z) }
        if box.min.z >= center.z { z.near = min(z.near, box.min.z) }
      }
    }
  }

  /// The sides of the paddle without a wall.
  var missingSides: [String] {
    let sides = [
      ("on the left", x.left), ("on the right", x.right), ("on the far side", z.far),
      ("on the near side", z.near),
    ]
    return sides.filter { !$0.1.isFinite }.map(\.0)
  }

  /// The problem of a paddle that moves into the walls; a ball that sticks to its end would be in
  /// the wall as well.
  func problems(of paddle: Node, _ radius: Float) -> [LevelProblem] {
    guard let rules: Paddle = paddle.role() else { return [] }
    let sections = paddle.childNodes(withRole: PaddleSection.self)
      .filter { $0.role(as: PaddleSection.self)?.isExtension == false }
    let most = min(center.x - x.left, x.right - center.x) - Paddle.halfWidth(sections) + radius
    // The paddle is as wide as the rounding of numbers in files lets it be.
    guard rules.range > most + 1e-3 else { return [] }
    return [
      LevelProblem(
        "the paddle moves into the walls; a range of at most \(LevelText.number(max(0, most))) m "
          + "is accepted", at: paddle)
    ]
  }

  /// The problem of a brick that is not between the walls, or that balls pass above or below.
  func problems(ofBrick brick: Node, _ radius: Float) -> [LevelProblem] {
    let bounds = brick.boundingBox.transformed(by: brick.worldTransform)
    let box = bounds.isEmpty ? AABB(center: brick.worldPosition, halfExtents: .zero) : bounds
    let place = box.center
    guard place.x > x.left, place.x < x.right, place.z > z.far, place.z < z.near else {
      return [
        LevelProblem(
          "the brick is outside of the court; \(range("x", x.left, x.right)) and "
            + "\(range("z", z.far, z.near)) are accepted", at: brick, key: "position")
      ]
    }
    guard box.min.y > radius || box.max.y < -radius else { return [] }
    return [
      LevelProblem(
        "no ball reaches the brick, because balls move at the height 0; a brick at that height is "
          + "accepted", at: brick, key: "position")
    ]
  }

  private func range(_ axis: String, _ least: Float, _ greatest: Float) -> String {
    "\(axis) from \(LevelText.number(least)) to \(LevelText.number(greatest)) m"
  }
}
