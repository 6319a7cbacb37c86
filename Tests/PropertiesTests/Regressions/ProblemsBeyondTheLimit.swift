import CaromDocuments
import CaromProperties
import Testing

// Symptom: a list of a million wrong values took an hour to be refused.
// Cause: the place of each was looked for, by a walk from the start of the list, though only the first
// hundred problems are kept.
@Suite("Regression: problems beyond the limit")
struct ProblemsBeyondTheLimit {
  @Test("They are counted, but not made")
  func areCounted() {
    var reader = Reader()
    reader.limit = 2
    var made = 0
    func problem() -> Problem {
      made += 1
      return Problem("wrong")
    }
    for _ in 0..<5 { reader.report(problem()) }
    #expect(made == 2 && reader.problems.count == 2 && reader.problemCount == 5)
    #expect(reader.isFull)
  }
}
