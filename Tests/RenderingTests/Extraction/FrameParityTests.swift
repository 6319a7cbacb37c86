import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

/// Properties of nodes, materials and lights are extracted and determine the image.
@Suite("Extraction of nodes and materials")
struct FrameParityTests {
  private let scene = Scene()
  private let red = Node(name: "red", geometry: .plane(width: 4, height: 4))
  private let blue = Node(name: "blue", geometry: .plane(width: 4, height: 4))
  private let cache = RenderCache(images: NoPictures())

  private struct NoPictures: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image {
      throw .missing(name: name, folders: [])
    }
  }

  /// Two squares in front of a camera, the blue one a meter behind the red one.
  init() {
    scene.autoenablesDefaultLighting = false
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position.z = 5
    scene.rootNode.addChildNode(eye)
    for (node, color) in [(red, Color(1, 0, 0)), (blue, Color(0, 0, 1))] {
      let material = Material(diffuse: color)
      material.lightingModel = .constant
      node.geometry?.materials = [material]
      scene.rootNode.addChildNode(node)
    }
    blue.position.z = -1
  }

  private var front: Material { red.geometry?.firstMaterial ?? Material() }
  private var frame: RenderFrame { RenderFrame(scene, cache: cache) }
  private var middle: Image.Pixel { Renderer().render(frame, width: 9, height: 9)[4, 4] }

  @Test("Parity renderingOrder: among transparent nodes, a greater order is drawn later")
  func order() {
    for node in [red, blue] {
      node.geometry?.firstMaterial?.transparency = 0.99
      node.geometry?.firstMaterial?.readsFromDepthBuffer = false
    }
    #expect(middle.red > 200 && middle.blue < 80)
    blue.renderingOrder = 1
    #expect(middle.blue > 200 && middle.red < 80)
    #expect(frame.draws.map(\.renderingOrder).sorted() == [0, 1])
  }

  @Test("Parity castsShadow and categoryBitMask of a node are those of its draw")
  func shadows() {
    #expect(frame.draws.allSatisfy { $0.castsShadow && $0.categoryBitMask == 1 })
    red.castsShadow = false
    red.categoryBitMask = 5
    #expect(frame.draws.filter { !$0.castsShadow }.map(\.categoryBitMask) == [5])
  }

  @Test("Parity writesToDepthBuffer, readsFromDepthBuffer: they control depth writes and tests")
  func depth() {
    #expect(middle == Image.Pixel(255, 0, 0))
    blue.geometry?.firstMaterial?.readsFromDepthBuffer = false
    blue.renderingOrder = 1
    #expect(middle == Image.Pixel(0, 0, 255))
    blue.geometry?.firstMaterial?.readsFromDepthBuffer = true
    front.writesToDepthBuffer = false
    #expect(middle == Image.Pixel(0, 0, 255))
  }

  @Test("Parity cullMode, isDoubleSided: backs, fronts or neither are culled")
  func sides() {
    front.cullMode = .front
    #expect(middle == Image.Pixel(0, 0, 255))
    red.eulerAngles.y = .pi
    #expect(middle == Image.Pixel(255, 0, 0))
    front.cullMode = .back
    #expect(middle == Image.Pixel(0, 0, 255))
    front.isDoubleSided = true
    #expect(middle == Image.Pixel(255, 0, 0))
  }

  @Test("Parity blendMode, transparency: colors are added, multiplied or blended by alpha")
  func blending() {
    front.blendMode = .add
    #expect(middle == Image.Pixel(255, 0, 255))
    front.blendMode = .multiply
    #expect(middle == Image.Pixel(0, 0, 0))
    front.blendMode = .subtract
    #expect(middle == Image.Pixel(0, 0, 255))
    front.blendMode = .alpha
    front.transparency = 0.5
    #expect(middle.red == middle.blue && middle.red > 150)
    front.blendMode = .replace
    #expect(middle.blue == 0)
  }

  @Test("Parity intensity: it scales diffuse, emission and the other colors")
  func intensity() {
    front.diffuse.intensity = 0.5
    let half = middle.red
    #expect(half > 180 && half < 192)
    front.emission = MaterialProperty(color: .white, intensity: 0.25)
    #expect(middle.green > 130 && middle.green < 142)
    front.multiply = MaterialProperty(color: .black)
    #expect(middle == Image.Pixel(0, 0, 0))
  }

  @Test(
    "Parity lighting models: Lambert has no highlight, Blinn and Phong have one, constant is unlit")
  func models() {
    let lamp = Node()
    lamp.light = Light(.omni)
    lamp.position.z = 5
    scene.rootNode.addChildNode(lamp)
    front.diffuse.color = Color(0.2, 0, 0)
    front.specular.color = Color(0, 1, 0)
    var measured: [LightingModel: Image.Pixel] = [:]
    for model: LightingModel in [.constant, .lambert, .blinn, .phong] {
      front.lightingModel = model
      measured[model] = middle
    }
    #expect(measured[.lambert]?.green == 0 && measured[.constant]?.green == 0)
    #expect((measured[.blinn]?.green ?? 0) > 200 && (measured[.phong]?.green ?? 0) > 200)
    #expect(measured[.constant]?.red == 51)
    lamp.light?.intensity = 0
    front.lightingModel = .lambert
    #expect(middle.red == 0)
    front.lightingModel = .constant
    #expect(middle.red == 51)
  }

  @Test("Parity shadowColor, zNear, zFar, orthographicScale: they set the shadow of a light")
  func shadowSettings() {
    let lamp = Node()
    var sun = Light(.directional)
    sun.castsShadow = true
    sun.shadowColor = Color(0, 0, 0, alpha: 0.5)
    (sun.zNear, sun.zFar, sun.orthographicScale) = (2, 50, 7)
    (sun.maximumShadowDistance, sun.shadowCascadeCount) = (40, 3)
    sun.shadowCascadeSplittingFactor = 0.5
    lamp.light = sun
    scene.rootNode.addChildNode(lamp)
    let light = frame.lights.first
    #expect(light?.castsShadow == true && light?.shadowOpacity == 0.5)
    #expect(light?.shadowNear == 2 && light?.shadowFar == 50 && light?.shadowOrthographicScale == 7)
    #expect(light?.maximumShadowDistance == 40 && light?.shadowCascadeCount == 3)
    #expect(light?.shadowCascadeSplittingFactor == 0.5)
    #expect(light?.automaticallyAdjustsShadowProjection == true)
    lamp.light?.automaticallyAdjustsShadowProjection = false
    #expect(frame.lights.first?.automaticallyAdjustsShadowProjection == false)
  }
}
