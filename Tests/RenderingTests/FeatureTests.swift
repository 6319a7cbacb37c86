import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// One golden image for each feature of surfaces, lights and fog; each was inspected.
@Suite("Golden images of surfaces, lights and fog")
struct FeatureTests {
  /// Spheres side by side with the given materials.
  private static func row(_ surfaces: [RenderFrame.Surface]) -> RenderFrame {
    var frame = Frames.studio()
    frame.background = .gradient(top: Vector3(0.05, 0.08, 0.16), bottom: Vector3(0.25, 0.25, 0.28))
    frame.view.position = Vector3(0, 0, 2.1)
    let step = 3.2 / Float(surfaces.count)
    for (i, surface) in surfaces.enumerated() {
      let x = (Float(i) - Float(surfaces.count - 1) / 2) * step
      frame.draws.append(
        Frames.draw(Shapes.ball(), surface, at: Vector3(x, 0, 0), scale: step * 0.46))
    }
    return frame
  }

  @Test("Constant, Lambert, Phong, Blinn and physically based spheres equal their golden image")
  func models() throws {
    let models: [LightingModel] = [.constant, .lambert, .phong, .blinn, .physicallyBased]
    let frame = FeatureTests.row(
      models.map { model in
        var s = Frames.surface(0.7, 0.25, 0.15)
        s.model = model
        s.specular = .init(Vector3(repeating: 0.8))
        s.specularExponent = 30
        return s
      })
    try Frames.expectGolden(frame, "feature-models", width: 320, height: 120)
  }

  @Test("The six blend modes equal their golden image")
  func blending() throws {
    let modes: [BlendMode] = [.alpha, .add, .subtract, .multiply, .screen, .replace]
    var frame = FeatureTests.row(
      modes.map { mode in
        var s = Frames.surface(0.2, 0.5, 0.8)
        s.blending = mode
        s.alpha = 0.6
        return s
      })
    var wall = Frames.surface(0.6, 0.55, 0.5)
    wall.diffuse.sampler = RenderFrame.Sampler(
      Texture(Frames.checkers(size: 64, side: 8), encoding: .sRGB))
    frame.draws.append(Frames.draw(Shapes.square(), wall, at: Vector3(0, 0, -1.2), scale: 2.4))
    try Frames.expectGolden(frame, "feature-blending", width: 320, height: 120)
  }

  @Test("Textures for emission, multiply, specular and normals equal their golden image")
  func slots() throws {
    let checkers = RenderFrame.Sampler(
      Texture(Frames.checkers(size: 64, side: 8), encoding: .sRGB))
    let bumps = RenderFrame.Sampler(
      Texture(Frames.bumps(size: 128, count: 8), encoding: .linear))
    var emission = Frames.surface(0.1, 0.1, 0.1)
    emission.emission = .init(color: Vector4(0.9, 0.5, 0.1, 1), sampler: checkers)
    var multiply = Frames.surface(0.9, 0.9, 0.9)
    multiply.multiply = .init(color: Vector4(1, 0.6, 0.6, 1), sampler: checkers)
    var specular = Frames.surface(0.2, 0.2, 0.25)
    specular.specular = .init(color: Vector4(1, 1, 1, 1), sampler: checkers)
    specular.specularExponent = 12
    var bent = Frames.surface(0.5, 0.55, 0.6)
    bent.normal = bumps
    var slope = bent
    slope.normalIntensity = 0.3
    try Frames.expectGolden(
      FeatureTests.row([emission, multiply, specular, bent, slope]), "feature-slots", width: 320,
      height: 120)
  }

  @Test("Fog with three exponents equals its golden images", arguments: [0, 1, 2] as [Float])
  func fog(exponent: Float) throws {
    var frame = Frames.studio()
    frame.background = .color(Vector3(0.5, 0.55, 0.6))
    frame.fog = .init(Vector3(0.5, 0.55, 0.6), start: 5, end: 12, exponent: exponent)
    for i in 0..<6 {
      frame.draws.append(
        Frames.draw(
          Shapes.box, Frames.surface(0.6, 0.2, 0.1),
          at: Vector3(Float(i) * 0.9 - 1.4, 0, -Float(i) * 1.8),
          turned: Quaternion(eulerAngles: Vector3(0.3, 0.6, 0)), scale: 0.4))
    }
    try Frames.expectGolden(frame, "feature-fog-\(Int(exponent))", width: 160, height: 90)
  }

  @Test("Lights with category masks equal their golden image")
  func masks() throws {
    var frame = FeatureTests.row(
      [0, 1, 2].map { _ in Frames.surface(0.8, 0.8, 0.8) })
    frame.lights.removeLast()
    let colors = [Vector3(1, 0.2, 0.1), Vector3(0.2, 1, 0.2), Vector3(0.2, 0.4, 1)]
    for (i, color) in colors.enumerated() {
      var light = RenderFrame.Light()
      light.position = Vector3(-2, 3, 4)
      light.color = color
      // The last light also affects the first sphere.
      light.categoryBitMask = i == 2 ? 0b101 : 1 << UInt32(i)
      frame.lights.append(light)
      frame.draws[i].categoryBitMask = 1 << UInt32(i)
    }
    try Frames.expectGolden(frame, "feature-light-masks", width: 240, height: 100)
  }

  @Test("Texture filters equal their golden image")
  func filters() throws {
    let texture = Texture(Frames.checkers(size: 64, side: 4), encoding: .sRGB)
    var frame = Frames.studio(lights: false)
    let filters: [(FilterMode, FilterMode)] = [
      (.nearest, .none), (.linear, .none), (.linear, .nearest), (.linear, .linear),
    ]
    for (i, (texels, mip)) in filters.enumerated() {
      var s = RenderFrame.Surface()
      s.model = .constant
      s.ambient = .zero
      var sampler = RenderFrame.Sampler(texture)
      (sampler.minification, sampler.magnification, sampler.mip) = (texels, texels, mip)
      (sampler.wrapS, sampler.wrapT) = (.repeat, .repeat)
      sampler.transform.scale = Vector2(1, 6)
      s.diffuse.sampler = sampler
      frame.draws.append(
        Frames.draw(
          Shapes.ground, s, at: Vector3(Float(i) * 1.1 - 1.65, -0.9, -1),
          turned: .identity, scale: 0.52))
      frame.draws[i].transform = Matrix4(
        position: Vector3(Float(i) * 1.1 - 1.65, -0.9, -4), orientation: .identity,
        scale: Vector3(0.52, 1, 6))
    }
    try Frames.expectGolden(frame, "feature-filters", width: 320, height: 120)
  }

  @Test("The ACES curve preserves differences between highlights, as in its golden image")
  func film() throws {
    var frame = Frames.studio()
    frame.view.position = Vector3(0, 0, 2.1)
    frame.lights[1].color = Vector3(3, 2.6, 2.2)
    for i in 0..<3 {
      frame.draws.append(
        Frames.draw(
          Shapes.ball(), Frames.surface(0.3 + Float(i) * 0.3, 0.5, 0.2),
          at: Vector3(Float(i) - 1, 0, 0), scale: 0.45))
    }
    frame.tone = .init(.aces, exposure: -0.5)
    try Frames.expectGolden(frame, "feature-film", width: 240, height: 100)
  }

  @Test("A failing golden image reports the nodes of the different pixels")
  func names() throws {
    var before = FeatureTests.row([0.2, 0.5, 0.8].map { Frames.surface($0, 0.4, 0.4) })
    for i in before.draws.indices { before.draws[i].node = UInt64(i + 1) }
    var after = before
    after.draws[1].surface.diffuse = .init(Vector3(0.1, 0.9, 0.1))
    let renderer = Renderer()
    let difference = try #require(
      ImageDifference(
        expected: renderer.render(before, width: 90, height: 60),
        actual: renderer.render(after, width: 90, height: 60)))
    let nodes = renderer.nodeIDs(of: after, width: 90, height: 60)
    let found = difference.counts { x, y in nodes[x, y].map { "node \($0)" } }
    #expect(found.map(\.name) == ["node 2"])
    #expect(found.first?.count == difference.pixelCount)
  }
}
