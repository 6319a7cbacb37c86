/// A hash map from two indices to a third.
///
/// Open addressing with linear probing and backward-shift deletion. It cannot be iterated, so its
/// layout has no effect on results. It is derived from the records and not part of a snapshot.
struct PairMap: ~Copyable {
  private var keys: UnsafeMutablePointer<UInt64>
  private var values: UnsafeMutablePointer<Int32>
  private var mask: Int
  private(set) var count = 0

  /// The empty key: an index never has all bits set.
  fileprivate static var none: UInt64 { .max }

  init() {
    (keys, values) = Self.allocate(64)
    mask = 63
  }

  deinit {
    keys.deallocate()
    values.deallocate()
  }

  private static func allocate(
    _ size: Int
  ) -> (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<Int32>) {
    let keys = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    keys.initialize(repeating: none, count: size)
    let values = UnsafeMutablePointer<Int32>.allocate(capacity: size)
    values.initialize(repeating: -1, count: size)
    return (keys, values)
  }

  static func key(_ a: Int32, _ b: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
  }

  /// A view for lookups, valid until the map changes.
  struct View: @unchecked Sendable {
    fileprivate let keys: UnsafeMutablePointer<UInt64>
    fileprivate let values: UnsafeMutablePointer<Int32>
    fileprivate let mask: Int

    /// Mixes all bits of the key into the low ones; as in MurmurHash3.
    @inline(__always)
    fileprivate func home(_ key: UInt64) -> Int {
      var h = key
      h ^= h >> 33
      h &*= 0xff51_afd7_ed55_8ccd
      h ^= h >> 33
      return Int(truncatingIfNeeded: h) & mask
    }

    /// Whether a key has a value.
    @inline(__always)
    func contains(_ key: UInt64) -> Bool {
      var slot = home(key)
      while keys[slot] != PairMap.none && keys[slot] != key { slot = (slot &+ 1) & mask }
      return keys[slot] == key
    }

    /// The value of a key, or -1.
    @inline(__always)
    subscript(key: UInt64) -> Int32 {
      var slot = home(key)
      while keys[slot] != PairMap.none {
        if keys[slot] == key { return values[slot] }
        slot = (slot &+ 1) & mask
      }
      return -1
    }
  }

  var view: View { View(keys: keys, values: values, mask: mask) }

  private func home(_ key: UInt64) -> Int { view.home(key) }

  /// The value of a key, or -1.
  subscript(key: UInt64) -> Int32 { view[key] }

  /// Inserts a key that is not in the map.
  mutating func insert(_ key: UInt64, _ value: Int32) {
    if (count + 1) * 2 > mask { grow() }
    var slot = home(key)
    while keys[slot] != Self.none { slot = (slot + 1) & mask }
    keys[slot] = key
    values[slot] = value
    count += 1
  }

  /// Removes a key; does nothing if it is not in the map.
  mutating func remove(_ key: UInt64) {
    var hole = home(key)
    while keys[hole] != key {
      if keys[hole] == Self.none { return }
      hole = (hole + 1) & mask
    }
    var slot = hole
    while true {
      slot = (slot + 1) & mask
      if keys[slot] == Self.none { break }
      let distance = (slot - home(keys[slot])) & mask
      if distance >= (slot - hole) & mask {
        keys[hole] = keys[slot]
        values[hole] = values[slot]
        hole = slot
      }
    }
    keys[hole] = Self.none
    values[hole] = -1
    count -= 1
  }

  mutating func removeAll() {
    keys.update(repeating: Self.none, count: mask + 1)
    count = 0
  }

  private mutating func grow() {
    let (oldKeys, oldValues, oldSize) = (keys, values, mask + 1)
    (keys, values) = Self.allocate(oldSize * 2)
    mask = oldSize * 2 - 1
    count = 0
    for slot in 0..<oldSize where oldKeys[slot] != Self.none {
      insert(oldKeys[slot], oldValues[slot])
    }
    oldKeys.deallocate()
    oldValues.deallocate()
  }
}
