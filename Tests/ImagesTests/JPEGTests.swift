import CaromImages
import Testing

@Suite("JPEG")
struct JPEGTests {
  @Test("Colors are decoded within the loss of the format, and opaque")
  func decodes() throws {
    let image = try Image(decoding: Fixtures.jpeg)
    #expect(image.width == 16 && image.height == 16 && image.isOpaque)
    #expect(near(image[2, 2], .init(220, 200, 90)))
    #expect(near(image[13, 2], .init(30, 200, 90)))
    #expect(near(image[2, 13], .init(220, 40, 90)))
    #expect(near(image[13, 13], .init(30, 40, 90)))
  }

  @Test("Every truncated file is rejected")
  func truncated() {
    // The two bytes of the closing marker may be missing.
    for count in 0..<(Fixtures.jpeg.count - 4) {
      #expect(throws: ImageError.self, "cut to \(count) bytes") {
        try Image(decoding: Array(Fixtures.jpeg.prefix(count)))
      }
    }
  }

  @Test("Any changed byte gives an image or an error, never a trap")
  func mutated() {
    let limits = ImageLimits(maximumPixels: 1_000_000)
    for index in Fixtures.jpeg.indices {
      for bit in [UInt8(1), 0x10, 0x80, 0xFF] {
        var hostile = Fixtures.jpeg
        hostile[index] ^= bit
        do throws(ImageError) {
          let image = try Image(decoding: hostile, limits: limits)
          #expect(image.bytes.count == image.width * image.height * 4)
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }

  @Test("An image larger than the limits is rejected")
  func limits() {
    let limits = ImageLimits(maximumSide: 15)
    #expect(throws: ImageError.tooLarge(width: 16, height: 16, limits: limits)) {
      try Image(decoding: Fixtures.jpeg, limits: limits)
    }
  }

  private func near(_ a: Image.Pixel, _ b: Image.Pixel) -> Bool {
    abs(Int(a.red) - Int(b.red)) <= 6 && abs(Int(a.green) - Int(b.green)) <= 6
      && abs(Int(a.blue) - Int(b.blue)) <= 6
  }
}
