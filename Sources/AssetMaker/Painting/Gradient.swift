import CaromMaths

/// A color gradient from 0 to 1, interpolated linearly between stops.
struct Gradient {
  private let stops: [(at: Float, color: Vector3)]

  /// Creates a gradient from stops in ascending order; colors are sRGB, 0 to 1.
  init(_ stops: [(at: Float, color: Vector3)]) { self.stops = stops }

  /// The color at `t`; clamped to the first and last stop.
  func color(at t: Float) -> Vector3 {
    guard let first = stops.first else { return .zero }
    var (previous, color) = (first, first.color)
    for stop in stops {
      if t <= stop.at {
        let span = stop.at - previous.at
        return span > 0
          ? previous.color.lerp(to: stop.color, by: (t - previous.at) / span) : stop.color
      }
      (previous, color) = (stop, stop.color)
    }
    return color
  }
}

/// Converts an sRGB hexadecimal color to components from 0 to 1.
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
