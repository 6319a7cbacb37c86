import CTurboJPEG

/// Decodes JPEG with libjpeg-turbo.
enum JPEG {
  /// Decodes an image; the caller has checked the signature.
  ///
  /// The accurate inverse DCT is used, which is defined to the bit. Warnings of the codec, such as
  /// missing data, are errors, so that no partial image is returned. At most 500 scans are read, so
  /// that a small file cannot keep the decoder busy for minutes. CMYK images are converted to RGB,
  /// and the Exif orientation is applied.
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
    let isPrinted =
      colorSpace == Int32(TJCS_CMYK.rawValue) || colorSpace == Int32(TJCS_YCCK.rawValue)
    let format = Int32(isPrinted ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue)
    let notes = JPEGNotes(bytes)
    let image = try Image(
      width: Int(width), height: Int(height),
      writing: { (memory) throws(ImageError) in
        let out = memory.bindMemory(to: UInt8.self)
        let status = bytes.withUnsafeBufferPointer {
          tjDecompress2(
            decoder, $0.baseAddress, count, out.baseAddress, width, 0, height, format, flags)
        }
        guard status == 0 else { throw .malformed(.jpeg, reason: message(decoder)) }
        if isPrinted { convertToRGB(out, isInverted: notes.isFromAdobe) }
      })
    return image.turned(notes.orientation)
  }

  /// Converts cyan, magenta, yellow and black to opaque RGB without a color profile.
  ///
  /// Files with Adobe's marker store the inverse: 255 is no ink.
  private static func convertToRGB(_ pixels: UnsafeMutableBufferPointer<UInt8>, isInverted: Bool) {
    let flip: UInt8 = isInverted ? 0 : 255
    for i in stride(from: 0, to: pixels.count - 3, by: 4) {
      let black = Int(pixels[i + 3] ^ flip)
      for j in i..<(i + 3) { pixels[j] = UInt8((Int(pixels[j] ^ flip) * black + 127) / 255) }
      pixels[i + 3] = 255
    }
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown error"
  }
}

/// The metadata in the segments before the image data of a JPEG file.
///
/// - Source: ITU-T T.81, annex B (markers); Exif 3.0, section 4.6 (the tag Orientation).
private struct JPEGNotes {
  /// Whether the file has the marker of Adobe's programs.
  private(set) var isFromAdobe = false
  /// The orientation in which the image is displayed.
  private(set) var orientation = JPEGOrientation.upright

  init(_ bytes: [UInt8]) {
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      // A marker can be preceded by any number of fill bytes.
      if marker == 0xFF {
        at += 1
        continue
      }
      // The image data follows the start of scan.
      if marker == 0xDA { return }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2, at + 2 + length <= bytes.count else { return }
      let content = bytes[(at + 4)..<(at + 2 + length)]
      if marker == 0xEE, content.starts(with: Array("Adobe".utf8)) { isFromAdobe = true }
      if marker == 0xE1, content.starts(with: Array("Exif\0\0".utf8)),
        let found = TIFFDirectory(content.dropFirst(6)).orientation
      {
        orientation = found
      }
      at += 2 + length
    }
  }
}

/// The first directory of tags in the TIFF data of an Exif segment.
private struct TIFFDirectory {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
    isBigEndian = self.bytes.starts(with: Array("MM".utf8))
  }

  var orientation: JPEGOrientation? {
    guard let start = number(at: 4, size: 4), let count = number(at: start, size: 2) else {
      return nil
    }
    for i in 0..<count {
      guard let tag = number(at: start + 2 + i * 12, size: 2) else { return nil }
      if tag == 0x112 {
        return number(at: start + 10 + i * 12, size: 2).flatMap(JPEGOrientation.init(rawValue:))
      }
    }
    return nil
  }

  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    let digits = bytes[offset..<(offset + size)]
    return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The mapping from stored to displayed rows and columns; the raw values are those of Exif.
private enum JPEGOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft
}

extension Image {
  /// The image in the orientation in which it is displayed.
  fileprivate func turned(_ orientation: JPEGOrientation) -> Image {
    let (w, h) = (width, height)
    switch orientation {
    case .upright: return self
    case .mirrored: return rearranged(w, h) { x, y in (w - 1 - x, y) }
    case .upsideDown: return rearranged(w, h) { x, y in (w - 1 - x, h - 1 - y) }
    case .flipped: return rearranged(w, h) { x, y in (x, h - 1 - y) }
    case .transposed: return rearranged(h, w) { x, y in (y, x) }
    case .turnedRight: return rearranged(h, w) { x, y in (y, h - 1 - x) }
    case .transversed: return rearranged(h, w) { x, y in (w - 1 - y, h - 1 - x) }
    case .turnedLeft: return rearranged(h, w) { x, y in (w - 1 - y, x) }
    }
  }

  /// An image whose pixels are copied from the columns and rows that a closure returns.
  private func rearranged(
    _ newWidth: Int, _ newHeight: Int, _ source: (Int, Int) -> (Int, Int)
  ) -> Image {
    Image(
      width: newWidth, height: newHeight,
      writing: { memory in
        for y in 0..<newHeight {
          for x in 0..<newWidth {
            let (column, row) = source(x, y)
            let (from, to) = ((row * width + column) * 4, (y * newWidth + x) * 4)
            for i in 0..<4 { memory[to + i] = bytes[from + i] }
          }
        }
      })
  }
}
