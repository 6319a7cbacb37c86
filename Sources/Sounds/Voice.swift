import CaromMaths
import CaromSceneGraph

/// A sound that is being heard.
struct Voice {
  /// What tells a sound that goes on from others: its name and its node.
  struct Key: Hashable {
    let name: String
    let node: Int32

    init(_ event: SoundEvent) { (name, node) = (event.name, event.node) }
  }

  /// Set for what goes on for as long as it is told.
  let key: Key?
  /// How loud it was made.
  private(set) var gain: Float
  /// Where it comes from; nil for everywhere.
  private(set) var place: Vector3?
  /// How loud it is in each ear now, left and right.
  var ears: (Float, Float) = (0, 0)
  /// How loud it is to be in each ear when the next samples end.
  var goal: (Float, Float) = (0, 0)
  /// True when it is to be gone after the next samples.
  var isEnding = false

  private let sound: Sound
  private var position: Double = 0
  private var step: Double

  init(_ event: SoundEvent, _ sound: Sound, key: Key?, rate: Int) {
    self.key = key
    self.sound = sound
    gain = Self.bounded(event.gain)
    place = event.position
    step = Self.step(event.pitch, sound, rate)
  }

  /// Takes over how loud, how high and from where a sound that goes on is told to be now.
  mutating func follow(_ event: SoundEvent, rate: Int) {
    (gain, place) = (Self.bounded(event.gain), event.position)
    step = Self.step(event.pitch, sound, rate)
  }

  private static func bounded(_ gain: Float) -> Float { gain > 0 ? min(1, gain) : 0 }

  /// Samples of the sound for each sample of the mixture; three octaves around its own pitch.
  private static func step(_ pitch: Float, _ sound: Sound, _ rate: Int) -> Double {
    let bounded = pitch.isFinite ? max(0.125, min(8, pitch)) : 1
    return Double(bounded) * Double(sound.rate) / Double(rate)
  }

  /// How loud it is at most from now on, as a power.
  var loudness: Float {
    let level = key == nil ? sound.level(from: Int(position)) : sound.level(from: 0)
    return (goal.0 * goal.0 + goal.1 * goal.1) * level * level
  }

  /// Whether it has come to its end.
  var isOver: Bool { key == nil && position >= Double(sound.samples.count) }

  /// Adds the next samples to sums of left and right by turns, and moves on.
  mutating func add(to sums: UnsafeMutableBufferPointer<Float>) {
    let frames = sums.count / 2
    guard frames > 0 else { return }
    let count = sound.samples.count
    let rises = ((goal.0 - ears.0) / Float(frames), (goal.1 - ears.1) / Float(frames))
    sound.samples.withUnsafeBufferPointer { samples in
      for frame in 0..<frames {
        var index = Int(position)
        if index >= count {
          guard key != nil else { break }
          position -= Double(count)
          // A step may be longer than a very short sound.
          if position >= Double(count) { position = 0 }
          index = Int(position)
        }
        let next = index + 1 < count ? samples[index + 1] : key == nil ? 0 : samples[0]
        let share = Float(position - Double(index))
        let sample = samples[index] + (next - samples[index]) * share
        ears.0 += rises.0
        ears.1 += rises.1
        sums[frame * 2] += sample * ears.0
        sums[frame * 2 + 1] += sample * ears.1
        position += step
      }
    }
    ears = goal
  }
}
