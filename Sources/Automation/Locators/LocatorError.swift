/// Why a selector could not be read or answered: where, what is wrong, and what is accepted.
public struct LocatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, which callers treat differently.
  public enum Kind: Hashable, Sendable {
    /// The text is no selector; no scene would help.
    case syntax
    /// The selector is right, but asks for more work than it may.
    case tooMuchWork
    /// The selector is right, but answers with another kind of value, or needs an unknown variable.
    case value
    /// Nothing matches, or more than one where one is wanted.
    case miss
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// The text of the selector.
  public var selector: String
  /// The column of the first wrong character, from 1; nil if no place can be told.
  public var column: Int?
  /// What is wrong; what is accepted.
  public var message: String

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, in selector: String, column: Int? = nil) {
    self.kind = kind
    self.selector = selector
    self.column = column
    self.message = message
  }

  /// The whole message: `//[: column 3: this is "["; a name, *, @, . or a function is accepted`.
  public var description: String {
    let location = column.map { "column \($0): " } ?? ""
    return "\(selector.isEmpty ? "(empty selector)" : selector): \(location)\(message)"
  }
}
