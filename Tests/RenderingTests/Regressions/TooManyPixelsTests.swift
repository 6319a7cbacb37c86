import CaromImages
import CaromRendering
import CaromSceneGraph
import Testing

// Symptom: a model of 150 kB with twenty large single-color textures took 14 GB of memory. Cause:
// each image was checked against a limit, but not their total.
@Suite("Regression: unbounded textures")
struct TooManyPixelsTests {
  /// Provides an image of 64 pixels for any name.
  struct Endless: ImageSource {
    func image(named name: String) throws(ImageSourceError) -> Image { Image(width: 8, height: 8) }
  }

  @Test(
    "The image that exceeds the limit is reported, the others are kept, and invalidation frees pixels"
  )
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
        the image "c" exceeds the limit: with it, the images of the scene have over 191 pixels; \
        smaller or fewer images are accepted
        """)
    cache.invalidate(images: ["a", "c"])
    scene.rootNode.childNode(withName: "a")?.removeFromParentNode()
    try cache.load(scene)
  }
}
