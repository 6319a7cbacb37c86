import CaromPlayer
import Testing

@Suite("Tick pacer")
struct TickPacerTests {
  private let tick: UInt64 = 16_666_667

  @Test("Runs one tick immediately and then one for each elapsed tick length")
  func wholeTicks() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    #expect(pacer.tick == tick)
    #expect(pacer.advance(to: 5) == 1)
    #expect(pacer.advance(to: 5 + tick / 2) == 0)
    #expect(pacer.advance(to: 5 + tick) == 1)
    #expect(pacer.advance(to: 5 + 4 * tick) == 3)
  }

  @Test(
    "Runs exactly 60 ticks a second at every sustainable frame rate",
    arguments: [
      13, 24, 60, 61, 144, 1000,
    ])
  func sixtyTicksASecond(framesPerSecond: UInt64) {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    var ticks = 0
    for frame in 0...10 * framesPerSecond {
      ticks += pacer.advance(to: frame * 1_000_000_000 / framesPerSecond)
    }
    // One at the start; the last may fall on either side of the tenth second.
    #expect((600...601).contains(ticks))
  }

  @Test("Slows down instead of running more than five ticks a frame, and never catches up")
  func stretchesTime() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    _ = pacer.advance(to: 0)
    #expect(pacer.advance(to: 60 * tick) == TickPacer.maximumTicksPerFrame)
    #expect(pacer.advance(to: 61 * tick) == 1)
  }

  @Test("Interpolates by the elapsed fraction of a tick")
  func interpolation() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    _ = pacer.advance(to: 0)
    _ = pacer.advance(to: tick * 5 / 4)
    #expect(abs(pacer.interpolation - 0.25) < 1e-6)
    _ = pacer.advance(to: tick * 2 - 1)
    #expect(pacer.interpolation < 1 && pacer.interpolation > 0.99)
  }

  @Test("Shows whole ticks if the frame rate matches, even with jitter")
  func locked() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    var now: UInt64 = 0
    var counts: [Int] = []
    for frame in 0..<600 {
      counts.append(pacer.advance(to: now))
      #expect(pacer.isLocked && pacer.interpolation == 1)
      now += tick - 2_000_000 + UInt64(frame * 1_234_577 % 4_000_001)
    }
    #expect(counts.count { $0 == 1 } > 540)
    #expect(abs(counts.reduce(0, +) - 600) <= 1)
  }

  @Test("A pause is discarded")
  func pause() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    _ = pacer.advance(to: 0)
    pacer.skip(to: 100 * tick)
    #expect(pacer.advance(to: 101 * tick) == 1)
  }

  @Test("A clock that goes backwards is tolerated")
  func clockGoesBack() {
    var pacer = TickPacer(timeStep: 1.0 / 60)
    _ = pacer.advance(to: 10 * tick)
    #expect(pacer.advance(to: 3 * tick) == 0)
    #expect(pacer.advance(to: 11 * tick) == 1)
  }
}
