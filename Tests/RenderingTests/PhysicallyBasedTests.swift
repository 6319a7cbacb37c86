import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Physically based surfaces")
struct PhysicallyBasedTests {
  /// A panorama of a uniform linear gray, or with a bright upper half.
  private static func panorama(_ lower: UInt8, _ upper: UInt8) -> EnvironmentProbe {
    var image = Image(width: 64, height: 32, filledWith: .init(lower, lower, lower))
    for y in 0..<16 { for x in 0..<64 { image[x, y] = .init(upper, upper, upper) } }
    return EnvironmentProbe(Texture(image, encoding: .linear))
  }

  private static func surface(
    metal: Float, rough: Float, _ environment: EnvironmentProbe?
  ) -> RenderFrame.Surface {
    var surface = Frames.surface(1, 1, 1)
    surface.model = .physicallyBased
    surface.metalness = RenderFrame.ScalarProperty(metal)
    surface.roughness = RenderFrame.ScalarProperty(rough)
    surface.environment = environment
    surface.reflective = RenderFrame.ColorProperty(environment == nil ? .zero : .one)
    return surface
  }

  /// The linear red in the middle of a sheet that faces the eye.
  private static func middle(
    _ surface: RenderFrame.Surface, lights: [RenderFrame.Light] = [], tilt: Float = 0
  ) -> Double {
    var frame = Frames.studio(lights: false)
    frame.lights = lights
    frame.draws = [
      Frames.draw(
        Shapes.square(), surface, turned: Quaternion(axis: .unitX, angle: tilt), scale: 3)
    ]
    return SRGB.linear(Int(Renderer().render(frame, width: 33, height: 33)[16, 16].red))
  }

  @Test("In a uniform environment a white surface reflects all light, metallic or not")
  func furnace() {
    let even = PhysicallyBasedTests.panorama(128, 128)
    let gray = 128.0 / 255
    for rough in [0, 0.25, 0.5, 0.75, 1] as [Float] {
      let metal = PhysicallyBasedTests.middle(
        PhysicallyBasedTests.surface(metal: 1, rough: rough, even))
      // The model ignores light that is reflected between facets: over half of it on a rough
      // surface.
      #expect(metal > gray * 0.42 && metal < gray * 1.02, "\(rough): \(metal)")
      let plaster = PhysicallyBasedTests.middle(
        PhysicallyBasedTests.surface(metal: 0, rough: rough, even))
      #expect(plaster > gray * 0.95 && plaster < gray * 1.1, "\(rough): \(plaster)")
    }
    #expect(
      abs(
        PhysicallyBasedTests.middle(PhysicallyBasedTests.surface(metal: 1, rough: 0, even)) - gray)
        < 0.02)
  }

  @Test(
    "Surfaces that face a bright sky receive its light; those that face the ground receive none")
  func sky() {
    let half = PhysicallyBasedTests.panorama(0, 255)
    let matt = PhysicallyBasedTests.surface(metal: 0, rough: 1, half)
    // One half towards the horizon, all of it straight up.
    let level = PhysicallyBasedTests.middle(matt)
    #expect(abs(level - 0.5) < 0.06, "\(level)")
    let up = PhysicallyBasedTests.middle(matt, tilt: -1.3)
    #expect(up > 0.85, "\(up)")
    let down = PhysicallyBasedTests.middle(matt, tilt: 1.3)
    #expect(down < 0.12, "\(down)")
    let chrome = PhysicallyBasedTests.surface(metal: 1, rough: 0, half)
    #expect(PhysicallyBasedTests.middle(chrome, tilt: -0.3) > 0.95)
    #expect(PhysicallyBasedTests.middle(chrome, tilt: 0.3) < 0.02)
    // A rough metal reflects some of both.
    let brushed = PhysicallyBasedTests.middle(
      PhysicallyBasedTests.surface(metal: 1, rough: 0.75, half), tilt: -0.1)
    #expect(brushed > 0.25 && brushed < 0.85, "\(brushed)")
  }

  @Test("At normal incidence the lobe's peak is one over four times alpha squared")
  func lobe() {
    var light = RenderFrame.Light()
    light.type = .directional
    light.direction = Vector3(0, 0, -1)
    light.color = Vector3(repeating: 0.25)
    // White metal: 1/α² · ¼ · light, with α the square of the roughness; 0.8⁴ is 0.41.
    let metal = PhysicallyBasedTests.middle(
      PhysicallyBasedTests.surface(metal: 1, rough: 0.8, nil), lights: [light])
    #expect(abs(metal - 0.25 * 0.25 / 0.4096) < 0.01, "\(metal)")
    // A dielectric: the Lambertian part of the light that is not reflected, and 0.04 of the lobe.
    let plaster = PhysicallyBasedTests.middle(
      PhysicallyBasedTests.surface(metal: 0, rough: 0.8, nil), lights: [light])
    #expect(abs(plaster - 0.25 * (0.96 + 0.04 * 0.25 / 0.4096)) < 0.01, "\(plaster)")
  }

  @Test("Textures of metalness, roughness and occlusion use the selected component")
  func renderedImages() {
    let even = PhysicallyBasedTests.panorama(128, 128)
    var image = Image(width: 1, height: 1, filledWith: .init(0, 255, 128))
    func metal(_ component: TextureComponents) -> Double {
      var surface = PhysicallyBasedTests.surface(metal: 1, rough: 0.1, even)
      surface.diffuse = .init(Vector3(0, 0, 0))
      surface.metalness.sampler = RenderFrame.Sampler(Texture(image, encoding: .linear))
      surface.metalness.component = component
      return PhysicallyBasedTests.middle(surface)
    }
    // Black metal reflects nothing, a black dielectric 0.04.
    #expect(metal(.green) < 0.004)
    #expect(metal(.red) > 0.015)
    #expect(metal(.blue) < metal(.red) && metal(.blue) > metal(.green))
    image = Image(width: 1, height: 1, filledWith: .init(51, 0, 0))
    var surface = PhysicallyBasedTests.surface(metal: 0, rough: 1, even)
    let open = PhysicallyBasedTests.middle(surface)
    surface.occlusion.sampler = RenderFrame.Sampler(Texture(image, encoding: .linear))
    let closed = PhysicallyBasedTests.middle(surface)
    #expect(abs(closed - open * 0.2) < 0.01, "\(open), \(closed)")
  }

  @Test(
    "Spheres of increasing roughness, metallic and dielectric, equal their golden image"
  )
  func balls() throws {
    var image = Image(width: 256, height: 128)
    for y in 0..<128 {
      for x in 0..<256 {
        let height = Float(y) / 127
        let sky = UInt8(255 - 110 * height)
        let isSun = (x - 70) * (x - 70) + (y - 36) * (y - 36) < 90
        let stripe = x / 16 % 2 == 0
        image[x, y] =
          isSun
          ? .init(255, 250, 235)
          : y < 64
            ? .init(sky / 2, sky / 4 * 3, sky) : stripe ? .init(92, 80, 60) : .init(60, 52, 40)
      }
    }
    let panorama = Texture(image, encoding: .sRGB)
    let environment = EnvironmentProbe(panorama)
    var frame = Frames.studio(lights: false)
    frame.view.position = Vector3(0, 0, 5)
    frame.background = .panorama(panorama, .one)
    var sun = RenderFrame.Light()
    sun.type = .directional
    sun.direction = Vector3(0.6, -0.7, -0.6)
    sun.color = Vector3(1, 0.95, 0.85)
    frame.lights = [sun]
    for row in 0..<2 {
      for i in 0..<5 {
        var surface = PhysicallyBasedTests.surface(
          metal: row == 0 ? 1 : 0, rough: Float(i) * 0.25, environment)
        surface.diffuse = .init(row == 0 ? Vector3(0.95, 0.7, 0.35) : Vector3(0.5, 0.08, 0.06))
        frame.draws.append(
          Frames.draw(
            Shapes.ball(segments: 48), surface,
            at: Vector3(Float(i) * 1.3 - 2.6, row == 0 ? 0.75 : -0.75, 0), scale: 0.58))
      }
    }
    try Frames.expectGolden(frame, "surface-physical", width: 400, height: 225)
  }
}
