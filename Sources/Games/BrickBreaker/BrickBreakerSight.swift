import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// The court as a player sees it: where balls fly, what they hit, and what falls.
struct BrickBreakerSight {
  private let parts: BrickBreaker.Parts
  /// The node below which copies of balls and power-ups appear.
  private let root: Node
  private let radius: Float
  /// The walls, by the space that the center of a ball cannot enter.
  private let walls: [AABB]
  /// The half extents of the bricks, with the radius of a ball.
  private let brickExtents: [Vector3]
  /// Whether a brick protects others.
  private let isGenerator: [Bool]
  /// Where the center of a ball is when it touches the paddle, in meters along Z.
  private let line: Float

  /// Looks at a scene; nil if it is not one of the game.
  init?(_ session: Session) {
    guard let parts = try? BrickBreaker.Parts(session) else { return nil }
    self.parts = parts
    root = session.scene.rootNode
    let radius = parts.ball.boundingBox.halfExtents.x
    self.radius = radius
    line = parts.paddle.worldPosition.z - 2 * radius
    walls = session.scene.rootNode.childNodes(withRole: Barrier.self)
      .map { $0.boundingBox.transformed(by: $0.worldTransform).expanded(by: radius) }
    brickExtents = parts.bricks.map {
      // Without the layers and domes below its node.
      ($0.geometry?.boundingBox ?? $0.boundingBox).transformed(by: $0.worldTransform)
        .expanded(by: radius).halfExtents
    }
    let shields = parts.bricks.compactMap {
      $0.role(as: Brick.self)?.shield?.node(in: session.scene)
    }
    isGenerator = parts.bricks.map { brick in
      shields.contains { $0 === brick || $0.parent === brick }
    }
  }

  /// Whether the nodes are those of a scene.
  func isCurrent(in scene: Scene) -> Bool { parts.isCurrent(in: scene) }

  /// The distance that the paddle covers when the pointer crosses the view, in meters.
  var pointerReach: Float { parts.paddleRules.pointerReach }

  /// The maximum distance of the paddle from the center, in meters.
  func range(isWide: Bool) -> Float {
    parts.paddleRules.range - (isWide ? parts.extensionWidth : 0)
  }

  // MARK: Balls and power-ups

  /// The balls in flight.
  var flights: [BrickBreakerBot.Flight] {
    root.childNodes.compactMap { node in
      guard let body = node.physicsBody, body.type == .dynamic, let ball: BreakerBall = node.role(),
        !ball.isHeld
      else { return nil }
      return .init(id: node.id, position: node.worldPosition, velocity: body.velocity)
    }
  }

  /// The least time after which a ball can be at the paddle, in seconds.
  func timeToPaddle(_ flight: BrickBreakerBot.Flight) -> Float {
    let v = flight.velocity
    if v.z > 0.1 { return (line - flight.position.z) / v.z }
    // It comes back from a brick or a wall, which is at least a little farther.
    return (line - flight.position.z) / max(1, v.length) + 0.4
  }

  /// Where a falling power-up is, in meters along X, if it can be caught before the next ball.
  func catchableItem(before time: Float, from goal: Float, hand: Float) -> Float? {
    for node in root.childNodes where !node.isHidden && node.physicsBody?.type == .dynamic {
      guard let item: PowerUp = node.role() else { continue }
      let place = node.worldPosition
      let wait = (line - place.z) / item.fallSpeed
      if wait > -0.2, wait < 1, time > max(0, wait) + abs(place.x - goal) / hand + 0.25 {
        return place.x
      }
    }
    return nil
  }

  // MARK: Planning

  /// The position of the paddle for the moment when a ball arrives, in meters along X.
  func plan(_ flight: BrickBreakerBot.Flight, isWide: Bool, variant: Int) -> Float {
    let speed = flight.velocity.length
    let heading = flight.velocity * (1 / max(speed, 1e-3))
    guard case .paddle(let x, let incoming) = trace(flight.position, heading) else {
      // The ball will bounce off a brick: waits between the center and the ball.
      return flight.position.x * 0.5
    }
    let range = range(isWide: isWide)
    var best: (value: Float, position: Float) = (-1, x)
    for (index, option) in options(incoming, isWide: isWide).enumerated() {
      let position = x - option.offset
      guard abs(position) <= range else { continue }
      var value = Float((variant * 7 + index * 3) % 5) * 0.4
      if case .brick(let brick, let way) = trace(Vector3(x, 0, line), option.heading) {
        value += 20 - 0.2 * way + (isGenerator[brick] ? 10 : 0)
        if let role: Brick = parts.bricks[brick].role() {
          value += (role.blastRadius > 0 ? 3 : 0) + (role.drop == nil ? 0 : 2)
        }
      }
      if value > best.value { best = (value, position) }
    }
    return best.position
  }

  /// The parts of the paddle with which to meet a ball, and where it flies then.
  private func options(
    _ incoming: Vector3, isWide: Bool
  ) -> [(offset: Float, heading: Vector3)] {
    switch parts.paddleRules.deflection {
    case .offset:
      let half = isWide ? parts.wideHalfWidth : parts.halfWidth
      return (-6...6).map { step in
        let share = Float(step) / 7
        let (sine, cosine) = Portable.sincos(share * parts.paddleRules.offsetAngle)
        return (share * half, Vector3(sine, 0, -cosine))
      }
    case .sections:
      let out = Vector3(incoming.x, 0, -incoming.z)
      return parts.sections.compactMap { node in
        guard let section: PaddleSection = node.role(), isWide || !section.isExtension else {
          return nil
        }
        let heading = BrickBreaker.turned(out, by: section.turn)
        return heading.z < -0.2 ? (node.position.x, heading) : nil
      }
    }
  }

  /// Where a flight ends.
  private enum End {
    /// At the line of the paddle, with a heading.
    case paddle(x: Float, heading: Vector3)
    /// At a brick that breaks, after a distance.
    case brick(index: Int, way: Float)
    /// Nowhere within a few bounces.
    case nowhere
  }

  /// Follows a flight over a few bounces, with the bricks where they are now.
  private func trace(_ start: Vector3, _ direction: Vector3) -> End {
    var (position, heading, way) = (start, direction, Float(0))
    for _ in 0..<6 {
      var (nearest, isAlongX, hit) = (Float.infinity, false, -1)
      func meet(_ box: AABB, _ index: Int) {
        guard let entry = Self.entry(into: box, position, heading), entry.distance < nearest else {
          return
        }
        (nearest, isAlongX, hit) = (entry.distance, entry.isAlongX, index)
      }
      for wall in walls { meet(wall, -1) }
      for (index, brick) in parts.bricks.enumerated() where !brick.isHidden {
        meet(AABB(center: brick.worldPosition, halfExtents: brickExtents[index]), index)
      }
      if heading.z > 1e-3 {
        let distance = (line - position.z) / heading.z
        if distance >= 0, distance <= nearest {
          return .paddle(x: position.x + heading.x * distance, heading: heading)
        }
      }
      guard nearest < .infinity else { return .nowhere }
      way += nearest
      if hit >= 0, isBreakable(hit) { return .brick(index: hit, way: way) }
      position += heading * nearest
      if isAlongX { heading.x = -heading.x } else { heading.z = -heading.z }
    }
    return .nowhere
  }

  private func isBreakable(_ index: Int) -> Bool {
    let node = parts.bricks[index]
    guard let brick: Brick = node.role(), !brick.isIndestructible else { return false }
    guard let shield = brick.shield, let scene = node.scene else { return true }
    return shield.node(in: scene)?.isHiddenInScene ?? true
  }

  /// Where a ray from outside of a box enters it in the plane of the court.
  private static func entry(
    into box: AABB, _ position: Vector3, _ heading: Vector3
  ) -> (distance: Float, isAlongX: Bool)? {
    func span(_ low: Float, _ high: Float, _ from: Float, _ along: Float) -> (Float, Float)? {
      if abs(along) < 1e-6 { return from > low && from < high ? (-.infinity, .infinity) : nil }
      let (a, b) = ((low - from) / along, (high - from) / along)
      return (min(a, b), max(a, b))
    }
    guard let x = span(box.min.x, box.max.x, position.x, heading.x),
      let z = span(box.min.z, box.max.z, position.z, heading.z)
    else { return nil }
    let (enter, leave) = (max(x.0, z.0), min(x.1, z.1))
    // A ray that leaves a face does not enter it.
    return enter <= leave && enter > 1e-4 ? (enter, x.0 > z.0) : nil
  }
}
