import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Images of debug lines")
struct DebugLinesImageTests {
  @Test("Shapes, contacts, joints, fields and boxes are drawn over their objects")
  func renderedImage() throws {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .floor())
    floor.geometry?.materials = [Material(diffuse: Color(0.25, 0.28, 0.33))]
    floor.physicsBody = .static()
    let box = Node(name: "box", geometry: .box())
    box.geometry?.materials = [Material(diffuse: Color(0.75, 0.5, 0.25))]
    box.physicsBody = .dynamic()
    box.position = Vector3(-1.3, 0.5, 0)
    let post = Node(name: "post", geometry: .cylinder(radius: 0.1, height: 2))
    post.physicsBody = .static()
    post.position = Vector3(0.4, 1, -0.5)
    let lamp = Node(name: "lamp", geometry: .sphere(radius: 0.3))
    lamp.geometry?.materials = [Material(diffuse: Color(0.9, 0.8, 0.3))]
    lamp.physicsBody = .dynamic()
    lamp.position = Vector3(1.1, 1.9, -0.5)
    lamp.joints = [
      PhysicsJoint.ballSocket(
        bodyA: .dynamic(), anchorA: Vector3(-0.7, 0.1, 0))
    ]
    let wind = Node(name: "wind")
    wind.physicsField = .vortex()
    wind.physicsField?.halfExtent = Vector3(0.5, 0.5, 0.5)
    wind.position = Vector3(2.2, 0.6, 0)
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position = Vector3(0.4, 1.7, 4)
    eye.look(at: Vector3(0.4, 0.9, 0))
    for node in [floor, box, post, lamp, wind, eye] { scene.rootNode.addChildNode(node) }
    for _ in 0..<20 { scene.step() }
    let cache = RenderCache(images: ImageFolders([]))
    func draw(_ options: DebugOptions) -> RenderFrame {
      cache.debugOptions = options
      return RenderFrame(scene, from: eye, cache: cache)
    }
    let plain = draw([]).draws.count
    let frame = draw([
      .showPhysicsShapes, .showContacts, .showConstraints, .showPhysicsFields, .showBoundingBoxes,
    ])
    #expect(frame.draws.count == plain + 1)
    try Frames.expectGolden(frame, "scene-debugging", width: 480, height: 270)
  }
}
