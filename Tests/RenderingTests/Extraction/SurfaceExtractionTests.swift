import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Extraction of materials, lights and cameras")
struct SurfaceExtractionTests {
  /// Six single-color faces of a cube map, and an image that is red on the left and blue on the
  /// right.
  struct Faces: ImageSource {
    static let names = ["px", "nx", "py", "ny", "pz", "nz"]
    static func pixel(_ face: Int) -> Image.Pixel {
      Image.Pixel(face & 1 == 0 ? 255 : 0, face & 2 == 0 ? 255 : 0, face & 4 == 0 ? 255 : 0)
    }
    func image(named name: String) throws(ImageSourceError) -> Image {
      if let face = Faces.names.firstIndex(of: name) {
        return Image(width: 8, height: 8, filledWith: Faces.pixel(face))
      }
      if name == "strip" {
        var strip = Image(width: 48, height: 8)
        for x in 0..<48 { for y in 0..<8 { strip[x, y] = Faces.pixel(x / 8) } }
        return strip
      }
      guard name == "halves" else { throw .missing(name: name, folders: ["the tests"]) }
      var halves = Image(width: 8, height: 8, filledWith: Image.Pixel(255, 0, 0))
      for x in 4..<8 { for y in 0..<8 { halves[x, y] = Image.Pixel(0, 0, 255) } }
      return halves
    }
  }

  private let cache = RenderCache(images: Faces())

  /// A scene with one node at the origin, seen from ten meters in front of it.
  private func scene(_ geometry: Geometry) -> (Scene, Node) {
    let scene = Scene()
    scene.autoenablesDefaultLighting = false
    scene.rootNode.addChildNode(Node(name: "thing", geometry: geometry))
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position = Vector3(0, 0, 10)
    scene.rootNode.addChildNode(eye)
    return (scene, eye)
  }

  private func renderedImage(_ scene: Scene) -> Image {
    Renderer().render(RenderFrame(scene, cache: cache), width: 40, height: 40)
  }

  @Test("The level of detail is selected by distance or screen-space radius")
  func levels() {
    let ball = Geometry.sphere(radius: 1)
    ball.levelsOfDetail = [
      LevelOfDetail(.box(), worldSpaceDistance: 20), LevelOfDetail(nil, worldSpaceDistance: 50),
    ]
    let (scene, eye) = scene(ball)
    #expect(RenderFrame(scene, cache: cache).draws.count == 1)
    eye.position.z = 30
    #expect(RenderFrame(scene, cache: cache).draws.count == 6)
    eye.position.z = 60
    #expect(RenderFrame(scene, cache: cache).draws.isEmpty)
    // A sphere of 1 m at 10 m under 60°: 360 / (10 · tan 30°) = 62 of 720.
    ball.levelsOfDetail = [LevelOfDetail(.box(), screenSpaceRadius: 62)]
    eye.position.z = 10
    #expect(RenderFrame(scene, cache: cache).draws.count == 1)
    eye.position.z = 11
    #expect(RenderFrame(scene, cache: cache).draws.count == 6)
  }

  @Test(
    "Without lights other than ambient ones a headlight is added, unless the scene disables it")
  func defaultLight() {
    let (scene, _) = scene(.box())
    #expect(RenderFrame(scene, cache: cache).lights.isEmpty)
    scene.autoenablesDefaultLighting = true
    #expect(RenderFrame(scene, cache: cache).lights.map(\.type) == [.ambient, .directional])
    let lamp = Node(name: "lamp")
    lamp.light = Light(.ambient)
    scene.rootNode.addChildNode(lamp)
    #expect(RenderFrame(scene, cache: cache).lights.map(\.type) == [.directional, .ambient])
    lamp.light = Light(.omni)
    #expect(RenderFrame(scene, cache: cache).lights.map(\.type) == [.omni])
    lamp.light?.temperature = 3_000
    let warm = RenderFrame(scene, cache: cache).lights[0].color
    #expect(warm.x > warm.y && warm.y > warm.z)
  }

  @Test("A camera's projection, direction and range are those of the view")
  func views() {
    let (scene, eye) = scene(.sphere(radius: 1))
    eye.camera?.projectionDirection = .horizontal
    #expect(
      RenderFrame(scene, cache: cache).view.projection
        == .horizontalPerspective(fieldOfView: .pi / 3))
    eye.camera?.usesOrthographicProjection = true
    eye.camera?.orthographicScale = 3
    #expect(RenderFrame(scene, cache: cache).view.projection == .orthographic(halfHeight: 3))
    eye.camera?.automaticallyAdjustsZRange = true
    let view = RenderFrame(scene, cache: cache).view
    #expect(view.zNear > 8.9 && view.zNear < 9 && view.zFar > 11 && view.zFar < 11.1)
    let given = Matrix4.orthographic(halfHeight: 2, aspect: 1, near: 0, far: 20)
    eye.camera?.projectionTransform = given
    #expect(RenderFrame(scene, cache: cache).view.projection == .custom(given))
  }

  @Test("A custom projection renders the same image as the camera it was taken from")
  func customProjection() throws {
    let (scene, eye) = scene(.box())
    scene.rootNode.childNodes[0].geometry?.materials = [Material(diffuse: Color(1, 0, 0))]
    scene.rootNode.childNodes[0].geometry?.firstMaterial?.lightingModel = .constant
    let own = renderedImage(scene)
    eye.camera?.projectionTransform = try #require(eye.camera).projection(aspect: 1)
    #expect(renderedImage(scene) == own)
    #expect(own[20, 20] == Image.Pixel(255, 0, 0))
  }

  @Test("Vertex colors are interpolated and multiply the diffuse color")
  func vertexColors() throws {
    let corners = [
      Vector3(-9, -9, 0), Vector3(9, -9, 0), Vector3(9, 9, 0), Vector3(-9, 9, 0),
    ]
    let plain = Material()
    plain.lightingModel = .constant
    let sheet = try Geometry(
      sources: [
        GeometrySource(vertices: corners),
        GeometrySource(colors: [.black, Color(1, 0, 0), Color(1, 0, 0), .black]),
      ], elements: [GeometryElement(indices: [0, 1, 2, 3], primitiveType: .polygon)],
      materials: [plain])
    let (scene, _) = scene(sheet)
    let renderedImage = renderedImage(scene)
    let (left, middle, right) = (renderedImage[2, 20], renderedImage[20, 20], renderedImage[37, 20])
    #expect(left.red < middle.red && middle.red < right.red && right.green == 0)
    // Half of the light is encoded as 188.
    #expect(abs(Int(middle.red) - 188) < 6)
  }

  @Test("A texture transform translates, rotates and scales the image")
  func textureTransform() {
    let material = Material()
    material.lightingModel = .constant
    material.diffuse = MaterialProperty(image: "halves")
    material.diffuse.wrapS = .repeat
    material.diffuse.wrapT = .repeat
    let sheet = Geometry.plane(width: 10, height: 10)
    sheet.materials = [material]
    let (scene, _) = scene(sheet)
    func leftAndTop() -> (Bool, Bool) {
      let shown = renderedImage(scene)
      return (shown[12, 20].red > 200, shown[20, 12].red > 200)
    }
    #expect(leftAndTop().0)
    material.diffuse.contentsTransform.offset = Vector2(0.5, 0)
    #expect(!leftAndTop().0)
    // A quarter turn: u runs along v of the image; the upper half shows its left.
    material.diffuse.contentsTransform = TextureTransform(rotation: .pi / 2)
    #expect(leftAndTop().1)
    material.diffuse.tint = Color(0, 0, 0)
    #expect(!leftAndTop().1)
  }

  @Test("Six images, or one strip of six, form a cube map in SceneKit's order")
  func cubes() {
    let (scene, eye) = scene(.sphere(radius: 0))
    let axes = [
      Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1),
      Vector3(0, 0, -1),
    ]
    for contents in [MaterialContents.cube(CubeImages(Faces.names)), .image("strip")] {
      scene.background.contents = contents
      for (face, axis) in axes.enumerated() {
        eye.orientation = Quaternion(
          lookingAlong: axis, up: abs(axis.y) == 1 ? Vector3(0, 0, axis.y) : .unitY)
        #expect(renderedImage(scene)[20, 20] == Faces.pixel(face), "\(contents) along \(axis)")
      }
    }
    scene.background.contents = .cube(CubeImages(["px", "nx", "py", "ny", "pz", "gone"]))
    #expect(throws: MissingImages.self) { try cache.load(scene) }
  }

  @Test("Metalness, roughness and occlusion are numbers or images")
  func physicallyBased() {
    let material = Material(diffuse: Color(1, 0, 0))
    material.lightingModel = .physicallyBased
    material.roughness = MaterialProperty(number: 0.5)
    material.metalness = MaterialProperty(image: "halves")
    material.metalness.textureComponents = .blue
    let box = Geometry.box()
    box.materials = [material]
    let (scene, _) = scene(box)
    var surface = RenderFrame(scene, cache: cache).draws[0].surface
    #expect(surface.model == .physicallyBased)
    #expect(surface.roughness.value == 0.5 && surface.roughness.sampler == nil)
    #expect(surface.metalness.value == 1 && surface.metalness.sampler != nil)
    #expect(surface.metalness.component == .blue)
    #expect(surface.occlusion.value == 1 && surface.environment == nil)
    scene.lightingEnvironment = MaterialProperty(image: "halves")
    surface = RenderFrame(scene, cache: cache).draws[0].surface
    #expect(surface.environment != nil)
    let again = RenderFrame(scene, cache: cache).draws[0].surface.environment
    #expect(surface.environment === again)
  }

  /// Symptom: a metal ball in front of a black environment reflected a bright sky; all colors of
  /// `lightingEnvironment` gave the same image.
  ///
  /// Cause: only images were used; a color was the absence of an environment.
  @Test("An environment of one color lights and is reflected evenly, and black is dark")
  func uniformEnvironment() {
    let material = Material()
    material.lightingModel = .physicallyBased
    material.roughness = MaterialProperty(number: 0.3)
    material.metalness = MaterialProperty(number: 1)
    let ball = Geometry.sphere(radius: 1)
    ball.materials = [material]
    let (scene, _) = scene(ball)
    scene.autoenablesDefaultLighting = false
    func middle(_ environment: MaterialProperty?) -> Image.Pixel {
      scene.lightingEnvironment = environment
      return Renderer().render(RenderFrame(scene, cache: cache), width: 33, height: 33)[16, 16]
    }
    #expect(middle(MaterialProperty(color: .black)) == .init(0, 0, 0))
    let gray = middle(MaterialProperty(color: Color(0.5, 0.5, 0.5)))
    #expect(gray.red == gray.green && gray.red == gray.blue)
    // The reflectance of white metal, straight ahead: B. Karis, "Physically Based Shading on
    // Mobile", 2014.
    let reflectance: Float = (1.04 - 0.572 * 0.3) + (0.022 * 0.3 - 0.04)
    let expected = Int(SRGB.encode(Color(0.5, 0.5, 0.5).linear.x * reflectance))
    #expect(abs(Int(gray.red) - expected) <= 1, "\(gray)")
    let red = middle(MaterialProperty(color: Color(1, 0, 0)))
    #expect(red.red > 200 && red.green == 0)
    var dim = MaterialProperty(color: .white)
    dim.intensity = 0
    #expect(middle(dim) == .init(0, 0, 0))
    #expect(middle(nil).blue > 60)
  }

  @Test("The transparent property follows its mode: opaque is an alpha of one, or black")
  func transparency() {
    let material = Material()
    material.transparent.color = Color(1, 1, 1, alpha: 0.25)
    let box = Geometry.box()
    box.materials = [material]
    let (scene, _) = scene(box)
    #expect(RenderFrame(scene, cache: cache).draws[0].surface.alpha == 0.25)
    material.transparencyMode = .rgbZero
    #expect(abs(RenderFrame(scene, cache: cache).draws[0].surface.alpha) < 1e-5)
    material.transparent.color = .black
    #expect(RenderFrame(scene, cache: cache).draws[0].surface.alpha == 1)
  }
}
