import CaromMaths

/// A channel of an ``AnimationProgram``, which owns the memory of its pointers.
struct AnimationTrack {
  var property: AnimatedProperty
  /// The index of the channel in the animation.
  var channel: Int
  /// Whether the target is the node that plays the animation.
  var isOwn: Bool
  /// The identity of another target node; 0 while unresolved.
  var node: Int32 = 0
  /// The segment of the last sample, from which the search starts; it affects only the cost.
  var cursor = 0
  /// The number of key times.
  var count: Int
  /// The number of components of a value.
  var width: Int
  var times: UnsafePointer<Float>
  /// The interpolation of each segment.
  var modes: UnsafePointer<Interpolation>
  var values: UnsafePointer<Float>
  /// All in-tangents, then all out-tangents, in the shape of the values.
  var tangents: UnsafePointer<Float>?

  /// Returns the segment at a time and the fraction within it.
  @inline(__always)
  private mutating func segment(_ time: Float) -> (index: Int, share: Float) {
    let last = count &- 1
    guard last > 0, time > times[0] else { return (0, 0) }
    guard time < times[last] else { return (last, 0) }
    var low = min(cursor, last &- 1)
    if times[low] <= time, time < times[low &+ 1] {
      // Still in the segment of the last sample.
    } else if low &+ 2 <= last, times[low &+ 1] <= time, time < times[low &+ 2] {
      low &+= 1
    } else {
      var high = last
      low = 0
      while high &- low > 1 {
        let middle = (low &+ high) / 2
        if times[middle] <= time { low = middle } else { high = middle }
      }
    }
    cursor = low
    let (a, b) = (times[low], times[low &+ 1])
    return (low, (time - a) / (b - a))
  }

  /// Samples a value of up to four components at a time.
  mutating func sample(at time: Float) -> SIMD4<Float> {
    let (segment, share) = segment(time)
    let a = row(segment)
    guard share > 0 else { return a }
    switch modes[segment] {
    case .step: return a
    case .linear:
      let b = row(segment &+ 1)
      guard property.kind == .orientation else { return a + (b - a) * share }
      let from = Quaternion(a.x, a.y, a.z, a.w)
      let q = from.slerp(to: Quaternion(b.x, b.y, b.z, b.w), by: share)
      return SIMD4(q.x, q.y, q.z, q.w)
    case .cubic:
      var value = SIMD4<Float>()
      for i in 0..<min(width, 4) { value[i] = cubic(segment, i, share) }
      return value
    }
  }

  /// Samples all components of a value of any width at a time.
  mutating func sampleRow(at time: Float, _ body: (Int, Float) -> Void) {
    let (segment, share) = segment(time)
    for i in 0..<width {
      let a = values[segment * width + i]
      guard share > 0 else {
        body(i, a)
        continue
      }
      switch modes[segment] {
      case .step: body(i, a)
      case .linear:
        let b = values[(segment + 1) * width + i]
        body(i, a + (b - a) * share)
      case .cubic: body(i, cubic(segment, i, share))
      }
    }
  }

  @inline(__always)
  private func row(_ key: Int) -> SIMD4<Float> {
    let row = values + key &* width
    switch width {
    case 1: return SIMD4(row[0], 0, 0, 0)
    case 2: return SIMD4(row[0], row[1], 0, 0)
    case 3: return SIMD4(row[0], row[1], row[2], 0)
    default: return SIMD4(row[0], row[1], row[2], row[3])
    }
  }

  /// Returns one component of a cubic Hermite segment.
  ///
  ///     (2s³ − 3s² + 1) a + (s³ − 2s² + s) h m + (3s² − 2s³) b + (s³ − s²) h n
  ///
  /// with the values a and b, the tangents m and n, and the length h of the segment. Tangents that
  /// are not given are the slope between the adjacent keys (Catmull-Rom).
  private func cubic(_ key: Int, _ i: Int, _ s: Float) -> Float {
    let h = times[key + 1] - times[key]
    func value(_ key: Int) -> Float { values[key * width + i] }
    func slope(_ key: Int) -> Float {
      let (before, after) = (max(key - 1, 0), min(key + 1, count - 1))
      return (value(after) - value(before)) / (times[after] - times[before])
    }
    let m: Float
    let n: Float
    if let tangents {
      m = tangents[(count + key) * width + i]
      n = tangents[(key + 1) * width + i]
    } else {
      m = slope(key)
      n = slope(key + 1)
    }
    let (s2, s3) = (s * s, s * s * s)
    let (a, b) = (value(key), value(key + 1))
    return (2 * s3 - 3 * s2 + 1) * a + (s3 - 2 * s2 + s) * h * m + (3 * s2 - 2 * s3) * b
      + (s3 - s2) * h * n
  }
}
