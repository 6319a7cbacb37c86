/// Reads and writes uncompressed WAV files with 16 bits per sample.
///
/// Stereo files are mixed down to mono. All sizes are validated, so untrusted files are safe to
/// read.
///
/// - Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0",
///   1991.
public enum WaveFile {
  /// The maximum number of samples: three minutes at 48 kHz.
  public static let maximumSampleCount = 48_000 * 180
  /// The accepted sample rates, in samples per second.
  public static let rates = 4_000...192_000

  /// The reason why a file is rejected.
  public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the accepted values.
    public let description: String
  }

  /// Decodes a file.
  ///
  /// - Throws: ``FormatError`` if the file is invalid or not supported.
  public static func sound(decoding bytes: [UInt8]) throws(FormatError) -> Sound {
    let file = ByteReader(bytes)
    guard file.text(0) == "RIFF", file.text(8) == "WAVE" else {
      throw FormatError(
        description: "this is not a WAV file; RIFF WAVE with 16 bits per sample is accepted")
    }
    var format: (channels: Int, rate: Int)?
    var offset = 12
    while let name = file.text(offset), let size = file.number(offset + 4, bytes: 4) {
      let start = offset + 8
      if name == "fmt " { format = try self.format(file, start, size) }
      if name == "data" {
        guard let format else {
          throw FormatError(
            description: "the chunk 'data' comes before 'fmt '; 'fmt ' first is accepted")
        }
        return try samples(file, start, size, channels: format.channels, rate: format.rate)
      }
      // Chunks start at even offsets. The loop ends at a chunk that exceeds the file.
      offset = start + size + size % 2
    }
    throw FormatError(description: "the file ends before its data; a chunk 'data' is required")
  }

  private static func format(
    _ file: ByteReader, _ start: Int, _ size: Int
  ) throws(FormatError) -> (channels: Int, rate: Int) {
    guard size >= 16, let kind = file.number(start, bytes: 2),
      let channels = file.number(start + 2, bytes: 2), let rate = file.number(start + 4, bytes: 4),
      let bits = file.number(start + 14, bytes: 2)
    else {
      throw FormatError(
        description: "the chunk 'fmt ' is truncated; at least 16 bytes are required")
    }
    guard kind == 1, bits == 16 else {
      throw FormatError(
        description: "the format is \(kind) of \(bits) bits; 1 (PCM) of 16 bits is accepted")
    }
    guard channels == 1 || channels == 2 else {
      throw FormatError(description: "there are \(channels) channels; 1 or 2 are accepted")
    }
    guard rates.contains(rate) else {
      throw FormatError(
        description: "the rate is \(rate); \(rates.lowerBound) to \(rates.upperBound) samples a "
          + "second are accepted")
    }
    return (channels, rate)
  }

  private static func samples(
    _ file: ByteReader, _ start: Int, _ size: Int, channels: Int, rate: Int
  ) throws(FormatError) -> Sound {
    guard start + size <= file.count else {
      throw FormatError(
        description: "the data is truncated: it has \(max(0, file.count - start)) of \(size) bytes"
      )
    }
    let count = size / (2 * channels)
    guard count <= maximumSampleCount else {
      throw FormatError(
        description: "the sound has \(count) samples; \(maximumSampleCount) at most are accepted")
    }
    var samples: [Float] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<channels {
        let offset = start + (index * channels + channel) * 2
        sum += Float(Int16(truncatingIfNeeded: file.number(offset, bytes: 2) ?? 0))
      }
      samples.append(sum * (1 / 32_768) / Float(channels))
    }
    return Sound(sampleRate: rate, samples: samples)
  }

  /// Encodes a file with one or two channels.
  ///
  /// - Parameters:
  ///   - samples: The samples; two channels are interleaved.
  ///   - sampleRate: The sample rate, in samples per second.
  ///   - channels: The number of channels, 1 or 2.
  /// - Returns: The bytes of the file.
  public static func encoding(_ samples: [Int16], sampleRate: Int, channels: Int = 1) -> [UInt8] {
    precondition(channels == 1 || channels == 2, "A WAV file is written with one or two channels")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + samples.count * 2)
    func put(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    bytes += Array("RIFF".utf8)
    put(36 + samples.count * 2, 4)
    bytes += Array("WAVEfmt ".utf8)
    put(16, 4)
    put(1, 2)
    put(channels, 2)
    put(sampleRate, 4)
    put(sampleRate * channels * 2, 4)
    put(channels * 2, 2)
    put(16, 2)
    bytes += Array("data".utf8)
    put(samples.count * 2, 4)
    for sample in samples { put(Int(sample), 2) }
    return bytes
  }
}

/// The bytes of a file with bounds-checked access.
private struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Returns a little-endian number; nil beyond the end.
  func number(_ offset: Int, bytes length: Int) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// Returns four characters; nil beyond the end.
  func text(_ offset: Int) -> String? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}
