import CaromDocuments
import CaromProperties
import Testing

// Symptom: refusing a list of a million wrong values took an hour.
// Cause: the position of each problem was computed by a walk from the start of the list, although
// only the first hundred problems are stored.
@Suite("Regression: problems beyond the limit")
struct ProblemsBeyondTheLimit {
  @Test("Problems beyond the limit are counted, but not created")
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
