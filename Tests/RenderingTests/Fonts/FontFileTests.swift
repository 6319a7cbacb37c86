import CaromDocuments
import CaromImages
import CaromMaths
import CaromRendering
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("Font files")
struct FontFileTests {
  private static func problems(_ text: String) -> [String] {
    do throws(FontFileError) {
      _ = try FontFile(reading: SourceText(name: "f.json", text))
      return []
    } catch { return error.problems.map(\.description) }
  }

  private static func font(_ glyphs: String) -> String {
    #"{ "format": "carom.font/1", "glyphs": [ \#(glyphs) ] }"#
  }

  @Test("Carom's font is unchanged after writing and reading")
  func carom() throws {
    let font = try FontFile(reading: SourceText(name: "carom.json", FontFile.carom.text))
    #expect(font == .carom)
    #expect(font.problem == nil && font.glyphs.count > 200)
    #expect(Set(font.glyphs.map(\.character)).count == font.glyphs.count)
  }

  @Test("The font file renders the same pixels as the built-in font")
  func pixels() throws {
    let scene = Scene()
    scene.overlay.labels = [
      Label("text", text: "Größe 0123 ♥ ÀÇŠ & 漢", position: Vector2(20, 20), size: 90, width: 900)
    ]
    let folder = Repository.url("Assets/fonts").path
    func draw() throws -> Image {
      let cache = RenderCache(images: ImageFolders([folder]))
      try cache.load(scene)
      return Renderer().render(RenderFrame(scene, cache: cache), width: 320, height: 180)
    }
    let builtIn = try draw()
    scene.overlay.labels[0].font = "carom.json"
    #expect(try draw() == builtIn)
  }

  @Test("Characters that a font lacks are drawn with Carom's font")
  func ownGlyphs() throws {
    let text = Self.font(
      #"{ "character": "A", "width": 30, "strokes": "M0 0L30 0L30 14L0 14L0 0", "isFilled": true }"#
    )
    let font = Font(try FontFile(reading: SourceText(name: "f.json", text)))
    #expect(font.hasShape("A") && !font.hasShape("B"))
    #expect(TextLayout("A", font: font).lines[0].width == 30)
    #expect(TextLayout("B", font: font).lines == TextLayout("B").lines)
    var item = RenderFrame.OverlayItem.Text("A", size: 100)
    item.font = font
    var frame = RenderFrame()
    frame.overlay = [.init(.lines(item), offset: Vector2(20, 20))]
    let renderedImage = Renderer().render(frame, width: 640, height: 360)
    // A capital is 70 units high and stands 77.5 below the top: rows 13 to 48 of 360.
    #expect(renderedImage[50, 30] == Image.Pixel(255, 255, 255))
    #expect(renderedImage[84, 30] == Image.Pixel(255, 255, 255), "150 units wide")
    #expect(renderedImage[95, 30] != Image.Pixel(255, 255, 255))
  }

  @Test(
    "Errors are reported with line, column and what is accepted",
    arguments: [
      ("{ \"glyphs\": [] }", "format"),
      ("{ \"format\": \"carom.font/2\", \"glyphs\": [] }", "carom.font/1"),
      ("{ \"format\": \"carom.font/1\" }", "glyphs"),
      (font(#"{ "character": "AB", "width": 3 }"#), "the character is 2 long; one is accepted"),
      (font(#"{ "character": "", "width": 3 }"#), "the character is 0 long; one is accepted"),
      (font(#"{ "character": "A", "width": -3 }"#), "-3"),
      (font(#"{ "character": "A", "width": 3, "stroke": "" }"#), "strokes"),
      (font(#"{ "character": "A", "width": 3, "strokes": "M0" }"#), "have 'M' with 1 numbers"),
      (font(#"{ "character": "A", "width": 3, "strokes": "M0 0X3 3" }"#), "'0X3' for a number"),
      (font(#"{ "character": "A", "width": 3, "strokes": "Z" }"#), "have 'Z' with 0 numbers"),
      (font(#"{ "character": "A", "width": 3, "strokes": "M0 101" }"#), "'101' for a number"),
      (font(#"{ "character": "A", "width": 3, "strokes": "M0 nan" }"#), "'nan' for a number"),
      (
        font(#"{ "character": "A", "width": 3 }, { "character": "A", "width": 3 }"#),
        "\"A\" is a duplicate; each character once is accepted"
      ),
      ("{", "f.json:1:"),
    ])
  func refused(text: String, message: String) {
    let problems = Self.problems(text)
    #expect(problems.first?.hasPrefix("f.json:1:") == true, "\(problems)")
    #expect(problems.joined().contains(message), "\(problems)")
  }

  @Test("A font has at most 5,000 characters, 500 strokes each and 50,000 in total")
  func limits() throws {
    func glyph(_ number: Int, _ strokes: Int) throws -> String {
      let character = Character(try #require(UnicodeScalar(0x4e00 + number)))
      let pen = String(repeating: "L1 1", count: strokes)
      return "{ \"character\": \"\(character)\", \"width\": 3, \"strokes\": \"\(pen)\" }"
    }
    func problems(_ count: Int, _ strokes: Int) throws -> String {
      Self.problems(
        Self.font(try (0..<count).map { try glyph($0, strokes) }.joined(separator: ","))
      ).joined()
    }
    #expect(try problems(100, 500).isEmpty)
    #expect(try problems(1, 501).contains("more than 500 strokes; fewer are accepted"))
    #expect(try problems(101, 500).contains("50500 strokes; at most 50000 are accepted"))
    #expect(try problems(5_001, 0).contains("5001 characters; at most 5000 are accepted"))
  }

  @Test("Missing fonts are reported on loading, and Carom's font is used instead")
  func missing() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "carom-font-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{ }".utf8).write(to: folder.appending(path: "bad.json"))
    let scene = Scene()
    for (name, file) in [("a", "gone.json"), ("b", "bad.json"), ("c", "../up.json"), ("d", "")] {
      var label = Label(name, text: "A", position: .zero)
      label.font = file
      scene.overlay.labels.append(label)
    }
    let cache = RenderCache(images: ImageFolders([folder.path]))
    let failure = #expect(throws: MissingImages.self) { try cache.load(scene) }
    let text = try #require(failure).description
    #expect(text.contains("the font \"gone.json\": it is not in \(folder.path)"))
    #expect(text.contains("bad.json:1:1"))
    #expect(text.contains("the font \"../up.json\": it is outside of the folder"))
    #expect(!RenderFrame(scene, cache: cache).overlay.isEmpty)
  }

  @Test("Damaged fonts are rejected or read, and never trap")
  func damaged() {
    let whole = Array(FontFile.carom.text.utf8)
    var random = RandomStream(seed: 77)
    let rounds = isFullTier ? 20_000 : 300
    // The first rows of the lines of text.
    let starts = whole.indices.filter { whole[$0...].starts(with: Array("    { \"character".utf8)) }
    var count = 0
    for _ in 0..<rounds {
      // A few consecutive characters, so that a round is short.
      let first = Int(random.next() % UInt64(starts.count - 6))
      var bytes = Array(#"{ "format": "carom.font/1", "glyphs": ["#.utf8)
      bytes += whole[starts[first]..<starts[first + 5]] + Array("] }".utf8)
      for _ in 0..<(random.next() % 6) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: place)
        }
      }
      let cut = Int(random.next() % UInt64(bytes.count))
      for text in [bytes, bytes[..<cut] + Array("} ] }".utf8)] {
        let source = SourceText(name: "f", bytes: text)
        guard let file = try? FontFile(reading: source) else { continue }
        count += 1
        let font = Font(file)
        #expect(TextLayout("Ab 1", font: font).lines[0].width.isFinite)
      }
    }
    #expect(count > rounds / 20, "some are read")
  }
}
