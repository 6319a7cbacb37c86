import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("Golden images")
struct GoldenTests {
  /// A folder with a golden image `a`, and one for the output of failures.
  private struct GoldenFolder {
    let goldens: URL
    let output: URL
    /// An image of 4 × 3 with a white pixel in column 1 and row 2.
    static let golden: Image = {
      var image = Image(width: 4, height: 3, filledWith: .init(30, 60, 90))
      image[1, 2] = .init(255, 255, 255)
      return image
    }()

    static func use(_ body: (GoldenFolder) throws -> Void) throws {
      let root = FileManager.default.temporaryDirectory
        .appending(path: "carom-golden-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: root) }
      let folder = GoldenFolder(
        goldens: root.appending(path: "goldens"), output: root.appending(path: "left"))
      try FileManager.default.createDirectory(
        at: folder.goldens, withIntermediateDirectories: true)
      try folder.write(golden, "a")
      try body(folder)
    }

    func write(_ image: Image, _ name: String) throws {
      try Data(image.encodedPNG()).write(to: goldens.appending(path: "\(name).png"))
    }

    func golden(_ name: String) throws -> Image? {
      try read(goldens.appending(path: "\(name).png"))
    }
    func output(_ name: String) throws -> Image? { try read(output.appending(path: name)) }

    private func read(_ url: URL) throws -> Image? {
      guard FileManager.default.fileExists(atPath: url.path) else { return nil }
      return try Image(decoding: [UInt8](Data(contentsOf: url)))
    }

    func problem(_ image: Image, _ name: String, _ mode: GoldenMode) throws -> String? {
      try Golden.problem(
        of: image, name, in: goldens, mode, leftIn: output,
        seen: { x, _ in x == 0 ? "/floor" : "/ball" })
    }
  }

  @Test(
    "The environment variable selects the mode; without it, continuous integration writes nothing")
  func variable() {
    #expect(GoldenMode(environment: [:]) == .missing)
    for value in ["true", "1", "yes"] {
      #expect(GoldenMode(environment: ["CI": value]) == .required)
    }
    for value in ["", "false", "0"] {
      #expect(GoldenMode(environment: ["CI": value]) == .missing)
    }
    for mode in GoldenMode.allCases {
      #expect(GoldenMode(environment: ["CI": "true", "CAROM_GOLDENS": mode.rawValue]) == mode)
    }
    #expect(GoldenMode(environment: ["CAROM_GOLDENS": "some"]) == nil)
  }

  @Test("An equal image passes in every mode", arguments: GoldenMode.allCases)
  func equal(mode: GoldenMode) throws {
    try GoldenFolder.use { folder in
      let problem = try folder.problem(GoldenFolder.golden, "a", mode)
      #expect(problem == nil)
      #expect(try folder.golden("a") == GoldenFolder.golden)
      #expect(try folder.output("a.actual.png") == nil)
    }
  }

  @Test(
    "A missing image is written, except with never, where it fails",
    arguments: GoldenMode.allCases)
  func missing(mode: GoldenMode) throws {
    try GoldenFolder.use { folder in
      let problem = try folder.problem(GoldenFolder.golden, "b", mode)
      #expect(problem == (mode == .required ? "there is no golden image b" : nil))
      #expect(try folder.golden("b") == (mode == .required ? nil : GoldenFolder.golden))
    }
  }

  @Test(
    "A different image fails with never and missing, and replaces the golden one with failed and all"
  )
  func differs() throws {
    var other = GoldenFolder.golden
    other[0, 0] = .init(31, 60, 90)
    other[1, 2] = .init(30, 60, 90)
    other[3, 2] = .init(30, 60, 88)
    for mode in GoldenMode.allCases {
      try GoldenFolder.use { folder in
        let problem = try folder.problem(other, "a", mode)
        if mode == .all || mode == .failed {
          #expect(problem == nil)
          #expect(try folder.golden("a") == other)
          return
        }
        #expect(try folder.golden("a") == GoldenFolder.golden)
        let text = try #require(problem)
        #expect(
          text.hasPrefix("a differs from its golden image in 3 pixels, by at most 225 of 255"))
        #expect(text.contains("seen there: /ball (2 pixels), /floor (1 pixels)"))
        #expect(text.contains(folder.output.path))
        #expect(try folder.output("a.actual.png") == other)
        #expect(try folder.output("a.expected.png") == GoldenFolder.golden)
        let marks = try #require(try folder.output("a.difference.png"))
        for y in 0..<3 {
          for x in 0..<4 {
            let isMarked = marks[x, y] == Image.Pixel(255, 0, 255)
            #expect(isMarked == (other[x, y] != GoldenFolder.golden[x, y]))
          }
        }
      }
    }
  }

  @Test("An image of a different size is reported with both sizes")
  func size() throws {
    try GoldenFolder.use { folder in
      let text = try #require(try folder.problem(Image(width: 2, height: 2), "a", .required))
      #expect(text.hasPrefix("a is 2×2, the golden image is 4×3; see "))
    }
  }

  @Test("For a scene, the failure names the nodes whose pixels changed")
  func nodes() throws {
    let scene = Scene()
    for (name, x) in [("left", Float(-1)), ("right", 1)] {
      let ball = Node(name: name, geometry: .sphere(radius: 0.6))
      ball.position.x = x
      scene.rootNode.addChildNode(ball)
    }
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position.z = 4
    scene.rootNode.addChildNode(eye)
    let cache = RenderCache(images: ImageFolders([]))
    let renderer = Renderer()
    let before = renderer.render(RenderFrame(scene, cache: cache), width: 64, height: 36)
    scene.rootNode.childNode(withName: "right")?.geometry?.materials = [
      Material(diffuse: Color(1, 0, 0))
    ]
    let frame = RenderFrame(scene, cache: cache)
    let nodes = renderer.nodeIDs(of: frame, width: 64, height: 36)
    try GoldenFolder.use { folder in
      try folder.write(before, "scene")
      let text = try #require(
        try Golden.problem(
          of: renderer.render(frame, width: 64, height: 36), "scene", in: folder.goldens, .required,
          leftIn: folder.output,
          seen: { x, y in
            nodes[x, y].flatMap { id in
              scene.rootNode.childNode { UInt64(UInt32(bitPattern: $0.id)) == id }?.path
            }
          }))
      #expect(text.contains("seen there: /right ("))
      #expect(!text.contains("/left ("))
    }
  }
}
