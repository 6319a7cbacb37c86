import CaromDocuments
import CaromGherkin
import CaromMaths
import TestSupport
import Testing

@Suite("Regular expressions of steps")
struct StepPatternTests {
  @Test("Time is linear where backtracking is exponential")
  func catastrophe() throws {
    let text = String(repeating: "a", count: 2_000) + "!"
    for source in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*)(.*)(.*)(.*)(.*)x$", "^([a-z]+)*x$"] {
      let pattern = try StepPattern(source)
      var found: [String?]?
      let time = cpuTime { found = pattern.match(text) }
      #expect(found == nil)
      // Backtracking would not finish in any reasonable time.
      #expect(time < .seconds(30), "\(source) \(time)")
    }
  }

  @Test(
    "Unsupported and invalid syntax is rejected with its column",
    arguments: [
      ("a(b", 2, "unmatched '('"), ("a)", 2, "unmatched ')'"),
      ("[a", 1, "unmatched '['"), ("a\\", 2, "trailing backslash"),
      ("*a", 1, "nothing to repeat"),
      ("a**", 3, "a quantifier cannot be repeated; add a group"),
      ("(?=a)", 1, "lookahead is not supported"),
      ("(?<!a)", 1, "lookbehind is not supported"),
      ("(a)\\1", 4, "backreferences are not supported"),
      ("[z-a]", 2, "the range is in the wrong order"),
      ("a{3,2}", 2, "the counts are in the wrong order"),
      ("a{9999}", 2, "the maximum count is 1000"),
      ("^*", 1, "nothing to repeat"),
    ])
  func refusals(source: String, column: Int, message: String) {
    do throws(StepPatternError) {
      _ = try StepPattern(source)
      Issue.record("\(source) was read")
    } catch {
      #expect(error.column == column && error.message == message, "\(error)")
    }
  }

  @Test("Character classes, group names, lazy quantifiers and case")
  func forms() throws {
    #expect(try StepPattern("(?<n>a+?)(b)?").match("xaaab") == ["a", "a", nil])
    #expect(try StepPattern("(?i)HALLO [äÖ]").match("hallo ä") == ["hallo ä"])
    #expect(try StepPattern("[^\\d\\s]+").match("12 é3") == ["é"])
    #expect(try StepPattern("\\bis\\b").match("this is") == ["is"])
    #expect(try StepPattern("a{,2}").match("a{,2}") == ["a{,2}"])
    #expect(try StepPattern("").match("") == [""])
  }

  /// Generates expressions without repeated empty matches, for which engines differ by design.
  struct Generator {
    var random: RandomStream

    mutating func pattern(_ depth: Int) -> String {
      (0...random.int(below: 2)).map { _ in sequence(depth) }.joined(separator: "|")
    }

    private mutating func sequence(_ depth: Int) -> String {
      (0...random.int(below: 3)).map { _ in
        let repeats = ["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}?"]
        switch random.int(below: depth > 0 ? 8 : 5) {
        case 0, 1, 2:
          let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "1", " "]
          return atoms[random.int(below: atoms.count)] + repeats[random.int(below: repeats.count)]
        case 3: return ["a", "bc", "\\b", "\\.", "é"][random.int(below: 5)]
        case 4: return ["^", "$", "", "\\B"][random.int(below: 4)]
        case 5: return "(" + pattern(depth - 1) + ")"
        case 6: return "(?:" + pattern(depth - 1) + ")"
        default:
          return "(a" + pattern(0).replacing("|", with: "") + "b)" + repeats[random.int(below: 11)]
        }
      }.joined()
    }
  }

  @Test(
    "Generated expressions match as in Python",
    .enabled(if: PythonOracle.has("re"), "there is no Python"))
  func generated() throws {
    var generator = Generator(random: RandomStream(seed: 9))
    let count = rounds(5_000, full: 50_000)
    let cases = (0..<count).map { _ in
      let text = (0..<generator.random.int(below: 9)).map { _ in
        ["a", "b", "c", "ab", "1", " ", "é", "."][generator.random.int(below: 8)]
      }.joined()
      return (generator.pattern(2), text)
    }
    let answer = try PythonOracle.run(
      Repository.text("Tests/GherkinTests/Oracles/patterns.py"), module: "re",
      input: cases.map { "[\(json($0.0)),\(json($0.1))]" }.joined(separator: "\n"))
    let theirs = answer.split(separator: "\n")
    try #require(theirs.count == cases.count, "\(answer.suffix(2000))")
    var (wrong, matched) = (0, 0)
    for ((source, text), their) in zip(cases, theirs) {
      let groups = try StepPattern(source).match(text)
      let our =
        groups.map {
          "[" + $0.map { $0.map(quoted) ?? "null" }.joined(separator: ",") + "]"
        } ?? "null"
      if groups != nil { matched += 1 }
      guard our != their else { continue }
      wrong += 1
      if wrong <= 5 { Issue.record("/\(source)/ \(json(text))\nours:   \(our)\ntheirs: \(their)") }
    }
    print("measured: \(count) generated patterns, \(matched) match, \(wrong) differ")
    #expect(wrong == 0 && matched > count / 4)
  }
}
