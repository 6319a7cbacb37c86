/// A mistake in a feature file, with its place.
///
/// The texts are those of the official parser, so that editors and people know them.
public struct GherkinProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can be wrong.
  public enum Cause: Sendable, Equatable {
    /// A line that cannot stand here: what could, and the line without the spaces around it.
    case unexpectedLine(expected: [TokenKind], found: String)
    /// The file ends where something must follow.
    case unexpectedEnd(expected: [TokenKind])
    /// Something other than a tag or a comment follows a tag on its line.
    case tagWithWhitespace
    /// The `# language:` line names a language that does not exist.
    case unknownLanguage(String)
    /// A row has more or fewer cells than the first of its table.
    case inconsistentCellCount
    /// The file is not text in UTF-8.
    case notUTF8
    /// The file, or what its outlines grow to, is larger than allowed: what, and the most.
    case tooLarge(String)
  }

  /// Where it is.
  public var location: FeatureLocation
  /// What is wrong.
  public var cause: Cause

  /// What is wrong, without the place.
  public var message: String {
    switch cause {
    case .unexpectedLine(let expected, let found):
      "expected: \(Self.list(expected)), got '\(found)'"
    case .unexpectedEnd(let expected): "unexpected end of file, expected: \(Self.list(expected))"
    case .tagWithWhitespace: "A tag may not contain whitespace"
    case .unknownLanguage(let code): "Language not supported: \(code)"
    case .inconsistentCellCount: "inconsistent cell count within the table"
    case .notUTF8: "this is not text in UTF-8"
    case .tooLarge(let what): what
    }
  }

  /// The place and what is wrong: `(3:5): A tag may not contain whitespace`.
  public var description: String { "(\(location)): \(message)" }

  private static func list(_ kinds: [TokenKind]) -> String {
    kinds.map(\.name).joined(separator: ", ")
  }
}

/// All mistakes that were found in a feature file: at least one, at most eleven.
public struct GherkinError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The mistakes, in the order in which they were met.
  public var problems: [GherkinProblem]

  /// The mistakes, a line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
