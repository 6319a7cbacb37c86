import CaromCollision
import CaromMaths

/// The properties that few bodies have; only 4-byte fields.
///
/// Stored beside the bodies, and only up to the last one that has any, so that other worlds cost
/// nothing.
struct BodyExtras: BitwiseCopyable {
  /// In the body's axes, in meters per second.
  var surfaceVelocity = Vector3.zero
  /// In the body's axes about its origin, in radians per second.
  var surfaceAngularVelocity = Vector3.zero
  /// The direction of the solid side in the body's axes, as it was given; zero for both sides.
  var oneWayDirection = Vector3.zero
  var oneWayAngle: Float = 0
  /// The cosine of that angle.
  var oneWayCosine: Float = 1
  var collisionGroup: Int32 = 0

  init() {}

  init(_ p: BodyProperties) {
    surfaceVelocity = p.surfaceVelocity
    surfaceAngularVelocity = p.surfaceAngularVelocity
    oneWayDirection = p.oneWay?.direction ?? .zero
    oneWayAngle = p.oneWay?.angle ?? 0
    oneWayCosine = Portable.cos(oneWayAngle)
    collisionGroup = Int32(clamping: p.collisionGroup)
  }

  var isUsual: Bool {
    surfaceVelocity == .zero && surfaceAngularVelocity == .zero && oneWayDirection == .zero
      && collisionGroup == 0
  }

  var isFinite: Bool {
    surfaceVelocity.isFinite && surfaceAngularVelocity.isFinite && oneWayDirection.isFinite
      && oneWayAngle.isFinite && oneWayCosine.isFinite
  }

  /// Whether the surface of a body in this orientation is solid at a contact whose unit normal
  /// points away from the body.
  func isSolid(_ orientation: Quaternion, _ normal: Vector3) -> Bool {
    guard let direction = oneWayDirection.normalized else { return true }
    // The tolerance lets an angle of 0 and of a right angle mean what they say.
    return orientation.rotate(direction).dot(normal) >= oneWayCosine - 1e-4
  }

  /// Writes them to properties.
  func store(_ p: inout BodyProperties) {
    p.surfaceVelocity = surfaceVelocity
    p.surfaceAngularVelocity = surfaceAngularVelocity
    p.collisionGroup = Int(collisionGroup)
    p.oneWay =
      oneWayDirection == .zero
      ? nil : OneWaySurface(direction: oneWayDirection, angle: oneWayAngle)
  }
}

extension BodyStore {
  /// Stores the rare properties of a body whose other properties are stored.
  func storeExtras(_ index: Int, _ p: BodyProperties) {
    let new = BodyExtras(p)
    if !new.isUsual {
      while extras.count <= index { extras.append(BodyExtras()) }
    }
    if index < extras.count { extras.base[index] = new }
    records.base[index].set(BodyRecord.Flag.oneWay, new.oneWayDirection != .zero)
    records.base[index].set(BodyRecord.Flag.grouped, new.collisionGroup != 0)
  }

  /// Whether two bodies are of the same collision group, and its number.
  func commonGroup(_ a: Int, _ b: Int) -> Int32? {
    guard a < extras.count, b < extras.count else { return nil }
    let group = extras.base[a].collisionGroup
    return group != 0 && group == extras.base[b].collisionGroup ? group : nil
  }
}
