/// Where in the program a step definition or a hook was written.
public struct DefinitionLocation: Sendable, Equatable, CustomStringConvertible {
  /// The file, as `#fileID` gives it.
  public var file: String
  /// The line, from one.
  public var line: Int

  /// Makes a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// The step definitions of a suite: which code a step's text means.
///
/// `Body` is what the runner calls; this module never does. Definitions are tried all, since a text that
/// two of them match is an error in the suite, whichever came first.
public struct StepRegistry<Body: Sendable>: Sendable {
  /// A definition.
  public struct Definition: Sendable {
    /// What it matches.
    public let expression: StepExpression
    /// Where it was written.
    public let location: DefinitionLocation
    /// What the runner calls.
    public let body: Body
  }

  /// A definition that matches a text.
  public struct Match: Sendable {
    /// The definition.
    public let definition: Definition
    /// What its expression took out of the text.
    public let arguments: [StepArgument]
  }

  /// What the definitions say of a step.
  public enum Resolution: Sendable {
    /// One definition matches.
    case defined(Match)
    /// None matches: Swift code that would define it.
    case undefined(snippet: String)
    /// Several match, in the order in which they were added.
    case ambiguous([Match])
  }

  /// The definitions, in the order in which they were added.
  public private(set) var definitions: [Definition] = []
  /// The parameter types that expressions may name; those of definitions added before are fixed.
  public var types: ParameterTypes

  /// Makes a registry without definitions.
  public init(types: ParameterTypes = ParameterTypes()) { self.types = types }

  /// Adds a definition.
  ///
  /// - Parameters:
  ///   - expression: a cucumber expression, or a regular expression such as `/^I tilt (\d+)$/`.
  ///   - file: where the definition is written.
  ///   - line: the line there.
  ///   - body: what the runner calls.
  /// - Throws: what is wrong with the expression, or that there is one with the same text.
  public mutating func define(
    _ expression: String, file: String = #fileID, line: Int = #line, body: Body
  ) throws {
    if let same = definitions.first(where: { $0.expression.source == expression }) {
      throw ParameterTypeError(
        "\(file):\(line): the step '\(expression)' is defined already at \(same.location)")
    }
    definitions.append(
      Definition(
        expression: try StepExpression(expression, types: types),
        location: DefinitionLocation(file: file, line: line), body: body))
  }

  /// The definition of a step.
  ///
  /// - Complexity: tries every definition.
  public func find(_ step: Pickle.Step) -> Resolution {
    var matches: [Match] = []
    for definition in definitions {
      if let arguments = definition.expression.match(step.text) {
        matches.append(Match(definition: definition, arguments: arguments))
      }
    }
    switch matches.count {
    case 0: return .undefined(snippet: StepSnippet(step, types: types).code)
    case 1: return .defined(matches[0])
    default: return .ambiguous(matches)
    }
  }

  /// What to tell of a step that several definitions match: each with its place.
  public static func ambiguity(_ step: Pickle.Step, _ matches: [Match]) -> String {
    let list = matches.map {
      "  '\($0.definition.expression)' at \($0.definition.location)"
    }.joined(separator: "\n")
    return "\(step.location): the step '\(step.text)' is ambiguous; it matches\n\(list)"
  }

  /// The definitions that match none of some steps.
  public func unused(in steps: some Sequence<Pickle.Step>) -> [Definition] {
    let texts = Set(steps.map(\.text))
    let ordered = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return definitions.filter { definition in
      !ordered.contains { definition.expression.match($0) != nil }
    }
  }
}
