import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import Testing

/// Extended shading features, each at one point against a computed value.
@Suite("Extended shading features")
struct ExtendedFeatureTests {
  @Test("Self-illumination is added to the incoming light and multiplied by the diffuse color")
  func selfIllumination() {
    for model in [LightingModel.lambert, .blinn, .phong] {
      var probe = ShadingProbe(model)
      probe.surface.diffuse = .init(Vector3(0.8, 0.5, 0.2))
      probe.surface.selfIllumination = .init(Vector3(0.5, 0.25, 1))
      probe.lights = [ShadingProbe.sun(.pi / 3), ShadingProbe.ambient(Vector3(repeating: 0.1))]
      probe.expect(0.8 * 1.1, 0.5 * 0.85, 0.2 * 1.6, "\(model)")
    }
    var constant = ShadingProbe(.constant)
    constant.surface.diffuse = .init(Vector3(repeating: 0.5))
    constant.surface.selfIllumination = .init(.one)
    constant.expect(0.5)
  }

  @Test("On physically based surfaces it replaces the diffuse light of the environment")
  func physicalSelfIllumination() {
    let white = Image(width: 64, height: 32, filledWith: .init(255, 255, 255))
    var probe = ShadingProbe(.physicallyBased)
    probe.surface.diffuse = .init(.one)
    probe.surface.roughness = .init(1)
    probe.surface.reflective = .init(.one)
    probe.surface.environment = EnvironmentProbe(Texture(white, encoding: .linear))
    let before = SRGB.linear(Int(probe.pixel.red))
    probe.surface.selfIllumination = .init(Vector3(1e-6, 1e-6, 1e-6))
    let mirrored = SRGB.linear(Int(probe.pixel.red))
    // The specular reflection remains, a few hundredths; the rest was diffuse.
    #expect(before > 0.95 && mirrored > 0.005 && mirrored < 0.06, "\(before), \(mirrored)")
    probe.surface.selfIllumination = .init(Vector3(repeating: 0.5))
    let half = SRGB.linear(Int(probe.pixel.red))
    #expect(abs(half - mirrored - 0.5) < 0.01, "\(half), \(mirrored)")
  }

  @Test("Occlusion reduces ambient light only, by its number and by a texture")
  func occlusion() {
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(.one)
    probe.surface.occlusion = .init(0.5)
    probe.lights = [
      ShadingProbe.sun(.pi / 3, color: Vector3(0.6, 0, 0)),
      ShadingProbe.ambient(Vector3(0.4, 0.4, 0)),
    ]
    probe.expect(0.3 + 0.2, 0.2, 0)
    let fifth = Image(width: 2, height: 2, filledWith: .init(51, 255, 255))
    probe.surface.occlusion.sampler = .init(Texture(fifth, encoding: .linear))
    probe.expect(0.3 + 0.04, 0.04, 0)
  }

  @Test("An ambient texture multiplies ambient light")
  func ambientPicture() {
    var probe = ShadingProbe(.lambert)
    let image = Image(width: 2, height: 2, filledWith: .init(255, 0, 0))
    probe.surface.ambient = Vector3(repeating: 0.5)
    probe.surface.ambientSampler = .init(Texture(image, encoding: .sRGB))
    probe.lights = [ShadingProbe.ambient(.one)]
    probe.expect(0.5, 0, 0)
  }

  @Test("Reflections grow towards grazing angles as (1 − N·E) to the power of the exponent")
  func fresnel() {
    let white = Image(width: 8, height: 4, filledWith: .init(255, 255, 255))
    var sky = RenderFrame.Sampler(Texture(white, encoding: .linear))
    sky.wrapS = .repeat
    for exponent in [0, 1, 2.5, 5] as [Double] {
      for angle in [0.0, 0.4, 0.8, 1.2] {
        var probe = ShadingProbe(.blinn)
        probe.surface.reflective = .init(color: Vector4(0.9, 0.9, 0.9, 1), sampler: sky)
        probe.surface.fresnelExponent = Float(exponent)
        // The sheet is rotated away from the eye about its center.
        probe.orientation = Quaternion(axis: .unitY, angle: Float(angle))
        let fraction = exponent == 0 ? 1 : pow(1 - cos(angle), exponent)
        probe.expect(0.9 * fraction, what: "\(exponent), \(angle)")
      }
    }
  }

  @Test("A surface writes the color components of its mask")
  func writeMask() {
    func pixel(_ mask: ColorMask, samples: Int = 1, blending: BlendMode = .alpha) -> Image.Pixel {
      var probe = ShadingProbe(.constant)
      probe.surface.diffuse = .init(.one)
      probe.surface.colorWriteMask = mask
      probe.surface.blending = blending
      var frame = probe.frame
      frame.background = .color(Vector3(0.5, 0.25, 0.1))
      let renderer = Renderer()
      renderer.samples = samples
      return renderer.render(frame, width: 33, height: 33)[16, 16]
    }
    let behind = Image.Pixel(188, 137, 89)
    for samples in [1, 4] {
      #expect(pixel(.all, samples: samples) == .init(255, 255, 255))
      #expect(pixel([.red, .green, .blue], samples: samples) == .init(255, 255, 255))
      #expect(pixel(.red, samples: samples) == .init(255, behind.green, behind.blue))
      #expect(pixel([.green, .alpha], samples: samples) == .init(188, 255, 89))
      #expect(pixel([.blue, .red], samples: samples) == .init(255, 137, 255))
      #expect(pixel([], samples: samples) == behind)
      #expect(pixel(.alpha, samples: samples) == behind)
      #expect(pixel(.green, samples: samples, blending: .subtract) == .init(188, 0, 89))
    }
  }

  @Test("With an empty mask a surface writes depth only and hides later surfaces behind it")
  func occluder() {
    func pixel(order: Int32) -> Image.Pixel {
      var probe = ShadingProbe(.constant)
      probe.surface.colorWriteMask = []
      var frame = probe.frame
      frame.background = .color(Vector3(0, 0, 1))
      frame.draws[0].renderingOrder = order
      var red = Frames.surface(1, 0, 0)
      red.model = .constant
      frame.draws.append(Frames.draw(Shapes.square(), red, at: Vector3(0, 0, -1), scale: 3))
      return Renderer().render(frame, width: 9, height: 9)[4, 4]
    }
    #expect(pixel(order: -1) == .init(0, 0, 255))
    #expect(pixel(order: 1) == .init(255, 0, 0))
  }

  @Test("Per-vertex lighting interpolates the light of the corners")
  func perVertex() {
    // The corners of the sheet are 3 m away along X and Y, the light 2 m above its middle.
    var light = RenderFrame.Light()
    light.position = Vector3(0, 0, 2)
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(.one)
    probe.surface.isLitPerVertex = true
    probe.lights = [light]
    probe.expect(2 / sqrt(4 + 9 + 9), what: "the middle has the light of the corners")
    probe.surface.isLitPerVertex = false
    probe.expect(1, what: "the middle has its own light")
    probe.surface.isLitPerVertex = true
    probe.mesh = Shapes.square(cells: 2)
    probe.expect(1, what: "there is a vertex in the middle")
    probe.surface.specular = .init(Vector3(0, 0.5, 0))
    probe.surface.diffuse = .init(Vector3(0.25, 0.25, 0.25))
    probe.surface.model = .blinn
    probe.surface.selfIllumination = .init(Vector3(0, 0, 1))
    probe.expect(0.25, 0.75, 0.5)
    // Seen from behind, on the unlit side.
    probe.surface.sides = .both
    probe.surface.selfIllumination = .init(.zero)
    probe.orientation = Quaternion(axis: .unitY, angle: .pi)
    probe.expect(0.25, 0.75, 0.25)
    probe.lights[0].position.z = -2
    probe.expect(0)
  }

  @Test("A texture of mapping channel 1 uses texture coordinate set 1")
  func secondCoordinates() {
    // Red where u is below one half, blue above.
    var image = Image(width: 64, height: 64, filledWith: .init(255, 0, 0))
    for y in 0..<64 { for x in 32..<64 { image[x, y] = .init(0, 0, 255) } }
    let places = [Vector3(-1, 1, 0), Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(1, 1, 0)]
    let laid = [Vector2(0, 0), Vector2(0, 1), Vector2(1, 1), Vector2(1, 0)]
    func sheet(_ second: [Vector2]) -> PreparedMesh {
      PreparedMesh(
        positions: places, normals: Array(repeating: .unitZ, count: 4),
        tangents: Array(repeating: Vector4(1, 0, 0, 1), count: 4), texcoords: laid,
        texcoords2: second, elements: [[0, 1, 2, 0, 2, 3]])
    }
    func leftAndRight(_ mesh: PreparedMesh, channel: Int, near: Float = 0.1) -> [Image.Pixel] {
      var probe = ShadingProbe(.constant)
      probe.mesh = mesh
      probe.surface.diffuse = .init(.one)
      var sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
      sampler.texCoordSet = channel
      probe.surface.diffuse.sampler = sampler
      let renderedImage = Renderer().render(probe.frame, width: 33, height: 33)
      return [renderedImage[4, 16], renderedImage[28, 16]]
    }
    let (red, blue) = (Image.Pixel(255, 0, 0), Image.Pixel(0, 0, 255))
    let turned = laid.map { Vector2(1 - $0.x, $0.y) }
    #expect(leftAndRight(sheet(turned), channel: 0) == [red, blue])
    #expect(leftAndRight(sheet(turned), channel: 1) == [blue, red])
    // A mesh without a second set of coordinates uses the first.
    #expect(leftAndRight(sheet([]), channel: 1) == [red, blue])
    // Only the first half, which is red.
    #expect(leftAndRight(sheet(laid.map { $0 * 0.4 }), channel: 1) == [red, red])
  }

  @Test("Texture coordinate set 1 is clipped with the triangle")
  func secondCoordinatesCut() {
    // The ground extends from behind the eye to the horizon; a stripe lies 4 m ahead in both sets.
    var image = Image(width: 128, height: 128, filledWith: .init(255, 0, 0))
    for y in 0..<64 { for x in 0..<128 { image[x, y] = .init(0, 255, 0) } }
    let corners = [Vector3(-9, 0, -9), Vector3(-9, 0, 9), Vector3(9, 0, 9), Vector3(9, 0, -9)]
    let laid = [Vector2(0, 0), Vector2(0, 1), Vector2(1, 1), Vector2(1, 0)]
    func renderedImage(channel: Int, _ first: [Vector2], _ second: [Vector2]) -> Image {
      let mesh = PreparedMesh(
        positions: corners, normals: Array(repeating: .unitY, count: 4),
        tangents: Array(repeating: Vector4(1, 0, 0, 1), count: 4), texcoords: first,
        texcoords2: second, elements: [[0, 1, 2, 0, 2, 3]])
      var surface = RenderFrame.Surface()
      surface.model = .constant
      var sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
      sampler.texCoordSet = channel
      surface.diffuse.sampler = sampler
      var frame = Frames.studio(lights: false)
      frame.view.position = Vector3(0, 1, 4)
      frame.draws = [Frames.draw(mesh, surface)]
      return Renderer().render(frame, width: 64, height: 48)
    }
    let one = renderedImage(channel: 0, laid, laid.map { $0 * 0.3 })
    let other = renderedImage(channel: 1, laid.map { $0 * 0.3 }, laid)
    #expect(one == other)
    #expect(one[32, 47].red == 255 && one[32, 30].green == 255)
  }

  @Test("With an alpha cutoff, pixels below it are discarded and the others are opaque")
  func cutoff() {
    // Alpha increases from left to right, texel by texel.
    var image = Image(width: 32, height: 1)
    for x in 0..<32 { image[x, 0] = .init(255, 255, 255, UInt8(x * 8 + 4)) }
    var sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
    (sampler.magnification, sampler.minification, sampler.mip) = (.nearest, .nearest, .none)
    func whites(_ cutoff: Float, opacity: Float = 1) -> (solid: Int, others: Int) {
      var probe = ShadingProbe(.constant)
      probe.surface.diffuse = .init(color: Vector4(1, 1, 1, 1), sampler: sampler)
      probe.surface.alphaCutoff = cutoff
      var frame = probe.frame
      frame.view.projection = .orthographic(halfHeight: 3)
      frame.draws[0].opacity = opacity
      let row = Renderer().render(frame, width: 32, height: 32)
      let reds = (0..<32).map { row[$0, 16].red }
      return (reds.count { $0 == 255 }, reds.count { $0 != 255 && $0 != 0 })
    }
    for (cutoff, count) in [(0.25, 24), (0.5, 16), (0.75, 8), (1, 0)] as [(Float, Int)] {
      let measured = whites(cutoff)
      #expect(measured.solid == count && measured.others == 0, "\(cutoff): \(measured)")
    }
    #expect(whites(0).others > 20, "without one it is blended")
    let faded = whites(0.5, opacity: 0.5)
    #expect(faded.solid == 0 && faded.others == 16, "a node that fades fades as a whole: \(faded)")
  }

  @Test(
    "Discarded pixels cast no shadow, whether a surface blends or replaces",
    arguments: [true, false])
  func cutoffShadows(blends: Bool) {
    var image = Image(width: 2, height: 1, filledWith: .init(255, 255, 255, 255))
    image[0, 0] = .init(255, 255, 255, 0)
    var sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
    (sampler.magnification, sampler.minification) = (.nearest, .nearest)
    var screen = RenderFrame.Surface()
    screen.diffuse.sampler = sampler
    screen.alphaCutoff = 0.5
    screen.blending = blends ? .alpha : .replace
    screen.sides = .both
    var probe = ShadingProbe(.lambert)
    probe.surface.diffuse = .init(.one)
    var sun = ShadingProbe.sun(0)
    sun.position = Vector3(0, 0, 9)
    sun.castsShadow = true
    sun.shadowOrthographicScale = 4
    sun.shadowRadius = 0
    probe.lights = [sun]
    var frame = probe.frame
    // Behind the eye, so that only the shadow of its right half is visible.
    frame.draws.append(Frames.draw(Shapes.square(), screen, at: Vector3(0, 0, 6)))
    let renderedImage = Renderer().render(frame, width: 66, height: 66)
    #expect(renderedImage[24, 33].red == 255 && renderedImage[41, 33].red == 0)
  }

  @Test(
    "Pixels above the cutoff hide surfaces behind them in any order, and discarded ones do not")
  func cutoffHides() {
    for (samples, behind) in [(1, -1), (1, 1), (4, -1), (4, 1)] as [(Int, Float)] {
      var image = Image(width: 2, height: 1, filledWith: .init(255, 255, 255, 255))
      image[0, 0] = .init(255, 255, 255, 0)
      var sampler = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
      (sampler.magnification, sampler.minification) = (.nearest, .nearest)
      var probe = ShadingProbe(.constant)
      probe.surface.diffuse = .init(color: Vector4(1, 1, 1, 1), sampler: sampler)
      probe.surface.alphaCutoff = 0.5
      var frame = probe.frame
      var red = Frames.surface(1, 0, 0)
      red.model = .constant
      frame.draws.append(Frames.draw(Shapes.square(), red, at: Vector3(0, 0, -1), scale: 4))
      frame.draws[1].renderingOrder = Int32(behind)
      let renderer = Renderer()
      renderer.samples = samples
      let renderedImage = renderer.render(frame, width: 33, height: 33)
      #expect(
        renderedImage[8, 16] == .init(255, 0, 0) && renderedImage[25, 16] == .init(255, 255, 255))
    }
  }
}
