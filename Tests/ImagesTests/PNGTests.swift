import CaromImages
import Testing

@Suite("PNG")
struct PNGTests {
  @Test("An encoded image is decoded bit for bit")
  func roundTrip() throws {
    let bytes = try Fixtures.gradient.encodedPNG()
    #expect(ImageFormat(detecting: bytes) == .png)
    #expect(try Image(decoding: bytes) == Fixtures.gradient)
  }

  @Test("Every truncated file is rejected")
  func truncated() throws {
    let bytes = try Fixtures.gradient.encodedPNG()
    // The last four bytes are the checksum of the empty closing chunk.
    for count in 0..<(bytes.count - 4) {
      #expect(throws: ImageError.self, "cut to \(count) bytes") {
        try Image(decoding: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: ImageError.truncated(.png)) {
      try Image(decoding: Array(bytes.prefix(bytes.count - 32)))
    }
  }

  @Test("Any changed bit gives the same image or an error, never a trap")
  func mutated() throws {
    let bytes = try Fixtures.gradient.encodedPNG()
    var refused = 0
    for index in bytes.indices {
      for bit in [UInt8(1), 0x80, 0xFF] {
        var hostile = bytes
        hostile[index] ^= bit
        do throws(ImageError) {
          let image = try Image(decoding: hostile)
          let same = image == Fixtures.gradient
          #expect(same, "byte \(index)")
        } catch {
          refused += 1
          #expect(!error.description.isEmpty)
        }
      }
    }
    #expect(refused > bytes.count * 5 / 2)
  }

  @Test("A small file that declares a huge image is rejected before memory is allocated")
  func hugePromise() throws {
    var bytes = try Fixtures.gradient.encodedPNG()
    setHeader(&bytes, width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    #expect(throws: ImageError.tooLarge(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, limits: .init())) {
      try Image(decoding: bytes)
    }
    setHeader(&bytes, width: 8_192, height: 4_096)  // inside the limits, but 128 MiB from 200 bytes
    #expect(throws: ImageError.truncated(.png)) { try Image(decoding: bytes) }
  }

  @Test("Limits apply to sides, pixels and bytes")
  func limits() throws {
    let bytes = try Fixtures.gradient.encodedPNG()
    let sides = ImageLimits(maximumSide: 12)
    #expect(throws: ImageError.tooLarge(width: 13, height: 7, limits: sides)) {
      try Image(decoding: bytes, limits: sides)
    }
    let pixels = ImageLimits(maximumPixels: 90)
    #expect(throws: ImageError.tooLarge(width: 13, height: 7, limits: pixels)) {
      try Image(decoding: bytes, limits: pixels)
    }
    #expect(throws: ImageError.tooManyBytes(count: bytes.count, limit: 10)) {
      try Image(decoding: bytes, limits: ImageLimits(maximumBytes: 10))
    }
  }

  @Test("Files of other formats are reported as unknown")
  func otherKinds() {
    for bytes: [UInt8] in [[], [0], Array("GIF89a".utf8), Array("{\"nodes\": []}".utf8)] {
      #expect(throws: ImageError.unknownFormat) { try Image(decoding: bytes) }
    }
  }

  /// Writes another size into the header and updates its checksum.
  private func setHeader(_ bytes: inout [UInt8], width: UInt32, height: UInt32) {
    for i in 0..<4 {
      bytes[16 + i] = UInt8(truncatingIfNeeded: width >> UInt32(24 - 8 * i))
      bytes[20 + i] = UInt8(truncatingIfNeeded: height >> UInt32(24 - 8 * i))
    }
    var crc = UInt32.max
    for byte in bytes[12..<29] {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    crc = ~crc
    for i in 0..<4 { bytes[29 + i] = UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * i)) }
  }
}
