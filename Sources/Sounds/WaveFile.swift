/// Reads and writes WAV files: 16 bits a sample, without compression.
///
/// Of two channels it takes the mean. All that is read is bounded, so files from anywhere are welcome.
///
/// - Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
public enum WaveFile {
  /// The most samples that are read: three minutes of music at 48 kHz.
  public static let maximumSampleCount = 48_000 * 180
  /// The rates that are read, in samples a second.
  public static let rates = 4_000...192_000

  /// Why a file is not taken.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what is accepted.
    public let description: String
  }

  /// Reads a file.
  ///
  /// - Throws: ``Problem`` with the first thing that is wrong.
  public static func sound(decoding bytes: [UInt8]) throws(Problem) -> Sound {
    let file = Bytes(bytes)
    guard file.word(0) == "RIFF", file.word(8) == "WAVE" else {
      throw Problem(description: "this is no WAV file; RIFF WAVE of 16 bits a sample is accepted")
    }
    var format: (channels: Int, rate: Int)?
    var place = 12
    while let name = file.word(place), let size = file.number(place + 4, bytes: 4) {
      let start = place + 8
      if name == "fmt " { format = try self.format(file, start, size) }
      if name == "data" {
        guard let format else {
          throw Problem(description: "the data comes before the format; 'fmt ' first is accepted")
        }
        return try samples(file, start, size, channels: format.channels, rate: format.rate)
      }
      // Chunks begin at even places; one that ends behind the file ends the walk.
      place = start + size + size % 2
    }
    throw Problem(description: "the file ends before its data; a chunk 'data' is needed")
  }

  private static func format(
    _ file: Bytes, _ start: Int, _ size: Int
  ) throws(Problem) -> (channels: Int, rate: Int) {
    guard size >= 16, let kind = file.number(start, bytes: 2),
      let channels = file.number(start + 2, bytes: 2), let rate = file.number(start + 4, bytes: 4),
      let bits = file.number(start + 14, bytes: 2)
    else { throw Problem(description: "the format is cut off; 16 bytes of it are needed") }
    guard kind == 1, bits == 16 else {
      throw Problem(
        description: "the format is \(kind) of \(bits) bits; 1 (PCM) of 16 bits is accepted")
    }
    guard channels == 1 || channels == 2 else {
      throw Problem(description: "there are \(channels) channels; 1 or 2 are accepted")
    }
    guard rates.contains(rate) else {
      throw Problem(
        description: "the rate is \(rate); \(rates.lowerBound) to \(rates.upperBound) samples a "
          + "second are accepted")
    }
    return (channels, rate)
  }

  private static func samples(
    _ file: Bytes, _ start: Int, _ size: Int, channels: Int, rate: Int
  ) throws(Problem) -> Sound {
    guard start + size <= file.count else {
      throw Problem(
        description: "the data is cut off: \(max(0, file.count - start)) of \(size) bytes are there"
      )
    }
    let count = size / (2 * channels)
    guard count <= maximumSampleCount else {
      throw Problem(
        description: "the sound has \(count) samples; \(maximumSampleCount) at most are accepted")
    }
    var samples: [Float] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<channels {
        let place = start + (index * channels + channel) * 2
        sum += Float(Int16(truncatingIfNeeded: file.number(place, bytes: 2) ?? 0))
      }
      samples.append(sum * (1 / 32_768) / Float(channels))
    }
    return Sound(rate: rate, samples: samples)
  }

  /// Writes a file of one or two channels.
  ///
  /// - Parameters:
  ///   - samples: The samples; of two channels left and right by turns.
  ///   - rate: Samples a second.
  ///   - channels: 1 or 2.
  /// - Returns: The bytes of the file.
  public static func encoding(_ samples: [Int16], rate: Int, channels: Int = 1) -> [UInt8] {
    precondition(channels == 1 || channels == 2, "a WAV file of ours has one or two channels")
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
    put(rate, 4)
    put(rate * channels * 2, 4)
    put(channels * 2, 2)
    put(16, 2)
    bytes += Array("data".utf8)
    put(samples.count * 2, 4)
    for sample in samples { put(Int(sample), 2) }
    return bytes
  }
}

/// Bytes of a file that nothing reads behind its end.
private struct Bytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// A number with its lowest byte first; nil behind the end.
  func number(_ place: Int, bytes length: Int) -> Int? {
    guard place >= 0, place <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Four letters; nil behind the end.
  func word(_ place: Int) -> String? {
    guard place >= 0, place <= count - 4 else { return nil }
    return String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }
}
