import CaromCollision
import CaromMaths

/// The limits of bodies that are not ranges of declared properties.
enum BodyLimits {
  /// The maximum speed along an axis in meters per second, to which faster bodies are clamped.
  static let maxSpeed: Float = 1e4
  /// The maximum coordinate of a position, in meters.
  static let maxCoordinate: Float = 1e7
  /// The maximum of any quantity without a narrower range; larger values overflow when squared.
  static let maxAmount: Float = 1e18

  /// Whether a position is finite and within the world.
  static func isInWorld(_ position: Vector3) -> Bool {
    position.isFinite && position.magnitudes.greatest <= maxCoordinate
  }

  /// The reason why a body of this kind cannot have this shape, or nil.
  static func problem(_ shape: Shape, _ kind: BodyKind) -> String? {
    if let problem = shape.problem { return problem }
    if kind == .dynamic && !shape.isBounded {
      return "planes, meshes and height fields have no finite volume, so they cannot be dynamic; "
        + "static and kinematic bodies are accepted"
    }
    return nil
  }
}
