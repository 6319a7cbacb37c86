import CaromCollision
public import CaromMaths

/// A capsule that walks, climbs steps, slides along walls, rides platforms and jumps.
///
/// A mover is not a rigid body: forces do not move it. It is a value owned by the game and saved
/// with ``save(into:)``. It queries the world and changes it only by the forces on dynamic bodies
/// that the character pushes or stands on. Move it once after each step of the world:
///
///     world.step(dt)
///     mover.move(in: world, by: dt, walking: stick * 4)
///
/// - Source: the plane solver and the rules follow E. Catto's mover for Box2D and Box3D, 2025, and
///   K. Fauerby, "Improved collision detection and response", 2003, for sliding.
public struct CharacterMover: Hashable, Sendable, BitwiseCopyable {
  /// The support of a character.
  public enum Footing: UInt32, Sendable, BitwiseCopyable {
    /// None.
    case air = 0
    /// Ground that is too steep to stand on, on which it slides down.
    case steep = 1
    /// Ground that it stands and walks on.
    case ground = 2
  }

  /// The size and abilities; a new height keeps the center of the capsule.
  public var settings: CharacterSettings {
    didSet {
      if let error = settings.error { preconditionFailure("\(error)") }
    }
  }
  /// The center of the capsule in the world; setting it teleports the character.
  public var position: Vector3
  /// The velocity in meters per second, including that of the ground.
  public var velocity: Vector3 = .zero
  /// The support of the character.
  public internal(set) var footing: Footing = .air
  /// The normal of the ground, of unit length; up in the air.
  public internal(set) var groundNormal: Vector3
  /// The body under the character, or nil in the air.
  public internal(set) var ground: BodyHandle?
  /// The velocity of the ground at the character, in meters per second.
  public internal(set) var groundVelocity: Vector3 = .zero
  /// The contact with the ground, in the axes of the ground's body.
  var anchor: Vector3 = .zero
  /// The world position of the anchor after the last move.
  var lastAnchor: Vector3 = .zero
  /// The speed of the jump in the next move; 0 for none.
  var jumpSpeed: Float = 0

  /// Places a character in the air at a position; the first move finds the ground.
  ///
  /// - Throws: ``PhysicsError`` for invalid settings.
  public init(
    _ settings: CharacterSettings = CharacterSettings(), at position: Vector3
  ) throws(PhysicsError) {
    if let error = settings.error { throw error }
    if !BodyLimits.isInWorld(position) {
      throw .invalidProperty("position", problem: "it must be within \(BodyLimits.maxCoordinate) m")
    }
    self.settings = settings
    self.position = position
    groundNormal = settings.up.normalized(or: .unitY)
  }

  /// Whether the character stands on walkable ground.
  public var isGrounded: Bool { footing == .ground }

  /// The lowest point of the capsule.
  public var feet: Vector3 { position - up * (0.5 * settings.height) }

  /// Makes the next move jump with a speed along up, in meters per second, relative to the ground.
  ///
  /// It works in the air as well; check ``isGrounded`` first for a character that cannot fly.
  public mutating func jump(speed: Float) {
    precondition(speed.isFinite && speed >= 0, "The speed of a jump is 0 or more")
    jumpSpeed = speed
  }

  /// Whether a capsule of another height with the same feet would overlap no body.
  public func fits(in world: World, height: Float) -> Bool {
    precondition(height >= 2 * settings.radius, "A height is at least twice the radius")
    let middle = feet + up * (0.5 * height)
    // Slightly smaller, since contacts with ground and walls are not overlaps.
    let slim = CapsuleShape(
      radius: settings.radius - min(0.01, 0.1 * settings.radius),
      halfLength: 0.5 * height - settings.radius)
    return world.overlap(
      .capsule(slim), at: Transform(position: middle, orientation: orientation), filter: query
    ).isEmpty
  }

  // MARK: Derived values

  var up: Vector3 { settings.up.normalized(or: .unitY) }
  var orientation: Quaternion { Quaternion(from: .unitY, to: up) }

  var shape: Shape {
    .capsule(
      CapsuleShape(
        radius: settings.radius, halfLength: max(0, 0.5 * settings.height - settings.radius)))
  }

  var placement: Transform { Transform(position: position, orientation: orientation) }

  var query: QueryFilter {
    QueryFilter(
      mask: settings.filter.collision, category: settings.filter.category,
      ignoring: settings.ownBody.map { [$0] } ?? [])
  }

  /// The component of a vector perpendicular to up.
  func level(_ v: Vector3) -> Vector3 { v - up * v.dot(up) }

  func isWalkable(_ normal: Vector3) -> Bool {
    // Slightly beyond the limit, so that a slope of exactly the limit can be walked.
    normal.dot(up) >= Portable.cos(settings.slopeLimit) - 1e-4
  }
}
