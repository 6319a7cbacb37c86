import Carom
import CaromPlayer
import Testing

@Suite("Sound output")
struct SoundOutputTests {
  /// An audio device that plays on request.
  private final class Speakers: SoundDevice {
    var samples: [Int16] = []
    var played = 0
    var queued: Int { samples.count / 2 - played }
    func queue(_ more: [Int16]) { samples += more }
    func play(_ frames: Int) { played += min(frames, queued) }
  }

  private let bank = SoundBank([
    "beep": Sound(sampleRate: 44_100, samples: Array(repeating: 0.5, count: 4_410))
  ])

  @Test("A sound is in the samples of its tick, for its whole duration")
  func sounds() throws {
    let speakers = Speakers()
    let output = SoundOutput(device: speakers, bank: bank)
    let session = try Session(scene: Scene(), game: Probe())
    try session.send(.press(.space), at: 2)
    for _ in 0..<12 {
      session.step()
      output.tick(session)
      speakers.play(735)
    }
    #expect(speakers.samples.count == 12 * 735 * 2)
    let heard = speakers.samples.indices.filter { speakers.samples[$0] != 0 }
    #expect(heard.first == 2 * 735 * 2)
    #expect(abs((heard.last ?? 0) - (2 * 735 + 4_410) * 2) <= 4)
  }

  @Test("Sustained sounds fade when the session is paused, and muting silences everything")
  func pauses() throws {
    let speakers = Speakers()
    let output = SoundOutput(device: speakers, bank: bank)
    let session = try Session(scene: Scene(), game: Probe())
    try session.send(.press(.left), at: 0)
    try session.send(.command(.pause), at: 10)
    func last() -> ArraySlice<Int16> { speakers.samples.suffix(735 * 2) }
    for _ in 0..<10 {
      session.step()
      output.tick(session)
      speakers.play(735)
    }
    #expect(last().allSatisfy { $0 > 10_000 })
    for _ in 0..<2 {
      session.step()
      output.tick(session)
    }
    #expect(last().allSatisfy { $0 == 0 })
    try session.send(.command(.resume), at: 12)
    output.isMuted = true
    for _ in 0..<5 {
      session.step()
      output.tick(session)
    }
    #expect(last().allSatisfy { $0 == 0 })
  }

  @Test("Refills a device that runs empty, and drops excess samples")
  func fillBuffer() throws {
    let speakers = Speakers()
    let output = SoundOutput(device: speakers, bank: bank)
    output.fillBuffer(isRunning: true)
    #expect(speakers.queued >= 2_646 && speakers.queued < 3_200, "60 ms ahead")
    let session = try Session(scene: Scene(), game: Probe())
    for _ in 0..<60 {
      session.step()
      output.tick(session)
    }
    #expect(speakers.queued < 8_000, "150 ms and the tick that reached them")
  }
}
