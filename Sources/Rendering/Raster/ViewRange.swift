import CaromMaths

/// What a view shows up to a distance from the eye, for the shadow maps that follow the view.
///
/// Distances are those from the eye, in all directions, so that turning the camera does not change
/// which points are within one. In orthographic views, distances are along the view.
struct ViewRange {
  let eye: Vector3
  let forward: Vector3
  let isOrthographic: Bool
  /// The distance of the first visible points.
  let start: Float
  /// The distance within which all visible points are; may be infinite.
  let reach: Float
  /// The length of half the image's diagonal: in meters, or per meter of depth in perspective.
  private let diagonal: Float

  init(_ view: RenderFrame.View, aspect: Float) {
    eye = view.position
    forward = view.orientation.rotate(Vector3(0, 0, -1))
    var (near, far) = (view.zNear, view.zFar)
    var isOrthographic = false
    let half: Vector2
    switch view.projection {
    case .perspective(let angle):
      let slope = Portable.tan(angle * 0.5)
      half = Vector2(slope * aspect, slope)
    case .horizontalPerspective(let angle):
      let slope = Portable.tan(angle * 0.5)
      half = Vector2(slope, slope / aspect)
    case .orthographic(let height):
      half = Vector2(height * aspect, height)
      isOrthographic = true
    case .custom(let m):
      isOrthographic = m.z.w == 0
      let w = isOrthographic ? m.w.w : -m.z.w
      let shift = isOrthographic ? m.w : m.z
      half = Vector2(
        (abs(w) + abs(shift.x)) / abs(m.x.x), (abs(w) + abs(shift.y)) / abs(m.y.y))
      near = m.w.z / m.z.z
      far = (m.w.z - m.w.w) / (m.z.z - m.z.w)
      if !near.isFinite { near = 0 }
      if !(far > near) { far = .infinity }
    }
    self.isOrthographic = isOrthographic
    diagonal = (half.x * half.x + half.y * half.y).squareRoot()
    start = near
    reach = isOrthographic ? far : far * (1 + diagonal * diagonal).squareRoot()
  }

  /// A distance as the shading loop compares it: its square in perspective.
  private func measure(_ distance: Float) -> Float {
    isOrthographic ? distance : distance * distance
  }

  /// A fade over the last tenth of a distance.
  func fade(before end: Float) -> DistanceFade {
    DistanceFade(from: measure(end * 0.9), to: measure(end))
  }

  /// The end of a part of the range up to `end`, where `count` parts divide it.
  ///
  /// The ends are between those of parts of equal length (`factor` 0) and of equal ratios (1).
  ///
  /// - Source: F. Zhang et al., "Parallel-Split Shadow Maps for Large-scale Virtual Environments",
  ///   2006, the practical split scheme.
  func end(ofPart part: Int, of count: Int, before end: Float, factor: Float) -> Float {
    let fraction = Float(part) / Float(count)
    let first = min(max(start, end * 1e-4), end)
    let even = first + (end - first) * fraction
    let ratio = first * Portable.pow(end / first, fraction)
    return even + (ratio - even) * min(max(factor, 0), 1)
  }

  /// A sphere around all visible points up to a distance, whose size is independent of the eye's
  /// position and orientation.
  func sphere(end: Float) -> (center: Vector3, radius: Float) {
    if isOrthographic {
      let half = (end - start) * 0.5
      let radius = (diagonal * diagonal + half * half).squareRoot()
      return (eye + forward * (start + half), radius)
    }
    // A cone with a spherical cap. Up to a half angle of 45° the smallest sphere passes through the
    // apex and the rim of the cap, above it is centered on the rim's circle.
    let secant = (1 + diagonal * diagonal).squareRoot()
    if diagonal <= 1 {
      let radius = end * secant * 0.5
      return (eye + forward * radius, radius)
    }
    return (eye + forward * (end / secant), end * diagonal / secant)
  }
}
