import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

/// Caches of a renderer never change a pixel.
@Suite("Caches between frames")
struct FrameCacheTests {
  @Test(
    "After any change the image is that of a new renderer",
    arguments: drawsSample ? [2] : [1, 2, 3, 4] as [UInt64])
  func changes(seed: UInt64) {
    var changing = ChangingFrame(seed: seed)
    let renderer = Renderer(threads: Int(seed))
    for step in 0..<(drawsSample ? 10 : 100) {
      let what = changing.change()
      renderer.samples = changing.samples
      let fresh = Renderer()
      fresh.samples = changing.samples
      let (width, height) = changing.size
      let cached = renderer.render(changing.frame, width: width, height: height)
      let same = cached == fresh.render(changing.frame, width: width, height: height)
      #expect(same, "seed \(seed), step \(step): \(what)")
      if !same { return }
    }
  }

  @Test("A shadow follows its caster, whether it moves or rests")
  func shadowMoves() {
    var changing = ChangingFrame(seed: 5)
    let renderer = Renderer()
    for step in 0..<(drawsSample ? 4 : 90) {
      // Moves, rests long enough to become static, and moves again.
      if step < 20 || step > 70 { changing.frame.draws[2].transform.w.x += 0.05 }
      let same =
        renderer.render(changing.frame, width: 64, height: 48)
        == Renderer().render(changing.frame, width: 64, height: 48)
      #expect(same, "step \(step)")
    }
  }

  @Test("The alpha mask of one caster does not affect the shadow of another")
  func holes() {
    var changing = ChangingFrame(seed: 7)
    let renderer = Renderer()
    for (i, blending) in [BlendMode.alpha, .replace].enumerated() {
      changing.addAlphaMask(i + 1, blending)
    }
    for step in 0..<4 {
      if step == 2 { changing.frame.draws[1].transform.w.x += 0.2 }
      let same =
        renderer.render(changing.frame, width: 64, height: 48)
        == Renderer().render(changing.frame, width: 64, height: 48)
      #expect(same, "step \(step)")
    }
  }

  @Test("Labels that stay, move, change and return are drawn as by a new renderer")
  func labels() {
    var frame = RenderFrame()
    let renderer = Renderer()
    func check(_ what: String, width: Int = 160, height: Int = 90) {
      let same =
        renderer.render(frame, width: width, height: height)
        == Renderer().render(frame, width: width, height: height)
      #expect(same, "\(what)")
    }
    let score = RenderFrame.OverlayItem(
      .text("Score 120\nLives ♥♥", size: 90, alignment: 0), offset: Vector2(10.3, 12.7))
    frame.overlay = [score]
    check("first")
    check("stays")
    frame.background = .color(Vector3(0.2, 0.5, 0.9))
    check("stays before something else")
    frame.overlay[0].color = Vector4(1, 0.5, 0, 0.5)
    check("another color")
    frame.overlay[0].offset.x += 0.4
    check("moved by less than a pixel")
    check("another size", width: 320, height: 180)
    check("another shape", width: 100, height: 180)
    frame.overlay[0].offset.x = -140
    check("half outside")
    frame.overlay = []
    check("gone")
    frame.overlay = [score, score]
    check("back, twice")
    frame.overlay[1].content = .symbols("♥", height: 60, count: 3)
    frame.overlay[1].pivot = Vector2(0.5, 0.5)
    check("signs")
  }
}

/// A frame with a sun, a spot light, a reflective ground and other draws, which changes step by
/// step.
private struct ChangingFrame {
  var frame = RenderFrame()
  var samples = 1
  var size = (64, 48)
  private var random: RandomStream
  private let meshes = [Shapes.box, Shapes.ball(segments: 8), Shapes.square(cells: 2)]
  private let bumps = Texture(Frames.bumps(size: 16, count: 2), encoding: .linear)
  private let holes = Texture(
    Frames.checkers(size: 8, side: 2, .init(200, 200, 200, 255), .init(90, 90, 90, 0)),
    encoding: .sRGB)
  private var nextNode: UInt64 = 100

  init(seed: UInt64) {
    random = RandomStream(seed: seed)
    frame = Frames.studio()
    frame.view.position = Vector3(0, 2, 7)
    frame.view.orientation = Quaternion(lookingAlong: Vector3(0, -2, -7))
    frame.view.zNear = 0.5
    var sun = RenderFrame.Light()
    sun.type = .directional
    sun.position = Vector3(4, 8, 3)
    sun.direction = Vector3(-4, -8, -3).normalized(or: .unitZ)
    sun.castsShadow = true
    sun.shadowOrthographicScale = 5
    sun.shadowMapSize = 128
    var spot = RenderFrame.Light()
    spot.type = .spot
    spot.position = Vector3(-3, 5, 3)
    spot.direction = Vector3(3, -5, -3).normalized(or: .unitZ)
    spot.castsShadow = true
    spot.shadowMapSize = 192
    frame.lights += [sun, spot]
    var ground = Frames.draw(
      Shapes.ground, Frames.surface(0.6, 0.6, 0.5), at: Vector3(0, -1, 0), scale: 4)
    ground.planarReflection = RenderFrame.PlanarReflection(reflectivity: 0.3)
    frame.draws = [ground]
    for _ in 0..<6 { add() }
  }

  private mutating func randomPosition() -> Vector3 {
    Vector3(random.float(in: -3..<3), random.float(in: -0.8..<1.5), random.float(in: -3..<3))
  }

  private mutating func randomOrientation() -> Quaternion {
    Quaternion(eulerAngles: Vector3(random.float(in: -3..<3), random.float(in: -3..<3), 0.3))
  }

  private mutating func add() {
    let surface = Frames.surface(random.float(), random.float(), random.float())
    let mesh = meshes[random.int(below: meshes.count)]
    var draw = Frames.draw(
      mesh, surface, at: randomPosition(), turned: randomOrientation(), scale: 0.5)
    // Some share an identity, like the elements of a node.
    if random.chance(0.8) { nextNode += 1 }
    draw.node = nextNode
    frame.draws.insert(draw, at: random.int(below: frame.draws.count + 1))
  }

  /// Gives a draw an alpha mask with a random offset.
  mutating func addAlphaMask(_ i: Int, _ blending: BlendMode) {
    var sampler = RenderFrame.Sampler(holes)
    sampler.wrapS = .repeat
    sampler.transform.offset.x = random.float()
    frame.draws[i].surface.diffuse.sampler = sampler
    frame.draws[i].surface.alphaCutoff = 0.5
    frame.draws[i].surface.blending = blending
  }

  /// Changes the frame and describes the change.
  mutating func change() -> String {
    if frame.draws.count < 3 { add() }
    let i = random.int(below: frame.draws.count)
    let light = 1 + random.int(below: frame.lights.count - 1)
    switch random.int(below: 22) {
    case 0, 1, 2, 3:
      frame.draws[i].transform.w.x += random.float(in: -0.5..<0.5)
      return "draw \(i) moved"
    case 4:
      frame.draws[i].transform = Matrix4(
        position: randomPosition(), orientation: randomOrientation(), scale: Vector3(0.4, -0.6, 0.5)
      )
      return "draw \(i) turned inside out"
    case 5:
      frame.lights[light].position += randomPosition() * 0.2
      return "light \(light) moved"
    case 6:
      frame.lights[light].castsShadow.toggle()
      return "light \(light) and its shadow"
    case 7:
      frame.lights[light].shadowMapSize = 64 * (1 + random.int(below: 4))
      return "light \(light) and the size of its map"
    case 8:
      frame.draws[i].castsShadow.toggle()
      return "the shadow of draw \(i)"
    case 9:
      frame.draws[i].surface.diffuse = .init(Vector3(random.float(), 0.5, random.float()))
      return "the color of draw \(i)"
    case 10:
      frame.draws[i].surface.normal =
        frame.draws[i].surface.normal == nil ? RenderFrame.Sampler(bumps) : nil
      return "the bumps of draw \(i)"
    case 11:
      frame.draws[i].surface.sides = [.front, .back, .both][random.int(below: 3)]
      return "the sides of draw \(i)"
    case 12:
      frame.draws[i].opacity = random.chance(0.5) ? 0.5 : 1
      return "the opacity of draw \(i)"
    case 13:
      frame.draws.remove(at: i)
      return "draw \(i) went"
    case 14:
      add()
      return "a draw came"
    case 15:
      frame.draws.swapAt(i, random.int(below: frame.draws.count))
      return "draw \(i) in another place of the list"
    case 16:
      frame.draws[i].mesh = meshes[random.int(below: meshes.count)]
      return "the mesh of draw \(i)"
    case 17:
      frame.view.position.x += random.float(in: -0.5..<0.5)
      frame.draws[i].categoryBitMask = random.chance(0.5) ? 1 : 2
      frame.lights[light].categoryBitMask = random.chance(0.7) ? .max : 1
      return "the view, and the mask of draw \(i)"
    case 18:
      size = (40 + random.int(below: 60), 30 + random.int(below: 60))
      samples = random.chance(0.3) ? 4 : 1
      return "the size of the picture, with \(samples) samples"
    case 19:
      addAlphaMask(i, random.chance(0.7) ? .alpha : .replace)
      if random.chance(0.3) { frame.draws[i].surface.alphaCutoff = 0 }
      return "the holes of draw \(i)"
    case 20:
      frame.lights[light].automaticallyAdjustsShadowProjection.toggle()
      frame.lights[light].shadowCascadeCount = 1 + random.int(below: 4)
      frame.lights[light].maximumShadowDistance = random.float(in: 5..<100)
      return "light \(light) and the fit of its shadow"
    default: return "nothing"
    }
  }
}
