import Carom
import CaromPlayer
import Testing

@Suite("Panels of the tools")
struct ToolOverlayTests {
  @Test("No text of the tools leaves its panel or overlaps", arguments: ScreenBoxTests.sizes)
  func boxes(size: [Int]) throws {
    let node = Node(name: "a-marble-with-a-very-long-name-that-somebody-gave-it")
    node.geometry = .sphere(radius: 0.123_456_7)
    node.physicsBody = .dynamic()
    node.physicsBody?.friction = 0.25
    node.physicsBody?.velocity = Vector3(1.25, -2.5, 0)
    node.opacity = 0.5
    node.light = Light()
    node.light?.intensity = 800
    Scene().rootNode.addChildNode(node)
    var content = ToolOverlay.Content()
    content.time = "tick 123456 of 234567 · stopped · speed 1/10"
    content.hovered = "/maze/floor/tiles/tile-with-a-long-name[17]"
    content.keys = (0..<14).map { "F\($0): play from here and do something else as well" }
    content.sheet = NodeSheet(node)
    let overlay = ToolOverlay(content, width: size[0], height: size[1]).overlay
    let items = RenderFrame.OverlayItem.items(overlay, RenderCache(images: ImageFolders([])))
    let found = ScreenBoxTests.problems(items, size[0], size[1])
    #expect(found.isEmpty, "\(size): \(found.joined(separator: "; "))")
    #expect(overlay.labels.contains { $0.text == "physics.friction: 0.25 ratio" })
  }

  @Test("A sheet lists what differs from the defaults, with paths and units")
  func sheet() {
    let node = Node(name: "ball", geometry: .sphere(radius: 0.25))
    node.position = Vector3(1, 2.000_4, -3)
    node.eulerAngles = Vector3(0, .pi / 2, 0)
    let scene = Scene()
    scene.rootNode.addChildNode(node)
    let sheet = NodeSheet(node)
    #expect(sheet.path == "/ball")
    #expect(
      sheet.rows == [
        .init(name: "position", value: "1 2 -3 m"),
        .init(name: "eulerAnglesDegrees", value: "0 90 0 °"),
        .init(name: "geometry.sphere.radius", value: "0.25 m"),
      ])
  }
}
