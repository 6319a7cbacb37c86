import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// A slide of the marble over ground at rest, which friction ends.
///
/// An impact, a landing, a conveyor or a ferry gives the marble a velocity that does not fit its
/// spin. Its lowest point then slips over the ground, and friction is at Coulomb's limit: it spins
/// a solid sphere, whose moment of inertia is 2/5·m·r², up at r·dω/dt = 5/2·µ·g against the slip.
/// Other forces along the ground, such as a tilt of acceleration a, act at the center and do not
/// change the spin. So the slip falls by at least 7/2·µ·g − a until the marble rolls.
struct MarbleSlide {
  /// The slip in the tick before and the part of the spin in it, in meters per second; nil for a
  /// marble that rolled, or was not on such ground.
  private var last: (slip: Vector3, spin: Vector3)?
  /// The spin that friction has not given, in meters per second.
  private var missing: Float = 0
  /// The duration, in ticks.
  private var ticks = 0

  /// The slip of a marble that rolls, in meters per second; contacts are not perfectly rigid.
  private static let rolling: Float = 0.5

  /// Follows the marble in a tick, and returns what is wrong with its slide.
  mutating func problem(in tick: MarbleMaze.Observation) -> String? {
    let body = tick.parts.body
    let spin = body.angularVelocity.cross(Vector3(0, -tick.parts.radius, 0))
    var slip = body.velocity + spin
    slip.y = 0
    guard tick.isPlaying, slip.length > Self.rolling, let ground = tick.restingGround else {
      self = MarbleSlide()
      return nil
    }
    defer { last = (slip, spin) }
    guard let last else { return nil }
    ticks += 1
    let grip = ground.friction * max(0, -tick.session.scene.physicsWorld.gravity.y)
    let gained = (last.spin - spin).dot(last.slip.normalized(or: .zero))
    missing = max(0, missing + 2.5 * grip * Float(tick.session.tickLength) - gained)
    // What a player sees; a perfect slide misses only what damping takes.
    if missing > 1 {
      return "the marble slides at \(tick.rollingSpeed) m/s over \(ground.path) and does not spin "
        + "up"
    }
    let acceleration = tick.parts.acceleration(of: tick.now.form)
    guard ticks > 45, 3.5 * grip <= acceleration else { return nil }
    return "the marble slides at \(tick.rollingSpeed) m/s over \(ground.path), whose friction with "
      + "it is \(ground.friction)"
  }
}

extension MarbleMaze.Observation {
  /// The level ground at rest on which the marble lies with its weight: its path, and the
  /// coefficient of friction; nil if it touches anything else, or is in a force field.
  fileprivate var restingGround: (path: String, friction: Float)? {
    // An impact changes the spin, also one with a body that no longer touches the marble.
    let isHit = session.contacts.contains { $0.contact.other(than: parts.ball) != nil }
    let bottom = parts.ball.worldPosition.y - parts.radius
    if isHit || isObstructed(above: bottom + 0.05) { return nil }
    let contacts = session.scene.physicsWorld.contactTest(with: parts.body)
    guard let first = contacts.first else { return nil }
    var friction = Float.infinity
    for contact in contacts {
      guard contact.contactNormal.y < -0.999, let ground = contact.nodeB.physicsBody,
        ground.type == .static, ground.surfaceVelocity == .zero
      else { return nil }
      // The least that any rule for pairs makes of the two values.
      let (own, other) = (parts.body.friction, ground.friction)
      friction = min(friction, own * other, own, other)
    }
    let isPushed = session.scene.rootNode.childNode { $0.isField(near: parts.ball, parts.radius) }
    return isPushed == nil ? (first.nodeB.path, friction) : nil
  }
}

extension Node {
  /// Whether the node has a force field that can reach the marble, and change its weight.
  fileprivate func isField(near marble: Node, _ radius: Float) -> Bool {
    guard let field = physicsField, field.isActive else { return false }
    guard field.scope == .insideExtent, let extent = field.halfExtent,
      let place = worldTransform.affineInverse?.apply(point: marble.worldPosition)
    else { return true }
    let (offset, reach) = (place - field.offset, extent + Vector3(repeating: radius))
    return abs(offset.x) < reach.x && abs(offset.y) < reach.y && abs(offset.z) < reach.z
  }
}
