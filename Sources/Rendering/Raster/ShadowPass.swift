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
  private var caches: [ShadowCache] = []
  /// The address of the depths in the last frame; a change invalidates the caches.
  private var lastBase: UnsafeMutablePointer<Float>?
  /// The shadow map of each light, nil for lights without shadows; valid until the next frame.
  private(set) var mapOfLight: [UnsafePointer<ShadowMap>?] = []

  func free() {
    geometry.free()
    depths.free()
    maps.free()
    for map in caches { map.free() }
  }

  /// A map to draw: the index of its light, its view, and its side in texels.
  private struct Plan {
    var light: Int
    var view: RenderFrame.View
    var size: Int
    var start: Int
  }

  /// Draws the shadow maps of all lights that cast shadows.
  mutating func draw(
    _ frame: RenderFrame, _ scratch: TileScratch, vertexCache: inout TransformedVertexCache,
    parallelFor: GeometryPass.ParallelFor
  ) {
    mapOfLight = Array(repeating: nil, count: frame.lights.count)
    maps.removeAll()
    depths.removeAll()
    var plans: [Plan] = []
    for (i, light) in frame.lights.enumerated() {
      guard let view = light.shadowView else { continue }
      let wanted = light.shadowMapSize > 0 ? light.shadowMapSize : 1_024
      guard let size = ShadowMemory.side(wanted: wanted, used: depths.count) else { break }
      plans.append(Plan(light: i, view: view, size: size, start: depths.extend(by: size * size)))
    }
    if depths.base != lastBase {
      for i in caches.indices { caches[i].invalidate() }
      lastBase = depths.base
    }
    while caches.count > plans.count { caches.removeLast().free() }
    while caches.count < plans.count { caches.append(ShadowCache()) }
    for (number, plan) in plans.enumerated() {
      let light = frame.lights[plan.light]
      let transform = ViewTransform(plan.view, width: plan.size, height: plan.size)
      caches[number].draw(
        frame, transform, categoryBitMask: light.categoryBitMask, into: depths.base + plan.start,
        &geometry,
        &vertexCache, scratch, parallelFor)
      maps.append(
        ShadowMap(
          depths: depths.base + plan.start, view: plan.view, transform, size: plan.size,
          light: light))
    }
    for (i, plan) in plans.enumerated() { mapOfLight[plan.light] = UnsafePointer(maps.base + i) }
  }
}
