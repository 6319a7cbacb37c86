/// A sound: its name, its seed and its synthesis.
struct SoundRecipe {
  /// The name by which scenes and games play it.
  let name: String
  /// The seed of its noise.
  let seed: UInt32
  /// The description in the list of assets.
  let summary: String
  /// The duration in seconds.
  let seconds: Float
  /// The sample rate in hertz.
  var rate = 22_050
  /// Whether the sound loops.
  var isLoop = false
  /// Synthesizes the sound.
  let make: (inout Synthesis) -> Void

  /// The bytes of the WAV file.
  var bytes: [UInt8] {
    var synthesis = Synthesis(seconds: seconds, seed: seed, rate: rate)
    make(&synthesis)
    if !isLoop { synthesis.fadeOut() }
    return synthesis.wave()
  }

  /// Adds notes `step` seconds apart, in semitones relative to A4 (440 Hz).
  private static func notes(
    _ semitones: [Float], step: Float, decay: Float, gain: Float = 1, _ s: inout Synthesis
  ) {
    for (index, note) in semitones.enumerated() {
      let frequency = pitch(note)
      let start = Float(index) * step
      s.addTone(frequency, gain: gain, start: start, decay: decay)
      s.addTone(frequency * 2, gain: gain * 0.3, start: start, decay: decay * 0.6)
      s.addTone(frequency * 3, gain: gain * 0.12, start: start, decay: decay * 0.35)
    }
  }

  /// The frequency of a note in hertz, in equal temperament.
  private static func pitch(_ semitones: Float) -> Float {
    let whole = Int(semitones.rounded(.down))
    var frequency: Float = 440
    for _ in 0..<abs(whole) { frequency *= whole < 0 ? 1 / 1.059_463_1 : 1.059_463_1 }
    return frequency
  }

  /// Adds a breaking brick: a crunch and the resonances of a body of the given pitch.
  private static func brick(_ pitch: Float, _ s: inout Synthesis) {
    s.addNoise(gain: 2.2, cutoff: 3_500, decay: 0.035)
    s.addNoise(gain: 1.2, cutoff: 900, decay: 0.07)
    s.addModes([
      (pitch, 0.7, 0.09), (pitch * 1.47, 0.45, 0.07), (pitch * 2.09, 0.3, 0.05),
      (pitch * 2.56, 0.2, 0.03),
    ])
  }

  /// All sounds, in the order of the list of assets.
  static var all: [SoundRecipe] {
    [
      SoundRecipe(
        name: "barrier", seed: 101, summary: "the ball bounces off a wall", seconds: 0.16
      ) { s in
        s.addNoise(gain: 0.8, cutoff: 5_000, decay: 0.006)
        s.addModes([(1_180, 0.8, 0.03), (1_890, 0.35, 0.02), (2_970, 0.2, 0.012)])
      },
      SoundRecipe(
        name: "brick0", seed: 102, summary: "a large brick breaks", seconds: 0.34
      ) { brick(430, &$0) },
      SoundRecipe(
        name: "brick1", seed: 103, summary: "a brick breaks", seconds: 0.34
      ) { brick(540, &$0) },
      SoundRecipe(
        name: "brick2", seed: 104, summary: "a small brick breaks", seconds: 0.34
      ) { brick(680, &$0) },
      SoundRecipe(
        name: "bump", seed: 105, summary: "a marble strikes stone", seconds: 0.26
      ) { s in
        s.addNoise(gain: 1.2, cutoff: 6_000, decay: 0.004)
        s.addModes([
          (640, 0.5, 0.045), (1_310, 0.6, 0.04), (2_240, 0.5, 0.03), (3_650, 0.3, 0.018),
        ])
      },
      SoundRecipe(
        name: "cleared", seed: 106, summary: "all bricks are gone", seconds: 1.3
      ) { notes([0, 4, 7, 12, 7, 12, 16], step: 0.11, decay: 0.28, &$0) },
      SoundRecipe(
        name: "finished", seed: 107, summary: "the marble is at its goal", seconds: 1.4
      ) { notes([-5, 0, 4, 7, 12], step: 0.15, decay: 0.35, &$0) },
      SoundRecipe(
        name: "gameOver", seed: 108, summary: "the game is over", seconds: 1.2
      ) { notes([3, 0, -4, -9], step: 0.2, decay: 0.3, &$0) },
      SoundRecipe(
        name: "knock", seed: 109, summary: "a marble strikes wood", seconds: 0.26
      ) { s in
        s.addNoise(gain: 1, cutoff: 2_200, decay: 0.006)
        s.addModes([(185, 0.9, 0.06), (392, 0.7, 0.045), (731, 0.4, 0.03), (1_240, 0.2, 0.015)])
      },
      SoundRecipe(
        name: "land", seed: 110, summary: "a marble falls on stone", seconds: 0.32
      ) { s in
        s.addNoise(gain: 1.5, cutoff: 700, decay: 0.03)
        s.addModes([(98, 1, 0.07), (205, 0.6, 0.05), (870, 0.25, 0.03), (1_620, 0.15, 0.02)])
      },
      SoundRecipe(
        name: "lifeLost", seed: 111, summary: "a ball is lost", seconds: 0.55
      ) { s in
        s.addTone(520, to: 130, gain: 1, decay: 0.25)
        s.addTone(1_040, to: 260, gain: 0.3, decay: 0.16)
      },
      SoundRecipe(
        name: "menu", seed: 112, summary: "a line of a menu is chosen", seconds: 0.1
      ) { notes([12], step: 0, decay: 0.025, &$0) },
      SoundRecipe(
        name: "music", seed: 113, summary: "slow chords; repeats without a seam", seconds: 8,
        rate: 11_025, isLoop: true
      ) { s in
        let chords: [[Float]] = [
          [-12, 3, 7, 10], [-16, 0, 3, 8], [-9, 3, 7, 12], [-14, 2, 5, 10],
        ]
        for (bar, chord) in chords.enumerated() {
          for (index, note) in chord.enumerated() {
            // Each note decays before the next bar, so that the loop is seamless.
            let start = Float(bar) * 2 + Float(index) * 0.25
            s.addTone(
              pitch(note - 12), gain: index == 0 ? 0.8 : 0.45, start: start, attack: 0.08,
              decay: 0.22)
            s.addTone(pitch(note), gain: 0.16, start: start + 0.06, attack: 0.05, decay: 0.16)
          }
        }
      },
      SoundRecipe(
        name: "paddle", seed: 114, summary: "the ball bounces off the paddle", seconds: 0.2
      ) { s in
        s.addNoise(gain: 0.8, cutoff: 3_000, decay: 0.006)
        s.addModes([(415, 0.9, 0.05), (828, 0.5, 0.035), (1_420, 0.25, 0.02)])
      },
      SoundRecipe(
        name: "powerUp", seed: 115, summary: "a pearl is collected", seconds: 0.6
      ) { notes([7, 12, 19], step: 0.07, decay: 0.14, &$0) },
      SoundRecipe(
        name: "reset", seed: 116, summary: "the marble is back at its beginning", seconds: 0.45
      ) { s in
        s.addTone(220, to: 440, gain: 0.7, attack: 0.08, decay: 0.2)
        s.addNoise(gain: 0.6, cutoff: 1_200, decay: 0.12)
      },
      SoundRecipe(
        name: "roll", seed: 117, summary: "a marble rolls on stone; repeats without a seam",
        seconds: 1.2, isLoop: true
      ) { s in
        s.addNoise(gain: 1, cutoff: 260)
        s.addNoise(gain: 0.12, cutoff: 1_700)
        s.crossfadeLoop(over: 0.2)
      },
      SoundRecipe(
        name: "serve", seed: 118, summary: "the ball is served", seconds: 0.3
      ) { s in
        s.addTone(300, to: 900, gain: 0.8, decay: 0.1)
        s.addNoise(gain: 0.5, cutoff: 2_500, decay: 0.03)
      },
      SoundRecipe(
        name: "start", seed: 119, summary: "a run begins", seconds: 0.6
      ) { notes([0, 7, 12], step: 0.09, decay: 0.16, &$0) },
    ]
  }
}
