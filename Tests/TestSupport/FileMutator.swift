import CaromMaths
import Foundation

/// Damages files reproducibly from a seed: flips bits, truncates, repeats and swaps values.
///
/// A harmful mutant can be recreated by its number: `mutator.mutant(1234)`.
package struct FileMutator {
  /// The intact files.
  package let originals: [[UInt8]]
  /// The replacement values: brackets, out-of-range numbers, references to other objects.
  package let pieces: [[UInt8]]
  /// The seed of the random stream, combined with the number of the mutant.
  package let seed: UInt64

  /// Creates a mutator for files; the pieces are added to those for any JSON.
  package init(_ originals: [[UInt8]], pieces: [String] = [], seed: UInt64) {
    self.originals = originals
    self.pieces = (Self.commonPieces + pieces).map { Array($0.utf8) }
    self.seed = seed
  }

  private static let commonPieces: [String] = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "-1", "0", "1", "2", "255",
    "65535",
    "1e999", "1e38", "-1e38", "1e-45", "0.5", "{}", "[]", "[0,0,0]", "[1e30,1e30,1e30]", "[[[[",
    "/*", "//", "\\u0000", "\"\"", "\"a\"", "\u{1f600}", "4294967295", "2147483648",
    "9007199254740993",
    "99999999999999999999",
  ]

  /// The mutant with a number, and the index of its original.
  package func mutant(_ number: Int) -> (original: Int, bytes: [UInt8]) {
    var random = RandomStream(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    let original = random.int(below: originals.count)
    var bytes = originals[original]
    // Most mutants have one fault, so that parsing gets far enough to reach it.
    let faults = [1, 1, 1, 2, 2, 5][random.int(below: 6)]
    for _ in 0..<faults where !bytes.isEmpty { damage(&bytes, &random) }
    return (original, bytes)
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout RandomStream) {
    let at = random.int(below: bytes.count)
    switch random.int(below: 16) {
    case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[at] ^= 1 << UInt8(random.int(below: 8))
    case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + random.int(below: 12)))
    case 3: bytes.removeLast(bytes.count - at)
    case 4: bytes.insert(contentsOf: piece(&random), at: at)
    case 5:
      // A four-byte integer, as used for counts and sizes in binary files.
      let values: [UInt32] = [
        0, 1, 4, 0x7fff_ffff, 0x8000_0000, .max, .max - 3, 0x7f80_0000, 0x7fc0_0000,
      ]
      let word = at & ~3
      guard word + 4 <= bytes.count else { return }
      let value = values[random.int(below: values.count)]
      for i in 0..<4 { bytes[word + i] = UInt8(truncatingIfNeeded: value >> UInt32(i * 8)) }
    case 6:
      let other = random.int(below: bytes.count)
      bytes.insert(contentsOf: Array(bytes[other..<min(bytes.count, other + 40)]), at: at)
    case 7, 8:
      // Swaps two values.
      guard let a = value(in: bytes, after: at),
        let b = value(in: bytes, after: random.int(below: bytes.count)),
        a.upperBound <= b.lowerBound
      else { return }
      let (first, second) = (Array(bytes[a]), Array(bytes[b]))
      bytes.replaceSubrange(b, with: first)
      bytes.replaceSubrange(a, with: second)
    case 9:
      // Replaces a number by a similar one.
      guard let range = value(in: bytes, after: at),
        let number = Int(String(decoding: bytes[range], as: UTF8.self).filter { $0 != " " })
      else { return }
      let near = [number + 1, number - 1, -number, number * 2, number &* 1_000_003, number * 4]
      bytes.replaceSubrange(range, with: Array("\(near[random.int(below: near.count)])".utf8))
    case 10:
      let other = originals[random.int(below: originals.count)]
      let start = random.int(below: other.count)
      bytes.replaceSubrange(at..., with: other[start...])
    default:
      guard let range = value(in: bytes, after: at) else { return }
      bytes.replaceSubrange(range, with: piece(&random))
    }
  }

  private func piece(_ random: inout RandomStream) -> [UInt8] {
    pieces[random.int(below: pieces.count)]
  }

  /// The number, word or string after the next colon or comma.
  private func value(in bytes: [UInt8], after at: Int) -> Range<Int>? {
    guard let mark = bytes[at...].firstIndex(where: { $0 == 58 || $0 == 44 }) else { return nil }
    let start = mark + 1
    let end = bytes[start...].firstIndex { [44, 125, 93].contains($0) } ?? bytes.count
    return start < end ? start..<end : nil
  }
}

/// The statistics of a run over damaged files.
package struct FuzzReport {
  /// The number of files.
  package var count = 0
  /// The number of files that were accepted.
  package var readable = 0
  /// The longest CPU time of a file in seconds, and its number.
  package var slowest = (seconds: 0.0, number: 0)
  /// The maximum memory of the process in bytes; with the address sanitizer the maximum of
  /// allocated memory, since it retains freed memory and shadows all of it.
  package var mostMemory = 0

  /// Processes damaged files one after the other: `body` gets the index of the original and the
  /// bytes.
  ///
  /// It returns whether the file was accepted; an error it throws is a test failure.
  package init(
    _ mutator: FileMutator, _ numbers: Range<Int>, _ body: (Int, [UInt8]) throws -> Bool
  ) rethrows {
    for number in numbers {
      let (original, bytes) = mutator.mutant(number)
      let start = Self.processorTime
      if try body(original, bytes) { readable += 1 }
      let seconds = Self.processorTime - start
      if seconds > slowest.seconds { slowest = (seconds, number) }
      count += 1
      if count % 64 == 0 { mostMemory = max(mostMemory, Self.memory) }
    }
  }

  /// The measurements in one line.
  package var text: String {
    "\(readable) of \(count) could be read, the slowest (\(slowest.number)) took "
      + "\(Int(slowest.seconds * 1_000)) ms, \(mostMemory >> 20) MiB at most"
  }

  /// The CPU time of this thread in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The allocated bytes according to the address sanitizer; nil in a process without it.
  private static let sanitizedBytes: (@convention(c) () -> Int)? = {
    guard let symbol = dlsym(nil, "__sanitizer_get_current_allocated_bytes") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
  }()

  /// The resident memory of the process in bytes.
  private static var memory: Int {
    if let sanitizedBytes { return sanitizedBytes() }
    return residentMemory
  }
}
