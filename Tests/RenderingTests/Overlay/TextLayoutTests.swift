import CaromRendering
import CaromSceneGraph
import Testing

@Suite("Text layout")
struct TextLayoutTests {
  private func lines(_ text: String, width: Float = 0, most: Int = 0) -> [String] {
    TextLayout(text, width: width, maximumLines: most).lines.map { String($0.characters) }
  }

  @Test("Every printable ASCII character, Latin-1 letter and icon has a glyph")
  func characters() throws {
    for code in UInt32(0x20)...0x7e {
      let character = Character(try #require(UnicodeScalar(code)))
      #expect(Font.carom.hasShape(character), "\(character)")
    }
    for code in UInt32(0xc0)...0xff {
      let character = Character(try #require(UnicodeScalar(code)))
      #expect(Font.carom.hasShape(character), "\(character)")
    }
    for character in "¡¿¢£€¥§©®°±²³½µ·«»×÷–—…•‘’“”←→↑↓ŒœŠš" {
      #expect(Font.carom.hasShape(character), "\(character)")
    }
    for symbol in IconSymbol.allCases {
      #expect(Font.carom.hasShape(symbol.character), "\(symbol)")
    }
    #expect(!Font.carom.hasShape("漢"))
    #expect(Font.carom.hasShape("e\u{301}"), "a letter and its accent are one character")
  }

  @Test("Without a width, lines end at line feeds of any kind only")
  func feeds() {
    #expect(lines("a b\nc") == ["a b", "c"])
    #expect(lines("a\r\nb\n\nc\n") == ["a", "b", "", "c", ""])
    #expect(lines("") == [""])
  }

  @Test("Lines wrap between words, and inside words that are wider than a line")
  func breaking() {
    // An A is 10 wide, a gap and a space 4 each.
    #expect(lines("AA AA AA", width: 60) == ["AA AA", "AA"])
    #expect(lines("AAAAA", width: 24) == ["AA", "AA", "A"])
    #expect(lines("A AAAA A", width: 38) == ["A", "AAA", "A A"])
    #expect(lines("AAA", width: 1) == ["A", "A", "A"], "a line has a character at least")
    for line in TextLayout("The quick brown fox jumps over a dog", width: 90).lines {
      #expect(line.width <= 90)
    }
  }

  @Test("Lines are as wide as their characters and gaps")
  func widths() {
    #expect(TextLayout("AA").lines[0].width == 24)
    #expect(TextLayout("A A").lines[0].width == 32)
    #expect(TextLayout("").lines[0].width == 0)
  }

  @Test("With too many lines, the last one ends with an ellipsis within the width")
  func ellipsis() {
    #expect(lines("a\nb\nc", most: 2) == ["a", "b…"])
    #expect(lines("a\nb", most: 2) == ["a", "b"])
    #expect(lines("AA AA AA AA", width: 60, most: 1) == ["AA A…"])
    let layout = TextLayout("AA AA AA AA", width: 60, maximumLines: 1)
    #expect(layout.lines[0].width <= 60)
  }

  @Test("Tabs are four spaces, control characters are dropped, and all spaces are spaces")
  func steering() {
    #expect(lines("a\tb\u{7}\u{200b}c\u{a0}d") == ["a    bc d"])
  }

  @Test("A text of a million characters takes no longer than one of twenty thousand")
  func endless() {
    for text in [
      String(repeating: "A", count: 1_000_000), String(repeating: "A ", count: 500_000),
      String(repeating: "\n", count: 1_000_000),
    ] {
      let layout = TextLayout(text, width: 100)
      #expect(
        layout.lines.reduce(0) { $0 + $1.characters.count } <= TextLayout.maximumCharacterCount)
      #expect(layout.lines.count <= TextLayout.maximumCharacterCount + 1)
    }
  }
}
