/// How light becomes colours, as the tiles want it.
struct ToneMap: BitwiseCopyable {
  /// False where light stays as it is.
  let isThere: Bool
  private let isCurved: Bool
  private let scale: Float

  init(_ tone: RenderFrame.Tone) {
    isCurved = tone.curve == .aces
    let stops = tone.exposure.isFinite ? min(max(tone.exposure, -16), 16) : 0
    scale = stops == 0 ? 1 : vexp2(F4(repeating: stops)).x
    isThere = isCurved || scale != 1
  }

  /// The colours of four lights, 0 to 1 under a curve.
  @inline(__always) func map(_ light: F4) -> F4 {
    let x: F4 = vmax(light, F4(repeating: 0)) * F4(repeating: scale)
    if !isCurved { return x }
    // Beyond this the curve is flat, and its squares would leave the range of numbers.
    let y: F4 = vmin(x, F4(repeating: 1e6))
    let top: F4 = y * (y * F4(repeating: 2.51) + F4(repeating: 0.03))
    let bottom: F4 = y * (y * F4(repeating: 2.43) + F4(repeating: 0.59)) + F4(repeating: 0.14)
    return top / bottom
  }
}
