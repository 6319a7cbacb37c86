/// A parameter type such as `{int}`: the patterns it matches and the values it produces.
public struct ParameterType: Sendable {
  /// Converts the captured groups, or the whole text if the patterns have none, to a value.
  public typealias Transform = @Sendable ([String?]) throws -> any Sendable

  /// The name in braces; empty for `{}`.
  public let name: String
  /// The regular expressions that it matches, in order of preference.
  public let patterns: [String]
  /// The Swift type of its values, for snippets.
  public let swiftType: String
  /// Whether snippets for undefined steps use the type.
  public let isUsedForSnippets: Bool
  /// Whether the type is preferred if a group of a regular expression matches several types.
  public let isPreferred: Bool
  let transform: Transform

  /// Creates a parameter type; its patterns are validated when it is registered.
  ///
  /// - Parameters:
  ///   - name: The name in braces.
  ///   - patterns: Regular expressions; see ``StepPattern`` for the syntax.
  ///   - swiftType: The Swift type of the values.
  ///   - isUsedForSnippets: Whether snippets for undefined steps use the type.
  ///   - isPreferred: Whether it is preferred if a group of a regular expression matches several
  ///     types.
  ///   - transform: Converts the captured groups, or the whole text if there are none, to a value.
  public init(
    name: String, patterns: [String], swiftType: String = "String",
    isUsedForSnippets: Bool = true, isPreferred: Bool = false,
    transform: @escaping Transform = { $0.first.flatMap { $0 } ?? "" }
  ) {
    self.name = name
    self.patterns = patterns
    self.swiftType = swiftType
    self.isUsedForSnippets = isUsedForSnippets
    self.isPreferred = isPreferred
    self.transform = transform
  }

  /// Creates a parameter type for the raw values of an enumeration: `{color}` for `red|blue`.
  ///
  /// - Parameters:
  ///   - name: The name in braces.
  ///   - type: The enumeration.
  public init<T: RawRepresentable<String> & CaseIterable & Sendable>(
    name: String, of type: T.Type
  ) {
    let words = T.allCases.map { Self.escaped($0.rawValue) }
    self.init(
      name: name, patterns: [words.joined(separator: "|")], swiftType: "\(type)",
      transform: { groups in
        let word = groups.first.flatMap { $0 } ?? ""
        guard let value = T(rawValue: word) else {
          throw ParameterTypeError("'\(word)' is not a \(T.self)")
        }
        return value
      })
  }

  private static func escaped(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      if "^$[]()\\{}.|?*+".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

/// An error in a parameter type or its value.
public struct ParameterTypeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The message.
  public var description: String

  /// Creates an error with a message.
  public init(_ description: String) { self.description = description }
}
