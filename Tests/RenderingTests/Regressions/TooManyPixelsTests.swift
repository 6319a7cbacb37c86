import CaromImages
import CaromRendering
import CaromSceneGraph
import Testing

// Symptom: a model of 150 kB with twenty large plain pictures took 14 GB when it was drawn.
// Cause: each picture was held against a limit, all of them together against none.
@Suite("Regression: pictures without end")
struct TooManyPixelsTests {
  /// Any name is a picture of 64 pixels.
  struct Endless: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image { Image(width: 8, height: 8) }
  }

  @Test("The picture that is one too many is named, the others are kept, and letting go makes room")
  func limited() throws {
    let scene = Scene()
    for name in ["a", "b", "c"] {
      let material = Material()
      material.diffuse.image = name
      let box = Geometry.box()
      box.materials = [material]
      scene.rootNode.addChildNode(Node(name: name, geometry: box))
    }
    let cache = RenderCache(images: Endless(), pixelLimit: 3 * 64 - 1)
    let missing = #expect(throws: MissingImages.self) { try cache.load(scene) }
    #expect(missing?.problems == [.tooMany(name: "c", limit: 191)])
    #expect(
      missing?.description == """
        the image "c" is one too many: with it, the pictures of the scene have over 191 pixels; \
        smaller or fewer pictures are accepted
        """)
    cache.invalidate(images: ["a", "c"])
    scene.rootNode.childNode(withName: "a")?.removeFromParentNode()
    try cache.load(scene)
  }
}
