import CaromImages
import Testing

@Suite("Image difference")
struct ImageDifferenceTests {
  @Test("Equal images have no difference")
  func equal() throws {
    let d = try #require(
      ImageDifference(expected: Fixtures.gradient, actual: Fixtures.gradient))
    #expect(d.pixelCount == 0 && d.greatest == 0 && d.bounds == nil)
  }

  @Test("Different pixels are counted, bounded and highlighted in magenta")
  func different() throws {
    var other = Fixtures.gradient
    other[4, 2].green ^= 8
    other[7, 5].alpha ^= 1
    let d = try #require(ImageDifference(expected: Fixtures.gradient, actual: other))
    #expect(d.pixelCount == 2 && d.greatest == 8)
    #expect(d.bounds?.columns == 4...7 && d.bounds?.rows == 2...5)
    #expect(d.highlighted[7, 5] == .init(255, 0, 255))
    #expect(d.highlighted[5, 5] != .init(255, 0, 255))
  }

  @Test("Images of different sizes are not compared")
  func sizes() {
    let small = Image(width: 2, height: 2)
    #expect(ImageDifference(expected: small, actual: Image(width: 2, height: 3)) == nil)
  }
}
