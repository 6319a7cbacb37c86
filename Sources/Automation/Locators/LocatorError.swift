/// An error in a selector or in its evaluation: its location, the problem, and the expected input.
public struct LocatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The selector is not well-formed.
    case syntax
    /// The evaluation exceeds the work limit.
    case tooMuchWork
    /// The result has another type, or a variable or argument is invalid.
    case value
    /// Nothing matches, or several elements match where one is expected.
    case miss
  }

  /// The kind of error.
  public var kind: Kind
  /// The source text of the selector.
  public var selector: String
  /// The column of the first wrong character, from 1; nil if it is unknown.
  public var column: Int?
  /// The message: the problem and the expected input.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String, in selector: String, column: Int? = nil) {
    self.kind = kind
    self.selector = selector
    self.column = column
    self.message = message
  }

  /// The whole message: `//[: column 3: unexpected "["; a name, *, @name, ., .. or a function is
  /// expected`.
  public var description: String {
    let location = column.map { "column \($0): " } ?? ""
    return "\(selector.isEmpty ? "(empty selector)" : selector): \(location)\(message)"
  }
}
