/// What a step definition matches: a cucumber expression, or a regular expression.
///
/// Text that begins with `^` or ends with `$`, or that stands between slashes, is a regular expression;
/// all other text is a cucumber expression, as in other Cucumbers that have no literals for both.
public struct StepExpression: Sendable, CustomStringConvertible {
  /// The text as it was given.
  public let source: String
  /// Whether it is a regular expression.
  public let isRegularExpression: Bool
  /// The regular expression that it stands for.
  public var pattern: String { program.source }

  private let program: StepPattern
  private let types: [ParameterType?]

  /// The text as it was given.
  public var description: String { source }

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - source: the expression.
  ///   - types: the parameter types that it may name.
  /// - Throws: ``CucumberExpressionError``, ``StepPatternError`` or ``ParameterTypeError``, each with
  ///   what is wrong and where.
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
        throw ParameterTypeError("the expression is longer than \(StepPattern.maximumCharacters)")
      }
      var parser = try ExpressionParser(source)
      var compiler = ExpressionCompiler(source, types)
      program = try StepPattern(try compiler.source(try parser.parse()))
      self.types = compiler.parameters
    }
  }

  /// The arguments in the text of a step; nil when it does not match.
  ///
  /// A cucumber expression must match the whole text, a regular expression any part of it.
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

/// A part of a step's text that an expression took out.
public struct StepArgument: Sendable {
  /// The text, quotes included; nil for a group of a regular expression that was not taken.
  public let text: String?
  /// Where it stands in the step's text, in Unicode scalars.
  public let range: Range<Int>?
  /// The parameter type; nil for a group of a regular expression that fits none.
  public let type: ParameterType?
  private let groups: [String?]

  init(text: String?, range: Range<Int>?, type: ParameterType?, groups: [String?]) {
    self.text = text
    self.range = range
    self.type = type
    self.groups = groups
  }

  /// The value that the parameter type makes of it; nil when the group was not taken.
  ///
  /// - Throws: what the type says when the text is no such value, as `{byte}` says of 300.
  public func value() throws -> (any Sendable)? {
    guard let text else { return nil }
    guard let type else { return text }
    return try type.transform(groups)
  }
}
