import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Overlay")
struct OverlayTests {
  @Test("Every printable character is sharp on light and dark backgrounds")
  func alphabet() throws {
    var frame = RenderFrame()
    frame.background = .gradient(top: Vector3(0.01, 0.02, 0.05), bottom: Vector3(0.8, 0.8, 0.7))
    let text = """
      ABCDEFGHIJKLMNOPQRSTUVWXYZ
      abcdefghijklmnopqrstuvwxyz
      0123456789 !"#$%&'()*+,-./
      :;<=>?@[\\]^_`{|}~ ♥♥♥ × 3
      The quick brown fox jumps over 1,000 lazy dogs.
      """
    frame.overlay = [
      .init(.text(text, size: 48, alignment: 0), offset: Vector2(24, 16)),
      .init(
        .text("SCORE 0042", size: 32, alignment: 0), anchor: Vector2(0, 1),
        offset: Vector2(20, -48)),
      .init(
        .text("♥♥♥", size: 32, alignment: 1), anchor: Vector2(1, 1), offset: Vector2(-20, -48),
        color: Vector4(0.9, 0.05, 0.1, 1)),
      .init(
        .text("- TAP TO PLAY -\nsecond line", size: 64, alignment: 0.5), anchor: Vector2(0.5, 0.5),
        offset: Vector2(0, 60), color: Vector4(1, 0.8, 0.1, 1)),
      .init(
        .rectangle(size: Vector2(300, 24)), anchor: Vector2(0.5, 0), offset: Vector2(-150, 320),
        color: Vector4(0, 0, 0, 0.5)),
      .init(
        .rectangle(size: Vector2(200.5, 16)), anchor: Vector2(0.5, 0), offset: Vector2(-146, 324),
        color: Vector4(0.1, 0.7, 0.2, 1)),
    ]
    try Frames.expectGolden(frame, "overlay-alphabet", width: 640, height: 360)
  }

  @Test("Accents, signs and icons are distinguishable")
  func signs() throws {
    var frame = RenderFrame()
    frame.background = .color(Vector3(0.03, 0.05, 0.09))
    let text = """
      ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ
      àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿß
      ¡¿¢£€¥§©®°±²³¹½µ·«»×÷–—…• ‘’ “” ŒœŠš
      ♥★◆●■▲▼◀▶⏸✓✕⚑◷⚡⚷♛⚙♪ ←→↑↓
      Größe, Ångström, garçon, señor, naïve, 漢
      """
    frame.overlay = [.init(.text(text, size: 60, alignment: 0), offset: Vector2(24, 24))]
    try Frames.expectGolden(frame, "overlay-signs", width: 640, height: 360)
  }

  // Symptom: the text of buttons sat two to three pixels too high at 320 × 180. Cause: lines were
  // centered with their room for descenders, and baselines were rounded up.
  @Test(
    "The capitals of a button are in its middle",
    arguments: [(320, 180), (640, 360), (1280, 720), (180, 320), (3840, 2160)])
  func centeredCaption(width: Int, height: Int) throws {
    let scene = Scene()
    scene.background.color = .black
    for place in 0..<4 {
      // On different fractions of a pixel.
      var button = Control(
        "button\(place)", text: "HEH", .button(ButtonControl()),
        position: Vector2(Float(place) * 210 - 315, Float(place) * 1.3),
        size: Vector2(200, 52), alignment: .center, verticalAlignment: .center, anchor: .center)
      button.textSize = 30
      button.color = Color(0, 0, 0, alpha: 0)
      scene.overlay.controls.append(button)
    }
    let cache = RenderCache(images: ImageFolders([]))
    let picture = Renderer().render(
      RenderFrame(scene, cache: cache), width: width, height: height)
    let scale = min(Float(height) / 720, Float(width) / 960)
    for place in 0..<4 {
      let middle = Vector2(
        Float(width) * 0.5 + (Float(place) * 210 - 315) * scale,
        Float(height) * 0.5 + Float(place) * 1.3 * scale)
      let columns = Int(middle.x - 80 * scale)..<Int(middle.x + 80 * scale)
      let rows = (0..<height).filter { y in
        columns.contains { picture[$0, y].red > 128 }
      }
      let (first, last) = (try #require(rows.first), try #require(rows.last))
      let center = Float(first + last + 1) * 0.5
      #expect(abs(center - middle.y) <= 1, "\(center) instead of \(middle.y) in button \(place)")
    }
  }

  /// An overlay with every kind of element.
  static func scene() -> Scene {
    let scene = Scene()
    scene.background.color = Color(0.16, 0.24, 0.36)
    scene.overlay.margin = 24
    var menu = Panel(
      "menu", position: Vector2(0, 0), size: Vector2(520, 300), color: Color(0, 0, 0, alpha: 0.6),
      cornerRadius: 32, alignment: .center, verticalAlignment: .center, anchor: .center)
    menu.borderWidth = 6
    menu.borderColor = Color(1, 0.8, 0.3)
    scene.overlay.panels = [menu]
    var life = Bar(
      "life", position: Vector2(0, 0), size: Vector2(300, 36), value: 0.7,
      color: Color(0.3, 0.85, 0.3), anchor: .bottomLeft)
    life.cornerRadius = 18
    life.verticalAlignment = .bottom
    var fuel = Bar(
      "fuel", position: Vector2(0, 0), size: Vector2(36, 200), value: 0.4,
      color: Color(0.95, 0.6, 0.2), alignment: .right, anchor: .bottomRight)
    fuel.verticalAlignment = .bottom
    fuel.direction = .up
    scene.overlay.bars = [life, fuel]
    scene.overlay.icons = [
      Icon("lives", .heart, position: .zero, size: 44, count: 3, color: Color(0.95, 0.2, 0.25)),
      Icon(
        "rank", .star, position: .zero, size: 44, count: 5, color: Color(1, 0.85, 0.3),
        alignment: .right, anchor: .topRight),
    ]
    scene.overlay.labels = [
      Label("score", text: "00420", position: .zero, size: 56, alignment: .center, anchor: .top),
      Label(
        "help", text: "Roll the marble to the goal. Pearls give life; the abyss takes it.",
        position: .zero, size: 44, width: 440, alignment: .center, verticalAlignment: .center,
        anchor: .center),
    ]
    return scene
  }

  @Test("Panels, bars, icons and wrapped lines keep their positions")
  func elements() throws {
    let scene = Self.scene()
    try Golden.expect(Scenes.renderedImage(scene, width: 640, height: 360), "overlay-elements")
    try Golden.expect(Scenes.renderedImage(scene, width: 240, height: 320), "overlay-elements-tall")
  }

  @Test("Text in an image of 160×90 is large enough to be legible")
  func tiny() throws {
    let scene = Scene()
    scene.background.color = Color(0.16, 0.24, 0.36)
    scene.overlay.labels = [
      Label("score", text: "SCORE 00420", position: Vector2(16, 16)),
      Label(
        "hint", text: "Press Space", position: Vector2(-16, -16), alignment: .right,
        verticalAlignment: .bottom, anchor: .bottomRight),
    ]
    try Golden.expect(Scenes.renderedImage(scene, width: 160, height: 90), "overlay-tiny")
  }

  @Test("Text takes the same fraction of an image of any size, 4K included")
  func sizes() {
    var frame = RenderFrame()
    frame.overlay = [
      .init(.text("O", size: 400, alignment: 0.5), anchor: Vector2(0.5, 0), offset: Vector2(0, 100))
    ]
    for (width, height) in [(320, 180), (1_280, 720), (3_840, 2_160)] {
      let renderedImage = Renderer().render(frame, width: width, height: height)
      var rows: [Int] = []
      for y in 0..<height {
        let isLit = (0..<width).contains { renderedImage.bytes[(y * width + $0) * 4] > 128 }
        if isLit { rows.append(y) }
      }
      let top = Float(rows.first ?? 0) / Float(height)
      let bottom = Float(rows.last ?? 0) / Float(height)
      #expect(abs(top - 0.153) < 0.012, "\(height)")
      #expect(abs(bottom - 0.597) < 0.012, "\(height)")
    }
  }

  @Test("In images narrower than 4:3 the overlay shrinks with the width, so that nothing overlaps")
  func narrow() {
    var frame = RenderFrame()
    frame.background = .color(.zero)
    frame.overlay = [
      .init(.rectangle(size: Vector2(460, 100)), offset: Vector2(10, 10)),
      .init(
        .rectangle(size: Vector2(460, 100)), anchor: Vector2(1, 0), offset: Vector2(-470, 10)),
    ]
    for (width, height) in [(96, 72), (96, 96), (96, 400), (960, 1_000)] {
      let renderedImage = Renderer().render(frame, width: width, height: height)
      let unit = Float(width) / 960
      let row = Int(60 * unit)
      let lit = (0..<width).filter { renderedImage[$0, row].red > 200 }
      #expect(lit.count == Int(920 * unit), "\(width)×\(height)")
      #expect(lit.first == Int(10 * unit) && lit.last == Int(950 * unit) - 1)
      #expect(renderedImage[width / 2, row].red < 50, "a gap of 20 units between the two")
    }
  }

  @Test("Extreme sizes, positions and texts are drawn partially or not at all")
  func hostile() {
    let numbers: [Float] = [0, -1, .nan, .infinity, -.infinity, 1e9, -1e9, 1e-30, 5]
    let texture = Texture(Image(width: 3, height: 2), encoding: .sRGB)
    var frame = RenderFrame()
    for a in numbers {
      for b in numbers {
        var area = RenderFrame.OverlayItem.Area(Vector2(a, b))
        area.cornerRadius = b
        area.borderWidth = a
        area.clip = .init(low: Vector2(b, a), high: Vector2(a, b))
        var text = RenderFrame.OverlayItem.Text("Tj\u{0}\n漢字", size: a, alignment: b)
        text.width = b
        text.maximumLines = Int.max
        for content in [
          RenderFrame.OverlayItem.Content.area(area), .lines(text), .rectangle(size: Vector2(a, b)),
          .symbols("★", height: a, count: Int.max), .symbols("x", height: b, count: -1),
          .imageRow(.init(texture, height: a, count: Int.max)),
        ] {
          var item = RenderFrame.OverlayItem(content, offset: Vector2(b, a))
          frame.overlay.append(item)
          item.offset = Vector2(10, 10)
          item.pivot = Vector2(a, b)
          frame.overlay.append(item)
        }
      }
    }
    let renderedImage = Renderer().render(frame, width: 16, height: 9)
    #expect(renderedImage.bytes.count == 16 * 9 * 4)
  }

  @Test("Statistics show the scene, and the frame time only if it was measured")
  func statistics() throws {
    let scene = Self.scene()
    scene.overlay = Overlay()
    let box = Node(name: "box", geometry: .box())
    box.physicsBody = .dynamic()
    scene.rootNode.addChildNode(box)
    scene.step()
    let numbers = scene.statistics
    #expect(numbers.tick == 1 && numbers.nodes == 1 && numbers.bodies == 1)
    #expect(numbers.awakeBodies == 1 && numbers.contacts == 0)
    let cache = RenderCache(images: ImageFolders([]))
    cache.debugOptions = .showStatistics
    func text(_ frame: RenderFrame) -> String {
      for case .lines(let text) in frame.overlay.map(\.content) { return text.text }
      return ""
    }
    let frame = RenderFrame(scene, cache: cache)
    #expect(
      text(frame) == "tick 1\nnodes 1\nbodies 1, 0 at rest\ncontacts 0\ntriangles 12\nlights 2")
    try Golden.expect(Renderer().render(frame, width: 320, height: 180), "overlay-statistics")
    cache.debugOptions = []
    var measured = RenderFrame(scene, cache: cache)
    measured.add(numbers, frameTime: 0.012_34)
    #expect(text(measured).hasPrefix("tick 1\nframe 12.3 ms\n"))
  }
}
