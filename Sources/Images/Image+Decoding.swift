extension Image {
  /// Decodes a PNG or JPEG file.
  ///
  /// Images without alpha become opaque, gray and palette images become RGB, and 16 bits become 8.
  /// Color profiles and gamma chunks are ignored: samples are taken as sRGB. JPEG files in CMYK are
  /// converted to RGB, and their Exif orientation is applied.
  ///
  /// - Throws: An ``ImageError``; never traps on any input.
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

  /// Encodes the image as PNG.
  ///
  /// The bytes depend on the version of the compression library; compare decoded pixels, not files.
  ///
  /// - Throws: ``ImageError/notWritten(_:reason:)`` when the codec runs out of memory.
  public func encodedPNG() throws(ImageError) -> [UInt8] {
    try PNG.encode(self)
  }
}
