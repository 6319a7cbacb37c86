/// The pattern of a step definition: a Cucumber expression or a regular expression.
///
/// Text that begins with `^` or ends with `$`, or that is enclosed in slashes, is a regular
/// expression; all other text is a Cucumber expression.
public struct StepExpression: Sendable, CustomStringConvertible {
  /// The source text.
  public let source: String
  /// Whether the source is a regular expression.
  public let isRegularExpression: Bool
  /// The equivalent regular expression.
  public var pattern: String { program.source }

  private let program: StepPattern
  private let types: [ParameterType?]

  /// The source text.
  public var description: String { source }

  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - types: The parameter types that it may use.
  /// - Throws: ``CucumberExpressionError``, ``StepPatternError`` or ``ParameterTypeError``.
  public init(_ source: String, types: ParameterTypes = ParameterTypes()) throws {
    self.source = source
    let isBetweenSlashes =
      source.hasPrefix("/") && source.hasSuffix("/") && source.unicodeScalars.count > 1
    isRegularExpression = source.hasPrefix("^") || source.hasSuffix("$") || isBetweenSlashes
    if isRegularExpression {
      let text = isBetweenSlashes ? String(source.dropFirst().dropLast()) : source
      let program = try StepPattern(text)
      self.program = program
      self.types = try program.groups.filter { $0.parent == nil }.map {
        try types.type(forGroup: $0.source)
      }
    } else {
      guard source.utf8.count <= StepPattern.maximumCharacters else {
        throw ParameterTypeError(
          "the expression has more than \(StepPattern.maximumCharacters) bytes")
      }
      var parser = try ExpressionParser(source)
      var compiler = ExpressionCompiler(source, types)
      program = try StepPattern(try compiler.source(try parser.parse()))
      self.types = compiler.parameters
    }
  }

  /// Matches the text of a step and returns the arguments; nil if it does not match.
  ///
  /// A Cucumber expression must match the whole text, a regular expression any part of it.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of text and expression.
  public func match(_ text: String) -> [StepArgument]? {
    let scalars = Array(text.unicodeScalars)
    guard let ranges = program.firstMatch(in: scalars, isAnchored: !isRegularExpression) else {
      return nil
    }
    let groups = program.groups
    func string(_ group: Int) -> String? {
      ranges[group + 1].map { StepPattern.string(scalars[$0]) }
    }
    let outer = groups.indices.filter { groups[$0].parent == nil }
    return zip(outer, types).map { group, type in
      let inner = groups.indices.filter { groups[$0].parent == group }
      return StepArgument(
        text: string(group), range: ranges[group + 1], type: type,
        groups: inner.isEmpty ? [string(group)] : inner.map(string))
    }
  }
}

/// An argument: the part of a step's text that a parameter matched.
public struct StepArgument: Sendable {
  /// The matched text, including quotes; nil for a group that did not participate in the match.
  public let text: String?
  /// The range in the step's text, in Unicode scalars.
  public let range: Range<Int>?
  /// The parameter type; nil for a group that matches no type.
  public let type: ParameterType?
  private let groups: [String?]

  init(text: String?, range: Range<Int>?, type: ParameterType?, groups: [String?]) {
    self.text = text
    self.range = range
    self.type = type
    self.groups = groups
  }

  /// Converts the text with the parameter type; nil if the group did not participate in the match.
  ///
  /// - Throws: The error of the type's transform, for example for `{byte}` and 300.
  public func value() throws -> (any Sendable)? {
    guard let text else { return nil }
    guard let type else { return text }
    return try type.transform(groups)
  }
}
