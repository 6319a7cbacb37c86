import CaromMaths
import CaromSceneGraph
import CaromSounds
import Foundation
import Testing

@Suite("Mixer")
struct MixerTests {
  /// A constant of one half for a second, and a sine of 441 Hz with 100 samples per period.
  private let bank = SoundBank([
    "steady": Sound(sampleRate: 44_100, samples: Array(repeating: 0.5, count: 44_100)),
    "loud": Sound(sampleRate: 44_100, samples: Array(repeating: 1, count: 44_100)),
    "sine": Sound(
      sampleRate: 44_100,
      samples: (0..<44_100).map { Portable.sin(Float($0 % 100) / 100 * 2 * .pi) * 0.5 }),
    "low": Sound(sampleRate: 22_050, samples: (0..<100).map { Float($0) / 200 }),
  ])

  private func mixed(
    _ events: [SoundEvent], listener: Listener = Listener(), frames: Int = 735
  ) -> [Int16] {
    var mixer = Mixer()
    mixer.update(events, listener: listener, bank: bank)
    return mixer.mix(frames: frames)
  }

  @Test("A sound without a position has equal power in both channels: gain / √2")
  func everywhere() {
    let samples = mixed([SoundEvent(name: "steady", gain: 0.8)])
    let expected = Int16((0.5 * 0.8 * Float(0.5).squareRoot() * 32_767).rounded())
    #expect(samples.allSatisfy { abs($0 - expected) <= 1 })
  }

  @Test(
    "Left² + right² is gain² for near sounds from any direction",
    arguments: [-1, -0.6, -0.2, 0, 0.3, 0.8, 1] as [Float])
  func powerIsKept(side: Float) {
    let place = Vector3(8 * side, 8 * (1 - side * side).squareRoot(), 0)
    let ears = Listener().gains(0.9, from: place)
    #expect(abs(ears.left * ears.left + ears.right * ears.right - 0.81) < 1e-5)
    // tan(angle) = right / left, where the angle runs from 0 to 90° from left to right.
    let share = Portable.atan2(ears.right, ears.left) / (.pi / 2)
    #expect(abs(share - (side + 1) / 2) < 1e-5)
  }

  @Test("The gain is one within the reference distance, half at twice and a tenth at ten times")
  func distance() {
    func loudness(_ distance: Float) -> Float {
      let ears = Listener().gains(1, from: Vector3(0, 0, -distance))
      return (ears.left * ears.left + ears.right * ears.right).squareRoot()
    }
    #expect(abs(loudness(0) - 1) < 1e-6 && abs(loudness(Listener.referenceDistance) - 1) < 1e-6)
    #expect(abs(loudness(2 * Listener.referenceDistance) - 0.5) < 1e-6)
    #expect(abs(loudness(10 * Listener.referenceDistance) - 0.1) < 1e-6)
    #expect(Listener().gains(1, from: Vector3(.infinity, 0, 0)) == (0, 0))
  }

  @Test("The listener rotates with the camera")
  func turnedEars() {
    let scene = Scene()
    let eye = Node()
    eye.camera = Camera()
    eye.position = Vector3(1, 2, 3)
    eye.eulerAngles = Vector3(0, .pi, 0)
    scene.rootNode.addChildNode(eye)
    let listener = Listener(scene)
    #expect(listener.position == Vector3(1, 2, 3))
    #expect((listener.right - Vector3(-1, 0, 0)).length < 1e-6)
    let ears = listener.gains(1, from: Vector3(11, 2, 3))
    #expect(ears.left > 0.7 && ears.right < 0.01)
  }

  @Test("No sample is clipped for any number of sounds")
  func noClipping() {
    let samples = mixed((0..<40).map { _ in SoundEvent(name: "loud", gain: 1) })
    let loudest = samples.reduce(0) { max($0, abs(Int($1))) }
    #expect(loudest < 32_767 && loudest > 30_000)
    // A single sound is below the threshold and not compressed.
    let alone = mixed([SoundEvent(name: "loud", gain: 1)])
    #expect(abs(Int(alone[0]) - 23_170) <= 1)
  }

  @Test("Compression is smooth and monotonic")
  func limiterRises() {
    let levels = (1...40).map { count in
      mixed((0..<count).map { _ in SoundEvent(name: "loud", gain: 0.2) }, frames: 1)[0]
    }
    // At most the 24 voices of a mixer.
    #expect(zip(levels, levels.dropFirst()).prefix(23).allSatisfy { $0 < $1 })
    #expect(Set(levels.dropFirst(23)).count == 1)
  }

  @Test("With more sounds than voices the loudest are played and the quietest are stopped")
  func stealing() {
    var mixer = Mixer(voices: 4)
    let quiet = (1...4).map { SoundEvent(name: "steady", gain: Float($0) * 0.1) }
    mixer.update(quiet, listener: Listener(), bank: bank)
    #expect(mixer.voiceCount == 4)
    // Quieter than all voices: not played. Louder than the quietest: replaces it.
    mixer.update(
      [SoundEvent(name: "steady", gain: 0.05), SoundEvent(name: "steady", gain: 0.9)],
      listener: Listener(), bank: bank)
    #expect(mixer.voiceCount == 4)
    _ = mixer.mix(frames: 735)
    let level = Float(mixer.mix(frames: 1)[0]) / 32_767
    #expect(abs(level - 0.5 * 0.707_107 * (0.2 + 0.3 + 0.4 + 0.9)) < 0.001)
  }

  @Test(
    "Twice the pitch is an octave higher and half as long; the sample rate of a file does not matter"
  )
  func pitch() {
    func crossings(_ pitch: Float) -> Int {
      let samples = mixed([SoundEvent(name: "sine", pitch: pitch)], frames: 22_050)
      return stride(from: 2, to: samples.count, by: 2).count {
        samples[$0 - 2] < 0 && samples[$0] >= 0
      }
    }
    #expect(abs(crossings(1) - 220) <= 1)
    #expect(abs(crossings(2) - 441) <= 1)
    // 100 samples at 22,050 Hz are 200 at 44,100, with means between them.
    let low = mixed([SoundEvent(name: "low", gain: 1)], frames: 300)
    let heard = (0..<300).filter { low[$0 * 2] != 0 }
    #expect(heard.last == 199)
    #expect(abs(Int(low[2 * 51]) * 2 - Int(low[2 * 50]) - Int(low[2 * 52])) <= 2)
  }

  @Test(
    "A sine is mixed by the formula: sample × gain × attenuation × cos or sin of the panning angle",
    arguments: [
      Vector3(6, 0, 0), Vector3(-3, 1, 2), Vector3(-20, 0, -9), Vector3(0, 0, -4),
    ])
  func analytic(place: Vector3) {
    let samples = mixed([SoundEvent(name: "sine", position: place, gain: 0.6)])
    // Computed in Double from the definition: the listener at the origin, right along +X.
    let (x, y, z) = (Double(place.x), Double(place.y), Double(place.z))
    let distance = (x * x + y * y + z * z).squareRoot()
    let angle = (x / max(distance, 8) + 1) * .pi / 4
    let loudness = 0.6 * min(1, 8 / distance) * 32_767
    for frame in 0..<735 {
      let wave = 0.5 * sin(2 * .pi * Double(frame % 100) / 100) * loudness
      #expect(abs(Double(samples[frame * 2]) - wave * cos(angle)) <= 1)
      #expect(abs(Double(samples[frame * 2 + 1]) - wave * sin(angle)) <= 1)
    }
  }

  @Test(
    "Samples are interpolated linearly: a sine at another pitch is exact within the chord error")
  func analyticPitch() {
    let pitch = 1.37
    let samples = mixed([SoundEvent(name: "sine", gain: 1, pitch: Float(pitch))])
    // The chord error of a sine of amplitude a is at most a (2π/100)² / 8.
    let bend = 0.5 * (2 * Double.pi / 100) * (2 * Double.pi / 100) / 8 * 32_767
    for frame in 0..<735 {
      let wave = 0.5 * sin(2 * .pi * Double(frame) * pitch / 100) * 0.5.squareRoot() * 32_767
      #expect(abs(Double(samples[frame * 2]) - wave) <= bend + 2)
    }
  }

  @Test("The gain of a moving sound is interpolated linearly between two ticks")
  func analyticRamp() {
    var mixer = Mixer()
    func take(_ gain: Float) {
      mixer.update(
        [], sustained: [SoundEvent(name: "steady", gain: gain)], listener: Listener(), bank: bank)
    }
    take(0.2)
    _ = mixer.mix(frames: 735)
    take(0.8)
    let samples = mixer.mix(frames: 735)
    for frame in 0..<735 {
      let gain = 0.2 + 0.6 * Double(frame + 1) / 735
      let level = 0.5 * gain * 0.5.squareRoot() * 32_767
      #expect(abs(Double(samples[frame * 2]) - level) <= 1)
    }
  }

  @Test(
    "What goes on is heard for as long as it is told, follows its gain, and fades without a step")
  func sustained() {
    var mixer = Mixer()
    var samples: [Int16] = []
    for tick in 0..<200 {
      let events =
        tick < 100 ? [SoundEvent(name: "steady", node: 3, gain: tick < 50 ? 0.4 : 0.8)] : []
      mixer.update([], sustained: events, listener: Listener(), bank: bank)
      samples += mixer.mix(frames: 735)
    }
    func level(_ tick: Int) -> Float { Float(samples[tick * 735 * 2 + 700]) / 32_767 }
    #expect(abs(level(40) - 0.5 * 0.4 * 0.707_107) < 0.001)
    #expect(abs(level(90) - 0.5 * 0.8 * 0.707_107) < 0.001, "beyond the end of the recording")
    #expect(level(102) == 0 && mixer.voiceCount == 0)
    let steps = stride(from: 2, to: samples.count, by: 2).map {
      abs(Int(samples[$0]) - Int(samples[$0 - 2]))
    }
    #expect((steps.max() ?? 0) < 100, "nothing clicks")
  }

  @Test("The same sounds give the same samples, bit for bit")
  func repeats() {
    func run() -> [Int16] {
      var mixer = Mixer()
      var stream = RandomStream(seed: 5)
      var samples: [Int16] = []
      for _ in 0..<60 {
        let events = (0..<stream.int(below: 4)).map { _ in
          SoundEvent(
            name: ["sine", "low", "steady"][stream.int(below: 3)],
            position: Vector3(stream.float(in: -30...30), 0, stream.float(in: -30...30)),
            gain: stream.float(), pitch: stream.float(in: 0.5...2))
        }
        mixer.update(events, listener: Listener(), bank: bank)
        samples += mixer.mix(frames: 735)
      }
      return samples
    }
    let samples = run()
    #expect(samples == run() && Set(samples).count > 1_000)
  }

  @Test("Unknown and silent sounds, and gains that are not numbers, have no effect")
  func nonsense() {
    let samples = mixed([
      SoundEvent(name: "nothing"), SoundEvent(name: "steady", gain: 0),
      SoundEvent(name: "steady", gain: -1), SoundEvent(name: "steady", gain: .nan),
      SoundEvent(name: "sine", position: Vector3(.nan, 0, 0), pitch: .nan),
    ])
    #expect(samples.allSatisfy { $0 == 0 })
    #expect(mixed([SoundEvent(name: "sine", pitch: .infinity)]).count == 1_470)
  }
}
