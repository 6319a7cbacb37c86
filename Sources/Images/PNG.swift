import CSpng

/// Decodes and encodes PNG with libspng.
enum PNG {
  /// The maximum compression ratio of deflate.
  private static let maximumCompressionRatio = 1_032

  /// Decodes an image; the caller has checked the signature.
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> Image {
    guard let context = spng_ctx_new(0) else {
      throw .malformed(.png, reason: "no memory for the decoder")
    }
    defer { spng_ctx_free(context) }
    let result: Result<Image, ImageError> = bytes.withUnsafeBytes { file in
      do throws(ImageError) {
        return .success(try decode(file, with: context, limits: limits))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func decode(
    _ file: UnsafeRawBufferPointer, with context: OpaquePointer, limits: ImageLimits
  ) throws(ImageError) -> Image {
    // The size is at a fixed offset and is checked before the library uses it.
    guard file.count >= 24 else { throw .truncated(.png) }
    let declaredSize = (16..<24).map { Int(file[$0]) }
    try limits.check(
      width: declaredSize[0..<4].reduce(0) { $0 << 8 | $1 },
      height: declaredSize[4..<8].reduce(0) { $0 << 8 | $1 })
    // Ancillary chunks are limited to 1 MiB each, 4 MiB in total.
    try check(spng_set_chunk_limits(context, 1 << 20, 1 << 22))
    try check(spng_set_png_buffer(context, file.baseAddress, file.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let (width, height) = (Int(header.width), Int(header.height))
    let bitsPerPixel: Int
    switch header.color_type {
    case 2: bitsPerPixel = 3 * Int(header.bit_depth)
    case 4: bitsPerPixel = 2 * Int(header.bit_depth)
    case 6: bitsPerPixel = 4 * Int(header.bit_depth)
    default: bitsPerPixel = Int(header.bit_depth)
    }
    let minimumSize = (width * bitsPerPixel + 7) / 8 * height / maximumCompressionRatio
    guard file.count >= minimumSize else { throw .truncated(.png) }

    let format = Int32(SPNG_FMT_RGBA8.rawValue)
    var size = 0
    try check(spng_decoded_image_size(context, format, &size))
    guard size == width * height * 4 else {
      throw .malformed(.png, reason: "the decoder needs \(size) bytes for the image")
    }
    return try Image(
      width: width, height: height,
      writing: { (memory) throws(ImageError) in
        let flags = Int32(SPNG_DECODE_TRNS.rawValue)
        try check(spng_decode_image(context, memory.baseAddress, memory.count, format, flags))
        // Reading on to the closing chunk verifies the last checksums.
        try check(spng_decode_chunks(context))
      })
  }

  /// Encodes an image at compression level 6.
  static func encode(_ image: Image) throws(ImageError) -> [UInt8] {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw .notWritten(.png, reason: "no memory for the encoder")
    }
    defer { spng_ctx_free(context) }
    try check(writing: spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
    try check(writing: spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 6))
    var header = spng_ihdr()
    header.width = UInt32(image.width)
    header.height = UInt32(image.height)
    header.bit_depth = 8
    header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue)
    try check(writing: spng_set_ihdr(context, &header))
    let format = Int32(SPNG_FMT_PNG.rawValue)
    let flags = Int32(SPNG_ENCODE_FINALIZE.rawValue)
    let status = image.bytes.withUnsafeBytes {
      spng_encode_image(context, $0.baseAddress, $0.count, format, flags)
    }
    try check(writing: status)
    var (size, error) = (0, Int32(0))
    guard let buffer = spng_get_png_buffer(context, &size, &error) else {
      throw .notWritten(.png, reason: message(error))
    }
    defer { free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer, count: size))
  }

  private static func check(_ status: Int32) throws(ImageError) {
    guard status != 0 else { return }
    if status == Int32(SPNG_IO_EOF.rawValue) { throw .truncated(.png) }
    throw .malformed(.png, reason: message(status))
  }

  private static func check(writing status: Int32) throws(ImageError) {
    guard status == 0 else { throw .notWritten(.png, reason: message(status)) }
  }

  private static func message(_ status: Int32) -> String {
    spng_strerror(status).map { String(cString: $0) } ?? "error \(status)"
  }
}
