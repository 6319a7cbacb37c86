import CaromMaths

/// Fog as the shading loop wants it.
struct ShadeFog: BitwiseCopyable {
  /// False where there is none.
  private(set) var isThere = false
  private var color = F4(repeating: 0)
  private var eye = F4(repeating: 0)
  /// The direction to the eye where farther is not smaller; else zero.
  private var back = F4(repeating: 0)
  private var isFlat = false
  private var start: Float = 0
  private var scale: Float = 0
  private var exponent: Float = 1

  /// Clear air.
  init() {}

  init(_ fog: RenderFrame.Fog?, _ view: RenderFrame.View, _ transform: ViewTransform) {
    guard let fog, fog.end > 0 else { return }
    isThere = true
    color = F4(fog.color, 0)
    eye = F4(view.position, 0)
    // What a mirror shows is as far away as the way of its light is long.
    if transform.isMirrored {
      let behind: F4 = transform.mirror * F4(repeating: 2 * transform.height(eye))
      eye = eye - F4(behind.x, behind.y, behind.z, 0)
    }
    isFlat = transform.eye.w == 0
    if isFlat { back = transform.eye }
    start = fog.start
    scale = 1 / max(fog.end - fog.start, 1e-6)
    exponent = max(fog.exponent, 0)
  }

  /// How much of four places the fog hides.
  @inline(__always) private func density(_ place: Lanes3) -> F4 {
    let way = Lanes3(repeating: eye) - place
    let distance: F4 = isFlat ? way.dot(Lanes3(repeating: back)) : vsqrt(way.dot(way))
    let share: F4 = saturate((distance - F4(repeating: start)) * F4(repeating: scale))
    if exponent == 1 { return share }
    if exponent == 2 { return share * share }
    let none = F4(repeating: 0)
    if exponent == 0 { return select(greater(share, none), F4(repeating: 1), none) }
    return vpow(share, F4(repeating: exponent))
  }

  /// The colours of a surface behind the fog; what only adds to or takes from what is behind it fades.
  @inline(never) func over(_ color: Lanes3, _ place: Lanes3, _ blending: Blending) -> Lanes3 {
    let hidden: F4 = density(place)
    switch blending {
    case .alpha, .replace:
      return color + (Lanes3(repeating: self.color) - color) * hidden
    case .add, .subtract, .screen: return color - color * hidden
    case .multiply:
      let one = Lanes3(repeating: F4(repeating: 1))
      return color + (one - color) * hidden
    }
  }
}
