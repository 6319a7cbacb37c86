import CaromCollision
public import CaromMaths
import CaromPhysics
public import CaromProperties

/// Slides along bodies like a sphere that is moved by hand, instead of passing through them.
///
/// Each tick moves from the position presented last towards the result of the preceding
/// constraints.
public struct SliderConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Slides along bodies instead of passing through them"

  /// The radius of the sphere, in meters.
  public var radius: Float = 1
  /// The center of the sphere, along the node's axes, in meters.
  public var offset = Vector3.zero
  /// The physics category mask of the bodies to collide with.
  public var collisionCategoryBitMask: UInt32 = 0
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// The center of the sphere in the world, in meters; valid while ``isStarted``.
  public internal(set) var position = Vector3.zero
  /// Whether the constraint has been applied since it was created or reset.
  public internal(set) var isStarted = false

  /// Creates a constraint that collides with nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Radius of the sphere", .meters, 1e-3...1e4)
    p.property("offset", \.offset, "Center of the sphere, along the node's axes", .meters)
    p.property(
      "collisionCategoryBitMask", \.collisionCategoryBitMask,
      "Category mask of the bodies to collide with", .mask)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property("position", \.position, "Center of the sphere in the world", .meters, in: .state)
    p.property(
      "isStarted", \.isStarted,
      "Whether the constraint has been applied since it was created or reset", in: .state)
  }
}

extension SliderConstraint: ConstraintKind {
  mutating func reset() { isStarted = false }

  mutating func apply(_ context: inout ConstraintContext) {
    let arm = context.orientation.rotate(offset)
    let goal = context.position + arm
    guard goal.isFinite, radius > 0 else { return }
    if !isStarted { position = context.own.position + arm }
    isStarted = true
    position = slide(from: position, to: goal, context)
    context.move(to: position - arm, by: influenceFactor)
  }

  /// Moves towards a point and slides along the surfaces that are hit.
  private func slide(from start: Vector3, to goal: Vector3, _ context: ConstraintContext) -> Vector3
  {
    let sphere = Shape.sphere(SphereShape(radius: radius))
    var filter = QueryFilter(mask: collisionCategoryBitMask)
    if let own = context.node.physicsBody?.handle { filter.ignoredBodies = [own] }
    let world = context.scene.physicsWorld.simulation
    var position = start
    var left = goal - start
    var planes: [Vector3] = []
    // Three planes form a corner, so a fourth cast is free or the sphere is stuck.
    for _ in 0..<4 where left.lengthSquared > 1e-12 {
      let from = Transform(position: position)
      guard let hit = world.shapeCast(sphere, from: from, by: left, filter: filter) else {
        return position + left
      }
      let length = left.length
      // Stops slightly short of contact, so that the next cast does not start in penetration.
      let free = max(0, hit.fraction - 1e-3 * radius / length)
      position += left * free
      left = left * (1 - free)
      planes.append(hit.normal)
      left = Self.project(left, on: planes)
    }
    return position
  }

  /// Projects a displacement so that it does not enter any of the planes.
  private static func project(_ displacement: Vector3, on planes: [Vector3]) -> Vector3 {
    for (i, n) in planes.enumerated().reversed() {
      let flat = displacement - n * min(0, displacement.dot(n))
      if planes.allSatisfy({ flat.dot($0) > -1e-5 * (1 + flat.length) }) { return flat }
      for other in planes[..<i] {
        guard let crease = n.cross(other).normalized else { continue }
        let line = crease * displacement.dot(crease)
        if planes.allSatisfy({ line.dot($0) > -1e-5 * (1 + line.length) }) { return line }
      }
    }
    return .zero
  }
}
