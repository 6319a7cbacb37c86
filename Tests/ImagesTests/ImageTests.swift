import CaromImages
import Testing

@Suite("Image")
struct ImageTests {
  @Test("An image of one color has that color in every pixel")
  func oneColor() {
    let image = Image(width: 3, height: 2, filledWith: .init(1, 2, 3, 4))
    #expect(image.bytes.count == 24)
    #expect(image[0, 0] == .init(1, 2, 3, 4))
    #expect(image[2, 1] == .init(1, 2, 3, 4))
    #expect(!image.isOpaque)
    #expect(Image(width: 3, height: 2).isOpaque)
  }

  @Test("Pixels are stored row by row from the top left")
  func rowMajor() {
    var image = Image(width: 3, height: 2)
    image[1, 1] = .init(9, 8, 7, 6)
    #expect(Array(image.bytes[16..<20]) == [9, 8, 7, 6])
  }
}
