public import CaromImages

/// An image with mipmaps, stored as linear light in 16 bits per component; immutable.
///
/// Takes 11 bytes per pixel, mipmaps included. The darkest step of an sRGB image is 20 steps of 16
/// bits.
public final class Texture: @unchecked Sendable {
  // Unchecked because of the pointers, whose memory is not written after init.

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Whether all pixels are opaque.
  public let isOpaque: Bool
  /// The mipmap levels, each half the size of the preceding one, down to one pixel.
  let levels: UnsafeMutableBufferPointer<Level>
  private let texels: UnsafeMutableBufferPointer<UInt64>

  /// A mipmap level.
  struct Level: BitwiseCopyable {
    /// Texels with red in the lowest 16 bits, then green, blue and alpha.
    var texels: UnsafePointer<UInt64>
    var width: Int32
    var height: Int32
  }

  /// The encoding of an image's components.
  public enum Encoding: Hashable, Sendable {
    /// sRGB colors.
    case sRGB
    /// Linear data, such as normals.
    case linear
  }

  /// Creates a texture and its mipmaps from an image with the given encoding.
  ///
  /// Mipmaps are box-filtered in linear light.
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
      guard let level else { preconditionFailure("An image has at least one pixel") }
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

  /// Averages the texels of `above` that each texel of the smaller level covers.
  ///
  /// Usually two by two; where a side of `above` is odd, the last texel covers three.
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

extension Texture {
  /// The texels of level 0 as RGBA bytes in an encoding, for benchmarks of other renderers.
  package func encodedBytes(_ encoding: Encoding) -> [UInt8] {
    guard let level = levels.first else { return [] }
    return (0..<(width * height)).flatMap { i in
      let texel = level.texels[i]
      return (0..<4).map { component -> UInt8 in
        let value = texel >> UInt64(component * 16) & 0xFFFF
        if component == 3 || encoding == .linear { return UInt8((value + 128) / 257) }
        return SRGB.encode(Float(value) / 65_535)
      }
    }
  }
}
