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

  @Test("Draws fewer pixels while they take too long, never below a quarter, and more again later")
  func followsTheTime() {
    var sizer = PictureSizer(most: 10_000, allowance: 12_000_000)
    for _ in 0..<29 { sizer.note(nanoseconds: 20_000_000) }
    #expect(sizer.budget == 10_000)
    sizer.note(nanoseconds: 20_000_000)
    #expect(sizer.budget == 8_000)
    for _ in 0..<1000 { sizer.note(nanoseconds: 20_000_000) }
    #expect(sizer.budget == 2_500)
    for _ in 0..<1000 { sizer.note(nanoseconds: 8_000_000) }
    #expect(sizer.budget == 2_500)
    for _ in 0..<1000 { sizer.note(nanoseconds: 3_000_000) }
    #expect(sizer.budget == 10_000)
  }

  @Test("One slow picture changes nothing")
  func oneSlowPicture() {
    var sizer = PictureSizer(most: 10_000, allowance: 12_000_000)
    for frame in 0..<300 { sizer.note(nanoseconds: frame == 150 ? 60_000_000 : 8_000_000) }
    #expect(sizer.budget == 10_000)
  }
}
