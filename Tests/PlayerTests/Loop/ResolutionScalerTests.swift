import CaromPlayer
import Testing

@Suite("Resolution scaler")
struct ResolutionScalerTests {
  @Test("A small window is rendered at full resolution, a large one within the pixel budget")
  func sizes() {
    let resolution = ResolutionScaler(maximumPixelCount: 640 * 360, frameBudget: 12_000_000)
    #expect(resolution.size(for: (320, 200)) == (320, 200))
    #expect(resolution.size(for: (1280, 720)) == (640, 360))
    #expect(resolution.size(for: (1920, 1080)) == (640, 360))
    let tall = resolution.size(for: (900, 1600))
    #expect(tall.width * tall.height <= 640 * 360)
    #expect(abs(Double(tall.width) / Double(tall.height) - 900.0 / 1600) < 0.005)
    // A narrow strip has few pixels, but exceeds the maximum side.
    #expect(resolution.size(for: (16_384, 10)) == (8_192, 5))
    #expect(resolution.size(for: (100_000, 1)) == (8_192, 1))
    #expect(resolution.size(for: (10, 16_384)) == (5, 8_192))
  }

  @Test(
    "Reduces pixels in proportion to the excess, at most to a sixteenth, and increases them again")
  func followsTheTime() {
    var resolution = ResolutionScaler(maximumPixelCount: 10_000, frameBudget: 12_000_000)
    for _ in 0..<29 { resolution.record(nanoseconds: 20_000_000) }
    #expect(resolution.pixelBudget == 10_000)
    resolution.record(nanoseconds: 20_000_000)
    #expect(resolution.pixelBudget == 5_400, "0.9 of the share that there is time for")
    for _ in 0..<1000 { resolution.record(nanoseconds: 20_000_000) }
    #expect(resolution.pixelBudget == 625)
    for _ in 0..<1000 { resolution.record(nanoseconds: 10_000_000) }
    #expect(resolution.pixelBudget == 625)
    for _ in 0..<1000 { resolution.record(nanoseconds: 3_000_000) }
    #expect(resolution.pixelBudget == 10_000)
  }

  @Test("Converges to frames within the budget from any start")
  func settles() {
    for start in [700, 3_000, 10_000] {
      var resolution = ResolutionScaler(
        maximumPixelCount: 10_000, start: start, frameBudget: 12_000_000)
      var budgets: [Int] = []
      // At 4 µs a pixel there is time for 3,000 pixels.
      for _ in 0..<1_000 {
        resolution.record(nanoseconds: UInt64(resolution.pixelBudget) * 4_000)
        budgets.append(resolution.pixelBudget)
      }
      #expect((1_800...3_000).contains(resolution.pixelBudget), "from \(start)")
      #expect(Set(budgets.suffix(500)).count == 1, "no swinging to and fro")
    }
  }

  /// After a load that has ended, frames took between 60 and 100 % of the time, and stayed as they
  /// were: a third of the pixels was missing for good.
  @Test("After a load, nearly all pixels return that there is time for")
  func recovers() {
    // 2.5 ms and 10.9 ns a pixel, as Marble Maze on two cores; there is time for 917,000.
    func time(_ resolution: ResolutionScaler) -> UInt64 {
      2_500_000 + UInt64(Double(resolution.pixelBudget) * 10.9)
    }
    var resolution = ResolutionScaler(maximumPixelCount: 1_920 * 1_080, frameBudget: 12_500_000)
    for _ in 0..<1_000 { resolution.record(nanoseconds: time(resolution)) }
    let before = resolution.pixelBudget
    for _ in 0..<1_000 { resolution.record(nanoseconds: time(resolution) * 2) }
    #expect(resolution.pixelBudget < before / 2)
    for _ in 0..<1_000 { resolution.record(nanoseconds: time(resolution)) }
    #expect(Double(resolution.pixelBudget) > Double(before) * 0.75, "of \(before)")
    let settled = resolution.pixelBudget
    for _ in 0..<1_000 { resolution.record(nanoseconds: time(resolution)) }
    #expect(resolution.pixelBudget == settled, "no swinging to and fro")
  }

  @Test("A requested scale does not change")
  func scale() {
    var resolution = ResolutionScaler(maximumPixelCount: 10_000, frameBudget: 12_000_000)
    resolution.scale = 0.5
    for _ in 0..<100 { resolution.record(nanoseconds: 99_000_000) }
    #expect(resolution.size(for: (800, 600)) == (400, 300))
  }

  @Test("Complete frames are antialiased while there is time, and it does not swing")
  func antialiasing() {
    for (cost, isAntialiased) in [(1.2, true), (3.0, false)] {
      var resolution = ResolutionScaler(maximumPixelCount: 10_000, frameBudget: 12_000_000)
      var samples: [Int] = []
      for _ in 0..<1_000 {
        // 4 ms, and with four samples more of them.
        let time = resolution.samples == 1 ? 4_000_000 : 4_000_000 * cost
        resolution.record(nanoseconds: UInt64(time * (isAntialiased ? 1 : 1.1)), isComplete: true)
        samples.append(resolution.samples)
      }
      #expect(samples[..<29].allSatisfy { $0 == 1 } && samples.contains(4))
      #expect(Set(samples.suffix(800)) == [isAntialiased ? 4 : 1], "no swinging to and fro")
      #expect(resolution.pixelBudget == 10_000, "before pixels, the samples are reduced")
    }
    var coarse = ResolutionScaler(
      maximumPixelCount: 10_000, start: 1_000, frameBudget: 12_000_000)
    for _ in 0..<40 { coarse.record(nanoseconds: 100_000) }
    #expect(coarse.samples == 1 && coarse.pixelBudget > 1_000, "pixels come first")
  }

  @Test("A single slow frame changes nothing")
  func oneSlowPicture() {
    var resolution = ResolutionScaler(maximumPixelCount: 10_000, frameBudget: 12_000_000)
    for frame in 0..<300 { resolution.record(nanoseconds: frame == 150 ? 60_000_000 : 8_000_000) }
    #expect(resolution.pixelBudget == 10_000)
  }
}
