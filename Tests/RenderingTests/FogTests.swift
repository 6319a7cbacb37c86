import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Fog")
struct FogTests {
  /// The middle of a white sheet 4 m from the eye, in black fog in front of a red background.
  private static func middle(
    start: Float, end: Float, exponent: Float = 1, blending: BlendMode = .replace,
    isFlat: Bool = false
  ) -> Image.Pixel {
    var frame = Frames.studio(lights: false)
    frame.background = .color(Vector3(0.2, 0, 0))
    if isFlat { frame.view.projection = .orthographic(halfHeight: 2) }
    frame.fog = RenderFrame.Fog(.zero, start: start, end: end, exponent: exponent)
    var surface = Frames.surface(1, 1, 1)
    surface.model = .constant
    surface.blending = blending
    frame.draws = [Frames.draw(Shapes.square(), surface)]
    return Renderer().render(frame, width: 65, height: 65)[32, 32]
  }

  @Test(
    "Halfway between start and end, linear fog hides half of a surface and quadratic fog a quarter")
  func growth() {
    // Half of the light is byte 188, three quarters 225, and one minus √½ is 147.
    #expect(FogTests.middle(start: 2, end: 6) == .init(188, 188, 188))
    #expect(FogTests.middle(start: 2, end: 6, isFlat: true) == .init(188, 188, 188))
    #expect(FogTests.middle(start: 2, end: 6, exponent: 2) == .init(225, 225, 225))
    #expect(FogTests.middle(start: 2, end: 6, exponent: 0.5) == .init(147, 147, 147))
    #expect(FogTests.middle(start: 2, end: 6, exponent: 0) == .init(0, 0, 0))
    #expect(FogTests.middle(start: 5, end: 6) == .init(255, 255, 255))
    #expect(FogTests.middle(start: 1, end: 3) == .init(0, 0, 0))
    #expect(FogTests.middle(start: 0, end: 0) == .init(255, 255, 255))
  }

  @Test("The background is not affected, and additive surfaces fade")
  func background() {
    // A fifth of red light is byte 124; in opaque fog nothing is added to it.
    #expect(FogTests.middle(start: 1, end: 2, blending: .add) == .init(124, 0, 0))
    #expect(FogTests.middle(start: 1, end: 2, blending: .multiply) == .init(124, 0, 0))
    #expect(FogTests.middle(start: 9, end: 10, blending: .add) == .init(255, 255, 255))
  }

  @Test("A scene's fog is extracted")
  func scene() {
    let scene = Scenes.showing(.box())
    #expect(RenderFrame(scene, cache: RenderCache(images: Scenes.GeneratedImages())).fog == nil)
    scene.fogEndDistance = 10
    scene.fogStartDistance = 1
    scene.fogDensityExponent = 2
    scene.fogColor = Color(1, 0, 0)
    #expect(
      RenderFrame(scene, cache: RenderCache(images: Scenes.GeneratedImages())).fog
        == RenderFrame.Fog(Vector3(1, 0, 0), start: 1, end: 10, exponent: 2))
  }
}
