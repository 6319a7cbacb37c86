public import CaromMaths
public import CaromSceneGraph

/// The ears: where they are in the world and which way is right.
///
/// A sound within ``reach`` is as loud as it was made; further away it fades with the distance. From
/// the side it is louder in one ear, with the same power in both together.
public struct Listener: Hashable, Sendable {
  /// Up to this distance a sound keeps its loudness, in metres.
  public static let referenceDistance: Float = 8

  /// Where they are, in metres.
  public var position: Vector3
  /// Towards the right ear; unit length.
  public var right: Vector3

  /// Ears at a place; +X is right where nothing else is said.
  public init(position: Vector3 = .zero, right: Vector3 = .unitX) {
    self.position = position
    self.right = right
  }

  /// The ears of who looks through the scene's point of view; at the origin where there is none.
  public init(_ scene: Scene) {
    guard let eye = scene.pointOfView else {
      self.init()
      return
    }
    let shown = eye.presentation
    self.init(position: shown.worldPosition, right: shown.worldRight)
  }

  /// How loud a sound is in each ear.
  ///
  /// Left² + right² = gain² · fade², with a fade of reach ÷ distance beyond ``reach``. Nearer than
  /// that the sides draw together, so that nothing jumps from ear to ear as it passes the camera.
  ///
  /// - Parameters:
  ///   - gain: How loud it is made.
  ///   - place: Where it comes from in the world; nil for everywhere: both ears alike, no fading.
  /// - Returns: The factors for the left and the right ear.
  public func gains(_ gain: Float, from place: Vector3?) -> (left: Float, right: Float) {
    guard let place else { return (gain * 0.707_106_77, gain * 0.707_106_77) }
    let way = place - position
    let distance = way.length
    guard distance.isFinite else { return (0, 0) }
    let fade = distance > Self.referenceDistance ? Self.referenceDistance / distance : 1
    let side = way.dot(right) / max(distance, Self.referenceDistance)
    let angle = Portable.sincos((max(-1, min(1, side)) + 1) * (.pi / 4))
    return (gain * fade * angle.cos, gain * fade * angle.sin)
  }
}
