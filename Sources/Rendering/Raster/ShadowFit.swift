import CaromMaths

/// The square and the depths that a map of a directional light covers, in the light's coordinates.
///
/// As the light sees them, X points to the right, Y up, and Z to the light; the origin is that of
/// the world. The square is aligned to a grid of cells, each an eighth of half its side, so it
/// stays the same while the camera moves within a cell. As a cell consists of whole texels, the
/// texels of two squares of a size coincide, and shadow edges stay where they are when the camera
/// moves on.
///
/// - Source: M. Valient, "Stable Rendering of Cascaded Shadow Maps", ShaderX 6, 2008.
struct ShadowFit {
  /// The center of the square.
  private(set) var x: Float
  private(set) var y: Float
  /// Half the side of the square.
  private(set) var radius: Float
  /// The depths of the near and the far plane.
  private(set) var top: Float = 1
  private(set) var bottom: Float = 0
  /// The distance from the eye up to which the map is used; nil for the last.
  var end: Float?

  /// Makes a square around a disk, which moves and grows by steps.
  ///
  /// `mantissaBits` bits after the first determine the radius.
  init(around center: Vector3, radius: Float, mantissaBits: Int) {
    // The disk can lie off the center by half a cell, 1/16, which leaves 2 % for the filter.
    self.radius = ShadowFit.roundedUp(max(radius, 0.01) * 1.09, mantissaBits: mantissaBits)
    let cell = self.radius * 0.125
    x = (center.x / cell).rounded() * cell
    y = (center.y / cell).rounded() * cell
  }

  /// Sets the planes around the casters that overlap the square, by steps.
  mutating func setDepths(around casters: [AABB]) {
    var (low, high) = (Float.infinity, -Float.infinity)
    for box in casters
    where box.min.x < x + radius && box.max.x > x - radius && box.min.y < y + radius
      && box.max.y > y - radius
    {
      (low, high) = (min(low, box.min.z), max(high, box.max.z))
    }
    guard low <= high else { return }
    let step = ShadowFit.roundedUp(max(high - low, radius) * 0.125, mantissaBits: 0)
    // No caster touches a plane.
    bottom = ((low / step).rounded(.up) - 1) * step
    top = ((high / step).rounded(.down) + 1) * step
  }

  /// The view of the map.
  func view(_ orientation: Quaternion) -> RenderFrame.View {
    var view = RenderFrame.View()
    view.position = orientation.rotate(Vector3(x, y, top))
    view.orientation = orientation
    view.zNear = 0
    view.zFar = top - bottom
    view.projection = .orthographic(halfHeight: radius)
    return view
  }

  /// The side of the map in texels, where the light does not set it.
  var size: Int { radius > 10 ? 2_048 : 1_024 }

  /// The least number of at least `value` with some bits after the leading one.
  private static func roundedUp(_ value: Float, mantissaBits: Int) -> Float {
    let step: UInt32 = 1 << UInt32(23 - mantissaBits)
    return Float(bitPattern: (value.bitPattern &+ (step - 1)) & ~(step - 1))
  }
}

extension ShadowFit {
  /// The maps of a light that follow the view, near to far; none without casters.
  ///
  /// Each map covers what the view shows up to its end. Where the casters take up less, the map
  /// covers them instead, and is the last.
  static func fits(
    of light: RenderFrame.Light, _ orientation: Quaternion, _ frame: RenderFrame,
    _ range: ViewRange
  ) -> [ShadowFit] {
    let end = min(light.maximumShadowDistance, range.reach)
    guard end > range.start, end.isFinite, range.eye.isFinite else { return [] }
    let seen = range.sphere(end: end)
    guard seen.radius.isFinite else { return [] }
    // Casters around the eye count whether the camera looks at them or not, so that turning it
    // does not change the map.
    let around = range.isOrthographic ? seen : (center: range.eye, radius: end)
    let casters = ShadowCasterBounds(
      frame, light, orientation, within: around.radius,
      of: orientation.unrotate(around.center))
    guard !casters.bounds.isEmpty else { return [] }
    let half = casters.bounds.halfExtents
    // Moving casters change the size of their bounds, so this square grows by larger steps.
    let whole = ShadowFit(
      around: casters.bounds.center, radius: max(half.x, half.y), mantissaBits: 1)
    let count = range.isOrthographic ? 1 : min(max(light.shadowCascadeCount, 1), 4)
    var fits: [ShadowFit] = []
    for part in 1...count {
      let partEnd = range.end(
        ofPart: part, of: count, before: end, factor: light.shadowCascadeSplittingFactor)
      let sphere = range.sphere(end: part == count ? end : partEnd)
      var fit = ShadowFit(
        around: orientation.unrotate(sphere.center), radius: sphere.radius, mantissaBits: 3)
      let isWhole = whole.radius <= fit.radius
      if isWhole { fit = whole }
      if !isWhole && part < count { fit.end = partEnd }
      fit.setDepths(around: casters.boxes)
      fits.append(fit)
      if isWhole { break }
    }
    return fits
  }
}

extension RenderFrame {
  /// The views of the shadow maps of a light, near to far, in an image with an aspect ratio; none
  /// when the light casts no shadows.
  package func shadowViews(of light: Light, aspect: Float) -> [View] {
    if let view = light.shadowView { return [view] }
    guard light.hasFittedShadow else { return [] }
    let orientation = light.shadowOrientation
    return ShadowFit.fits(of: light, orientation, self, ViewRange(view, aspect: aspect))
      .map { $0.view(orientation) }
  }
}

extension RenderFrame.Light {
  /// Whether the light casts shadows in maps that follow the view.
  package var hasFittedShadow: Bool {
    guard castsShadow, shadowOpacity > 0, direction.normalized != nil,
      case .fitted? = PunctualLightKind(type)?.lighting.shadowProjection(of: self)
    else { return false }
    return true
  }

  /// The orientation of the light's maps.
  var shadowOrientation: Quaternion {
    Quaternion(lookingAlong: direction.normalized(or: Vector3(0, 0, -1)))
  }

  /// The view of the light's only shadow map; nil when the light casts no shadows, or in maps that
  /// follow the view.
  package var shadowView: RenderFrame.View? {
    guard castsShadow, shadowOpacity > 0, shadowNear > 0, shadowFar > shadowNear,
      let forward = direction.normalized, position.isFinite,
      case .fixed(let projection)? = PunctualLightKind(type)?.lighting.shadowProjection(of: self)
    else { return nil }
    var view = RenderFrame.View()
    view.position = position
    view.orientation = Quaternion(lookingAlong: forward)
    view.zNear = shadowNear
    view.zFar = shadowFar
    view.projection = projection
    return view
  }
}
