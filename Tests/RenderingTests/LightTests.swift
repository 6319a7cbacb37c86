import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Lights")
struct LightTests {
  /// A ground with two spheres and a box, seen slightly from above, without lights.
  private static func stage() -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.view.position = Vector3(0, 2.2, 5)
    frame.view.orientation = Quaternion(axis: .unitX, angle: -0.38)
    var glossy = Frames.surface(0.6, 0.12, 0.1)
    glossy.specular = .init(Vector3(repeating: 0.8))
    glossy.specularExponent = 50
    var phong = Frames.surface(0.1, 0.25, 0.6)
    phong.model = .phong
    phong.specular = .init(Vector3(repeating: 0.8))
    phong.specularExponent = 25
    var matte = Frames.surface(0.5, 0.5, 0.45)
    matte.model = .lambert
    frame.draws = [
      Frames.draw(
        Shapes.square(), matte, turned: Quaternion(axis: .unitX, angle: -.pi / 2), scale: 4),
      Frames.draw(Shapes.ball(), glossy, at: Vector3(-1.1, 0.6, 0), scale: 0.6),
      Frames.draw(Shapes.ball(), phong, at: Vector3(0.3, 0.45, 0.6), scale: 0.45),
      Frames.draw(
        Shapes.box, matte, at: Vector3(1.5, 0.5, -0.4),
        turned: Quaternion(axis: .unitY, angle: 0.6),
        scale: 0.5),
    ]
    return frame
  }

  private static func renderedImage(_ light: RenderFrame.Light) -> Image {
    var frame = stage()
    var ambient = RenderFrame.Light()
    ambient.type = .ambient
    ambient.color = Vector3(repeating: 0.03)
    frame.lights = light.type == .ambient ? [light] : [ambient, light]
    return Renderer().render(frame, width: 240, height: 135)
  }

  @Test("Ambient light is uniform")
  func ambient() throws {
    var light = RenderFrame.Light()
    light.type = .ambient
    light.color = Vector3(0.6, 0.6, 0.7)
    try Golden.expect(LightTests.renderedImage(light), "light-ambient")
  }

  @Test("An omni light shines from its position in all directions")
  func omni() throws {
    var light = RenderFrame.Light()
    light.position = Vector3(0, 1.5, 0.3)
    try Golden.expect(LightTests.renderedImage(light), "light-omni")
  }

  @Test("An omni light attenuates between two distances")
  func fading() throws {
    var light = RenderFrame.Light()
    light.position = Vector3(0, 1.5, 0.3)
    light.attenuationStart = 1
    light.attenuationEnd = 3
    try Golden.expect(LightTests.renderedImage(light), "light-omni-fading")
  }

  @Test("A directional light has the same direction everywhere")
  func directional() throws {
    var light = RenderFrame.Light()
    light.type = .directional
    light.direction = Vector3(-1, -1, -0.5)
    light.color = Vector3(1, 0.95, 0.8)
    try Golden.expect(LightTests.renderedImage(light), "light-directional")
  }

  @Test("A spot light has a cone with a smooth edge")
  func spot() throws {
    var light = RenderFrame.Light()
    light.type = .spot
    light.position = Vector3(-0.3, 4, 1)
    light.direction = Vector3(0, -1, -0.2)
    light.innerCosine = 0.95
    light.outerCosine = 0.92
    try Golden.expect(LightTests.renderedImage(light), "light-spot")
  }

  @Test("A spot light casts shadows without acne at grazing angles")
  func spotShadow() throws {
    var light = RenderFrame.Light()
    light.type = .spot
    light.position = Vector3(-2.6, 3.2, 2.4)
    light.direction = Vector3(2.6, -3, -2.4)
    light.innerCosine = 0.9
    light.outerCosine = 0.8
    light.castsShadow = true
    light.shadowRadius = 0
    try Golden.expect(LightTests.renderedImage(light), "light-spot-shadow")
    light.shadowRadius = 3
    light.shadowMapSize = 256
    light.shadowOpacity = 0.7
    try Golden.expect(LightTests.renderedImage(light), "light-spot-shadow-soft")
  }

  @Test("An area light shines from a rectangle to one side")
  func area() throws {
    var light = RenderFrame.Light()
    light.type = .area
    light.position = Vector3(-0.4, 2, -0.2)
    light.direction = Vector3(0.6, -0.8, 0)
    light.right = Vector3(0.8, 0.6, 0)
    light.areaHalfExtents = Vector2(0.3, 1.2)
    light.color = Vector3(repeating: 3)
    try Golden.expect(LightTests.renderedImage(light), "light-area")
  }

  @Test("A directional light casts shadows")
  func directionalShadow() throws {
    var light = RenderFrame.Light()
    light.type = .directional
    light.position = Vector3(6, 6, 3)
    light.direction = Vector3(-1, -1, -0.5)
    light.castsShadow = true
    light.shadowOrthographicScale = 4
    try Golden.expect(LightTests.renderedImage(light), "light-directional-shadow")
  }

  @Test("Surfaces are lit by lights that share a category bit")
  func categories() {
    var frame = LightTests.stage()
    var light = RenderFrame.Light()
    light.type = .directional
    light.direction = Vector3(0, -1, 0)
    light.categoryBitMask = 2
    frame.lights = [light]
    let dark = Renderer().render(frame, width: 24, height: 14)
    for i in frame.draws.indices { frame.draws[i].categoryBitMask = 3 }
    let lit = Renderer().render(frame, width: 24, height: 14)
    #expect(dark[12, 13] == .init(0, 0, 0))
    #expect(lit[12, 13].red > 100)
  }
}
