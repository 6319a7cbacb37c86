/// How light becomes colours, as the tiles want it.
struct ToneMap: BitwiseCopyable {
  /// False where light stays as it is.
  let isThere: Bool
  private let isCurved: Bool
  private let scale: Float
  /// One over what the curve makes of the light that is white.
  private let whiteScale: Float

  /// The light that the curve of film shows as white: where both of its parabolas meet.
  private static let white: Float = 7.241_674

  init(_ tone: RenderFrame.Tone) {
    isCurved = tone.curve == .aces
    let stops = tone.exposure.isFinite ? min(max(tone.exposure, -16), 16) : 0
    var scale: Float = stops == 0 ? 1 : vexp2(F4(repeating: stops)).x
    if tone.averageGray != 0.18 { scale *= 0.18 / min(max(tone.averageGray, 1e-3), 1e3) }
    self.scale = scale.isFinite ? scale : 1
    var whiteScale: Float = 1
    if tone.whitePoint != 1 && tone.whitePoint.isFinite {
      let white = min(max(tone.whitePoint, 1e-3), 1e3) * ToneMap.white
      whiteScale = 1 / ToneMap.film(F4(repeating: white)).x
    }
    self.whiteScale = whiteScale
    isThere = isCurved || self.scale != 1
  }

  /// The curve of film.
  @inline(__always) private static func film(_ y: F4) -> F4 {
    let top: F4 = y * (y * F4(repeating: 2.51) + F4(repeating: 0.03))
    let bottom: F4 = y * (y * F4(repeating: 2.43) + F4(repeating: 0.59)) + F4(repeating: 0.14)
    return top / bottom
  }

  /// The colours of four lights; up to white 0 to 1 under a curve.
  @inline(__always) func map(_ light: F4) -> F4 {
    let x: F4 = vmax(light, F4(repeating: 0)) * F4(repeating: scale)
    if !isCurved { return x }
    // Beyond this the curve is flat, and its squares would leave the range of numbers.
    return ToneMap.film(vmin(x, F4(repeating: 1e6))) * F4(repeating: whiteScale)
  }
}
