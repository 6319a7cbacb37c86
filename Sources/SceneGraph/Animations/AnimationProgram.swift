import CaromMaths
import CaromProperties

/// The channels of an animation in a flat layout, so that a tick follows one pointer per channel
/// without reference counting.
final class AnimationProgram {
  /// The valid channels, in order.
  let tracks: UnsafeMutableBufferPointer<AnimationTrack>
  /// The duration of a run.
  let duration: Double
  /// The duration of all runs.
  let totalDuration: Double
  /// Whether a tick before the end only advances the time and writes values.
  let isPlain: Bool
  /// Whether a channel targets a node other than the one that plays the animation.
  let namesNodes: Bool

  /// The times, values and tangents of all tracks.
  private let numbers: UnsafeMutableBufferPointer<Float>
  private let modes: UnsafeMutableBufferPointer<Interpolation>

  init(_ animation: Animation) {
    duration = max(animation.runDuration, 0)
    let count = animation.repeatCount > 0 ? Double(animation.repeatCount) : 1
    let runs = animation.repeatsForever ? .infinity : count
    totalDuration =
      runs == .infinity ? .infinity : runs * duration * (animation.autoreverses ? 2 : 1)
    isPlain =
      animation.startDelay == 0 && animation.blendInDuration == 0
      && animation.blendOutDuration == 0 && animation.events.isEmpty && animation.didStart.isEmpty
    let parts = animation.channels.enumerated().compactMap { CompiledChannel($1, $0) }
    namesNodes = parts.contains { $0.namesNode }
    numbers = .allocate(capacity: parts.reduce(0) { $0 + $1.numbers.count })
    modes = .allocate(capacity: parts.reduce(0) { $0 + $1.modes.count })
    tracks = .allocate(capacity: parts.count)
    var (number, mode) = (0, 0)
    for (index, part) in parts.enumerated() {
      for (i, value) in part.numbers.enumerated() {
        numbers.initializeElement(at: number + i, to: value)
      }
      for (i, value) in part.modes.enumerated() { modes.initializeElement(at: mode + i, to: value) }
      guard let start = numbers.baseAddress, let firstMode = modes.baseAddress else { continue }
      let times = UnsafePointer(start + number)
      let values = times + part.count
      tracks.initializeElement(
        at: index,
        to: AnimationTrack(
          property: part.property, channel: part.channel, isOwn: !part.namesNode, count: part.count,
          width: part.width, times: times, modes: UnsafePointer(firstMode + mode), values: values,
          tangents: part.hasTangents ? values + part.count * part.width : nil))
      number += part.numbers.count
      mode += part.modes.count
    }
  }

  deinit {
    tracks.deinitialize().deallocate()
    modes.deinitialize().deallocate()
    numbers.deinitialize().deallocate()
  }

  /// A compiled channel.
  private struct CompiledChannel {
    var property: AnimatedProperty
    var channel: Int
    var namesNode: Bool
    var count: Int
    var width: Int
    var hasTangents: Bool
    /// Times, values and tangents, one after the other.
    var numbers: [Float]
    var modes: [Interpolation]

    /// Compiles a channel; nil if the channel is invalid.
    ///
    /// Files with invalid channels are rejected; code can check ``AnimationChannel/problem``.
    init?(_ channel: AnimationChannel, _ index: Int) {
      guard channel.problem == nil, !channel.values.isEmpty,
        let property = try? AnimatedProperty(channel.keyPath)
      else { return nil }
      self.property = property
      self.channel = index
      namesNode = !channel.target.isEmpty || AnimatedProperty.split(channel.keyPath).node != nil
      count = channel.keyTimes.count
      width = channel.values.width
      numbers = channel.keyTimes
      let only = channel.interpolation.count == 1 ? channel.interpolation.first : nil
      modes = (0..<count).map { segment in
        let isGiven = only == nil && segment < channel.interpolation.count
        return only ?? (isGiven ? channel.interpolation[segment] : .linear)
      }
      let factor: Float = property.isInDegrees ? .pi / 180 : 1
      var own = channel.values.numbers.map { $0 * factor }
      hasTangents = !channel.inTangents.isEmpty && !channel.outTangents.isEmpty
      if !hasTangents, property.kind == .orientation {
        // Adjacent quaternions in the same hemisphere, so that splines take the short path.
        for i in stride(from: 4, to: own.count, by: 4) {
          let dot = (0..<4).reduce(Float(0)) { $0 + own[i + $1] * own[i - 4 + $1] }
          if dot < 0 { for j in i..<i + 4 { own[j] = -own[j] } }
        }
      }
      numbers += own
      guard hasTangents else { return }
      numbers += channel.inTangents.numbers.map { $0 * factor }
      numbers += channel.outTangents.numbers.map { $0 * factor }
    }
  }
}
