import CaromCollision
public import CaromMaths
import CaromPhysics
public import CaromProperties

/// Slides along bodies instead of going through them, like a ball that is led by hand.
///
/// The way of a tick goes from where the node was shown last to where it or the rules before put it.
public struct SliderConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Slides along bodies instead of going through them"

  /// The radius of the ball that touches, in metres.
  public var radius: Float = 1
  /// The middle of the ball, in the node's own axes, in metres.
  public var offset = Vector3.zero
  /// Which bodies stop it: those whose physics category shares a bit.
  public var collisionCategoryBitMask: UInt32 = 0
  /// How much of the change is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// Where the ball is in the world, in metres, while ``isStarted``.
  public internal(set) var place = Vector3.zero
  /// False until it did the first step.
  public internal(set) var isStarted = false

  /// Makes a rule that nothing stops.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "The radius of the ball that touches", .metres, 1e-3...1e4)
    p.property("offset", \.offset, "The middle of the ball, in the node's own axes", .metres)
    p.property(
      "collisionCategoryBitMask", \.collisionCategoryBitMask, "Which bodies stop it", .mask)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the change is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("place", \.place, "Where the ball is in the world", .metres, in: .state)
    p.property("isStarted", \.isStarted, "Whether it did the first step", in: .state)
  }
}

extension SliderConstraint: ConstraintKind {
  static var isStateful: Bool { true }

  mutating func restart() { isStarted = false }

  mutating func apply(_ work: inout ConstraintContext) {
    let arm = work.orientation.rotate(offset)
    let goal = work.position + arm
    guard goal.isFinite, radius > 0 else { return }
    if !isStarted { place = work.own.position + arm }
    isStarted = true
    place = slide(from: place, to: goal, work)
    work.move(to: place - arm, by: influenceFactor)
  }

  /// Goes to a point, straight on as long as the way is free and along what is met after.
  private func slide(from start: Vector3, to goal: Vector3, _ work: ConstraintContext) -> Vector3 {
    let ball = Shape.sphere(SphereShape(radius: radius))
    var filter = QueryFilter(mask: collisionCategoryBitMask)
    if let own = work.node.physicsBody?.handle { filter.ignoredBodies = [own] }
    let world = work.scene.physicsWorld.simulation
    var place = start
    var left = goal - start
    var planes: [Vector3] = []
    // Three planes make a corner; a fourth try finds the way free or the ball stuck.
    for _ in 0..<4 where left.lengthSquared > 1e-12 {
      let from = Transform(position: place)
      guard let hit = world.shapeCast(ball, from: from, by: left, filter: filter) else {
        return place + left
      }
      let length = left.length
      // A little short of touching, so that the next cast does not start inside.
      let free = max(0, hit.fraction - 1e-3 * radius / length)
      place += left * free
      left = left * (1 - free)
      planes.append(hit.normal)
      left = Self.along(left, planes)
    }
    return place
  }

  /// The part of a way that leads into no plane.
  private static func along(_ way: Vector3, _ planes: [Vector3]) -> Vector3 {
    for (i, n) in planes.enumerated().reversed() {
      let flat = way - n * min(0, way.dot(n))
      if planes.allSatisfy({ flat.dot($0) > -1e-5 * (1 + flat.length) }) { return flat }
      for other in planes[..<i] {
        guard let crease = n.cross(other).normalized else { continue }
        let line = crease * way.dot(crease)
        if planes.allSatisfy({ line.dot($0) > -1e-5 * (1 + line.length) }) { return line }
      }
    }
    return .zero
  }
}
