/// What is wrong with a cucumber expression, in the official words and with a pointer to the place.
public struct CucumberExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The expression.
  public var expression: String
  /// The first column that is wrong, from one.
  public var column: Int
  /// How many columns are wrong; one is pointed to by a single `^`.
  public var length: Int
  /// What is wrong.
  public var problem: String
  /// What to do about it.
  public var solution: String

  /// The expression with a pointer to the place, what is wrong and what to do about it.
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
