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

  // Symptom: a JPEG in CMYK was called damaged. Cause: the codec converts it only to CMYK.
  @Test("The colors of printers become red, green and blue")
  func printed() throws {
    let image = try Image(decoding: Fixtures.printedJPEG)
    #expect(image.width == 16 && image.height == 8 && image.isOpaque)
    #expect(near(image[2, 4], .init(0, 255, 255)))
    #expect(near(image[13, 4], .init(127, 0, 127)))

    // Without the marker the values are not inverse: full cyan, stored as 0, is no ink.
    let marker = Array("Adobe".utf8)
    var plain = Fixtures.printedJPEG
    let at = try #require(plain.indices.first { plain[$0...].starts(with: marker) })
    plain[at] = UInt8(ascii: "a")
    let inverse = try Image(decoding: plain)
    #expect(near(inverse[2, 4], .init(0, 0, 0)))
  }

  // Symptom: pictures of phones lay on their side. Cause: their note of the orientation was
  // ignored.
  @Test("A turned image is shown as its Exif orientation says", arguments: 1...8, [false, true])
  func turned(orientation: Int, isBigEndian: Bool) throws {
    // The colors of the corners as stored: above left and right, below left and right.
    let (a, b) = (Image.Pixel(220, 200, 90), Image.Pixel(30, 200, 90))
    let (c, d) = (Image.Pixel(220, 40, 90), Image.Pixel(30, 40, 90))
    let shown = [
      [a, b, c, d], [b, a, d, c], [d, c, b, a], [c, d, a, b],
      [a, c, b, d], [c, a, d, b], [d, b, c, a], [b, d, a, c],
    ]
    let image = try Image(
      decoding: Self.noting(UInt16(orientation), isBigEndian, Fixtures.jpeg))
    let corners = [image[2, 2], image[13, 2], image[2, 13], image[13, 13]]
    for (corner, wanted) in zip(corners, shown[orientation - 1]) { #expect(near(corner, wanted)) }
  }

  @Test("The sides of an image that is turned by a quarter change places")
  func sides() throws {
    let image = try Image(decoding: Self.noting(6, true, Fixtures.printedJPEG))
    #expect(image.width == 8 && image.height == 16)
    #expect(near(image[4, 2], .init(0, 255, 255)) && near(image[4, 13], .init(127, 0, 127)))
    let odd = try Image(decoding: Self.noting(9, true, Fixtures.printedJPEG))
    #expect(odd.width == 16 && odd.height == 8)
  }

  /// A file with an Exif segment that holds an orientation.
  private static func noting(
    _ orientation: UInt16, _ isBigEndian: Bool, _ file: [UInt8]
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let digits = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? digits.reversed() : digits
    }
    var tiff = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    tiff += number(1, 2) + number(0x112, 2) + number(3, 2) + number(1, 4)
    tiff += number(Int(orientation), 2) + [0, 0] + number(0, 4)
    let content = Array("Exif".utf8) + [0, 0] + tiff
    let length = content.count + 2
    return Array(file.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content
      + Array(file.dropFirst(2))
  }

  private func near(_ a: Image.Pixel, _ b: Image.Pixel) -> Bool {
    abs(Int(a.red) - Int(b.red)) <= 6 && abs(Int(a.green) - Int(b.green)) <= 6
      && abs(Int(a.blue) - Int(b.blue)) <= 6
  }
}
