import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Material features")
struct MaterialFeatureTests {
  /// An image whose left half is transparent black and right half opaque white.
  private struct Halves: ImageSource {
    func image(named name: String) -> Image {
      var image = Image(width: 64, height: 64, filledWith: .init(255, 255, 255))
      for y in 0..<64 {
        for x in 0..<32 { image[x, y] = .init(0, 0, 0, 0) }
      }
      return image
    }
  }

  /// A square of one color in front of a blue background, seen from 4 m.
  private static func scene(_ change: (Material) -> Void) -> Scene {
    let scene = Scene()
    scene.background.color = Color(0, 0, 1)
    let square = Geometry.plane(width: 2, height: 2)
    let material = Material(diffuse: Color(1, 0, 0))
    material.lightingModel = .constant
    change(material)
    square.materials = [material]
    scene.rootNode.addChildNode(Node(name: "square", geometry: square))
    let eye = Node(name: "eye")
    eye.camera = Camera(fieldOfView: .pi / 4, zNear: 0.1, zFar: 100)
    eye.position = Vector3(0, 0, 4)
    scene.rootNode.addChildNode(eye)
    scene.pointOfView = eye
    return scene
  }

  private static func renderedImage(side: Int = 90, _ change: (Material) -> Void) -> Image {
    let cache = RenderCache(images: Halves())
    return Renderer().render(RenderFrame(scene(change), cache: cache), width: side, height: side)
  }

  @Test("The alpha of an image in the transparent property is the opacity")
  func alphaOfPictures() {
    let image = MaterialFeatureTests.renderedImage {
      $0.transparent = MaterialProperty(image: "halves.png")
    }
    #expect(image[30, 45] == .init(0, 0, 255), "clear where the picture is")
    #expect(image[60, 45] == .init(255, 0, 0), "solid where the picture is")
  }

  @Test("With the luminance mode, white is transparent")
  func brightnessOfPictures() {
    func image(_ intensity: Float) -> Image {
      MaterialFeatureTests.renderedImage {
        $0.transparent = MaterialProperty(image: "halves.png")
        $0.transparent.intensity = intensity
        $0.transparencyMode = .rgbZero
      }
    }
    let whole = image(1)
    #expect(whole[30, 45] == .init(255, 0, 0) && whole[60, 45] == .init(0, 0, 255))
    // Half of the blue background is encoded as 188.
    #expect(abs(Int(image(0.5)[60, 45].blue) - 188) <= 1)
  }

  @Test("A material with the fill mode lines draws edges only")
  func lines() {
    let image = MaterialFeatureTests.renderedImage(side: 361) { $0.fillMode = .lines }
    let red = image.bytes.indices.count { $0 % 4 == 0 && image.bytes[$0] == 255 }
    // Four sides of 218 pixels and a diagonal, less than a pixel wide.
    #expect((500...1_500).contains(red), "\(red) pixels")
    #expect(image[120, 180] == .init(0, 0, 255), "nothing inside")
  }

  @Test("Each stop of exposure doubles the light before tone mapping")
  func tone() {
    func gray(_ light: Float, _ tone: RenderFrame.Tone) -> UInt8 {
      var frame = RenderFrame()
      frame.background = .color(Vector3(repeating: light))
      frame.tone = tone
      return Renderer().render(frame, width: 8, height: 8)[3, 3].red
    }
    let plain = RenderFrame.Tone()
    #expect(gray(0.25, .init(.none, exposure: 1)) == gray(0.5, plain))
    #expect(gray(0.5, .init(.none, exposure: -1)) == gray(0.25, plain))
    #expect(gray(4, plain) == 255)
    // Computed by hand: 0.18 · (2.51 · 0.18 + 0.03) / (0.18 · (2.43 · 0.18 + 0.59) + 0.14) =
    // 0.2669.
    #expect(gray(0.18, .init(.aces)) == gray(0.2669, plain))
    let bright = [1, 2, 4, 8].map { gray($0, .init(.aces)) }
    #expect(bright == bright.sorted() && bright[0] < bright[3])
    #expect(gray(.infinity, .init(.aces)) == 255 && gray(-1, .init(.aces)) == 0)
    #expect(gray(1, .init(.aces, exposure: .nan)) == gray(1, .init(.aces)))
  }
}
