/// An error in a feature file, with its location.
///
/// The messages are those of the official parser.
public struct GherkinProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Cause: Sendable, Equatable {
    /// An unexpected line: the expected kinds, and the trimmed line.
    case unexpectedLine(expected: [TokenKind], found: String)
    /// An unexpected end of file.
    case unexpectedEnd(expected: [TokenKind])
    /// A tag is followed by something other than a tag or a comment.
    case tagWithWhitespace
    /// The `# language:` line names an unknown language.
    case unknownLanguage(String)
    /// A row has a different number of cells than the first row of its table.
    case inconsistentCellCount
    /// The file is not valid UTF-8.
    case notUTF8
    /// The file is of a kind that is not supported: a sentence.
    case unsupported(String)
    /// The file, or the expansion of its outlines, exceeds a limit.
    case tooLarge(String)
  }

  /// The location.
  public var location: FeatureLocation
  /// The kind of error.
  public var cause: Cause

  /// Creates an error at a location.
  public init(location: FeatureLocation, cause: Cause) {
    self.location = location
    self.cause = cause
  }

  /// The message without the location.
  public var message: String {
    switch cause {
    case .unexpectedLine(let expected, let found):
      "expected: \(Self.list(expected)), got '\(found)'"
    case .unexpectedEnd(let expected): "unexpected end of file, expected: \(Self.list(expected))"
    case .tagWithWhitespace: "A tag may not contain whitespace"
    case .unknownLanguage(let code): "Language not supported: \(code)"
    case .inconsistentCellCount: "inconsistent cell count within the table"
    case .notUTF8: "the text is not valid UTF-8"
    case .tooLarge(let what), .unsupported(let what): what
    }
  }

  /// The location and the message: `(3:5): A tag may not contain whitespace`.
  public var description: String { "(\(location.line):\(location.column)): \(message)" }

  private static func list(_ kinds: [TokenKind]) -> String {
    kinds.map(\.name).joined(separator: ", ")
  }
}

/// The errors in a feature file: at least one, at most eleven.
public struct GherkinError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The errors, in the order in which they were found.
  public var problems: [GherkinProblem]

  /// Creates an error from at least one problem.
  public init(problems: [GherkinProblem]) { self.problems = problems }

  /// The messages, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
