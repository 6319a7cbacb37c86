import CaromMaths

/// The density of a collider and the motion of its surface where they are not those of its body;
/// only 4-byte fields.
struct ColliderExtras: BitwiseCopyable {
  private var linear = Vector3.zero
  private var angular = Vector3.zero
  private(set) var density: Float = 0
  /// The values that are the collider's own, as bits; the others are those of the body.
  private var own: UInt32 = 0

  init() {}

  init(_ p: ColliderProperties) {
    if let velocity = p.surfaceVelocity { (linear, own) = (velocity, own | 1) }
    if let velocity = p.surfaceAngularVelocity { (angular, own) = (velocity, own | 2) }
    if let value = p.density { (density, own) = (value, own | 4) }
  }

  var isUsual: Bool { own == 0 }
  var isMoving: Bool { linear != .zero || angular != .zero }
  var isFinite: Bool { linear.isFinite && angular.isFinite && density.isFinite && density >= 0 }

  /// Writes the values that are the collider's own.
  func store(_ p: inout ColliderProperties) {
    if own & 1 != 0 { p.surfaceVelocity = linear }
    if own & 2 != 0 { p.surfaceAngularVelocity = angular }
    if own & 4 != 0 { p.density = density }
  }

  /// The velocities of the collider of a body with these extras.
  func over(_ body: BodyExtras) -> (linear: Vector3, angular: Vector3) {
    (
      own & 1 != 0 ? linear : body.surfaceVelocity,
      own & 2 != 0 ? angular : body.surfaceAngularVelocity
    )
  }
}

/// The motion of the surfaces of bodies and colliders, as pointers for the threads.
struct SurfaceMotions: BitwiseCopyable, @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let extras: UnsafeMutableBufferPointer<BodyExtras>
  let colliders: UnsafeMutableBufferPointer<ColliderExtras>

  /// The velocity in the world of the surface of a collider relative to its body, at a point, and
  /// its angular velocity.
  ///
  /// Only the part along the surface has an effect.
  func velocity(
    _ body: Int32, _ collider: Int32, at point: Vector3
  ) -> (linear: Vector3, angular: Vector3) {
    let b = bodies + Int(body)
    guard b.pointee.has(BodyRecord.Flag.surfaceMotion) else { return (.zero, .zero) }
    let whole = Int(body) < extras.count ? extras[Int(body)] : BodyExtras()
    let own =
      b.pointee.has(BodyRecord.Flag.colliderOverrides) && Int(collider) < colliders.count
      ? colliders[Int(collider)] : ColliderExtras()
    let (linear, angular) = own.over(whole)
    let q = b.pointee.orientation
    let spin = q.rotate(angular)
    return (q.rotate(linear) + spin.cross(point - b.pointee.position), spin)
  }
}

extension World {
  /// Stores whether a surface of a body moves along itself, after its properties or colliders
  /// changed.
  func updateSurfaceMotion(_ index: Int) {
    let b = bodies.base + index
    var moves = false
    if index < bodies.extras.count {
      let extras = bodies.extras.base[index]
      moves = extras.surfaceVelocity != .zero || extras.surfaceAngularVelocity != .zero
    }
    if b.pointee.has(BodyRecord.Flag.colliderOverrides) {
      var collider = Int(b.pointee.firstCollider)
      while collider >= 0 {
        if collider < colliders.extras.count && colliders.extras.base[collider].isMoving {
          moves = true
        }
        collider = Int(colliders.base[collider].next)
      }
    }
    b.pointee.set(BodyRecord.Flag.surfaceMotion, moves)
  }
}
