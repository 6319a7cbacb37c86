public import CaromMaths
public import CaromSceneGraph

/// The listener: a position in the world and the direction of the right ear.
///
/// A sound within ``referenceDistance`` keeps its gain; farther away it is attenuated in inverse
/// proportion to the distance. Sounds from the side are panned with constant power.
public struct Listener: Hashable, Sendable {
  /// The distance up to which a sound is not attenuated, in meters.
  public static let referenceDistance: Float = 8

  /// The position in the world, in meters.
  public var position: Vector3
  /// The direction of the right ear; unit length.
  public var right: Vector3

  /// Creates a listener at a position.
  public init(position: Vector3 = .zero, right: Vector3 = .unitX) {
    self.position = position
    self.right = right
  }

  /// Creates a listener at the scene's point of view, or at the origin without one.
  public init(_ scene: Scene) {
    guard let eye = scene.pointOfView else {
      self.init()
      return
    }
    let presented = eye.presentation
    self.init(position: presented.worldPosition, right: presented.worldRight)
  }

  /// Returns the gain of a sound for each ear.
  ///
  /// Left² + right² = gain² · attenuation², where the attenuation beyond ``referenceDistance`` is
  /// the reference distance ÷ distance. Within the reference distance the panning is reduced, so
  /// that a sound that passes the camera does not jump from ear to ear.
  ///
  /// - Parameters:
  ///   - gain: The gain of the sound.
  ///   - source: The position of the source in the world; nil for a sound without a position,
  ///     which is centered and not attenuated.
  /// - Returns: The gains of the left and the right channel.
  public func gains(_ gain: Float, from source: Vector3?) -> (left: Float, right: Float) {
    guard let source else { return (gain * 0.707_106_77, gain * 0.707_106_77) }
    let offset = source - position
    let distance = offset.length
    guard distance.isFinite else { return (0, 0) }
    let attenuation = distance > Self.referenceDistance ? Self.referenceDistance / distance : 1
    let side = offset.dot(right) / max(distance, Self.referenceDistance)
    let angle = Portable.sincos((max(-1, min(1, side)) + 1) * (.pi / 4))
    return (gain * attenuation * angle.cos, gain * attenuation * angle.sin)
  }
}
