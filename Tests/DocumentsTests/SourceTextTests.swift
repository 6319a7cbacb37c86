import CaromDocuments
import Testing

@Suite("Source text")
struct SourceTextTests {
  @Test("Lines end at any kind of line break and columns count characters")
  func positions() {
    let text = SourceText("ab\nçd\r\n\u{1f600}\u{1f1e9}\u{1f1ea}x\ry")
    func position(of byte: Character) -> String {
      let offset = text.bytes.firstIndex(of: byte.asciiValue ?? 0) ?? -1
      return text.position(of: offset).description
    }
    #expect(position(of: "a") == "1:1")
    #expect(position(of: "b") == "1:2")
    #expect(position(of: "d") == "2:2")
    #expect(position(of: "x") == "3:3")
    #expect(position(of: "y") == "4:1")
  }

  @Test("Offsets outside of the text are clamped")
  func outside() {
    let text = SourceText("ab")
    #expect(text.position(of: -5).description == "1:1")
    #expect(text.position(of: 99).description == "1:3")
  }

  @Test("A problem describes file, location, pointer, message and include chain")
  func description() {
    let source = SourceText(name: "level.json", "{\n  \"a\": 1\n}")
    let problem = Problem(
      "wrong; right is accepted", in: source, at: 9, pointer: "/a", context: "in b via c")
    #expect(problem.description == "level.json:2:8: /a: wrong; right is accepted (in b via c)")
  }
}
