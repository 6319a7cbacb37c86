import CaromMaths

/// A colour gradient from 0 to 1, interpolated linearly between stops.
struct Gradient {
  private let stops: [(at: Float, colour: Vector3)]

  /// Makes a gradient from stops in ascending order; colours are sRGB, 0 to 1.
  init(_ stops: [(at: Float, colour: Vector3)]) { self.stops = stops }

  /// The colour at `t`; clamped to the first and last stop.
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

/// Converts an sRGB hexadecimal colour to components from 0 to 1.
func hex(_ rgb: UInt32) -> Vector3 {
  Vector3(
    Float(rgb >> 16 & 255) * (1 / 255), Float(rgb >> 8 & 255) * (1 / 255),
    Float(rgb & 255) * (1 / 255))
}

/// A smoothstep: 0 up to `low`, 1 from `high`.
func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
  let t = max(0, min(1, (x - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
