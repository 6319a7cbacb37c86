import CaromGherkin
import CaromMaths
import TestSupport
import Testing

@Suite("Fuzzing features")
struct FeatureFuzzTests {
  /// The number of damaged files: a sample, or all with `TIER=full`.
  static let rounds = GherkinTests.rounds(5_000, full: 100_000)

  static let pieces: [String] = [
    "@", "@a b", "\n@t\n", "\"\"\"", "\n\"\"\"\n", "```", "|", "\n|a|\n", "\\", "\\n", "\n", "\r\n",
    "\r", "# language: fr\n", "#", ":", "Feature:", "Rule:", "\nExamples:\n", "\nScenario:\n",
    "* ", "Given ", "<a>", "\u{3000}", "\u{feff}", "\u{0}", "é", "\n\n",
  ]

  @Test("Damaged files are parsed or rejected quickly, with valid locations")
  func mutations() throws {
    var generator = FeatureGenerator(seed: 25)
    let originals = (0..<40).map { _ in Array(generator.next().utf8) }.filter { !$0.isEmpty }
    let mutator = FileMutator(originals, pieces: Self.pieces, seed: 25)
    var readable = 0
    var slowest = Duration.zero
    for number in 0..<Self.rounds {
      let bytes = mutator.mutant(number).bytes
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
      slowest = max(
        slowest,
        cpuTime {
          do throws(GherkinError) {
            let document = try GherkinDocument(parsing: bytes)
            _ = try? document.pickles(uri: "u").map(\.message)
            readable += 1
          } catch {
            let inside = error.problems.allSatisfy { 1...(lines + 1) ~= $0.location.line }
            #expect(!error.problems.isEmpty && inside, "number \(number)")
          }
        })
    }
    print("measured: \(Self.rounds) damaged features, \(readable) readable, slowest \(slowest)")
    #expect(readable > Self.rounds / 10)
    #expect(slowest < .milliseconds(500))
  }

  @Test("Arbitrary bytes are parsed or rejected")
  func noise() {
    var random = RandomStream(seed: 7)
    for _ in 0..<Self.rounds {
      let bytes = (0..<random.int(below: 60)).map { _ in
        UInt8(truncatingIfNeeded: random.next() >> 8)
      }
      if let document = try? GherkinDocument(parsing: bytes) {
        #expect(document.message.hasPrefix("{"))
      }
    }
  }
}
