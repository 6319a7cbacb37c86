import CaromDocuments
import CaromGherkin
import TestSupport
import Testing

@Suite("Against the official parser")
struct OfficialParserTests {
  /// How many files are made.
  static let count = rounds(6_000, full: 50_000)

  /// What came of a file, as the oracle tells it.
  static func read(_ text: String) -> String {
    do throws(GherkinError) {
      let document = try GherkinDocument(parsing: text)
      do throws(GherkinProblem) {
        let pickles = try document.pickles(uri: "u").map(\.message)
        return document.message + "\t[" + pickles.joined(separator: ",") + "]"
      } catch { return "? \(error)" }
    } catch {
      return "![" + error.problems.map { quoted($0.description) }.joined(separator: ",") + "]"
    }
  }

  @Test(
    "Generated files give the official tree, pickles and errors",
    .enabled(if: PythonOracle.has("gherkin"), "Python's gherkin-official is not installed"))
  func generatedFiles() throws {
    var generator = FeatureGenerator(seed: 6)
    let files = (0..<Self.count).map { _ in generator.next() }
    let answer = try PythonOracle.run(
      Repository.text("Tests/GherkinTests/Oracles/features.py"), module: "gherkin",
      input: files.map(json).joined(separator: "\n"))
    let theirs = answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(theirs.count == files.count, "\(answer.suffix(2000))")
    var wrong = 0
    var refused = 0
    for (file, their) in zip(files, theirs) {
      let our = Self.read(file)
      if their.hasPrefix("!") { refused += 1 }
      guard !our.utf8.elementsEqual(their.utf8) else { continue }
      wrong += 1
      if wrong <= 5 { Issue.record("\(json(file))\n\(difference(our, String(their)))") }
    }
    print("measured: \(files.count) generated features, \(refused) refused, \(wrong) differ")
    #expect(wrong == 0)
    #expect(refused > Self.count / 20 && refused < Self.count * 3 / 4)
  }

  @Test(
    "The keywords are those of the official package",
    .enabled(if: PythonOracle.has("gherkin"), "Python's gherkin-official is not installed"))
  func keywords() throws {
    let theirs = try PythonOracle.run(
      Repository.text("Tests/GherkinTests/Oracles/dialects.py"), module: "gherkin", input: "")
    #expect(theirs == Dialect.tableText + "\n")
    #expect(Dialect.all.count == 80)
  }
}
