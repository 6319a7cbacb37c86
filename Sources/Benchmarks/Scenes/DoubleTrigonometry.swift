/// Sine and cosine in double precision, the same on every machine.
///
/// Accurate to one or two bits for angles up to a few hundred radians, so that results rounded to
/// Float equal those of a good C library. Computed by Taylor series on ±π/4 after a two-part
/// reduction by quarter turns.
enum DoubleTrigonometry {
  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { wave(angle, quarters: 0) }

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { wave(angle, quarters: 1) }

  /// The sine of an angle plus a number of quarter turns.
  private static func wave(_ angle: Double, quarters: Int) -> Double {
    let turns: Double = (angle * 0.6366197723675814).rounded()
    let r: Double = (angle - turns * 0x1.921fb544p0) - turns * 6.077100506506192e-11
    let quadrant = (Int(turns) + quarters) & 3
    let t: Double = r * r
    var sum: Double = 0
    var number: Double = quadrant & 1 == 0 ? 21 : 20
    // From the smallest term up: 1 − t/(2·3)·(1 − t/(4·5)·(…)).
    while number > 1 {
      sum = t / (number * (number - 1)) * (1 - sum)
      number -= 2
    }
    let value: Double = quadrant & 1 == 0 ? r - r * sum : 1 - sum
    return quadrant & 2 == 0 ? value : -value
  }
}
