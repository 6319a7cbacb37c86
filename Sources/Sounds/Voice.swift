import CaromMaths
import CaromSceneGraph

/// A playing sound.
struct Voice {
  /// Identifies a sustained sound: its name and its node.
  struct Key: Hashable {
    let name: String
    let node: Int32

    init(_ event: SoundEvent) { (name, node) = (event.name, event.node) }
  }

  /// The key of a sustained sound; nil for other sounds.
  let key: Key?
  /// The gain of the sound.
  private(set) var gain: Float
  /// The position of the source; nil for a sound without a position.
  private(set) var source: Vector3?
  /// The current gains of the left and right channel.
  var gains: (Float, Float) = (0, 0)
  /// The gains at the end of the next samples.
  var targetGains: (Float, Float) = (0, 0)
  /// Whether the voice ends after the next samples.
  var isEnding = false

  private let sound: Sound
  private var position: Double = 0
  private var step: Double

  init(_ event: SoundEvent, _ sound: Sound, key: Key?, sampleRate: Int) {
    self.key = key
    self.sound = sound
    gain = Self.bounded(event.gain)
    source = event.position
    step = Self.step(event.pitch, sound, sampleRate)
  }

  /// Updates gain, pitch and position of a sustained sound.
  mutating func update(_ event: SoundEvent, sampleRate: Int) {
    (gain, source) = (Self.bounded(event.gain), event.position)
    step = Self.step(event.pitch, sound, sampleRate)
  }

  private static func bounded(_ gain: Float) -> Float { gain > 0 ? min(1, gain) : 0 }

  /// Returns the playback step in samples; the pitch is limited to three octaves around the
  /// original.
  private static func step(_ pitch: Float, _ sound: Sound, _ sampleRate: Int) -> Double {
    let bounded = pitch.isFinite ? max(0.125, min(8, pitch)) : 1
    return Double(bounded) * Double(sound.sampleRate) / Double(sampleRate)
  }

  /// The maximum remaining loudness, as a power.
  var loudness: Float {
    let level = key == nil ? sound.level(from: Int(position)) : sound.level(from: 0)
    return (targetGains.0 * targetGains.0 + targetGains.1 * targetGains.1) * level * level
  }

  /// Whether the sound has ended.
  var isOver: Bool { key == nil && position >= Double(sound.samples.count) }

  /// Adds the next samples to interleaved left and right sums, and advances.
  mutating func add(to sums: UnsafeMutableBufferPointer<Float>) {
    let frames = sums.count / 2
    guard frames > 0 else { return }
    let count = sound.samples.count
    let increments = (
      (targetGains.0 - gains.0) / Float(frames), (targetGains.1 - gains.1) / Float(frames)
    )
    sound.samples.withUnsafeBufferPointer { samples in
      for frame in 0..<frames {
        var index = Int(position)
        if index >= count {
          guard key != nil else { break }
          position -= Double(count)
          // The step may exceed the length of a very short sound.
          if position >= Double(count) { position = 0 }
          index = Int(position)
        }
        let next = index + 1 < count ? samples[index + 1] : key == nil ? 0 : samples[0]
        let share = Float(position - Double(index))
        let sample = samples[index] + (next - samples[index]) * share
        gains.0 += increments.0
        gains.1 += increments.1
        sums[frame * 2] += sample * gains.0
        sums[frame * 2 + 1] += sample * gains.1
        position += step
      }
    }
    gains = targetGains
  }
}
