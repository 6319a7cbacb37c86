import CaromCollision
public import CaromMaths

/// A capsule that walks, climbs steps, slides along walls, rides platforms and jumps.
///
/// A mover is no rigid body: nothing pushes or turns it but its own rules. It is a value of the game's
/// own, saved with ``save(into:)``; the world is asked and not changed, but for the dynamic bodies
/// that the character pushes or stands on. Move it once after each step of the world:
///
///     world.step(dt)
///     mover.move(in: world, by: dt, walking: stick * 4)
///
/// - Source: the plane solver and the rules follow E. Catto's mover for Box2D and Box3D, 2025, and
///   K. Fauerby, "Improved collision detection and response", 2003, for sliding.
public struct CharacterMover: Hashable, Sendable, BitwiseCopyable {
  /// What carries a character.
  public enum Footing: UInt32, Sendable, BitwiseCopyable {
    /// Nothing.
    case air = 0
    /// Ground that is too steep to stand on, down which it slides.
    case steep = 1
    /// Ground that it stands and walks on.
    case ground = 2
  }

  /// How it is built and what it can do; a new height keeps the middle where it is.
  public var settings: CharacterSettings {
    didSet {
      if let error = settings.error { preconditionFailure("\(error)") }
    }
  }
  /// The middle of the capsule, in the world; setting it puts the character there.
  public var position: Vector3
  /// How the character moves, in metres a second, what carries it included.
  public var velocity: Vector3 = .zero
  /// What carries the character.
  public internal(set) var footing: Footing = .air
  /// The normal of the ground, of unit length; up in the air.
  public internal(set) var groundNormal: Vector3
  /// The body under the character, or nil in the air.
  public internal(set) var ground: BodyHandle?
  /// How fast the ground moves where the character stands, in metres a second.
  public internal(set) var groundVelocity: Vector3 = .zero
  /// Where the character stands, in the ground body's own axes.
  var anchor: Vector3 = .zero
  /// Where that was in the world after the last move.
  var lastAnchor: Vector3 = .zero
  /// How fast the next move jumps; 0 for no jump.
  var jumpSpeed: Float = 0

  /// Puts a character into the air at a place; the first move finds its ground.
  ///
  /// - Throws: ``PhysicsError`` for settings that make no character.
  public init(
    _ settings: CharacterSettings = CharacterSettings(), at position: Vector3
  ) throws(PhysicsError) {
    if let error = settings.error { throw error }
    if !BodyChecks.isInWorld(position) {
      throw .invalidProperty("position", problem: "it must be within \(BodyChecks.farthest) m")
    }
    self.settings = settings
    self.position = position
    groundNormal = settings.up.normalized(or: .unitY)
  }

  /// Whether the character stands on ground that it can walk on.
  public var isGrounded: Bool { footing == .ground }

  /// Where the feet are: the lowest point of the capsule.
  public var feet: Vector3 { position - up * (0.5 * settings.height) }

  /// Makes the next move leave the ground with a speed along up, in metres a second, above the
  /// ground's own.
  ///
  /// Works in the air as well; ask ``isGrounded`` first for a character that cannot fly.
  public mutating func jump(speed: Float) {
    precondition(speed.isFinite && speed >= 0, "The speed of a jump is 0 or more")
    jumpSpeed = speed
  }

  /// Whether a capsule of another height, with its feet where they are, would be free to stand.
  public func fits(in world: World, height: Float) -> Bool {
    precondition(height >= 2 * settings.radius, "A height is at least twice the radius")
    let middle = feet + up * (0.5 * height)
    // A hair smaller all round, since standing and leaning touch.
    let slim = CapsuleShape(
      radius: settings.radius - min(0.01, 0.1 * settings.radius),
      halfLength: 0.5 * height - settings.radius)
    return world.overlap(
      .capsule(slim), at: Transform(position: middle, orientation: orientation), filter: query
    ).isEmpty
  }

  // MARK: What the rules use

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

  /// The part of a vector at right angles to up.
  func level(_ v: Vector3) -> Vector3 { v - up * v.dot(up) }

  func isWalkable(_ normal: Vector3) -> Bool {
    // A hair beyond, so that a slope of exactly the limit can be walked.
    normal.dot(up) >= Portable.cos(settings.slopeLimit) - 1e-4
  }
}
