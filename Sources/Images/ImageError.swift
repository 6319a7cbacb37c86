/// An error in decoding or encoding an image.
public enum ImageError: Error, Hashable, Sendable {
  /// The file has neither a PNG nor a JPEG signature.
  case unknownFormat
  /// The file exceeds the size limit.
  case tooManyBytes(count: Int, limit: Int)
  /// The dimensions exceed the limits.
  case tooLarge(width: Int, height: Int, limits: ImageLimits)
  /// The file ends before the image is complete.
  case truncated(ImageFormat)
  /// The file is invalid; `reason` is the codec's message.
  case malformed(ImageFormat, reason: String)
  /// The image could not be encoded; `reason` is the codec's message.
  case notWritten(ImageFormat, reason: String)
}

extension ImageError: CustomStringConvertible {
  /// A message with the problem and the accepted values.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the file is neither PNG nor JPEG by its first bytes; PNG and JPEG are accepted"
    case .tooManyBytes(let count, let limit):
      "the image has \(count) bytes; at most \(limit) are accepted"
    case .tooLarge(let width, let height, let limits):
      "the image is \(width)×\(height) pixels; at most \(limits.maximumSide) a side and "
        + "\(limits.maximumPixels) in all are accepted"
    case .truncated(let format):
      "the \(format) file ends before the image is complete; the whole file is needed"
    case .malformed(let format, let reason):
      "the \(format) file is damaged: \(reason); a file that its own standard allows is accepted"
    case .notWritten(let format, let reason):
      "the image could not be written as \(format): \(reason)"
    }
  }
}

/// An image file format.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Portable Network Graphics: lossless, read and written.
  case png = "PNG"
  /// JPEG: lossy, read only.
  case jpeg = "JPEG"

  /// The name of the format.
  public var description: String { rawValue }

  /// Detects the format by the file's signature; nil when it is unknown.
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

/// Size limits of images from untrusted files.
///
/// A file of a few bytes can declare an image of gigabytes, so limits are checked before memory is
/// allocated.
public struct ImageLimits: Hashable, Sendable {
  /// The maximum width and height in pixels.
  public var maximumSide: Int
  /// The maximum number of pixels.
  public var maximumPixels: Int
  /// The maximum size of the file in bytes.
  public var maximumBytes: Int

  /// Creates limits, by default 16,384 pixels per side, 32 million pixels and a file of 128 MiB.
  public init(
    maximumSide: Int = 16_384, maximumPixels: Int = 33_554_432, maximumBytes: Int = 134_217_728
  ) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
  }

  /// Whether an image of these dimensions is within the limits.
  public func accept(width: Int, height: Int) -> Bool {
    width >= 1 && height >= 1 && width <= maximumSide && height <= maximumSide
      && width <= maximumPixels / height
  }

  /// Throws when the dimensions exceed the limits.
  func check(width: Int, height: Int) throws(ImageError) {
    guard accept(width: width, height: height) else {
      throw .tooLarge(width: width, height: height, limits: self)
    }
  }
}
