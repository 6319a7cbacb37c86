import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

// Symptom: the ground beyond the far plane of a light's shadow map was drawn in full shadow.
// Cause: texels without a caster have the depth of the far plane, and points beyond it lie behind.
@Suite("What lies outside of a shadow map")
struct ShadowExtentTests {
  /// A ground 8 m a side seen from above, with a light 10 m above it that shines down.
  private static func ground(_ type: LightType) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    frame.view.position = Vector3(0, 20, 0)
    frame.view.orientation = Quaternion(axis: .unitX, angle: -.pi / 2)
    frame.view.projection = .orthographic(halfHeight: 4)
    var light = RenderFrame.Light()
    light.type = type
    light.position = Vector3(0, 10, 0)
    light.direction = Vector3(0, -1, 0)
    light.innerCosine = 0.6
    light.outerCosine = 0.55
    light.castsShadow = true
    frame.lights = [light]
    var plaster = Frames.surface(0.8, 0.8, 0.8)
    plaster.model = .lambert
    frame.draws = [Frames.draw(Shapes.ground, plaster, scale: 4)]
    return frame
  }

  /// The image of a frame, and that of the same frame without shadows.
  private static func images(_ frame: RenderFrame) -> (shadowed: Image, lit: Image) {
    var plain = frame
    plain.lights[0].castsShadow = false
    let renderer = Renderer()
    return (
      renderer.render(frame, width: 160, height: 160),
      renderer.render(plain, width: 160, height: 160)
    )
  }

  @Test("The ground beyond the far plane is lit", arguments: [LightType.directional, .spot])
  func beyondFar(type: LightType) {
    var frame = Self.ground(type)
    frame.lights[0].shadowFar = 8
    let plain = Self.images(frame)
    let isLit = plain.shadowed == plain.lit
    #expect(plain.lit[80, 80].red > 100 && isLit)
    // A caster before the far plane does not shadow what is beyond it.
    frame.draws.append(
      Frames.draw(Shapes.ground, frame.draws[0].surface, at: Vector3(0, 4, 0), scale: 0.5))
    frame.view.position.y = 3
    let below = Self.images(frame)
    let isLitBelow = below.shadowed == below.lit
    #expect(below.lit[80, 80].red > 100 && isLitBelow)
  }

  @Test("The ground before the near plane is lit", arguments: [LightType.directional, .spot])
  func beforeNear(type: LightType) {
    var frame = Self.ground(type)
    frame.lights[0].shadowNear = 12
    let images = Self.images(frame)
    let isLit = images.shadowed == images.lit
    #expect(images.lit[80, 80].red > 100 && isLit)
  }

  @Test("The ground beside the square of a directional light is lit, that within has shadows")
  func beside() {
    var frame = Self.ground(.directional)
    frame.lights[0].shadowOrthographicScale = 1
    // A sheet over all of the ground, above the eye.
    frame.draws.append(
      Frames.draw(Shapes.ground, frame.draws[0].surface, at: Vector3(0, 6, 0), scale: 4))
    frame.view.position.y = 5
    let (shadowed, lit) = Self.images(frame)
    for y in 0..<160 {
      for x in 0..<160 {
        // In pixels of 5 cm from the middle; the square's edge is at 20.
        let away = max(abs(Float(x) - 79.5), abs(Float(y) - 79.5))
        if away > 21 { #expect(shadowed[x, y] == lit[x, y], "\(x) \(y)") }
        if away < 19 { #expect(shadowed[x, y].red == 0, "\(x) \(y)") }
      }
    }
  }
}
