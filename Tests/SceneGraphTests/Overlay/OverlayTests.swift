import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Overlay: prompts, boxes and focus")
struct OverlayTests {
  /// Symptom: a label of a file with `"anchor": "topRight"` was drawn outside the image, and one
  /// with `"top"` began in the middle.
  ///
  /// Cause: elements were aligned left and top at their position, whatever their anchor.
  @Test("An element without an alignment of its own extends from its anchor into the image")
  func alignmentOfAnchor() {
    let expected: [(OverlayAnchor, TextAlignment, VerticalAlignment)] = [
      (.topLeft, .left, .top), (.top, .center, .top), (.topRight, .right, .top),
      (.left, .left, .center), (.center, .center, .center), (.right, .right, .center),
      (.bottomLeft, .left, .bottom), (.bottom, .center, .bottom), (.bottomRight, .right, .bottom),
    ]
    for (anchor, alignment, verticalAlignment) in expected {
      var label = Label("a", position: .zero, anchor: anchor)
      #expect(label.alignment == alignment)
      #expect(label.verticalAlignment == verticalAlignment)
      label.alignment = .left
      label.verticalAlignment = .top
      #expect(label.alignment == .left)
      #expect(label.verticalAlignment == .top)
    }
  }

  @Test(
    "Names of actions in braces become prompts",
    arguments: [
      ("{serve} to serve", "Tap to serve"), ("a {serve}{left}", "a TapPress A"),
      ("{unknown} {serve", "{unknown} {serve"), ("{{serve}}", "{Tap}"), ("plain", "plain"),
      ("é {serve} é", "é Tap é"), ("}{", "}{"), ("", ""),
    ])
  func prompts(text: String, displayed: String) {
    #expect(
      Overlay.text(text, prompts: ["serve": "Tap", "left": "Press A"]) == displayed)
    #expect(Overlay.text(text, prompts: [:]) == text)
  }

  @Test("A box follows anchor, alignment and margin, and images narrower than 4:3 are 960 wide")
  func boxes() {
    var overlay = Overlay()
    overlay.margin = 10
    let control = Control(
      "a", position: Vector2(-5, -6), size: Vector2(100, 40), alignment: .right,
      verticalAlignment: .bottom, anchor: .bottomRight)
    let wide = overlay.box(of: control, aspect: 16.0 / 9)
    #expect(wide.high == Vector2(1280 - 15, 720 - 16) && wide.low == wide.high - Vector2(100, 40))
    #expect(overlay.box(of: control, aspect: 0.5).high == Vector2(960 - 15, 1920 - 16))
    #expect(Overlay.imageSize(aspect: 4.0 / 3) == Vector2(960, 720))
  }

  @Test("The focus moves to what is nearest in a direction, and around at the end")
  func focus() {
    var overlay = Overlay()
    // Two columns of different widths; the right one has one control, beside the second row.
    for (name, x, y, width) in [
      ("a", 0, 0, 200), ("b", 50, 60, 100), ("c", 0, 120, 300), ("d", 400, 60, 90),
    ] as [(String, Float, Float, Float)] {
      overlay.controls.append(
        Control(name, position: Vector2(x, y), size: Vector2(width, 40)))
    }
    func moves(_ way: [Vector2]) -> String {
      way.map { direction in
        overlay.moveFocus(towards: direction, aspect: 1.5)
        return overlay.focus
      }.joined()
    }
    let (up, down) = (Vector2(0, -1), Vector2(0, 1))
    let (left, right) = (Vector2(-1, 0), Vector2(1, 0))
    #expect(moves([down]) == "", "without a focus nothing moves")
    overlay.focus = "a"
    #expect(moves([down, down, down, up, up]) == "bcacb")
    #expect(moves([right, left]) == "db")
    overlay.controls[1].isEnabled = false
    #expect(overlay.focusIndex == nil, "what cannot be operated has no focus")
    overlay.focus = "a"
    #expect(moves([down]) == "c")
  }
}
