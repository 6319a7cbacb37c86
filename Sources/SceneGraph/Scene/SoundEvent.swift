public import CaromMaths

/// A sound that starts in a tick or is sustained through it.
public struct SoundEvent: Hashable, Sendable {
  /// The name of the sound.
  public let name: String
  /// The identity of the source node; 0 for none.
  public let node: Int32
  /// The position of the source in the world, in meters; nil for a sound without a position.
  public let position: Vector3?
  /// The loudness, 0 to 1.
  public let gain: Float
  /// The playback speed; 2 is an octave higher and half as long.
  public let pitch: Float

  /// Creates an event.
  public init(
    name: String, node: Int32 = 0, position: Vector3? = nil, gain: Float = 1, pitch: Float = 1
  ) {
    self.name = name
    self.node = node
    self.position = position
    self.gain = gain
    self.pitch = pitch
  }
}
