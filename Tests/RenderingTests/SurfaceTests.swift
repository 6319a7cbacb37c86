import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Surfaces")
struct SurfaceTests {
  @Test("Light is added in linear space and encoded exactly as sRGB")
  func linear() {
    var frame = Frames.studio(lights: false)
    frame.background = .color(Vector3(0.5, 0.25, 0.002))
    let pixel = Renderer().render(frame, width: 1, height: 1)[0, 0]
    // Half the light is byte 188, a quarter 137, and 0.002 is on the linear segment: 6.6.
    #expect(pixel == .init(188, 137, 7))
  }

  @Test("Every byte is unchanged after decoding and encoding")
  func everyByte() {
    for byte in 0..<256 { #expect(SRGB.encode(Float(SRGB.linear(byte))) == UInt8(byte)) }
    #expect(SRGB.encode(.nan) == 0)
    #expect(SRGB.encode(7) == 255)
    #expect(abs(SRGB.linear(0.5) - 0.214_041_140_482_232_5) < 1e-15)
  }

  @Test("Glass shows the surfaces behind it, blended back to front, on both sides of an opaque one")
  func glass() throws {
    var frame = Frames.studio()
    frame.background = .gradient(top: Vector3(0.2, 0.3, 0.5), bottom: Vector3(0.05, 0.05, 0.06))
    var red = Frames.surface(0.8, 0.05, 0.05)
    red.alpha = 0.5
    red.sides = .both
    var blue = Frames.surface(0.05, 0.1, 0.8)
    blue.diffuse.color.w = 0.5
    var holes = RenderFrame.Surface()
    var image = Frames.checkers(size: 8, side: 1)
    for y in 0..<8 {
      for x in 0..<8 where (x + y) % 2 == 1 { image[x, y] = .init(255, 220, 60, 0) }
    }
    holes.diffuse.sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
    frame.draws = [
      Frames.draw(Shapes.square(), red, at: Vector3(-0.5, 0.2, 0.8), scale: 0.6),
      Frames.draw(Shapes.square(), blue, at: Vector3(0.1, -0.1, -0.8), scale: 0.8),
      Frames.draw(Shapes.ball(), Frames.surface(0.7, 0.7, 0.65), scale: 0.5),
      Frames.draw(Shapes.square(), holes, at: Vector3(0.9, 0, 0.5), scale: 0.4),
    ]
    try Frames.expectGolden(frame, "surface-glass", width: 240, height: 135)
  }

  /// A panorama: north blue, east red, south yellow, west green, lighter above, a dark ground.
  private static func panorama() -> Image {
    var image = Image(width: 128, height: 64)
    let quarters: [(Float, Float, Float)] = [
      (230, 200, 60), (60, 150, 70), (70, 110, 200), (190, 70, 60),
    ]
    for y in 0..<64 {
      for x in 0..<128 {
        let q = quarters[((x + 16) / 32) % 4]
        let shade: Float = y < 32 ? 1.1 - Float(y) / 64 : 0.25
        image[x, y] = Image.Pixel(
          UInt8(min(q.0 * shade, 255)), UInt8(min(q.1 * shade, 255)), UInt8(min(q.2 * shade, 255)))
      }
    }
    return image
  }

  @Test("A panorama is visible in the background and in reflections")
  func panorama() throws {
    var frame = Frames.studio()
    let sky = Texture(SurfaceTests.panorama(), encoding: .sRGB)
    frame.background = .panorama(sky, Vector3(repeating: 1))
    var mirror = Frames.surface(0.02, 0.02, 0.02)
    var sampler = RenderFrame.Sampler(sky)
    sampler.wrapS = .repeat
    mirror.reflective = .init(color: Vector4(0.9, 0.9, 0.9, 1), sampler: sampler)
    var pearl = Frames.surface(0.03, 0.03, 0.04)
    pearl.reflective = .init(Vector3(0.5, 0.55, 0.7))
    pearl.specular = .init(.one)
    pearl.specularExponent = 64
    frame.draws = [
      Frames.draw(Shapes.ball(), mirror, at: Vector3(-0.8, 0, 0), scale: 0.7),
      Frames.draw(Shapes.ball(), pearl, at: Vector3(0.9, 0, 0), scale: 0.6),
    ]
    try Frames.expectGolden(frame, "surface-panorama", width: 240, height: 135)
    frame.view.orientation = Quaternion(axis: .unitY, angle: -.pi / 2)
    let east = Renderer().render(frame, width: 9, height: 9)[4, 3]
    #expect(east.red > east.green && east.red > east.blue)
  }

  @Test("Emission is visible in the dark, and multiply tints everything")
  func slots() throws {
    var frame = Frames.studio()
    frame.lights[0].color = Vector3(repeating: 0.02)
    frame.lights[1].color = Vector3(repeating: 0.25)
    let lava = Texture(
      Frames.checkers(size: 16, side: 2, .init(255, 120, 20), .init(0, 0, 0)), encoding: .sRGB)
    var glowing = Frames.surface(0.2, 0.2, 0.2)
    glowing.emission = RenderFrame.ColorProperty(
      color: Vector4(1, 1, 1, 1), sampler: RenderFrame.Sampler(lava))
    var faint = glowing
    faint.emission.color = Vector4(0.15, 0.15, 0.15, 1)
    var tinted = glowing
    tinted.multiply = .init(Vector3(0.2, 0.8, 0.3))
    var flat = Frames.surface(0.9, 0.8, 0.1)
    flat.model = .constant
    frame.draws = [
      Frames.draw(Shapes.ball(), glowing, at: Vector3(-1.5, 0, 0), scale: 0.45),
      Frames.draw(Shapes.ball(), faint, at: Vector3(-0.5, 0, 0), scale: 0.45),
      Frames.draw(Shapes.ball(), tinted, at: Vector3(0.5, 0, 0), scale: 0.45),
      Frames.draw(Shapes.ball(), flat, at: Vector3(1.5, 0, 0), scale: 0.45),
    ]
    try Frames.expectGolden(frame, "surface-slots", width: 240, height: 100)
  }

  @Test("An orthographic view shows the same size at any distance")
  func orthographic() {
    func width(at z: Float) -> Int {
      var frame = Frames.studio(lights: false)
      frame.background = .color(.zero)
      frame.view.projection = .orthographic(halfHeight: 2)
      var surface = Frames.surface(1, 1, 1)
      surface.model = .constant
      frame.draws = [Frames.draw(Shapes.square(), surface, at: Vector3(0, 0, z), scale: 0.5)]
      let image = Renderer().render(frame, width: 80, height: 80)
      return (0..<80).filter { image[$0, 40].red == 255 }.count
    }
    #expect(width(at: 0) == 20)
    #expect(width(at: -30) == 20)
  }
}
