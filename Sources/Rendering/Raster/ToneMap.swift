import CaromMaths

/// The tone mapping operator of tiles.
struct ToneMap: BitwiseCopyable {
  /// False when light is unchanged.
  let isActive: Bool
  private let hasCurve: Bool
  private let scale: Float
  /// One over the curve's value at the white point.
  private let whiteScale: Float

  /// The light that the curve maps to one.
  private static let white: Float = 7.241_674

  init(_ tone: RenderFrame.Tone) {
    hasCurve = tone.curve == .aces
    let stops = tone.exposure.isFinite ? min(max(tone.exposure, -16), 16) : 0
    var scale: Float = stops == 0 ? 1 : vexp2(F4(repeating: stops)).x
    if tone.averageGray != 0.18 { scale *= 0.18 / min(max(tone.averageGray, 1e-3), 1e3) }
    self.scale = scale.isFinite ? scale : 1
    var whiteScale: Float = 1
    if tone.whitePoint != 1 && tone.whitePoint.isFinite {
      let white = min(max(tone.whitePoint, 1e-3), 1e3) * ToneMap.white
      whiteScale = 1 / ToneMap.aces(F4(repeating: white)).x
    }
    self.whiteScale = whiteScale
    isActive = hasCurve || self.scale != 1
  }

  /// The ACES fit of Narkowicz.
  @inline(__always) private static func aces(_ y: F4) -> F4 {
    let top: F4 = y * (y * F4(repeating: 2.51) + F4(repeating: 0.03))
    let bottom: F4 = y * (y * F4(repeating: 2.43) + F4(repeating: 0.59)) + F4(repeating: 0.14)
    return top / bottom
  }

  /// Tone maps four values; with a curve, light up to the white point maps to 0 to 1.
  @inline(__always) func map(_ light: F4) -> F4 {
    let x: F4 = vmax(light, F4(repeating: 0)) * F4(repeating: scale)
    if !hasCurve { return x }
    // The curve is flat beyond this value, and its squares would overflow.
    return ToneMap.aces(vmin(x, F4(repeating: 1e6))) * F4(repeating: whiteScale)
  }
}
