import CaromMaths
import CaromSceneGraph

/// The background: a vertical gradient or a panorama.
struct BackgroundUniforms {
  private var top: F4
  private var step: F4
  private var sky = SampledTexture(nil)
  private var rays: ViewRays

  init(_ background: RenderFrame.Background, _ view: ViewTransform) {
    step = F4(repeating: 0)
    rays = view.rays
    switch background {
    case .color(let c): top = F4(c, 1)
    case .gradient(let upper, let lower):
      top = F4(upper, 1)
      step = F4(lower - upper, 0) * F4(repeating: 1 / Float(view.height))
    case .panorama(let texture, let tint):
      top = F4(tint, 1)
      var sampler = RenderFrame.Sampler(texture)
      sampler.wrapS = .repeat
      sky = SampledTexture(sampler)
    }
  }

  /// The colors of four pixels.
  @inline(__always) func color(_ pixelX: Int32, _ pixelY: Int32) -> Vector3W {
    let plain = Vector3W(repeating: top + step * F4(repeating: Float(pixelY) + 0.5))
    if sky.levels == nil { return plain }
    let c = sky.panorama(rays.directions(pixelX, pixelY), spread: rays.spread, live: 15)
    return plain * Vector3W(c.r, c.g, c.b)
  }
}
