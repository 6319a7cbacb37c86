import CaromMaths

/// How many texels all shadow maps of a frame have, as a file may ask for any number of them.
package enum ShadowMemory {
  /// The texels of four maps of the greatest size: 256 MiB.
  package static let limit = 4 * 4_096 * 4_096

  /// The side of the next map in texels: a multiple of 64, at most 4,096.
  ///
  /// It is what the light wants, or half of it, and half again, until the map fits beside those
  /// `used` texels; nil when none does, and then the light throws no shadows.
  package static func side(wanted: Int, used: Int) -> Int? {
    var side = min(max((wanted + 63) / 64 * 64, 64), 4_096)
    while used + side * side > limit {
      if side == 64 { return nil }
      side = max(side / 128 * 64, 64)
    }
    return side
  }
}

/// The shadow maps of a frame; keeps its memory from frame to frame.
///
/// What throws shadows and stands still is drawn once, as long as its light stands still too: see
/// ``KeptShadow``.
struct ShadowStage {
  private var geometry = GeometryStage()
  private var depths = FlatBuffer<Float>()
  private var maps = FlatBuffer<ShadowMap>()
  private var kept: [KeptShadow] = []
  /// Where the memory of the maps was in the last frame.
  private var lastBase: UnsafeMutablePointer<Float>?
  /// The map of each light that throws shadows, in the order of the lights; good until the next frame.
  private(set) var mapOfLight: [UnsafePointer<ShadowMap>?] = []

  func free() {
    geometry.free()
    depths.free()
    maps.free()
    for map in kept { map.free() }
  }

  /// A map to draw: the light's number, its view, and its side in texels.
  private struct Plan {
    var light: Int
    var view: RenderFrame.View
    var size: Int
    var start: Int
  }

  /// Draws the maps of all lights that throw shadows; `share` runs tiles in any order.
  mutating func draw(
    _ frame: RenderFrame, _ scratch: TileScratch, world: inout WorldStage,
    share: GeometryStage.Share
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
      for i in kept.indices { kept[i].forget() }
      lastBase = depths.base
    }
    while kept.count > plans.count { kept.removeLast().free() }
    while kept.count < plans.count { kept.append(KeptShadow()) }
    for (number, plan) in plans.enumerated() {
      let light = frame.lights[plan.light]
      let transform = ViewTransform(plan.view, width: plan.size, height: plan.size)
      kept[number].draw(
        frame, transform, category: light.category, into: depths.base + plan.start, &geometry,
        &world, scratch, share)
      maps.append(
        ShadowMap(
          depths: depths.base + plan.start, view: plan.view, transform, size: plan.size,
          light: light))
    }
    for (i, plan) in plans.enumerated() { mapOfLight[plan.light] = UnsafePointer(maps.base + i) }
  }
}
