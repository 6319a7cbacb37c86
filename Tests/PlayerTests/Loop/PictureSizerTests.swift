import CaromPlayer
import Testing

@Suite("Picture sizer")
struct PictureSizerTests {
  @Test("A small window is drawn pixel for pixel, a large one in its shape within the budget")
  func sizes() {
    let sizer = PictureSizer(most: 640 * 360, allowance: 12_000_000)
    #expect(sizer.size(for: (320, 200)) == (320, 200))
    #expect(sizer.size(for: (1280, 720)) == (640, 360))
    #expect(sizer.size(for: (1920, 1080)) == (640, 360))
    let tall = sizer.size(for: (900, 1600))
    #expect(tall.width * tall.height <= 640 * 360)
    #expect(abs(Double(tall.width) / Double(tall.height) - 900.0 / 1600) < 0.005)
    // A strip has few pixels, and is still longer than pictures may be.
    #expect(sizer.size(for: (16_384, 10)) == (8_192, 5))
    #expect(sizer.size(for: (100_000, 1)) == (8_192, 1))
    #expect(sizer.size(for: (10, 16_384)) == (5, 8_192))
  }

  @Test("Draws fewer pixels by as much as they take too long, never below a sixteenth, then more")
  func followsTheTime() {
    var sizer = PictureSizer(most: 10_000, allowance: 12_000_000)
    for _ in 0..<29 { sizer.note(nanoseconds: 20_000_000) }
    #expect(sizer.budget == 10_000)
    sizer.note(nanoseconds: 20_000_000)
    #expect(sizer.budget == 5_400, "0.9 of the share that there is time for")
    for _ in 0..<1000 { sizer.note(nanoseconds: 20_000_000) }
    #expect(sizer.budget == 625)
    for _ in 0..<1000 { sizer.note(nanoseconds: 8_000_000) }
    #expect(sizer.budget == 625)
    for _ in 0..<1000 { sizer.note(nanoseconds: 3_000_000) }
    #expect(sizer.budget == 10_000)
  }

  @Test("Settles where pictures take less than the time, wherever it starts")
  func settles() {
    for start in [700, 3_000, 10_000] {
      var sizer = PictureSizer(most: 10_000, start: start, allowance: 12_000_000)
      var budgets: [Int] = []
      // 4 µs a pixel: 3,000 pixels are there time for.
      for _ in 0..<1_000 {
        sizer.note(nanoseconds: UInt64(sizer.budget) * 4_000)
        budgets.append(sizer.budget)
      }
      #expect((1_800...3_000).contains(sizer.budget), "from \(start)")
      #expect(Set(budgets.suffix(500)).count == 1, "no swinging to and fro")
    }
  }

  @Test("A scale that was asked for stays, whatever the time")
  func scale() {
    var sizer = PictureSizer(most: 10_000, allowance: 12_000_000)
    sizer.scale = 0.5
    for _ in 0..<100 { sizer.note(nanoseconds: 99_000_000) }
    #expect(sizer.size(for: (800, 600)) == (400, 300))
  }

  @Test("One slow picture changes nothing")
  func oneSlowPicture() {
    var sizer = PictureSizer(most: 10_000, allowance: 12_000_000)
    for frame in 0..<300 { sizer.note(nanoseconds: frame == 150 ? 60_000_000 : 8_000_000) }
    #expect(sizer.budget == 10_000)
  }
}
