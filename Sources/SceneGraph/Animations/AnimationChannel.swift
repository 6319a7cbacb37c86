public import CaromProperties

/// How one property of one node changes over the time of an animation.
///
/// Times are seconds from the start; before the first the first value holds, after the last the
/// last. Orientations are mixed along the shortest arc.
public struct AnimationChannel: Part {
  /// What the schema says of it.
  public static let summary = "How one property of one node changes over time"

  /// The node that changes; empty for the node that plays the animation.
  public var target = NodeReference()
  /// What changes, such as `position`, `opacity` or `geometry.materials[0].diffuse.intensity`.
  ///
  /// <doc:AnimationsAndTransactions> lists all that is accepted.
  public var keyPath = "position"
  /// When each value is reached, in seconds; growing.
  public var keyTimes: [Float] = []
  /// What is reached at each time; degrees where the key path ends in `Degrees`.
  public var values = KeyValues()
  /// How the values between two times are made: one for each segment, or one for all.
  ///
  /// Linear where it is left out.
  public var interpolation: [Interpolation] = []
  /// How fast each value is reached, per second; for cubic segments, in the shape of ``values``.
  ///
  /// Where tangents are left out, a cubic segment runs smoothly through its neighbours.
  public var inTangents = KeyValues()
  /// How fast each value is left, per second; for cubic segments, in the shape of ``values``.
  public var outTangents = KeyValues()

  /// Makes a channel without values.
  public init() {}

  /// Makes a channel; `target` nil is the node that plays the animation.
  public init(
    _ keyPath: String, of target: Node? = nil, keyTimes: [Float], values: KeyValues,
    interpolation: Interpolation = .linear
  ) {
    self.keyPath = keyPath
    if let target { self.target = NodeReference(target) }
    self.keyTimes = keyTimes
    self.values = values
    self.interpolation = interpolation == .linear ? [] : [interpolation]
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node that changes; the one that plays if left out")
    p.property("keyPath", \.keyPath, "What changes, such as position or light.intensity")
    p.property("keyTimes", \.keyTimes, "When each value is reached; growing", .seconds, 0...1e6)
    p.property("values", \.values, "What is reached at each time")
    p.property(
      "interpolation", \.interpolation, "One way for each segment, or one for all of them")
    p.property("inTangents", \.inTangents, "How fast each value is reached, for cubic", .perSecond)
    p.property("outTangents", \.outTangents, "How fast each value is left, for cubic", .perSecond)
  }

  /// What is wrong with the channel, or nil when it can be played.
  public var problem: String? {
    if keyTimes.count != values.count {
      return "there are \(keyTimes.count) key times for \(values.count) values"
    }
    if zip(keyTimes, keyTimes.dropFirst()).contains(where: { $0 >= $1 }) {
      return "the key times do not grow; growing ones are accepted"
    }
    let segments = max(keyTimes.count - 1, 0)
    if interpolation.count > 1, interpolation.count != segments {
      return "there are \(interpolation.count) interpolations for \(segments) segments; "
        + "one for each or one for all is accepted"
    }
    for tangents in [inTangents, outTangents] where !tangents.isEmpty {
      if tangents.count != values.count || tangents.width != values.width {
        return "the tangents have not the shape of the values"
      }
    }
    do throws(ProblemOfPlace) {
      let place = try AnimatedPlace(keyPath)
      if !values.isEmpty, place.count > 0, values.width != place.count {
        return "\(keyPath) has \(place.count) numbers, but each value has \(values.width)"
      }
    } catch {
      return error.message
    }
    return nil
  }
}

/// How values between two key times are made.
public enum Interpolation: String, EnumName, Sendable {
  /// Evenly from one to the next.
  case linear
  /// The earlier one, until the next is reached.
  case step
  /// Along a smooth curve: cubic Hermite with the tangents, or Catmull-Rom without.
  case cubic
}
