import CTurboJPEG

/// Decodes JPEG with libjpeg-turbo.
enum JPEG {
  /// Decodes an image; the caller has checked the signature.
  ///
  /// The accurate inverse DCT is used, which is defined to the bit. Warnings of the codec, such as
  /// missing data, are errors, so that no partial image is returned. At most 500 scans are read, so
  /// that a small file cannot keep the decoder busy for minutes.
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> Image {
    guard let decoder = tjInitDecompress() else {
      throw .malformed(.jpeg, reason: "no memory for the decoder")
    }
    defer { tjDestroy(decoder) }
    var (width, height) = (Int32(0), Int32(0))
    var (subsampling, colorSpace) = (Int32(0), Int32(0))
    let count = UInt(bytes.count)
    let status = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(
        decoder, $0.baseAddress, count, &width, &height, &subsampling, &colorSpace)
    }
    guard status == 0 else { throw .malformed(.jpeg, reason: message(decoder)) }
    try limits.check(width: Int(width), height: Int(height))
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
    return try Image(
      width: Int(width), height: Int(height),
      writing: { (memory) throws(ImageError) in
        let out = memory.bindMemory(to: UInt8.self)
        let status = bytes.withUnsafeBufferPointer {
          tjDecompress2(
            decoder, $0.baseAddress, count, out.baseAddress, width, 0, height,
            Int32(TJPF_RGBA.rawValue), flags)
        }
        guard status == 0 else { throw .malformed(.jpeg, reason: message(decoder)) }
      })
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown error"
  }
}
