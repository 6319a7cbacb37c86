import CaromMaths
import CaromProperties

/// The channels of an animation laid out flat, so that a tick reads a few arrays and nothing else.
struct AnimationProgram {
  /// One channel.
  struct Track {
    var place: AnimatedPlace
    /// The channel it was made of.
    var channel: Int
    /// The node it writes; 0 while that is not known.
    var node: Int32 = 0
    /// Where its times, and the modes of its segments, begin.
    var firstTime: Int
    var count: Int
    /// Where its values begin.
    var firstValue: Int
    var width: Int
    /// Where its tangents begin, in and then out; −1 for none.
    var firstTangent = -1
    /// The segment of the last time, to look from; changes how long it takes, never what comes out.
    var cursor = 0
  }

  var tracks: [Track] = []
  var times: [Float] = []
  var modes: [Interpolation] = []
  var values: [Float] = []
  var tangents: [Float] = []
  /// How long a run takes.
  var duration: Double
  /// How many runs there are; infinite for ever.
  var runs: Double
  /// How long all runs take; stored, as computing it would copy the program each time.
  let wholeDuration: Double
  /// Whether each run is followed by one backwards.
  let autoreverses: Bool
  /// Whether values are added to what is there.
  let isAdditive: Bool
  /// True when, until its end, a tick has only to move the time on and to write the values.
  let isPlain: Bool

  init(_ animation: Animation) {
    duration = max(animation.runDuration, 0)
    let count = animation.repeatCount > 0 ? Double(animation.repeatCount) : 1
    runs = animation.repeatsForever ? .infinity : count
    autoreverses = animation.autoreverses
    wholeDuration =
      runs == .infinity ? .infinity : runs * duration * (animation.autoreverses ? 2 : 1)
    isAdditive = animation.isAdditive
    isPlain =
      animation.startDelay == 0 && animation.blendInDuration == 0
      && animation.blendOutDuration == 0 && animation.events.isEmpty && animation.didStart.isEmpty
    for (index, channel) in animation.channels.enumerated() { add(channel, index) }
  }

  /// A channel with something wrong is left out: files are refused, code sees it in
  /// ``AnimationChannel/problem``.
  private mutating func add(_ channel: AnimationChannel, _ index: Int) {
    guard channel.problem == nil, !channel.values.isEmpty,
      let place = try? AnimatedPlace(channel.keyPath)
    else { return }
    var track = Track(
      place: place, channel: index, firstTime: times.count, count: channel.keyTimes.count,
      firstValue: values.count, width: channel.values.width)
    times += channel.keyTimes
    let only = channel.interpolation.count == 1 ? channel.interpolation.first : nil
    for segment in 0..<track.count {
      let isGiven = only == nil && segment < channel.interpolation.count
      modes.append(only ?? (isGiven ? channel.interpolation[segment] : .linear))
    }
    let factor: Float = place.isInDegrees ? .pi / 180 : 1
    var own = channel.values.numbers.map { $0 * factor }
    if !channel.inTangents.isEmpty, !channel.outTangents.isEmpty {
      track.firstTangent = tangents.count
      tangents += channel.inTangents.numbers.map { $0 * factor }
      tangents += channel.outTangents.numbers.map { $0 * factor }
    } else if place.kind == .orientation {
      // Neighbours on the same side, so that curves through them take no detour.
      for i in stride(from: 4, to: own.count, by: 4) {
        let dot = (0..<4).reduce(Float(0)) { $0 + own[i + $1] * own[i - 4 + $1] }
        if dot < 0 { for j in i..<i + 4 { own[j] = -own[j] } }
      }
    }
    values += own
    tracks.append(track)
  }

  // MARK: Sampling

  /// The segment at a time and how far in it; the last key time ends the last segment.
  private func segment(_ track: inout Track, _ time: Float) -> (index: Int, share: Float) {
    let last = track.count - 1
    let first = track.firstTime
    guard last > 0, time > times[first] else { return (0, 0) }
    guard time < times[first + last] else { return (last, 0) }
    var low = min(track.cursor, last - 1)
    if times[first + low] <= time, time < times[first + low + 1] {
      // As in the last tick.
    } else if low + 2 <= last, times[first + low + 1] <= time, time < times[first + low + 2] {
      low += 1
    } else {
      var high = last
      low = 0
      while high - low > 1 {
        let middle = (low + high) / 2
        if times[first + middle] <= time { low = middle } else { high = middle }
      }
    }
    track.cursor = low
    let (a, b) = (times[first + low], times[first + low + 1])
    return (low, (time - a) / (b - a))
  }

  /// The value of a track of up to four numbers at a time.
  mutating func sample(_ index: Int, at time: Float) -> SIMD4<Float> {
    let (segment, share) = segment(&tracks[index], time)
    let track = tracks[index]
    let a = row(track, segment)
    guard share > 0 else { return a }
    switch modes[track.firstTime + segment] {
    case .step: return a
    case .linear:
      let b = row(track, segment + 1)
      guard track.place.kind == .orientation else { return a + (b - a) * share }
      let from = Quaternion(a.x, a.y, a.z, a.w)
      let q = from.slerp(to: Quaternion(b.x, b.y, b.z, b.w), by: share)
      return SIMD4(q.x, q.y, q.z, q.w)
    case .cubic:
      var value = SIMD4<Float>()
      for i in 0..<min(track.width, 4) { value[i] = cubic(track, segment, i, share) }
      return value
    }
  }

  /// All numbers of a track of any width at a time.
  mutating func sampleRow(_ index: Int, at time: Float, _ body: (Int, Float) -> Void) {
    let (segment, share) = segment(&tracks[index], time)
    let track = tracks[index]
    for i in 0..<track.width {
      let a = values[track.firstValue + segment * track.width + i]
      guard share > 0 else {
        body(i, a)
        continue
      }
      switch modes[track.firstTime + segment] {
      case .step: body(i, a)
      case .linear:
        let b = values[track.firstValue + (segment + 1) * track.width + i]
        body(i, a + (b - a) * share)
      case .cubic: body(i, cubic(track, segment, i, share))
      }
    }
  }

  private func row(_ track: Track, _ key: Int) -> SIMD4<Float> {
    var value = SIMD4<Float>()
    let start = track.firstValue + key * track.width
    for i in 0..<min(track.width, 4) { value[i] = values[start + i] }
    return value
  }

  /// One number of a cubic segment, by Hermite's formula.
  ///
  ///     (2s³ − 3s² + 1) a + (s³ − 2s² + s) h m + (3s² − 2s³) b + (s³ − s²) h n
  ///
  /// with the values a and b, the tangents m and n, and the length h of the segment. Tangents that
  /// were not given are the slope from the neighbour before to the one after (Catmull-Rom).
  private func cubic(_ track: Track, _ key: Int, _ i: Int, _ s: Float) -> Float {
    let h = times[track.firstTime + key + 1] - times[track.firstTime + key]
    func value(_ key: Int) -> Float { values[track.firstValue + key * track.width + i] }
    func slope(_ key: Int) -> Float {
      let (before, after) = (max(key - 1, 0), min(key + 1, track.count - 1))
      let span = times[track.firstTime + after] - times[track.firstTime + before]
      return (value(after) - value(before)) / span
    }
    let m: Float
    let n: Float
    if track.firstTangent >= 0 {
      let out = track.firstTangent + track.count * track.width
      m = tangents[out + key * track.width + i]
      n = tangents[track.firstTangent + (key + 1) * track.width + i]
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
