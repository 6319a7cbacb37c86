/// An error in a Cucumber expression, with the official message and a pointer to its location.
public struct CucumberExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The expression.
  public var expression: String
  /// The column of the first wrong character, from 1.
  public var column: Int
  /// The number of wrong characters; a single one is marked by one `^`.
  public var length: Int
  /// The problem.
  public var problem: String
  /// The suggested solution.
  public var solution: String

  /// The expression, a pointer to the location, the problem and the solution.
  public var description: String {
    let pointer =
      String(repeating: " ", count: column - 1) + "^"
      + (length > 1 ? String(repeating: "-", count: length - 2) + "^" : "")
    return """
      This Cucumber Expression has a problem at column \(column):

      \(expression)
      \(pointer)
      \(problem).
      \(solution)
      """
  }
}
