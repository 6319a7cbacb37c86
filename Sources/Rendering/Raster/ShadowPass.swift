import CaromMaths

/// The memory budget of shadow maps, because a scene file can request any number of them.
package enum ShadowMemory {
  /// The maximum number of texels in all maps of a frame: four maps of the maximum size, 256 MiB.
  package static let limit = 4 * 4_096 * 4_096

  /// The side of the next map in texels: a multiple of 64, at most 4,096.
  ///
  /// The requested side is halved until the map fits beside the `used` texels. Returns nil when no
  /// size fits; the light then casts no shadows.
  package static func side(wanted: Int, used: Int) -> Int? {
    var side = min(max((wanted + 63) / 64 * 64, 64), 4_096)
    while used + side * side > limit {
      if side == 64 { return nil }
      side = max(side / 128 * 64, 64)
    }
    return side
  }
}

/// Renders the shadow maps of a frame; reuses its buffers from frame to frame.
///
/// While a light does not move, its static casters are drawn once: see ``ShadowCache``.
struct ShadowPass {
  private var geometry = GeometryPass()
  private var depths = GrowableBuffer<Float>()
  private var maps = GrowableBuffer<ShadowMap>()
  private var shadows = GrowableBuffer<LightShadow>()
  private var caches: [ShadowCache] = []
  /// The address of the depths in the last frame; a change invalidates the caches.
  private var lastBase: UnsafeMutablePointer<Float>?
  /// The shadow of each light, nil for lights without shadows; valid until the next frame.
  private(set) var shadowOfLight: [UnsafePointer<LightShadow>?] = []

  func free() {
    geometry.free()
    depths.free()
    maps.free()
    shadows.free()
    for map in caches { map.free() }
  }

  /// A map to draw.
  private struct Plan {
    /// The index of the light.
    var light: Int
    var view: RenderFrame.View
    /// The side in texels.
    var size: Int
    /// The index of the first depth.
    var start: Int
    /// The end of a map that follows the view; otherwise nil.
    var fade: DistanceFade?
  }

  /// Draws the shadow maps of all lights that cast shadows, for an image with an aspect ratio.
  mutating func draw(
    _ frame: RenderFrame, aspect: Float, _ scratch: TileScratch,
    vertexCache: inout WorldVertexCache, parallelFor: GeometryPass.ParallelFor
  ) {
    depths.removeAll()
    let range = ViewRange(frame.view, aspect: aspect)
    var plans: [Plan] = []
    for index in frame.lights.indices { plan(index, frame, range, &plans) }
    if depths.base != lastBase {
      for i in caches.indices { caches[i].invalidate() }
      lastBase = depths.base
    }
    while caches.count > plans.count { caches.removeLast().free() }
    while caches.count < plans.count { caches.append(ShadowCache()) }
    maps.removeAll()
    for (number, plan) in plans.enumerated() {
      let light = frame.lights[plan.light]
      let transform = ViewTransform(plan.view, width: plan.size, height: plan.size)
      caches[number].draw(
        frame, transform, categoryBitMask: light.categoryBitMask, into: depths.base + plan.start,
        &geometry, &vertexCache, scratch, parallelFor)
      maps.append(
        ShadowMap(
          depths: depths.base + plan.start, view: plan.view, transform, size: plan.size,
          light: light, fade: plan.fade))
    }
    shadowOfLight = Array(repeating: nil, count: frame.lights.count)
    shadows.removeAll()
    // The lights of the shadows; pointers are taken when all shadows are in place.
    var lights: [Int] = []
    var first = 0
    while first < plans.count {
      let plan = plans[first]
      let count = plans[first...].prefix { $0.light == plan.light }.count
      let map = UnsafePointer(maps.base + first)
      shadows.append(
        plan.fade == nil
          ? LightShadow(map)
          : LightShadow(map, count: count, frame.lights[plan.light], range))
      lights.append(plan.light)
      first += count
    }
    for (i, light) in lights.enumerated() { shadowOfLight[light] = UnsafePointer(shadows.base + i) }
  }

  /// Adds the maps of a light to the plans, as far as the memory suffices.
  private mutating func plan(
    _ index: Int, _ frame: RenderFrame, _ range: ViewRange, _ plans: inout [Plan]
  ) {
    let light = frame.lights[index]
    if let view = light.shadowView {
      addPlan(index, light, view, size: 1_024, fade: nil, &plans)
    } else if light.hasFittedShadow {
      let orientation = light.shadowOrientation
      let fits = ShadowFit.fits(of: light, orientation, frame, range)
      for fit in fits {
        addPlan(
          index, light, fit.view(orientation), size: fit.size,
          fade: fit.end.map(range.fade) ?? .never, &plans)
      }
    }
  }

  private mutating func addPlan(
    _ index: Int, _ light: RenderFrame.Light, _ view: RenderFrame.View, size: Int,
    fade: DistanceFade?, _ plans: inout [Plan]
  ) {
    let wanted = light.shadowMapSize > 0 ? light.shadowMapSize : size
    guard let side = ShadowMemory.side(wanted: wanted, used: depths.count) else { return }
    plans.append(
      Plan(
        light: index, view: view, size: side, start: depths.extend(by: side * side), fade: fade))
  }
}
