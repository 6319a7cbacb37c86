import CaromMaths
import TestSupport
import Testing

@Suite("State hash")
struct StateHashTests {
  /// Bytes 0, 1, 2 … 255, 0 …; the pinned values come from the xxhash package of Python.
  static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 & 255) } }

  @Test("Agrees with XXH64 of another implementation", arguments: [0, 31, 32, 33, 1000])
  func agreesWithXXH64(count: Int) throws {
    for seed in [0, 2026] as [UInt64] {
      var hash = StateHash(seed: seed)
      hash.combine(bytes: Self.bytes(count))
      let name = "maths/state-hash/bytes-\(count)" + (seed == 0 ? "" : "/seed-\(seed)")
      try PinnedHashes.expect(hash.value, pinned: name)
    }
    var abc = StateHash()
    abc.combine(bytes: "abc".utf8)
    #expect(abc.value == 0x44bc_2cf5_ad77_0999)
  }

  @Test("The division of bytes into calls does not affect the value")
  func cutsDoNotMatter() {
    let all = Self.bytes(300)
    var whole = StateHash()
    whole.combine(bytes: all)
    var random = RandomStream(seed: 5)
    for _ in 0..<200 {
      var hash = StateHash()
      var i = 0
      while i < all.count {
        let n = min(random.int(below: 20), all.count - i)
        if n >= 8 && i + 8 <= all.count && random.chance(0.5) {
          hash.combine((0..<8).reduce(0 as UInt64) { $0 | UInt64(all[i + $1]) << UInt64(8 * $1) })
          i += 8
        } else {
          hash.combine(bytes: AnySequence(all[i..<i + n]))
          i += n
        }
      }
      #expect(hash.value == whole.value)
      #expect(hash.count == 300)
    }
  }

  @Test("Numbers are hashed with the least significant byte first")
  func numbersAreLittleEndian() {
    var numbers = StateHash()
    numbers.combine(0x0102_0304 as UInt32)
    numbers.combine(1.0 as Float)
    numbers.combine(-2)
    numbers.combine(true)
    numbers.combine("é")
    var bytes = StateHash()
    bytes.combine(bytes: [
      4, 3, 2, 1, 0, 0, 0x80, 0x3f, 0xfe, 255, 255, 255, 255, 255, 255, 255, 1, 2, 0, 0, 0, 0, 0, 0,
      0, 0xc3, 0xa9,
    ])
    #expect(numbers.value == bytes.value)
  }

  @Test("Zeros with different signs differ, and all NaNs are equal")
  func specialFloats() {
    func hash(_ value: Float) -> UInt64 {
      var h = StateHash()
      h.combine(value)
      return h.value
    }
    #expect(hash(0) != hash(-0.0))
    #expect(hash(.nan) == hash(-Float.nan))
    #expect(hash(.nan) == hash(Float(nan: 77, signaling: false)))
  }

  @Test("One flipped bit flips about half of the value's bits")
  func avalanche() {
    var total = 0
    for bit in 0..<64 {
      for place in 0..<6 {
        func hash(flipped: Bool) -> UInt64 {
          var h = StateHash()
          for i in 0..<6 {
            h.combine(UInt64(i) ^ (flipped && i == place ? 1 << UInt64(bit) : 0))
          }
          return h.value
        }
        let changed = (hash(flipped: true) ^ hash(flipped: false)).nonzeroBitCount
        #expect(changed > 10)
        total += changed
      }
    }
    let mean = Double(total) / (64 * 6)
    #expect(abs(mean - 32) < 1, "4 / √384 = 0.2 bits is the spread of a mean of fair bits")
  }
}
