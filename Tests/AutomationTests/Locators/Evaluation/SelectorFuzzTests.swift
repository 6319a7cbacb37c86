import CaromAutomation
import CaromMaths
import Foundation
import TestSupport
import Testing

@Suite("Damaged selectors")
struct SelectorFuzzTests {
  private static let xpaths = [
    "//node[@name='ball']", "/scene/node[2]/light/@intensity", "//a[position() mod 2 = 1][last()]",
    "(//b | //c)[3]/ancestor-or-self::*[@x > -1.5]", "count(//a[contains(@x, 'a')]) div 2",
    "substring-before(normalize-space(string(//d)), ' ')", "id('x')/..//text()[. != \"q\"]",
    "//*[@y][not(@x)]/following::text()", "$v[not(self::a)]",
    "g:distance(., //node[@id='ball']) < 2", "translate(., 'abc', 'é')",
  ]
  private static let pieces = [
    "//", "::", "(", ")", "[", "]", "@", "*", "..", "and", " or ", "div", "|", "'", "\"", "$",
    "1e9",
    "9999999999999999999999", "descendant-or-self::", "node()", "preceding::*", "-", "--", "!=",
    "<=",
    "[last()]", "string(", "\u{0}", "\u{FFFF}", "é", "\u{1F600}", "[[[[[[[[", "((((((((", "not(",
    ":not(", ":nth-child(-9223372036854775808n+9223372036854775807)", ">", "~", "+", "#", ".", "\\",
    "\\110000 ", "\\0 ", ":has(", ",", "n+",
  ]
  private static let css = [
    "node#ball", ".pearl:not(.old)[life=\"0.5\"]", "node > node + label ~ bar, light[type^=dir]",
    "node:nth-child(2n + 1):first-of-type", "node:has(> light) [name$='x'][a*=\"b\"][c|=d][e~=f]",
    ":is(node, label):empty:root:only-child", "#\\31 a\\.b", "[position.x=\"0.5\"]",
  ]

  private func tree() -> PlainTree {
    var random = RandomStream(seed: 5)
    return PlainTree.random(&random, size: 60)
  }

  /// Evaluates damaged selectors and counts those that were parsed.
  private func run(
    _ originals: [String], _ count: Int, _ seed: UInt64, _ read: (String) throws -> CompiledSelector
  ) throws -> (accepted: Int, refused: Int) {
    let tree = tree()
    let mutator = FileMutator(
      originals.map { Array($0.utf8) }, pieces: Self.pieces, seed: seed)
    var (accepted, refused) = (0, 0)
    for number in 0..<count {
      let text = String(decoding: mutator.mutant(number).bytes, as: UTF8.self)
      do {
        _ = try tree.evaluate(try read(text), limit: 20_000)
        accepted += 1
      } catch let error as LocatorError {
        refused += 1
        if error.kind == .syntax {
          let hasColumn = error.column != nil || error.message.contains("characters")
          let length = text.unicodeScalars.count
          if !hasColumn || (error.column ?? 1) > length + 1 {
            Issue.record("\(number): \(error) has no valid column in \(length) characters")
          }
        }
      }
    }
    return (accepted, refused)
  }

  private var count: Int {
    ProcessInfo.processInfo.environment["TIER"] == "full" ? 100_000 : 25_000
  }

  @Test("Damaged XPath is evaluated or rejected with a column, and never crashes")
  func damagedXPath() throws {
    let functions = [ExtendedFunction("distance", 1...2, .number, usage: "g:distance(from, to)")]
    let result = try run(Self.xpaths, count, 11) {
      try CompiledSelector.xpath($0, functions: functions)
    }
    #expect(result.accepted > 500 && result.refused > 5_000, "\(result)")
  }

  @Test("Damaged CSS is evaluated or rejected with a column, and never crashes")
  func damagedCSS() throws {
    let result = try run(Self.css, count, 12) { try CompiledSelector.css($0) }
    #expect(result.accepted > 500 && result.refused > 5_000, "\(result)")
  }
}
