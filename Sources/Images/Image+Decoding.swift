extension Image {
  /// Reads a picture from the bytes of a PNG or JPEG file.
  ///
  /// Pixels without alpha become opaque; grey and palettes become colour; sixteen bits become eight.
  /// Colour profiles and gamma chunks are ignored: the samples are taken as sRGB.
  ///
  /// - Throws: an ``ImageError`` that says what is wrong; never traps, whatever the bytes are.
  public init(decoding bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
    guard bytes.count <= limits.maximumBytes else {
      throw .tooManyBytes(count: bytes.count, limit: limits.maximumBytes)
    }
    guard let format = ImageFormat(detecting: bytes) else { throw .unknownFormat }
    switch format {
    case .png: self = try PNG.decode(bytes, limits: limits)
    case .jpeg: self = try JPEG.decode(bytes, limits: limits)
    }
  }

  /// The picture as the bytes of a PNG file.
  ///
  /// The bytes depend on the version of the compression library; compare decoded pixels, not files.
  ///
  /// - Throws: ``ImageError/notWritten(_:reason:)`` when the codec has no memory left.
  public func encodedPNG() throws(ImageError) -> [UInt8] {
    try PNG.encode(self)
  }
}
