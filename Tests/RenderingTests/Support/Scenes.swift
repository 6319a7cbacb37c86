import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// Scenes and images for tests of extraction.
enum Scenes {
  /// Provides generated images by name.
  struct GeneratedImages: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image {
      switch name {
      case "checkers.png": return Frames.checkers(size: 64, side: 8)
      case "bumps.png": return Frames.bumps(size: 128, count: 4)
      default: throw .missing(name: name, folders: ["the tests"])
      }
    }
  }

  /// A scene with one geometry at the origin, a light from the upper left, and a camera above.
  static func showing(_ geometry: Geometry) -> Scene {
    let scene = Scene()
    scene.background.color = Color(0.16, 0.17, 0.2)
    scene.rootNode.addChildNode(Node(name: "thing", geometry: geometry))
    let camera = Node(name: "camera")
    camera.camera = Camera(fieldOfView: 0.7, zNear: 0.1, zFar: 100)
    camera.position = Vector3(0.9, 1.3, 3.2)
    camera.orientation = Quaternion(lookingAlong: Vector3(-0.9, -1.25, -3.2))
    scene.rootNode.addChildNode(camera)
    let key = Node(name: "key")
    key.light = Light(.omni)
    key.position = Vector3(-3, 5, 4)
    scene.rootNode.addChildNode(key)
    let fill = Node(name: "fill")
    fill.light = Light(.ambient, color: Color(white: 0.35))
    scene.rootNode.addChildNode(fill)
    return scene
  }

  /// The image of a scene.
  static func renderedImage(
    _ scene: Scene, width: Int = 160, height: Int = 120, samples: Int = 1
  ) -> Image {
    let cache = RenderCache(images: GeneratedImages())
    let renderer = Renderer()
    renderer.samples = samples
    return renderer.render(RenderFrame(scene, cache: cache), width: width, height: height)
  }

  /// A material with a texture and a highlight.
  static func checkered() -> Material {
    let material = Material()
    material.diffuse = MaterialProperty(image: "checkers.png")
    material.specular.color = Color(white: 0.6)
    material.shininess = 0.4
    return material
  }

  /// Expects the image of a scene to equal the golden one.
  static func expectGolden(
    _ scene: Scene, _ name: String, width: Int = 160, height: Int = 120,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let frame = RenderFrame(scene, cache: RenderCache(images: GeneratedImages()))
    try Frames.expectGolden(
      frame, name, width: width, height: height, sourceLocation: sourceLocation
    ) { id in
      scene.rootNode.childNode { UInt64(UInt32(bitPattern: $0.id)) == id }?.path
    }
  }
}
