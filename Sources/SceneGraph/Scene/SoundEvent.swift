public import CaromMaths

/// A sound that begins in a tick, or that goes on through it.
public struct SoundEvent: Hashable, Sendable {
  /// The name of the sound.
  public let name: String
  /// The node it comes from; 0 for none.
  public let node: Int32
  /// Where it comes from in the world, in metres; nil for everywhere.
  public let position: Vector3?
  /// How loud, 0 to 1.
  public let gain: Float
  /// How fast it is played: 2 is an octave higher and half as long.
  public let pitch: Float

  /// Makes an event.
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
