/// Why bytes are not a picture that Carom reads, or a picture cannot be written.
public enum ImageError: Error, Hashable, Sendable {
  /// The bytes start like neither PNG nor JPEG.
  case unknownFormat
  /// There are more bytes than the limits allow.
  case tooManyBytes(count: Int, limit: Int)
  /// The picture says that it is larger than the limits allow.
  case tooLarge(width: Int, height: Int, limits: ImageLimits)
  /// The bytes are too few to hold the picture that their header promises.
  case truncated(ImageFormat)
  /// The codec found something wrong; its own words say what.
  case malformed(ImageFormat, reason: String)
  /// The codec could not write the picture; its own words say why.
  case notWritten(ImageFormat, reason: String)
}

extension ImageError: CustomStringConvertible {
  /// A sentence for people: what is wrong and what is accepted.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the file is neither PNG nor JPEG by its first bytes; PNG and JPEG are accepted"
    case .tooManyBytes(let count, let limit):
      "the picture has \(count) bytes; at most \(limit) are accepted"
    case .tooLarge(let width, let height, let limits):
      "the picture is \(width)×\(height) pixels; at most \(limits.maximumSide) a side and "
        + "\(limits.maximumPixels) in all are accepted"
    case .truncated(let format):
      "the \(format) file ends before its picture is complete; the whole file is needed"
    case .malformed(let format, let reason):
      "the \(format) file is damaged: \(reason); a file that its own standard allows is accepted"
    case .notWritten(let format, let reason):
      "the picture could not be written as \(format): \(reason)"
    }
  }
}

/// A file format for pictures.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Portable Network Graphics: lossless, read and written.
  case png = "PNG"
  /// JPEG: lossy, only read.
  case jpeg = "JPEG"

  /// The name that people know it by.
  public var description: String { rawValue }

  /// The format that `bytes` start like, or nil.
  public init?(detecting bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

/// How large a picture from outside may be.
///
/// A file of a few bytes can promise a picture of gigabytes, so the header is held against these
/// before any memory is reserved.
public struct ImageLimits: Hashable, Sendable {
  /// The most pixels in a row or a column.
  public var maximumSide: Int
  /// The most pixels in all.
  public var maximumPixels: Int
  /// The most bytes of the file.
  public var maximumBytes: Int

  /// Makes limits; without arguments 16,384 a side, 32 million pixels and 128 MiB of file.
  public init(
    maximumSide: Int = 16_384, maximumPixels: Int = 33_554_432, maximumBytes: Int = 134_217_728
  ) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
  }

  /// Throws when a picture of this size is not accepted.
  func check(width: Int, height: Int) throws(ImageError) {
    guard
      width >= 1, height >= 1, width <= maximumSide, height <= maximumSide,
      width <= maximumPixels / height
    else { throw .tooLarge(width: width, height: height, limits: self) }
  }
}
