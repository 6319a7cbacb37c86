public import CaromImages

/// A picture with its reduced versions, as linear light in floats; immutable.
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
  private let texels: UnsafeMutableBufferPointer<F4>

  /// One version of the picture.
  struct Level {
    var texels: UnsafePointer<F4>
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
    _ image: Image, _ encoding: Encoding, into out: UnsafeMutablePointer<F4>
  ) {
    let table: [Float] = (0..<256).map { i in
      encoding == .linear ? Float(i) / 255 : Float(SRGB.linear(i))
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      for i in 0..<(image.width * image.height) {
        let texel = F4(
          table[Int(bytes[4 * i])], table[Int(bytes[4 * i + 1])], table[Int(bytes[4 * i + 2])],
          Float(bytes[4 * i + 3]) / 255)
        (out + i).initialize(to: texel)
      }
    }
  }

  /// Averages the texels of `above` that each texel of the smaller version covers.
  ///
  /// Two by two as a rule; where a side of `above` is odd, the last texel takes three, so that none
  /// is left out.
  private static func reduce(
    _ above: Level, into out: UnsafeMutablePointer<F4>, width: Int, height: Int
  ) {
    let (w, h) = (Int(above.width), Int(above.height))
    for y in 0..<height {
      let rows = (y * 2)..<(y == height - 1 ? h : y * 2 + 2)
      for x in 0..<width {
        let columns = (x * 2)..<(x == width - 1 ? w : x * 2 + 2)
        var sum = F4(repeating: 0)
        for row in rows {
          for column in columns { sum += above.texels[row * w + column] }
        }
        let mean = sum * F4(repeating: 1 / Float(rows.count * columns.count))
        (out + (y * width + x)).initialize(to: mean)
      }
    }
  }
}
