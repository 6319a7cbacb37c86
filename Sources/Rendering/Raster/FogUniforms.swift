import CaromMaths

/// Fog parameters of the shading loop.
struct FogUniforms: BitwiseCopyable {
  /// False when there is no fog.
  private(set) var isActive = false
  private var color = F4(repeating: 0)
  private var eye = F4(repeating: 0)
  /// The direction to the eye in orthographic views, zero in perspective ones.
  private var backward = F4(repeating: 0)
  private var isOrthographic = false
  private var start: Float = 0
  private var scale: Float = 0
  private var exponent: Float = 1

  /// Creates a frame without fog.
  init() {}

  init(_ fog: RenderFrame.Fog?, _ view: RenderFrame.View, _ transform: ViewTransform) {
    guard let fog, fog.end > 0 else { return }
    isActive = true
    color = F4(fog.color, 0)
    eye = F4(view.position, 0)
    // Reflected distances are measured along the reflected path of the light.
    if transform.isReflected {
      let offset: F4 =
        transform.reflectionPlane * F4(repeating: 2 * transform.distanceToReflectionPlane(eye))
      eye = eye - F4(offset.x, offset.y, offset.z, 0)
    }
    isOrthographic = transform.eye.w == 0
    if isOrthographic { backward = transform.eye }
    start = fog.start
    scale = 1 / max(fog.end - fog.start, 1e-6)
    exponent = max(fog.exponent, 0)
  }

  /// The fog's opacity at four positions.
  @inline(__always) private func density(_ position: Vector3W) -> F4 {
    let toEye = Vector3W(repeating: eye) - position
    let distance: F4 =
      isOrthographic ? toEye.dot(Vector3W(repeating: backward)) : vsqrt(toEye.dot(toEye))
    let fraction: F4 = saturate((distance - F4(repeating: start)) * F4(repeating: scale))
    if exponent == 1 { return fraction }
    if exponent == 2 { return fraction * fraction }
    let none = F4(repeating: 0)
    if exponent == 0 { return select(greater(fraction, none), F4(repeating: 1), none) }
    return vpow(fraction, F4(repeating: exponent))
  }

  /// Applies fog to four shaded pixels; additive and subtractive surfaces fade to nothing.
  @inline(__always) func apply(to color: Vector3W, _ position: Vector3W, _ blending: BlendFunction)
    -> Vector3W
  {
    let hidden: F4 = density(position)
    switch blending {
    case .alpha, .replace:
      return color + (Vector3W(repeating: self.color) - color) * hidden
    case .add, .subtract, .screen: return color - color * hidden
    case .multiply:
      let one = Vector3W(repeating: F4(repeating: 1))
      return color + (one - color) * hidden
    }
  }
}
