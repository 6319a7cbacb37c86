public import CaromImages

/// A picture with its reduced versions, as linear light in 16 bits a component; immutable.
///
/// A pixel takes 11 bytes in all. The darkest step of an sRGB picture is 20 steps of 16 bits.
public final class Texture: @unchecked Sendable {
  // Unchecked because of the pointers, whose memory nothing writes after init.

  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// True when no pixel lets anything through.
  public let isOpaque: Bool
  /// The versions of the picture, each half the size of the one before, down to one pixel.
  let levels: UnsafeMutableBufferPointer<Level>
  private let texels: UnsafeMutableBufferPointer<UInt64>

  /// One version of the picture.
  struct Level: BitwiseCopyable {
    /// Red in the lowest 16 bits, then green, blue and alpha.
    var texels: UnsafePointer<UInt64>
    var width: Int32
    var height: Int32
  }

  /// What the numbers of a picture are.
  public enum Encoding: Hashable, Sendable {
    /// Colours for the eye.
    case sRGB
    /// Plain numbers, such as directions.
    case linear
  }

  /// Makes a texture from a picture; `encoding` says what its numbers are.
  ///
  /// The reduced versions are averages of the texels that they cover, taken in linear light.
  public init(_ image: Image, encoding: Encoding) {
    width = image.width
    height = image.height
    isOpaque = image.isOpaque
    var sizes = [(width: image.width, height: image.height)]
    while let last = sizes.last, last.width > 1 || last.height > 1 {
      sizes.append((max(1, last.width / 2), max(1, last.height / 2)))
    }
    texels = .allocate(capacity: sizes.reduce(0) { $0 + $1.width * $1.height })
    levels = .allocate(capacity: sizes.count)
    var start = 0
    for (i, size) in sizes.enumerated() {
      let level = texels.baseAddress.map { $0 + start }
      guard let level else { preconditionFailure("A picture has a pixel") }
      levels.initializeElement(
        at: i,
        to: Level(texels: level, width: Int32(size.width), height: Int32(size.height)))
      if i == 0 {
        Texture.decode(image, encoding, into: level)
      } else {
        let above = levels[i - 1]
        Texture.reduce(above, into: level, width: size.width, height: size.height)
      }
      start += size.width * size.height
    }
  }

  deinit {
    texels.deallocate()
    levels.deallocate()
  }

  private static func decode(
    _ image: Image, _ encoding: Encoding, into out: UnsafeMutablePointer<UInt64>
  ) {
    let table: [UInt64] = (0..<256).map { i in
      encoding == .linear ? UInt64(i) * 257 : UInt64(SRGB.linear(i) * 65_535 + 0.5)
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      for i in 0..<(image.width * image.height) {
        let (red, green) = (table[Int(bytes[4 * i])], table[Int(bytes[4 * i + 1])])
        let (blue, alpha) = (table[Int(bytes[4 * i + 2])], UInt64(bytes[4 * i + 3]) * 257)
        (out + i).initialize(to: red | green << 16 | blue << 32 | alpha << 48)
      }
    }
  }

  /// Averages the texels of `above` that each texel of the smaller version covers.
  ///
  /// Two by two as a rule; where a side of `above` is odd, the last texel takes three, so that none
  /// is left out.
  private static func reduce(
    _ above: Level, into out: UnsafeMutablePointer<UInt64>, width: Int, height: Int
  ) {
    let (w, h) = (Int(above.width), Int(above.height))
    for y in 0..<height {
      let rows = (y * 2)..<(y == height - 1 ? h : y * 2 + 2)
      for x in 0..<width {
        let columns = (x * 2)..<(x == width - 1 ? w : x * 2 + 2)
        var sum = SIMD4<UInt32>(repeating: UInt32(rows.count * columns.count) / 2)
        for row in rows {
          for column in columns {
            let t = above.texels[row * w + column]
            sum.x &+= UInt32(t & 0xFFFF)
            sum.y &+= UInt32(t >> 16 & 0xFFFF)
            sum.z &+= UInt32(t >> 32 & 0xFFFF)
            sum.w &+= UInt32(t >> 48)
          }
        }
        let count = UInt32(rows.count * columns.count)
        let low = UInt64(sum.x / count) | UInt64(sum.y / count) << 16
        let high = UInt64(sum.z / count) << 32 | UInt64(sum.w / count) << 48
        (out + (y * width + x)).initialize(to: low | high)
      }
    }
  }
}
