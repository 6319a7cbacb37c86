import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Icons with images")
struct IconImageTests {
  /// A red image of 64 × 32: the left half opaque, the right half transparent.
  private struct Half: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image {
      guard name == "half.png" else { throw .missing(name: name, folders: ["the test"]) }
      var image = Image(width: 64, height: 32, filledWith: .init(0, 255, 0, 0))
      for y in 0..<32 {
        for x in 0..<32 { image[x, y] = .init(255, 0, 0) }
      }
      return image
    }
  }

  private static func renderedImage(_ icon: Icon) throws -> Image {
    let scene = Scene()
    scene.background.color = .black
    scene.overlay.icons = [icon]
    let cache = RenderCache(images: Half())
    try cache.load(scene)
    return Renderer().render(RenderFrame(scene, cache: cache), width: 160, height: 90)
  }

  @Test("An image has the height of the icon, is repeated side by side, and keeps its transparency")
  func place() throws {
    // 80 units are 10 pixels: the image is 20 wide, with a gap of 2.
    var icon = Icon("a", .heart, position: Vector2(80, 160), size: 80, count: 2)
    icon.image = "half.png"
    let renderedImage = try Self.renderedImage(icon)
    let (red, black) = (Image.Pixel(255, 0, 0), Image.Pixel(0, 0, 0))
    for y in 0..<90 {
      for x in 0..<160 {
        let isInside = (20..<30).contains(y)
        // Texels are interpolated between the halves.
        if isInside, x == 19 || x == 20 || x == 41 || x == 42 { continue }
        let isRed = isInside && ((10..<19).contains(x) || (32..<41).contains(x))
        #expect(renderedImage[x, y] == (isRed ? red : black), "\(x), \(y)")
      }
    }
  }

  @Test("The color multiplies the image, and the alignment applies to the whole row")
  func colorAndAlignment() throws {
    var icon = Icon(
      "a", .heart, position: .zero, size: 80, count: 2, color: Color(0.5, 1, 1),
      alignment: .right, verticalAlignment: .bottom, anchor: .bottomRight)
    icon.image = "half.png"
    let renderedImage = try Self.renderedImage(icon)
    #expect(renderedImage[123, 85] == Image.Pixel(128, 0, 0))
    #expect(renderedImage[145, 85] == Image.Pixel(128, 0, 0))
    #expect(
      renderedImage[117, 85] == Image.Pixel(0, 0, 0)
        && renderedImage[123, 79] == Image.Pixel(0, 0, 0))
  }

  @Test("A missing image is reported on loading")
  func missing() {
    var icon = Icon("a", .heart, position: .zero)
    icon.image = "gone.png"
    #expect(throws: MissingImages.self) { try Self.renderedImage(icon) }
  }
}
