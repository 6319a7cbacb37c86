/// What a parameter such as `{int}` accepts, and what it becomes.
public struct ParameterType: Sendable {
  /// Makes a value of the groups that were matched; of the whole text if the patterns have none.
  public typealias Transform = @Sendable ([String?]) throws -> any Sendable

  /// The name between the braces; empty for `{}`.
  public let name: String
  /// The regular expressions that it accepts, one after the other.
  public let patterns: [String]
  /// The name of the Swift type of its values, for snippets.
  public let swiftType: String
  /// Whether snippets for undefined steps use it.
  public let isUsedForSnippets: Bool
  /// Whether it is taken where a group of a regular expression fits several types.
  public let isPreferred: Bool
  let transform: Transform

  /// Makes a type; its patterns are looked at when it is registered.
  ///
  /// - Parameters:
  ///   - name: what stands between the braces.
  ///   - patterns: regular expressions as ``StepPattern`` reads them.
  ///   - swiftType: the Swift type of the values.
  ///   - isUsedForSnippets: whether snippets for undefined steps use it.
  ///   - isPreferred: whether it wins where a regular expression's group fits several types.
  ///   - transform: makes a value of the groups, or of the whole text when there are none.
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

  /// Makes a type that accepts the raw values of an enumeration: `{color}` for `red|blue`.
  ///
  /// - Parameters:
  ///   - name: what stands between the braces.
  ///   - type: the enumeration, whose raw values are words.
  public init<T: RawRepresentable<String> & CaseIterable & Sendable>(
    name: String, of type: T.Type
  ) {
    let words = T.allCases.map { Self.escaped($0.rawValue) }
    self.init(
      name: name, patterns: [words.joined(separator: "|")], swiftType: "\(type)",
      transform: { groups in
        let word = groups.first.flatMap { $0 } ?? ""
        guard let value = T(rawValue: word) else {
          throw ParameterTypeError("'\(word)' is no \(T.self)")
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

/// What is wrong with a parameter type or its value.
public struct ParameterTypeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public var description: String

  /// Makes an error of a sentence.
  public init(_ description: String) { self.description = description }
}
