/// Limits without a lower bound, an upper bound or both.
enum JointLimits {
  /// The positions that linear limits can have, in meters.
  static let linear: ClosedRange<Float> = -1e5...1e5
  /// The angles that angular limits can have, in radians.
  static let angular: ClosedRange<Float> = -Float.pi...Float.pi

  /// The allowed range; nil when both sides are absent.
  ///
  /// Degrees are rounded to radians, so the ends of a half turn can be one rounding step outside.
  static func range(
    _ lower: Float?, _ upper: Float?, within all: ClosedRange<Float>
  ) -> ClosedRange<Float>? {
    if lower == nil, upper == nil { return nil }
    let lower = max(all.lowerBound, lower ?? all.lowerBound)
    let upper = min(all.upperBound, upper ?? all.upperBound)
    return lower <= upper ? lower...upper : nil
  }

  /// The problem with limits, or nil.
  static func problem(_ lower: Float?, _ upper: Float?) -> String? {
    guard let lower, let upper, lower > upper else { return nil }
    return "the lower limit is above the upper limit; limits in order are accepted"
  }

  /// An angle moved into ±π.
  static func clampedAngle(_ angle: Float) -> Float { max(-Float.pi, min(angle, .pi)) }
}
