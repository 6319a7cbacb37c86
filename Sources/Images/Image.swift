/// An RGBA image with eight bits per component.
///
/// Rows are stored from top to bottom, pixels from left to right. Red, green and blue are
/// sRGB-encoded unless the image is used as linear data, such as a normal map; alpha is linear and
/// not premultiplied.
public struct Image: Hashable, Sendable {
  /// The width in pixels, at least one.
  public let width: Int
  /// The height in pixels, at least one.
  public let height: Int
  /// The pixels, four bytes each in the order red, green, blue, alpha; `width * height * 4` bytes.
  public private(set) var bytes: [UInt8]

  /// A pixel of four bytes.
  public struct Pixel: Hashable, Sendable, BitwiseCopyable {
    /// Red, from 0 to 255.
    public var red: UInt8
    /// Green, from 0 to 255.
    public var green: UInt8
    /// Blue, from 0 to 255.
    public var blue: UInt8
    /// Opacity, from 0 to 255.
    public var alpha: UInt8

    /// Creates a pixel, opaque by default.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// Creates an image from its bytes.
  ///
  /// - Precondition: `width` and `height` are at least one, and `bytes` has four bytes for each
  ///   pixel.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width >= 1 && height >= 1, "An image has at least one row of one pixel")
    precondition(bytes.count == width * height * 4, "An image has four bytes for each pixel")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Creates an image of one color.
  ///
  /// - Precondition: `width` and `height` are at least one.
  public init(width: Int, height: Int, filledWith pixel: Pixel = Pixel(0, 0, 0)) {
    precondition(width >= 1 && height >= 1, "An image has at least one row of one pixel")
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

  /// Creates an image whose bytes are written by a closure; bytes that it does not write are zero.
  ///
  /// - Precondition: `width` and `height` are at least one.
  public init<Failure: Error>(
    width: Int, height: Int, writing write: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(width >= 1 && height >= 1, "An image has at least one row of one pixel")
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

  /// The pixel at column `x` and row `y` from the top left.
  ///
  /// - Precondition: The pixel is inside the image.
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

  /// The offset of a pixel in `bytes`.
  private func offset(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "The pixel lies outside the image")
    return (y * width + x) * 4
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool {
    var i = 3
    while i < bytes.count {
      if bytes[i] != 255 { return false }
      i += 4
    }
    return true
  }
}
