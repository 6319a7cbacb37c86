import CaromGherkin
import CaromMaths
import TestSupport
import Testing

@Suite("Fuzzing expressions")
struct ExpressionFuzzTests {
  private static let pieces: [String] = [
    "(", ")", "{", "}", "/", "\\", "{int}", "{string}", "(s)", "a/b", " ", "not ", " and ", " or ",
    "@a", "[", "]", "*", "+", "?", "{1,3}", "|", "^", "$", "\\d", "\\", "(?:", "(?<n>", ".", "é",
    "\u{1f600}", "\u{0}", "\"", "'", "-", "9", "\u{3000}",
  ]
  private static let originals: [String] = [
    "I have {int} cucumber(s) in my belly/stomach", "{float} {string} \\{x} {}",
    "@smoke and not (@slow or @wip\\ x)", "/^a (\\d+)[a-z]*(?:b|c){1,3}?$/", "^(a|b)*\\bx+$",
  ]

  @Test("Damaged expressions, patterns and tag expressions are parsed or rejected with a column")
  func mutations() throws {
    let mutator = FileMutator(Self.originals.map { Array($0.utf8) }, pieces: Self.pieces, seed: 3)
    let texts = [
      "I have 3 cucumbers in my belly", "", "@smoke", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "é 1.5",
    ]
    let rounds = FeatureFuzzTests.rounds
    var read = (expressions: 0, tags: 0)
    var slowest = Duration.zero
    for number in 0..<rounds {
      let source = String(decoding: mutator.mutant(number).bytes, as: UTF8.self)
      let count = source.unicodeScalars.count
      slowest = max(
        slowest,
        cpuTime {
          do {
            let expression = try StepExpression(source)
            read.expressions += 1
            for text in texts { _ = try? expression.match(text)?.map { try $0.value() } }
          } catch let error as CucumberExpressionError {
            #expect(1...(count + 1) ~= error.column && !error.description.isEmpty)
          } catch let error as StepPatternError {
            #expect(1...(error.pattern.unicodeScalars.count + 1) ~= error.column)
          } catch { #expect(error is ParameterTypeError) }
          do throws(TagExpressionError) {
            let expression = try TagExpression(parsing: source)
            read.tags += 1
            _ = (expression.matches(["@smoke"]), expression.description)
          } catch { #expect(1...(count + 1) ~= error.column) }
        })
    }
    print(
      "measured: \(rounds) damaged expressions, \(read.expressions) read, \(read.tags) as tags,",
      "slowest \(slowest)")
    #expect(read.expressions > rounds / 10 && read.tags > rounds / 50)
    #expect(slowest < .milliseconds(500))
  }
}
