/// A picture of eight bits each for red, green, blue and alpha.
///
/// Rows run from the top, pixels from the left. Red, green and blue are sRGB-encoded unless the user
/// of the picture says otherwise (a normal map is not); alpha is linear and not premultiplied.
public struct Image: Hashable, Sendable {
  /// The number of pixels in a row, at least one.
  public let width: Int
  /// The number of rows, at least one.
  public let height: Int
  /// The bytes, four a pixel in the order red, green, blue, alpha; `width * height * 4` of them.
  public private(set) var bytes: [UInt8]

  /// One pixel of four bytes.
  public struct Pixel: Hashable, Sendable, BitwiseCopyable {
    /// Red, from 0 to 255.
    public var red: UInt8
    /// Green, from 0 to 255.
    public var green: UInt8
    /// Blue, from 0 to 255.
    public var blue: UInt8
    /// Opacity, from 0 to 255.
    public var alpha: UInt8

    /// Makes a pixel; opaque unless `alpha` says otherwise.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// Makes a picture from its bytes.
  ///
  /// - Precondition: `width` and `height` are at least one and `bytes` holds four for each pixel.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width >= 1 && height >= 1, "A picture has at least one row of one pixel")
    precondition(bytes.count == width * height * 4, "A picture has four bytes for each pixel")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Makes a picture of one colour.
  ///
  /// - Precondition: `width` and `height` are at least one.
  public init(width: Int, height: Int, filledWith pixel: Pixel = Pixel(0, 0, 0)) {
    precondition(width >= 1 && height >= 1, "A picture has at least one row of one pixel")
    self.init(
      width: width, height: height,
      writing: { memory in
        for i in 0..<(width * height) {
          memory[i * 4] = pixel.red
          memory[i * 4 + 1] = pixel.green
          memory[i * 4 + 2] = pixel.blue
          memory[i * 4 + 3] = pixel.alpha
        }
      })
  }

  /// Makes a picture whose bytes `write` fills in: all of them, or the rest are undefined.
  ///
  /// - Precondition: `width` and `height` are at least one.
  public init<Failure: Error>(
    width: Int, height: Int, writing write: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(width >= 1 && height >= 1, "A picture has at least one row of one pixel")
    let count = width * height * 4
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      do throws(Failure) {
        try write(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
      initialized = count
    }
    if let failure { throw failure }
    self.init(width: width, height: height, bytes: bytes)
  }

  /// The pixel in column `x` of row `y`, counted from the top left.
  ///
  /// - Precondition: `x` and `y` lie inside the picture.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      let i = offset(x, y)
      return Pixel(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
    }
    set {
      let i = offset(x, y)
      bytes[i] = newValue.red
      bytes[i + 1] = newValue.green
      bytes[i + 2] = newValue.blue
      bytes[i + 3] = newValue.alpha
    }
  }

  /// Where the bytes of a pixel start.
  private func offset(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "The pixel lies outside the picture")
    return (y * width + x) * 4
  }

  /// True when every pixel is fully opaque.
  public var isOpaque: Bool {
    var i = 3
    while i < bytes.count {
      if bytes[i] != 255 { return false }
      i += 4
    }
    return true
  }
}
