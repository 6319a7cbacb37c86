import CaromMaths
import CaromSounds

/// A sound synthesizer that adds tones and noise, with the same samples on every machine.
struct Synthesis {
  /// The sample rate in hertz.
  let rate: Int
  /// The samples.
  private(set) var samples: [Float]
  private var noise: RandomStream

  /// Creates silence of a duration in seconds; `seed` is that of the noise.
  init(seconds: Float, seed: UInt32, rate: Int = 22_050) {
    self.rate = rate
    samples = Array(repeating: 0, count: Int(seconds * Float(rate)))
    noise = RandomStream(seed: UInt64(seed))
  }

  private func time(_ index: Int) -> Float { Float(index) / Float(rate) }

  /// The sine of an angle in turns.
  private static func wave(_ turns: Double) -> Float {
    Portable.sin(Float(turns - turns.rounded(.down)) * (2 * .pi))
  }

  /// Adds a tone.
  ///
  /// - Parameters:
  ///   - frequency: The frequency at the start, in hertz.
  ///   - end: The frequency at the end of the sound, in hertz; nil for a constant one.
  ///   - gain: The amplitude.
  ///   - start: The start time in seconds.
  ///   - attack: The attack time in seconds.
  ///   - decay: The time constant of the decay to 37 %, in seconds.
  mutating func addTone(
    _ frequency: Float, to end: Float? = nil, gain: Float, start: Float = 0, attack: Float = 0.002,
    decay: Float
  ) {
    var turns: Double = 0
    let first = Int(start * Float(rate))
    let glide = (end ?? frequency) - frequency
    for index in min(first, samples.count)..<samples.count {
      let t = time(index - first)
      let fraction = time(index) / time(samples.count)
      samples[index] += Self.wave(turns) * gain * min(1, t / attack) * Portable.exp(-t / decay)
      turns += Double(frequency + glide * fraction) / Double(rate)
    }
  }

  /// Adds the modes of a struck body, each with its own decay.
  mutating func addModes(_ modes: [(frequency: Float, gain: Float, decay: Float)]) {
    for mode in modes {
      addTone(mode.frequency, gain: mode.gain, attack: 0.0005, decay: mode.decay)
    }
  }

  /// Adds low-pass filtered noise with a cutoff in hertz; constant without `decay`.
  mutating func addNoise(gain: Float, cutoff: Float, decay: Float? = nil) {
    let fraction = 1 - Portable.exp(-2 * .pi * cutoff / Float(rate))
    var (first, second): (Float, Float) = (0, 0)
    for index in samples.indices {
      first += (noise.float(in: -1...1) - first) * fraction
      second += (first - second) * fraction
      samples[index] += second * gain * (decay.map { Portable.exp(-time(index) / $0) } ?? 1)
    }
  }

  /// Makes a seamless loop by crossfading the last `seconds` into the first.
  mutating func crossfadeLoop(over seconds: Float) {
    let count = min(Int(seconds * Float(rate)), samples.count / 2)
    let rest = samples.count - count
    for index in 0..<count {
      let fraction = Float(index) / Float(count)
      // An equal-power crossfade, because the noises are uncorrelated.
      samples[index] =
        samples[index] * fraction.squareRoot() + samples[rest + index] * (1 - fraction).squareRoot()
    }
    samples.removeLast(count)
  }

  /// Fades out the end, which avoids a click.
  mutating func fadeOut(over seconds: Float = 0.02) {
    let count = min(samples.count, Int(seconds * Float(rate)))
    for index in 0..<count { samples[samples.count - 1 - index] *= Float(index) / Float(count) }
  }

  /// The bytes of a WAV file, normalized to a peak.
  func wave(peak: Float = 0.8) -> [UInt8] {
    let loudest = samples.reduce(Float(1e-6)) { max($0, abs($1)) }
    let scale = peak / loudest * 32_767
    return WaveFile.encoding(samples.map { Int16(($0 * scale).rounded()) }, sampleRate: rate)
  }
}
