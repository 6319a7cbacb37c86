import CaromMaths
import CaromSounds

/// A sound in the making: a sum of tones and noise, the same samples on every machine.
struct Synthesis {
  /// Samples a second.
  let rate: Int
  /// The samples so far.
  private(set) var samples: [Float]
  private var noise: RandomStream

  /// Silence of a length in seconds, and a stream of chance for its noise.
  init(seconds: Float, seed: UInt32, rate: Int = 22_050) {
    self.rate = rate
    samples = Array(repeating: 0, count: Int(seconds * Float(rate)))
    noise = RandomStream(seed: UInt64(seed))
  }

  private func time(_ index: Int) -> Float { Float(index) / Float(rate) }

  /// The sine of a number of whole turns; only the rest of the turn counts, however many there were.
  private static func wave(_ turns: Double) -> Float {
    Portable.sin(Float(turns - turns.rounded(.down)) * (2 * .pi))
  }

  /// Adds a tone.
  ///
  /// - Parameters:
  ///   - frequency: How high at its start, in hertz.
  ///   - end: How high at the end of the sound, in hertz; nil for the same.
  ///   - gain: How loud.
  ///   - start: When it begins, in seconds.
  ///   - attack: How long it swells, in seconds.
  ///   - decay: After how long it has faded to 37 %, in seconds.
  mutating func tone(
    _ frequency: Float, to end: Float? = nil, gain: Float, start: Float = 0, attack: Float = 0.002,
    decay: Float
  ) {
    var turns: Double = 0
    let first = Int(start * Float(rate))
    let glide = (end ?? frequency) - frequency
    for index in min(first, samples.count)..<samples.count {
      let t = time(index - first)
      let share = time(index) / time(samples.count)
      samples[index] += Self.wave(turns) * gain * min(1, t / attack) * Portable.exp(-t / decay)
      turns += Double(frequency + glide * share) / Double(rate)
    }
  }

  /// Adds the ringing of a struck body: tones that each fade for themselves.
  mutating func struck(_ modes: [(frequency: Float, gain: Float, decay: Float)]) {
    for mode in modes { tone(mode.frequency, gain: mode.gain, attack: 0.0005, decay: mode.decay) }
  }

  /// Adds noise without what is above about `cutoff` hertz; without `decay` it stays as loud.
  mutating func hiss(gain: Float, cutoff: Float, decay: Float? = nil) {
    let share = 1 - Portable.exp(-2 * .pi * cutoff / Float(rate))
    var (first, second): (Float, Float) = (0, 0)
    for index in samples.indices {
      first += (noise.float(in: -1...1) - first) * share
      second += (first - second) * share
      samples[index] += second * gain * (decay.map { Portable.exp(-time(index) / $0) } ?? 1)
    }
  }

  /// Makes the end run into the beginning: the last `seconds` are faded into the first.
  mutating func loop(fading seconds: Float) {
    let count = min(Int(seconds * Float(rate)), samples.count / 2)
    let rest = samples.count - count
    for index in 0..<count {
      let share = Float(index) / Float(count)
      // Of noises that have nothing to do with each other the powers add up.
      samples[index] =
        samples[index] * share.squareRoot() + samples[rest + index] * (1 - share).squareRoot()
    }
    samples.removeLast(count)
  }

  /// Fades the end out, so that it does not click.
  mutating func close(over seconds: Float = 0.02) {
    let count = min(samples.count, Int(seconds * Float(rate)))
    for index in 0..<count { samples[samples.count - 1 - index] *= Float(index) / Float(count) }
  }

  /// The bytes of a WAV file whose loudest sample is `peak`.
  func wave(peak: Float = 0.8) -> [UInt8] {
    let loudest = samples.reduce(Float(1e-6)) { max($0, abs($1)) }
    let scale = peak / loudest * 32_767
    return WaveFile.encoding(samples.map { Int16(($0 * scale).rounded()) }, sampleRate: rate)
  }
}
