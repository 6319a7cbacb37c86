import CaromDocuments
import Testing

@Suite("Formatter on random documents")
struct FormatterPropertyTests {
  /// Random documents with any layout, comments anywhere and trailing commas.
  struct Generator {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }

    mutating func space() -> String {
      var text = ""
      for _ in 0..<below(3) {
        text +=
          [
            " ", "  ", "\n", "\r\n", "\t", "// ~ */ x \n", "/* ~ */", "/* ~\n  b */", "//\n",
            "/**/",
          ][below(below(4) == 0 ? 10 : 5)]
      }
      return text
    }

    mutating func value(_ depth: Int) -> String {
      if depth == 0 || below(3) == 0 {
        return [
          "0", "-1.50", "1e-7", "true", "null", "\"\"", "\"a // \\\" b\"", "\"\u{e9}/* \"",
          "\"a string of some length, to fill the line\"", "123456789.125",
        ][below(10)]
      }
      let count = below(5)
      var parts: [String] = []
      let isObject = below(2) == 0
      for i in 0..<count {
        let key = isObject ? "\"k\(i)\"" + space() + ":" + space() : ""
        parts.append(space() + key + value(depth - 1) + space())
      }
      let inside = parts.joined(separator: ",") + (count > 0 && below(3) == 0 ? "," : "") + space()
      return isObject ? "{\(inside)}" : "[\(inside)]"
    }
  }

  private func comments(_ text: String) -> Int {
    text.count { $0 == "~" }
  }

  @Test("Formatting twice equals formatting once; values, keys and comments are preserved")
  func idempotent() throws {
    var generator = Generator(state: 7)
    for round in 0..<3_000 {
      let text = generator.space() + generator.value(4) + generator.space()
      let once = try JSONFormatter.format(SourceText(text))
      let twice = try JSONFormatter.format(SourceText(once))
      try #require(once == twice, "round \(round)\n\(text)")
      try #require(try JSON.parse(once).description == JSON.parse(text).description)
      try #require(comments(once) == comments(text), "round \(round)\n\(text)\n\(once)")
      try #require(!once.contains(" \n"), "round \(round)\n\(once)")
      try #require(once.hasSuffix("\n"))
    }
  }

  @Test("Damaged documents are rejected, or formatted idempotently")
  func mutated() throws {
    var generator = Generator(state: 8)
    var accepted = 0
    for _ in 0..<6_000 {
      var bytes = Array(generator.value(4).utf8)
      let odd = Array("{}[],:\"/*x\n ".utf8)
      for _ in 0...generator.below(3) {
        let at = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[at] = odd[generator.below(odd.count)]
        case 1: bytes.insert(odd[generator.below(odd.count)], at: at)
        default: if bytes.count > 1 { bytes.remove(at: at) }
        }
      }
      guard let once = try? JSONFormatter.format(SourceText(name: "x", bytes: bytes)) else {
        continue
      }
      accepted += 1
      let source = String(decoding: bytes, as: UTF8.self)
      try #require(try JSONFormatter.format(SourceText(once)) == once, "\(source)")
    }
    #expect(accepted > 300)
  }
}
