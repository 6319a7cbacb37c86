import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

/// Shadows compared with geometry: no acne on lit surfaces, no light leaks at contact points.
@Suite("Shadows", .enabled(if: !drawsSample, "Large pictures, which take long in debug"))
struct ShadowTests {
  /// A ground seen from straight above, 8 m a side, 2 cm a pixel.
  private static func ground(_ light: RenderFrame.Light) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(.zero)
    frame.view.position = Vector3(0, 20, 0)
    frame.view.orientation = Quaternion(axis: .unitX, angle: -.pi / 2)
    frame.view.projection = .orthographic(halfHeight: 3)
    frame.lights = [light]
    var plaster = Frames.surface(1, 1, 1)
    plaster.model = .lambert
    frame.draws = [Frames.draw(Shapes.ground, plaster, scale: 4)]
    return frame
  }

  /// A light over −X at an elevation above the horizon.
  private static func light(_ type: LightType, height: Float, softness: Float) -> RenderFrame.Light
  {
    var light = RenderFrame.Light()
    light.type = type
    let (s, c) = Portable.sincos(height)
    light.direction = Vector3(c, -s, 0.1)
    light.position = light.direction * -9
    light.color = Vector3(repeating: 0.8 / s)
    light.innerCosine = 0.6
    light.outerCosine = 0.55
    light.castsShadow = true
    light.shadowOrthographicScale = 5
    light.shadowRadius = softness
    return light
  }

  /// Counts the pixels that are darker than in the same image without shadows.
  ///
  /// Only pixels brighter than `least` in that image are counted.
  private static func darker(_ frame: RenderFrame, size: Int = 300, least: Int = 0) -> Int {
    var plain = frame
    plain.lights[0].castsShadow = false
    let shadowed = Renderer().render(frame, width: size, height: size)
    let lit = Renderer().render(plain, width: size, height: size)
    return (0..<size * size).count { i in
      let light = Int(lit.bytes[i * 4])
      return light > least && Int(shadowed.bytes[i * 4]) < light - 2
    }
  }

  @Test(
    "A lit plane has no shadow acne at any angle of the light",
    arguments: [1.2, 0.6, 0.3, 0.15, 0.07, 0.03] as [Float])
  func acne(height: Float) {
    for type in [LightType.directional, .spot] {
      for (size, softness) in [(1_024, 0), (1_024, 3), (256, 0), (256, 3)] as [(Int, Float)] {
        var light = Self.light(type, height: height, softness: softness)
        light.shadowMapSize = size
        let count = Self.darker(Self.ground(light))
        #expect(count == 0, "\(type), map \(size), softness \(softness)")
      }
    }
  }

  @Test("A sphere and a box have no shadow on the sides that face the light")
  func convex() {
    for height in [1.2, 0.5, 0.2] as [Float] {
      var light = Self.light(.directional, height: height, softness: 0)
      light.direction.z = -0.4
      var frame = Self.ground(light)
      frame.draws = [
        Frames.draw(Shapes.ball(segments: 96), frame.draws[0].surface, at: Vector3(-1.5, 0, 0)),
        Frames.draw(
          Shapes.box, frame.draws[0].surface, at: Vector3(1.8, 0, 1),
          turned: Quaternion(eulerAngles: Vector3(0.4, 0.3, 0.2)), scale: 0.6),
      ]
      // At grazing angles the facets of the sphere shadow each other.
      #expect(Self.darker(frame, least: 120) < 4, "\(height)")
    }
  }

  @Test("Without bias a plane shadows itself")
  func noBias() {
    var light = Self.light(.directional, height: 0.4, softness: 0)
    light.shadowBias = 0
    light.shadowMapSize = 256
    let none = Self.darker(Self.ground(light))
    light.shadowBias = 0.5
    let half = Self.darker(Self.ground(light))
    light.shadowBias = 2
    #expect(none > 1_000 && half < none && Self.darker(Self.ground(light)) == 0)
  }

  @Test(
    "A shadow starts at the foot of its box and ends where geometry says, within some texels",
    arguments: [1, 3] as [Float])
  func contact(softness: Float) {
    // Two meters high, its right side at x = 1; the light comes at 45°, so the shadow ends at x =
    // 3.
    var light = RenderFrame.Light()
    light.type = .directional
    light.direction = Vector3(1, -1, 0)
    light.position = Vector3(-8, 8, 0)
    light.castsShadow = true
    light.shadowOrthographicScale = 5
    light.shadowRadius = softness
    var frame = Self.ground(light)
    frame.draws.append(
      Frames.draw(Shapes.box, frame.draws[0].surface, at: Vector3(0, 1, 0)))
    let size = 1_500
    let renderedImage = Renderer().render(frame, width: size, height: size)
    // Along the middle row; a pixel is 4 mm, a texel of the map 10 mm.
    let dark = (0..<size).filter { renderedImage[$0, size / 2].red < 90 }
    func x(_ pixel: Int) -> Float { (Float(pixel) + 0.5) / Float(size) * 6 - 3 }
    let texel: Float = 10 / 1_024
    #expect(abs(x(dark.first ?? 0) - 1) < 3 * texel, "begins at \(x(dark.first ?? 0))")
    let reach: Float = softness > 1 ? 5 : 3
    #expect(abs(x(dark.last ?? 0) - 3) < reach * texel, "ends at \(x(dark.last ?? 0))")
    // The shadow is contiguous.
    #expect(dark.count == (dark.last ?? 0) - (dark.first ?? 0) + 1)
  }

  @Test("A shadow removes its opacity of the light, and half of that in the middle of a soft edge")
  func darkness() {
    for darkness in [0.25, 0.5, 1] as [Float] {
      var light = Self.light(.directional, height: .pi / 2, softness: 0)
      light.direction = Vector3(0, -1, 0)
      light.position = Vector3(0, 9, 0)
      light.color = .one
      light.shadowOpacity = darkness
      var frame = Self.ground(light)
      // A sheet over the right half of the ground, between the light and the ground; the eye is
      // below it.
      var roof = Frames.draw(Shapes.ground, frame.draws[0].surface, at: Vector3(0, 15, 0), scale: 1)
      roof.transform = Matrix4(
        position: Vector3(2, 8, 0), orientation: .identity, scale: Vector3(2, 1, 4))
      roof.categoryBitMask = 2
      frame.draws.append(roof)
      frame.view.position = Vector3(0, 5, 0)
      frame.lights[0].categoryBitMask = 3
      let pixel = Renderer().render(frame, width: 99, height: 99)[80, 49]
      #expect(abs(Int(pixel.red) - Int(SRGB.encode(1 - darkness))) <= 1, "\(darkness): \(pixel)")
      #expect(Renderer().render(frame, width: 99, height: 99)[20, 49].red == 255)
    }
  }
}
