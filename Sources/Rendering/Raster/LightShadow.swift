import CaromMaths

/// The shadow of a light, as sampled by the shading loop.
///
/// A shadow that follows the view consists of one to four maps (cascades). Each covers what the
/// view shows up to a distance from the eye, before which it is blended with the next. The last
/// ends before the light's maximum distance.
struct LightShadow: BitwiseCopyable {
  /// The maps, near to far.
  private var maps: UnsafePointer<ShadowMap>
  private var count: Int32
  /// Whether the maps follow the view; without, there is one, and the rest is not used.
  private var isFitted: Bool
  /// The eye with w = 1, or in orthographic views the direction ahead with w = 0.
  private var eye: F4
  /// In orthographic views, the distance of the eye's plane from the origin.
  private var offset: Float
  /// The end of the shadow.
  private var fade: DistanceFade

  /// The fraction of light that reaches four points of a surface; undefined in lanes that are not
  /// live.
  @inline(__always) func visibility(
    _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W, live: UInt32
  ) -> F4 {
    isFitted
      ? fittedVisibility(position, normal, toLight, live)
      : ShadowMap.visibility(maps, position, normal, toLight)
  }

  @inline(never) private func fittedVisibility(
    _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W, _ live: UInt32
  ) -> F4 {
    let zero = F4(repeating: 0)
    let one = F4(repeating: 1)
    let distance: F4 = measure(position)
    // The part of each lane's shadow that the maps so far have not determined.
    var rest: F4 = fade.remaining(distance)
    var visible: F4 = one - rest
    var i = 0
    while i < Int(count) && signBits(greater(rest, zero)) & live != 0 {
      let map = maps + i
      i = i &+ 1
      let near: F4 = map.pointee.fade.remaining(distance)
      // Points that only a reflection shows can lie beside the map.
      let share: F4 = rest * select(map.pointee.contains(position), near, zero)
      if signBits(greater(share, zero)) & live == 0 { continue }
      visible = visible + share * ShadowMap.visibility(map, position, normal, toLight)
      rest = rest - share
    }
    return visible + rest
  }

  /// The square of the distance of four points from the eye; in orthographic views the distance
  /// from its plane.
  @inline(__always) private func measure(_ position: Vector3W) -> F4 {
    if eye.w == 0 { return position.dot(Vector3W(repeating: eye)) - F4(repeating: offset) }
    let away = position - Vector3W(repeating: eye)
    return away.dot(away)
  }
}

extension LightShadow {
  /// Makes the shadow of a light with one map at a fixed place.
  init(_ map: UnsafePointer<ShadowMap>) {
    maps = map
    count = 1
    isFitted = false
    eye = F4(repeating: 0)
    offset = 0
    fade = .never
  }

  /// Makes the shadow of a light with maps that follow a view.
  init(_ maps: UnsafePointer<ShadowMap>, count: Int, _ light: RenderFrame.Light, _ range: ViewRange)
  {
    self.maps = maps
    self.count = Int32(truncatingIfNeeded: count)
    isFitted = true
    eye = range.isOrthographic ? F4(range.forward, 0) : F4(range.eye, 1)
    offset = range.forward.dot(range.eye)
    fade = range.fade(before: light.maximumShadowDistance)
  }
}

/// A fade over the last tenth of a distance, in the measure of ``LightShadow``.
struct DistanceFade: BitwiseCopyable {
  private var end: Float
  /// One over the length of the fade.
  private var scale: Float

  /// Never ends.
  static let never = DistanceFade(
    from: .greatestFiniteMagnitude.nextDown, to: .greatestFiniteMagnitude)

  init(from start: Float, to end: Float) {
    self.end = end
    scale = 1 / max(end - start, 1e-12)
  }

  /// What remains at four distances: one at first, zero from the end on.
  @inline(__always) func remaining(_ distance: F4) -> F4 {
    saturate((F4(repeating: end) - distance) * F4(repeating: scale))
  }
}
