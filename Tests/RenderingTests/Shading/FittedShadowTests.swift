import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// The shadows of directional lights that follow the view, compared with geometry.
@Suite("Shadows that follow the view")
struct FittedShadowTests {
  /// A scene with a sun of the default settings, in which the ground can be looked up by point.
  private final class Level {
    let scene = Scene()
    let eye = Node(name: "eye")
    let sun = Node(name: "sun")
    /// The elevation of the sun, which shines along +X and down.
    static let elevation: Float = 0.7
    private let cache = RenderCache(images: Scenes.GeneratedImages())
    private let renderer = Renderer()

    /// Makes a level with a ground whose upper face is at a height of 0.
    init(ground: Geometry? = nil, height: Float = 0) {
      var floor = Floor()
      floor.reflectivity = 0
      let ground = ground ?? Geometry(.floor(floor))
      let matte = Material(diffuse: .white)
      matte.lightingModel = .lambert
      ground.materials = [matte]
      let node = Node(name: "ground", geometry: ground)
      node.position.y = height
      scene.rootNode.addChildNode(node)
      sun.light = Light(.directional)
      sun.light?.castsShadow = true
      let (s, c) = Portable.sincos(Level.elevation)
      sun.orientation = Quaternion(lookingAlong: Vector3(c, -s, 0))
      eye.camera = Camera(fieldOfView: .pi / 3, zNear: 0.1, zFar: 500)
      for node in [sun, eye] { scene.rootNode.addChildNode(node) }
      look(from: Vector3(0, 12, 0), to: Vector3(0, 0, -20))
    }

    func look(from position: Vector3, to target: Vector3) {
      eye.position = position
      eye.orientation = Quaternion(lookingAlong: target - position)
    }

    @discardableResult func addBox(at position: Vector3, size: Vector3) -> Node {
      let node = Node(
        name: "box\(scene.rootNode.childNodes.count)",
        geometry: .box(width: size.x, height: size.y, length: size.z))
      node.position = position
      scene.rootNode.addChildNode(node)
      return node
    }

    /// The x of the tip of the shadow of a box that stands on the ground.
    static func tip(of box: Node, size: Vector3) -> Float {
      box.position.x + size.x * 0.5 + size.y * Portable.cos(elevation) / Portable.sin(elevation)
    }

    var frame: RenderFrame { RenderFrame(scene, cache: cache) }

    /// Renders, and returns how dark the image is at a point: 0 lit, 1 in shadow; nil outside.
    func shadows(width: Int = 1_280, height: Int = 720) -> (Vector3) -> Float? {
      var frame = self.frame
      frame.lights[0].color = Vector3(repeating: 1)
      let image = renderer.render(frame, width: width, height: height)
      frame.lights[0].castsShadow = false
      let lit = renderer.render(frame, width: width, height: height)
      let (position, orientation) = (eye.position, eye.orientation)
      return { point in
        let p = orientation.unrotate(point - position)
        let scale = Float(height) * 0.5 / (-p.z * Portable.tan(.pi / 6))
        let x = Int((Float(width) * 0.5 + p.x * scale).rounded(.down))
        let y = Int((Float(height) * 0.5 - p.y * scale).rounded(.down))
        guard p.z < 0, x >= 0, y >= 0, x < width, y < height, lit[x, y].red > 0 else { return nil }
        return 1 - SRGB.linear(Int(image[x, y].red)).asFloat
          / SRGB.linear(Int(lit[x, y].red)).asFloat
      }
    }

    /// Expects the shadow of a box to end at its tip, within some meters.
    func expectTip(
      _ box: Node, _ size: Vector3, within tolerance: Float, _ shadow: (Vector3) -> Float?,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let tip = Level.tip(of: box, size: size)
      let inside = shadow(Vector3(tip - tolerance, 0, box.position.z))
      let outside = shadow(Vector3(tip + tolerance, 0, box.position.z))
      #expect(
        (inside ?? 0) > 0.9, "\(box.position): \(String(describing: inside)) before the tip",
        sourceLocation: sourceLocation)
      #expect(
        (outside ?? 1) < 0.1, "\(box.position): \(String(describing: outside)) after the tip",
        sourceLocation: sourceLocation)
    }
  }

  @Test(
    "With default settings the shadows of near and far boxes end at height times cotangent",
    arguments: 1...4)
  func tips(cascades: Int32) {
    let level = Level()
    let size = Vector3(1, 3, 4)
    level.sun.light?.shadowCascadeCount = cascades
    let boxes = [10, 20, 40, 60, 75].map { (z: Float) in
      level.addBox(at: Vector3(-2, 1.5, -z), size: size)
    }
    // A wall that takes up more than the view.
    level.addBox(at: Vector3(-40, 1, -150), size: Vector3(1, 2, 400))
    let shadow = level.shadows()
    // Seven texels of the farthest map: the bias of the lookup and the filter.
    for box in boxes { level.expectTip(box, size, within: 0.6, shadow) }
    if cascades == 4 { level.expectTip(boxes[0], size, within: 0.15, shadow) }
  }

  @Test("The casters of a small scene have sharp shadows, however large its ground is")
  func smallScene() throws {
    let thick = Geometry.box(width: 400, height: 1, length: 400)
    for level in [Level(), Level(ground: thick, height: -0.5)] {
      let size = Vector3(1, 3, 1)
      let near = level.addBox(at: Vector3(-2, 1.5, -12), size: size)
      // Sunk into the ground.
      let far = level.addBox(at: Vector3(0, 1.4, -18), size: Vector3(1, 3, 1))
      let frame = level.frame
      let view = try #require(frame.shadowViews(of: frame.lights[0], aspect: 1.6).first)
      #expect(view.halfHeight < 6, "\(view.projection)")
      let shadow = level.shadows()
      level.expectTip(near, size, within: 0.1, shadow)
      level.expectTip(far, Vector3(1, 2.9, 1), within: 0.25, shadow)
    }
  }

  @Test("Casters outside of the image, up to any height, cast shadows into it")
  func outsideCasters() {
    let level = Level()
    // A roof 200 m above the ground, whose shadow falls around x = 0.
    let height: Float = 200
    let shift = height * Portable.cos(Level.elevation) / Portable.sin(Level.elevation)
    level.addBox(at: Vector3(-shift, height, -20), size: Vector3(6, 0.2, 6))
    let shadow = level.shadows()
    for (x, z) in [(0, -20), (2, -22), (-2, -18)] as [(Float, Float)] {
      #expect((shadow(Vector3(x, 0, z)) ?? 0) > 0.9, "\(x) \(z)")
    }
    for (x, z) in [(5, -20), (-5, -20), (0, -14), (0, -26)] as [(Float, Float)] {
      #expect((shadow(Vector3(x, 0, z)) ?? 1) < 0.1, "\(x) \(z)")
    }
  }

  @Test("A follow camera sees the shadows of all objects of a long level")
  func longLevel() {
    let level = Level()
    let size = Vector3(1, 2, 1)
    let boxes = (0..<30).map { i in
      level.addBox(at: Vector3(Float(i % 3) * 4 - 6, 1, Float(i) * -10), size: size)
    }
    level.sun.light?.maximumShadowDistance = 40
    for i in stride(from: 1, to: 30, by: 4) {
      let z = boxes[i].position.z
      level.look(from: Vector3(0, 8, z + 12), to: Vector3(0, 0, z))
      level.expectTip(boxes[i], size, within: 0.25, level.shadows())
    }
  }

  @Test("In a scene 2 km wide shadows fade out before the maximum distance")
  func wideScene() {
    let level = Level()
    let size = Vector3(2, 4, 12)
    level.addBox(at: Vector3(-1_000, 2, 0), size: size)
    level.addBox(at: Vector3(1_000, 2, 0), size: size)
    let boxes = [50, 80, 94, 108, 150].map { (z: Float) in
      level.addBox(at: Vector3(-2, 2, -z), size: size)
    }
    #expect(level.sun.light?.maximumShadowDistance == 100)
    level.look(from: Vector3(0, 20, 0), to: Vector3(0, 0, -70))
    let shadow = level.shadows()
    func middle(_ box: Node) -> Float {
      shadow(Vector3(Level.tip(of: box, size: size) - 1, 0, box.position.z)) ?? -1
    }
    #expect(middle(boxes[0]) > 0.95 && middle(boxes[1]) > 0.95)
    #expect(middle(boxes[2]) > 0.1 && middle(boxes[2]) < 0.9, "\(middle(boxes[2]))")
    #expect(abs(middle(boxes[3])) < 0.05 && abs(middle(boxes[4])) < 0.05)
  }

  @Test("The ground has no shadow acne at any distance", arguments: [1, 4])
  func acne(cascades: Int32) {
    let level = Level()
    level.sun.light?.shadowCascadeCount = cascades
    // Its shadow falls behind the camera.
    level.addBox(at: Vector3(30, 1, 0), size: Vector3(1, 2, 900))
    level.look(from: Vector3(0, 3, 0), to: Vector3(-20, 0, -12))
    for elevation in [1.3, 0.5, 0.15, 0.05] as [Float] {
      let (s, c) = Portable.sincos(elevation)
      level.sun.orientation = Quaternion(lookingAlong: Vector3(c, -s, 0.2 * c))
      level.sun.light?.intensity = 700 / s
      var frame = level.frame
      let shadowed = Renderer().render(frame, width: 480, height: 270)
      frame.lights[0].castsShadow = false
      let lit = Renderer().render(frame, width: 480, height: 270)
      let isLit = shadowed == lit
      #expect(lit[240, 200].red > 100 && isLit, "elevation \(elevation)")
    }
  }

  @Test("Without automatic adjustment the light's own projection is used")
  func manual() {
    let level = Level()
    level.addBox(at: .zero, size: .one)
    level.sun.position = Vector3(1, 2, 3)
    level.sun.light?.automaticallyAdjustsShadowProjection = false
    level.sun.light?.orthographicScale = 7
    level.sun.light?.zNear = 2
    let frame = level.frame
    let views = frame.shadowViews(of: frame.lights[0], aspect: 1)
    #expect(views.count == 1 && views.first?.halfHeight == 7)
    #expect(views.first?.zNear == 2 && views.first?.zFar == 100)
    #expect(views.first?.position == Vector3(1, 2, 3))
  }

  // MARK: Stability

  /// A level whose casters take up more than the view, so that the map follows it.
  private static func wideLevel(cascades: Int32) -> Level {
    let level = Level()
    level.addBox(at: Vector3(-40, 1, -150), size: Vector3(1, 2, 900))
    level.addBox(at: Vector3(0, 1, -20), size: Vector3(1, 2, 1))
    level.sun.light?.shadowCascadeCount = cascades
    return level
  }

  @Test("Turning and moving the camera shifts maps by whole texels and keeps their size")
  func snapped() {
    var random = RandomStream(seed: 7)
    let level = Self.wideLevel(cascades: 3)
    let first = level.frame.shadowViews(of: level.frame.lights[0], aspect: 1.6)
    #expect(first.count == 3)
    for _ in 0..<200 {
      let position = Vector3(random.float(in: -30..<30), random.float(in: 2..<30), 0)
      let target = Vector3(random.float(in: -50..<50), 0, random.float(in: -60..<60))
      level.look(from: position, to: target)
      let frame = level.frame
      let views = frame.shadowViews(of: frame.lights[0], aspect: 1.6)
      #expect(views.count == 3)
      for (view, old) in zip(views, first) {
        #expect(view.orientation == old.orientation && view.projection == old.projection)
        let moved = view.orientation.unrotate(view.position - old.position)
        let texel = view.halfHeight * 2 / 2_048
        for texels in [moved.x / texel, moved.y / texel] {
          #expect(abs(texels - texels.rounded()) < 0.01, "\(texels)")
        }
      }
    }
  }

  @Test("Every point that the camera sees up to the maximum distance is in the map")
  func covered() throws {
    var random = RandomStream(seed: 11)
    let level = Self.wideLevel(cascades: 1)
    let aspect: Float = 1.6
    for step in 0..<60 {
      let angle = 0.3 + 0.04 * Float(step)
      level.eye.camera?.fieldOfView = angle
      level.eye.camera?.zFar = step % 3 == 0 ? 60 : 500
      level.look(
        from: Vector3(random.float(in: -30..<30), 5, random.float(in: -30..<30)),
        to: Vector3(random.float(in: -50..<50), 3, random.float(in: -60..<60)))
      let frame = level.frame
      let view = try #require(frame.shadowViews(of: frame.lights[0], aspect: aspect).first)
      let slope = Portable.tan(angle * 0.5)
      for corner in 0..<4 {
        for share in [0.1, 0.5, 1] as [Float] {
          let (x, y): (Float, Float) = (corner & 1 == 0 ? -1 : 1, corner & 2 == 0 ? -1 : 1)
          let ray = Vector3(x * slope * aspect, y * slope, -1)
          let depth = min(100 / ray.length, frame.view.zFar) * share
          let point = frame.view.position + frame.view.orientation.rotate(ray * depth)
          let local = view.orientation.unrotate(point - view.position)
          #expect(max(abs(local.x), abs(local.y)) < view.halfHeight, "step \(step)")
        }
      }
    }
  }

  @Test("A map stays the same while the camera moves within a cell")
  func cells() {
    let level = Self.wideLevel(cascades: 1)
    var views: [RenderFrame.View] = []
    for i in 0..<100 {
      level.look(
        from: Vector3(0, 12, Float(i) * -0.05), to: Vector3(0.01 * Float(i), 0, -20))
      let frame = level.frame
      let view = frame.shadowViews(of: frame.lights[0], aspect: 1.6)[0]
      if view != views.last { views.append(view) }
    }
    // A cell is an eighth of half the side: 11 m, twice as much as the camera moved.
    #expect(views.count <= 3, "\(views.count) maps")
  }

  @Test("Edges of shadows stay where they are when the camera moves by less than a texel")
  func still() throws {
    // A view straight down with pixels of 1/32 m, moved by whole pixels: the same ground.
    let level = Self.wideLevel(cascades: 1)
    for i in 0..<20 {
      let box = level.addBox(
        at: Vector3(Float(i % 5) * 3 - 6, 1, Float(i / 5) * -3 - 15), size: Vector3(0.7, 2, 0.7))
      box.eulerAngles.y = Float(i) * 0.3
    }
    var frame = level.frame
    frame.lights[0].color = Vector3(repeating: 0.9)
    frame.view.projection = .orthographic(halfHeight: 8)
    frame.view.orientation = Quaternion(axis: .unitX, angle: -.pi / 2)
    let side = 512
    let renderer = Renderer()
    var maps: Set<RenderFrame.View> = []
    func image(_ x: Int, _ y: Int) -> Image {
      frame.view.position = Vector3(Float(x) / 32, 60, -20 + Float(y) / 32)
      maps.formUnion(frame.shadowViews(of: frame.lights[0], aspect: 1))
      return renderer.render(frame, width: side, height: side)
    }
    let first = image(0, 0)
    let dark = first.bytes.indices.filter { $0 % 4 == 0 && first.bytes[$0] < 20 }.count
    #expect(dark > side * side / 50, "There are shadows")
    for (dx, dy) in [(1, 0), (3, 2), (17, 5), (100, 60), (201, -133)] {
      let moved = image(dx, dy)
      var changed = 0
      for y in max(0, -dy)..<min(side, side - dy) {
        for x in max(0, -dx)..<min(side, side - dx) {
          let (a, b) = (Int(moved[x, y].red), Int(first[x + dx, y + dy].red))
          if abs(SRGB.linear(a) - SRGB.linear(b)) > 0.02 { changed += 1 }
        }
      }
      // Where boxes stand on the ground, rounding decides which of the two is nearer to the light.
      // Without whole texels it is 4,000 to 17,000 pixels.
      #expect(changed < 200, "moved by \(dx), \(dy) pixels: \(changed) pixels changed")
    }
    #expect(maps.count > 1, "The map followed")
  }
}

extension RenderFrame.View {
  /// Half the height of an orthographic view.
  fileprivate var halfHeight: Float {
    if case .orthographic(let half) = projection { return half }
    return .nan
  }
}

extension Double {
  fileprivate var asFloat: Float { Float(self) }
}
