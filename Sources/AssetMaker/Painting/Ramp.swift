import CaromMaths

/// Colours along a line from 0 to 1, blended linearly between stops.
struct Ramp {
  private let stops: [(at: Float, colour: Vector3)]

  /// Makes a ramp from stops in ascending order; colours are sRGB, 0 to 1.
  init(_ stops: [(at: Float, colour: Vector3)]) { self.stops = stops }

  /// The colour at `t`; the first and last colours go on beyond the ends.
  func colour(at t: Float) -> Vector3 {
    guard let first = stops.first else { return .zero }
    var (previous, colour) = (first, first.colour)
    for stop in stops {
      if t <= stop.at {
        let span = stop.at - previous.at
        return span > 0
          ? previous.colour.lerp(to: stop.colour, by: (t - previous.at) / span) : stop.colour
      }
      (previous, colour) = (stop, stop.colour)
    }
    return colour
  }
}

/// A colour from the six digits of its sRGB hexadecimal form, 0 to 1.
func hex(_ rgb: UInt32) -> Vector3 {
  Vector3(
    Float(rgb >> 16 & 255) * (1 / 255), Float(rgb >> 8 & 255) * (1 / 255),
    Float(rgb & 255) * (1 / 255))
}

/// A smooth step: 0 at and below `low`, 1 at and above `high`.
func smooth(_ low: Float, _ high: Float, _ x: Float) -> Float {
  let t = max(0, min(1, (x - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
