import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Frames of scenes")
struct SceneFrameTests {
  private let cache = RenderCache(images: Scenes.GeneratedImages())

  private func node(_ name: String, _ parent: Node) -> Node {
    let node = Node(name: name, geometry: .box())
    parent.addChildNode(node)
    return node
  }

  // Symptom: `carom render` at tick 0 was black for a camera with a `lookAt` constraint.
  // Cause: the constraint was first applied at the end of the first tick.
  @Test("A scene that was never stepped is seen as its constraints require, and does not change")
  func constraintsAreApplied() {
    let scene = Scene()
    let box = node("box", scene.rootNode)
    box.position = Vector3(10, 0, 0)
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.constraints = [.lookAt(box)]
    scene.rootNode.addChildNode(eye)
    let hash = scene.hash
    let view = RenderFrame(scene, cache: cache).view
    #expect((view.orientation.rotate(Vector3(0, 0, -1)) - .unitX).length < 1e-4)
    #expect(scene.hash == hash)
  }

  @Test("Hidden and fully transparent nodes and their descendants are not extracted")
  func hidden() {
    let scene = Scene()
    let parent = node("parent", scene.rootNode)
    let child = node("child", parent)
    #expect(RenderFrame(scene, cache: cache).draws.count == 12)
    child.isHidden = true
    #expect(RenderFrame(scene, cache: cache).draws.count == 6)
    child.isHidden = false
    parent.isHidden = true
    #expect(RenderFrame(scene, cache: cache).draws.isEmpty)
    parent.isHidden = false
    parent.opacity = 0
    #expect(RenderFrame(scene, cache: cache).draws.isEmpty)
  }

  @Test("Opacities are multiplied and transforms concatenated down the tree")
  func inherited() throws {
    let scene = Scene()
    let parent = node("parent", scene.rootNode)
    parent.position = Vector3(1, 0, 0)
    parent.opacity = 0.5
    let child = node("child", parent)
    child.position = Vector3(0, 2, 0)
    child.opacity = 0.5
    let draw = try #require(RenderFrame(scene, cache: cache).draws.last)
    #expect(draw.opacity == 0.25)
    #expect(draw.transform.translation == Vector3(1, 2, 0))
  }

  @Test("A camera shows the nodes whose category mask shares a bit with its own")
  func categories() {
    let scene = Scene()
    node("one", scene.rootNode).categoryBitMask = 1
    node("two", scene.rootNode).categoryBitMask = 2
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.camera?.categoryBitMask = 2
    scene.rootNode.addChildNode(eye)
    #expect(RenderFrame(scene, cache: cache).draws.allSatisfy { $0.categoryBitMask == 2 })
    eye.camera?.categoryBitMask = 4
    #expect(RenderFrame(scene, from: eye, cache: cache).draws.isEmpty)
  }

  @Test("A scene without camera and lights is shown as a whole with a headlight")
  func bare() throws {
    let scene = Scene()
    let box = node("box", scene.rootNode)
    box.position = Vector3(50, 3, -20)
    box.eulerAngles = Vector3(0, 0.5, 0)
    box.geometry?.materials = [Material(diffuse: Color(0.8, 0.5, 0.2))]
    try Scenes.expectGolden(scene, "scene-bare")
  }

  @Test("All missing images are reported when the scene is loaded")
  func missingImages() {
    let scene = Scene()
    let box = node("box", scene.rootNode)
    let material = Material()
    material.diffuse = MaterialProperty(image: "gone.png")
    material.normal = MaterialProperty(image: "lost.png")
    material.specular = MaterialProperty(image: "checkers.png")
    box.geometry?.materials = [material]
    let error = #expect(throws: MissingImages.self) { try cache.load(scene) }
    #expect(
      error?.description == """
        there is no image "gone.png" in the tests
        there is no image "lost.png" in the tests
        """)
  }

  @Test("Labels and bars stay in their corners at every aspect ratio")
  func overlay() throws {
    let scene = Scene()
    scene.background.color = Color(0.1, 0.2, 0.35)
    scene.overlay.labels = [
      Label("score", text: "0042", position: Vector2(20, 16), size: 64),
      Label(
        "lives", text: "♥♥♥", position: Vector2(-20, 16), size: 64, color: Color(0.95, 0.2, 0.25),
        alignment: .right, anchor: .topRight),
      Label(
        "title", text: "READY", position: Vector2(0, -60), size: 120, alignment: .center,
        verticalAlignment: .top, anchor: .center),
    ]
    var life = Bar(
      "life", position: Vector2(-250, -60), size: Vector2(500, 30), value: 0.6, alignment: .left,
      anchor: .bottom)
    life.verticalAlignment = .top
    scene.overlay.bars = [life]
    try Scenes.expectGolden(scene, "scene-overlay-wide", width: 320, height: 180)
    try Scenes.expectGolden(scene, "scene-overlay-tall", width: 180, height: 240)
  }
}
