public import CaromProperties

/// The keyframes of one property of one node.
///
/// Times are in seconds from the start. Before the first key time the first value holds, after the
/// last the last value. Orientations are interpolated along the shortest arc.
public struct AnimationChannel: Part {
  /// Summary for the schema.
  public static let summary = "The keyframes of one property of one node"

  /// The target node; empty for the node that plays the animation.
  public var target = NodeReference()
  /// The animated property, such as `position`, `opacity` or
  /// `geometry.materials[0].diffuse.intensity`.
  ///
  /// See <doc:AnimationsAndTransactions> for all accepted key paths.
  public var keyPath = "position"
  /// The key times in seconds, in increasing order.
  public var keyTimes: [Float] = []
  /// The value at each key time; in degrees if the key path ends in `Degrees`.
  public var values = KeyValues()
  /// The interpolation of segments: one for each segment, or one for all.
  ///
  /// Empty means linear.
  public var interpolation: [Interpolation] = []
  /// The in-tangents of cubic segments, per second, in the shape of ``values``.
  ///
  /// Without tangents, cubic segments are Catmull-Rom splines.
  public var inTangents = KeyValues()
  /// The out-tangents of cubic segments, per second, in the shape of ``values``.
  public var outTangents = KeyValues()

  /// Creates a channel without values.
  public init() {}

  /// Creates a channel; a nil `target` is the node that plays the animation.
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
    p.property("target", \.target, "Target node; the node that plays the animation if left out")
    p.property("keyPath", \.keyPath, "Animated property, such as position or light.intensity")
    p.property("keyTimes", \.keyTimes, "Key times, in increasing order", .seconds, 0...1e6)
    p.property("values", \.values, "Value at each key time")
    p.property(
      "interpolation", \.interpolation, "Interpolation of each segment, or one for all")
    p.property("inTangents", \.inTangents, "In-tangents of cubic segments", .perSecond)
    p.property("outTangents", \.outTangents, "Out-tangents of cubic segments", .perSecond)
  }

  /// The reason why the channel cannot be played, or nil.
  public var problem: String? {
    if keyTimes.count != values.count {
      return "there are \(keyTimes.count) key times for \(values.count) values"
    }
    if zip(keyTimes, keyTimes.dropFirst()).contains(where: { $0 >= $1 }) {
      return "the key times do not increase; increasing ones are accepted"
    }
    let segments = max(keyTimes.count - 1, 0)
    if interpolation.count > 1, interpolation.count != segments {
      return "there are \(interpolation.count) interpolations for \(segments) segments; "
        + "one for each or one for all is accepted"
    }
    for tangents in [inTangents, outTangents] where !tangents.isEmpty {
      if tangents.count != values.count || tangents.width != values.width {
        return "the tangents do not have the shape of the values"
      }
    }
    do throws(KeyPathProblem) {
      let property = try AnimatedProperty(keyPath)
      if !values.isEmpty, property.count > 0, values.width != property.count {
        return "\(keyPath) has \(property.count) numbers, but each value has \(values.width)"
      }
    } catch {
      return error.message
    }
    return nil
  }
}

/// The interpolation between two key times.
public enum Interpolation: String, EnumName, Sendable {
  /// Linear interpolation.
  case linear
  /// The earlier value until the next key time.
  case step
  /// A cubic Hermite spline with tangents, or a Catmull-Rom spline without.
  case cubic
}
