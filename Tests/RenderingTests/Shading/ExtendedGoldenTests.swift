import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// One golden image for each extended shading feature; each was inspected.
@Suite("Golden images of extended shading features")
struct ExtendedGoldenTests {
  private static let checkers = Texture(Frames.checkers(size: 64, side: 8), encoding: .sRGB)

  private static func ball(_ surface: RenderFrame.Surface, at x: Float) -> RenderFrame.Draw {
    Frames.draw(Shapes.ball(), surface, at: Vector3(x, 0, 0), scale: 0.48)
  }

  private static func frame(_ surfaces: [RenderFrame.Surface]) -> RenderFrame {
    var frame = Frames.studio()
    frame.view.position = Vector3(0, 0, 2.2)
    frame.background = .gradient(top: Vector3(0.05, 0.08, 0.16), bottom: Vector3(0.25, 0.25, 0.28))
    for (i, surface) in surfaces.enumerated() {
      frame.draws.append(ball(surface, at: Float(i) - Float(surfaces.count - 1) / 2))
    }
    return frame
  }

  @Test("Self-illumination, with a texture, and occlusion equal their golden image")
  func ownLight() throws {
    var even = Frames.surface(0.8, 0.3, 0.2)
    even.selfIllumination = .init(Vector3(0.3, 0.3, 0.3))
    var laid = Frames.surface(0.8, 0.3, 0.2)
    laid.selfIllumination = .init(color: .init(0.8, 0.8, 0.8, 1), sampler: .init(Self.checkers))
    var occluded = Frames.surface(0.8, 0.3, 0.2)
    occluded.occlusion.sampler = .init(Self.checkers)
    var frame = Self.frame([even, laid, occluded])
    frame.lights[0].color = Vector3(repeating: 0.4)
    try Frames.expectGolden(frame, "feature-own-light", width: 240, height: 90)
  }

  @Test("Per-pixel and per-vertex lighting of a coarse sphere equal their golden image")
  func vertexLight() throws {
    var pixels = Frames.surface(0.2, 0.4, 0.7)
    pixels.specular = .init(.one)
    pixels.specularExponent = 20
    var vertices = pixels
    vertices.isLitPerVertex = true
    var frame = Self.frame([pixels, vertices])
    for i in frame.draws.indices { frame.draws[i].mesh = Shapes.ball(segments: 14) }
    try Frames.expectGolden(frame, "feature-vertex-light", width: 180, height: 100)
  }

  @Test("Fresnel exponents of zero, one and more equal their golden image")
  func rim() throws {
    var image = Image(width: 64, height: 32)
    for y in 0..<32 {
      for x in 0..<64 {
        image[x, y] = x / 8 % 2 == 0 ? .init(250, 230, 180) : .init(UInt8(y * 4), 120, 240)
      }
    }
    var sky = RenderFrame.Sampler(Texture(image, encoding: .sRGB))
    sky.wrapS = .repeat
    let surfaces = ([0, 1, 3] as [Float]).map { exponent in
      var s = Frames.surface(0.1, 0.02, 0.02)
      s.reflective = .init(color: .init(0.9, 0.9, 0.9, 1), sampler: sky)
      s.fresnelExponent = exponent
      return s
    }
    try Frames.expectGolden(Self.frame(surfaces), "feature-rim", width: 240, height: 90)
  }

  @Test("Color write masks equal their golden image")
  func components() throws {
    let surfaces = [ColorMask.red, [.green, .blue], []].map { mask in
      var s = Frames.surface(0.9, 0.9, 0.9)
      s.colorWriteMask = mask
      return s
    }
    var frame = Self.frame(surfaces)
    // The sphere with an empty mask cuts a hole into the wall that is drawn after it.
    frame.draws[2].renderingOrder = -1
    var wall = Frames.surface(0.6, 0.6, 0.6)
    wall.diffuse.sampler = .init(Self.checkers)
    frame.draws.append(Frames.draw(Shapes.square(), wall, at: Vector3(0, 0, -1.2), scale: 2))
    try Frames.expectGolden(frame, "feature-components", width: 240, height: 90)
  }

  @Test("An alpha-masked fence and its shadow equal their golden image")
  func fence() throws {
    var image = Image(width: 64, height: 64, filledWith: .init(150, 90, 40))
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (x % 16 - 8, y % 16 - 8)
        if dx * dx + dy * dy < 30 { image[x, y] = .init(150, 90, 40, 0) }
      }
    }
    var fence = RenderFrame.Surface()
    fence.diffuse.sampler = .init(Texture(image, encoding: .sRGB))
    fence.alphaCutoff = 0.5
    fence.sides = .both
    var frame = Frames.studio()
    frame.view.position = Vector3(0, 1.2, 4)
    frame.view.orientation = Quaternion(axis: .unitX, angle: -0.2)
    frame.lights[1].type = .directional
    frame.lights[1].direction = Vector3(0.5, -0.8, 0.7)
    frame.lights[1].position = Vector3(-2.5, 4, -3.5)
    frame.lights[1].castsShadow = true
    frame.lights[1].shadowOrthographicScale = 3
    frame.draws = [
      Frames.draw(Shapes.square(), fence, at: Vector3(0, 0.5, 0), scale: 0.9),
      Frames.draw(Shapes.ground, Frames.surface(0.7, 0.7, 0.7), at: Vector3(0, -0.4, 0), scale: 4),
    ]
    try Frames.expectGolden(frame, "feature-cutoff", width: 240, height: 135)
  }

  @Test("A light map on texture coordinate set 1 equals its golden image")
  func secondCoordinates() throws {
    var spot = Image(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Float(x) - 31.5, Float(y) - 31.5)
        let light = UInt8(max(0, 255 - (dx * dx + dy * dy).squareRoot() * 8))
        spot[x, y] = .init(light, light, light)
      }
    }
    let mesh = PreparedMesh(
      positions: [Vector3(-1, 1, 0), Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(1, 1, 0)],
      normals: Array(repeating: .unitZ, count: 4),
      tangents: Array(repeating: Vector4(1, 0, 0, 1), count: 4),
      texcoords: [Vector2(0, 0), Vector2(0, 3), Vector2(3, 3), Vector2(3, 0)],
      texcoords2: [Vector2(0, 0), Vector2(0, 1), Vector2(1, 1), Vector2(1, 0)],
      elements: [[0, 1, 2, 0, 2, 3]])
    var surface = RenderFrame.Surface()
    var tiles = RenderFrame.Sampler(Self.checkers)
    (tiles.wrapS, tiles.wrapT) = (.repeat, .repeat)
    surface.diffuse.sampler = tiles
    var map = RenderFrame.Sampler(Texture(spot, encoding: .sRGB))
    map.texCoordSet = 1
    surface.selfIllumination = .init(color: .init(1, 1, 1, 1), sampler: map)
    var frame = Frames.studio(lights: false)
    frame.lights = [ShadingProbe.ambient(Vector3(repeating: 0.05))]
    frame.view.position = Vector3(0, 0, 3)
    frame.draws = [
      Frames.draw(mesh, surface, turned: Quaternion(eulerAngles: Vector3(-0.5, 0.4, 0)))
    ]
    try Frames.expectGolden(frame, "feature-second-coordinates", width: 160, height: 120)
  }

  @Test("A bright scene by an HDR camera equals its golden image")
  func exposure() throws {
    let material = Scenes.checkered()
    let ball = Geometry.sphere(radius: 0.7)
    ball.materials = [material]
    let scene = Scenes.showing(ball)
    let eye = try #require(scene.pointOfView)
    scene.rootNode.childNode(withName: "key")?.light?.intensity = 5_000
    eye.camera?.wantsHDR = true
    eye.camera?.exposureOffset = -0.5
    try Scenes.expectGolden(scene, "camera-exposure")
  }
}
