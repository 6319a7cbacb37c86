import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Images of debug lines for constraints, lights and sleep")
struct DebugLinesSheetTests {
  private static func renderedImage(_ scene: Scene, _ options: DebugOptions) -> RenderFrame {
    let cache = RenderCache(images: ImageFolders([]))
    cache.debugOptions = options
    return RenderFrame(scene, cache: cache)
  }

  private static func scene(eye position: Vector3, at target: Vector3) -> Scene {
    let scene = Scene()
    scene.background.color = Color(0.1, 0.12, 0.16)
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position = position
    eye.look(at: target)
    scene.rootNode.addChildNode(eye)
    return scene
  }

  @Test("Constraints show their targets, distances and chains")
  func constraints() throws {
    let scene = Self.scene(eye: Vector3(0, 2, 7), at: Vector3(0, 0.6, 0))
    let target = Node(name: "target", geometry: .sphere(radius: 0.2))
    target.position = Vector3(0, 1, 0)
    scene.rootNode.addChildNode(target)
    let rules: [Constraint] = [
      .lookAt(target), .follow(target, offset: Vector3(0.8, 0.6, 0), rate: 1),
      .distance(target, minimum: 0.6, maximum: 1.2), .slider(radius: 0.5, collidingWith: 1),
      .billboard(freeAxes: [.x, .y]),
    ]
    for (number, rule) in rules.enumerated() {
      let node = Node(name: "n\(number)", geometry: .box(width: 0.2, height: 0.2, length: 0.2))
      node.position = Vector3(Float(number) * 1.3 - 2.6, -0.6, 0)
      var rule = rule
      rule.influenceFactor = 0
      node.constraints = [rule]
      scene.rootNode.addChildNode(node)
    }
    scene.step()
    try Frames.expectGolden(
      Self.renderedImage(scene, .showConstraints), "scene-constraints", width: 480, height: 270)
  }

  @Test("Spot cones, light extents and the frusta of other cameras are drawn")
  func lights() throws {
    let scene = Self.scene(eye: Vector3(1, 2.5, 8), at: Vector3(0, 0.8, 0))
    let floor = Node(name: "floor", geometry: .plane(width: 8, height: 5))
    floor.eulerAngles.x = -.pi / 2
    scene.rootNode.addChildNode(floor)
    let spot = Node(name: "spot")
    spot.light = Light(.spot)
    spot.light?.spotInnerAngle = 0.4
    spot.light?.spotOuterAngle = 0.9
    spot.light?.attenuationEnd = 2.6
    spot.position = Vector3(-2.2, 2.6, 0)
    spot.look(at: Vector3(-1.6, 0, 0))
    let lamp = Node(name: "lamp")
    lamp.light = Light(.omni, color: Color(1, 0.8, 0.5))
    lamp.light?.attenuationEnd = 1.2
    lamp.position = Vector3(0.6, 1.2, 0)
    let sun = Node(name: "sun")
    sun.light = Light(.directional, color: Color(white: 0.4))
    sun.position = Vector3(2.4, 2.4, 0)
    sun.look(at: Vector3(1.6, 0, 0))
    let other = Node(name: "other")
    other.camera = Camera()
    other.position = Vector3(3.4, 1.4, 0.5)
    other.look(at: Vector3(0, 0.5, -1))
    for node in [spot, lamp, sun, other] { scene.rootNode.addChildNode(node) }
    scene.step()
    try Frames.expectGolden(
      Self.renderedImage(scene, [.showLightExtents, .showLightInfluences, .showCameras]),
      "scene-lights", width: 480, height: 270)
  }

  @Test(
    "Contact forces are drawn to scale, sleeping bodies are blue, and reflections show no lines"
  )
  func pushesAndMirror() throws {
    let scene = Self.scene(eye: Vector3(0, 1.6, 5.5), at: Vector3(0, 0.7, 0))
    let floor = Node(name: "floor", geometry: .floor())
    if case .floor(var mirror)? = floor.geometry?.primitive {
      mirror.reflectivity = 0.8
      floor.geometry?.primitive = .floor(mirror)
    }
    floor.geometry?.materials = [Material(diffuse: Color(0.2, 0.22, 0.25))]
    floor.physicsBody = .static()
    scene.rootNode.addChildNode(floor)
    for (name, place) in [
      ("low", Vector3(-1, 0.5, 0)), ("high", Vector3(-1, 1.5, 0)), ("alone", Vector3(1, 0.5, 0)),
    ] {
      let box = Node(name: name, geometry: .box())
      box.position = place
      box.physicsBody = .dynamic()
      box.physicsBody?.allowsResting = name == "alone"
      scene.rootNode.addChildNode(box)
    }
    for _ in 0..<180 { scene.step() }
    let frame = Self.renderedImage(scene, [.showContacts, .showPhysicsShapes])
    try Frames.expectGolden(frame, "scene-pushes", width: 480, height: 270)
    // Below the boxes, only the reflection of their contact could change.
    let renderer = Renderer()
    let plain = renderer.render(Self.renderedImage(scene, []), width: 480, height: 270)
    let lines = renderer.render(Self.renderedImage(scene, .showContacts), width: 480, height: 270)
    var changed = 0
    for y in 190..<270 {
      for x in 0..<480 where plain[x, y] != lines[x, y] { changed += 1 }
    }
    #expect(changed == 0, "the mirror below the boxes shows no line")
    #expect(plain != lines)
  }
}
