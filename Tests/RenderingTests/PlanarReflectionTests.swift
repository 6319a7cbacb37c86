import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Planar reflections")
struct PlanarReflectionTests {
  /// A red sheet from height 0 to 2 on a black ground, 6 m in front of an eye at height 1.
  private static func frame(_ mirror: RenderFrame.PlanarReflection) -> RenderFrame {
    var frame = Frames.studio(lights: false)
    frame.background = .color(Vector3(0, 0, 1))
    frame.view.position = Vector3(0, 1, 4)
    var black = Frames.surface(0, 0, 0)
    black.model = .constant
    var red = Frames.surface(1, 0, 0)
    red.model = .constant
    red.sides = .both
    var ground = Frames.draw(Shapes.ground, black, scale: 40)
    ground.planarReflection = mirror
    frame.draws = [ground, Frames.draw(Shapes.square(), red, at: Vector3(0, 1, -2))]
    return frame
  }

  /// A point where the ground reflects the sheet at a height of about half a meter.
  private static func mirrored(_ mirror: RenderFrame.PlanarReflection) -> Image.Pixel {
    Renderer().render(frame(mirror), width: 100, height: 100)[50, 80]
  }

  @Test("A floor shows the fraction of the reflection that its reflectivity states")
  func fraction() {
    var mirror = RenderFrame.PlanarReflection(reflectivity: 0.5)
    // Half of the light is byte 188.
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(188, 0, 0))
    mirror.resolutionScale = 1
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(188, 0, 0))
    mirror.reflectivity = 1
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(255, 0, 0))
    mirror.reflectivity = 0
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(0, 0, 0))
  }

  @Test(
    "Reflections fade with the distance from the floor, and the background is not reflected then")
  func fading() {
    var mirror = RenderFrame.PlanarReflection(reflectivity: 0.5)
    mirror.falloffEnd = 1
    // At 0.52 m, 0.48 of one half remains: byte 135.
    let pixel = PlanarReflectionTests.mirrored(mirror)
    #expect((131...139).contains(pixel.red) && pixel.blue == 0, "\(pixel)")
    mirror.falloffEnd = 0.25
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(0, 0, 0))
    mirror.falloffStart = 0.2
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(0, 0, 0))
    func corner(_ mirror: RenderFrame.PlanarReflection) -> UInt8 {
      Renderer().render(PlanarReflectionTests.frame(mirror), width: 100, height: 100)[2, 60].blue
    }
    #expect(corner(mirror) == 0)
    #expect(corner(RenderFrame.PlanarReflection(reflectivity: 1)) == 255)
  }

  @Test("Draws are reflected by category, and only those above the floor")
  func categories() {
    var mirror = RenderFrame.PlanarReflection(reflectivity: 1)
    mirror.categoryBitMask = 2
    #expect(PlanarReflectionTests.mirrored(mirror) == .init(0, 0, 255))
    var frame = PlanarReflectionTests.frame(RenderFrame.PlanarReflection(reflectivity: 1))
    frame.draws[1].transform = Matrix4(
      position: Vector3(0, -1.01, -2), orientation: .identity, scale: .one)
    #expect(Renderer().render(frame, width: 100, height: 100)[50, 80] == .init(0, 0, 255))
  }

  @Test("Any number of threads renders the same reflection")
  func threads() {
    let frame = PlanarReflectionTests.frame(RenderFrame.PlanarReflection(reflectivity: 0.7))
    let one = Renderer().render(frame, width: 200, height: 150)
    for threads in 2...4 {
      let same = Renderer(threads: threads).render(frame, width: 200, height: 150) == one
      #expect(same, "\(threads) threads")
    }
  }

  @Test("Spheres, boxes and glass on a reflective floor equal their golden image")
  func scene() throws {
    let scene = Scene()
    scene.background.color = Color(0.2, 0.3, 0.45)
    var plane = Floor()
    plane.reflectivity = 0.4
    plane.reflectionFalloffEnd = 2.5
    let ground = Geometry(.floor(plane))
    ground.materials = [Material(diffuse: Color(0.25, 0.25, 0.28))]
    scene.rootNode.addChildNode(Node(name: "floor", geometry: ground))
    for (i, color) in [Color(0.8, 0.1, 0.1), Color(0.1, 0.6, 0.2), Color(0.9, 0.8, 0.2)]
      .enumerated()
    {
      let shape = i == 1 ? Geometry.box(width: 0.9, height: 1.6, length: 0.9) : .sphere(radius: 0.6)
      let material = Material(diffuse: color)
      material.specular.color = Color(white: 0.7)
      if i == 2 { material.transparency = 0.6 }
      shape.materials = [material]
      let node = Node(name: "thing\(i)", geometry: shape)
      node.position = Vector3(Float(i) * 1.5 - 1.5, i == 1 ? 0.8 : 0.6, i == 2 ? 0.6 : 0)
      scene.rootNode.addChildNode(node)
    }
    let camera = Node(name: "camera")
    camera.camera = Camera(fieldOfView: 0.8, zNear: 0.1, zFar: 100)
    camera.position = Vector3(0.4, 1.5, 5)
    camera.orientation = Quaternion(lookingAlong: Vector3(-0.3, -0.9, -5))
    scene.rootNode.addChildNode(camera)
    let key = Node(name: "key")
    key.light = Light(.omni)
    key.position = Vector3(-3, 5, 4)
    scene.rootNode.addChildNode(key)
    try Scenes.expectGolden(scene, "mirror-floor", width: 320, height: 180)
  }
}
