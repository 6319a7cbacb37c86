import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// Shades one point of a surface for comparison with a formula.
///
/// The point is the origin, in the middle of a sheet that faces +Z, seen from 4 m straight in
/// front. With an odd number of pixels, the ray through the middle one hits it exactly.
struct ShadingProbe {
  var surface = RenderFrame.Surface()
  var lights: [RenderFrame.Light] = []
  var mesh = Shapes.square()
  var orientation = Quaternion.identity
  var samples = 1
  private static let side = 33

  /// A black sheet without highlight, so that only what a test adds is visible.
  init(_ model: LightingModel) {
    surface.model = model
    surface.diffuse = .init(.zero)
  }

  var frame: RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    frame.lights = lights
    frame.draws = [Frames.draw(mesh, surface, turned: orientation, scale: 3)]
    return frame
  }

  /// The color of the point.
  var pixel: Image.Pixel {
    let renderer = Renderer()
    renderer.samples = samples
    let image = renderer.render(frame, width: Self.side, height: Self.side)
    return image[Self.side / 2, Self.side / 2]
  }

  /// Expects the linear light of the point to equal the computed one to the nearest byte.
  func expect(
    _ red: Double, _ green: Double? = nil, _ blue: Double? = nil, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pixel = pixel
    let wanted = [red, green ?? red, blue ?? red]
    for (measured, light) in zip([pixel.red, pixel.green, pixel.blue], wanted) {
      let byte = Int(SRGB.encode(Float(light)))
      #expect(
        abs(Int(measured) - byte) <= 1, "\(what): \(pixel), computed \(wanted)",
        sourceLocation: sourceLocation)
    }
  }

  /// A directional light at `angle` from the normal, towards +X.
  static func sun(_ angle: Double, color: Vector3 = .one) -> RenderFrame.Light {
    var light = RenderFrame.Light()
    light.type = .directional
    let (s, c) = Portable.sincos(Float(angle))
    light.direction = Vector3(-s, 0, -c)
    light.color = color
    return light
  }

  static func ambient(_ color: Vector3) -> RenderFrame.Light {
    var light = RenderFrame.Light()
    light.type = .ambient
    light.color = color
    return light
  }
}
