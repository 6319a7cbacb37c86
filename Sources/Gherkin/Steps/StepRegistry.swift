/// The location of a step definition or hook in the source code.
public struct DefinitionLocation: Sendable, Equatable, CustomStringConvertible {
  /// The file, as given by `#fileID`.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Creates a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The location as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// A collection of step definitions that maps the texts of steps to code.
///
/// `Body` is called by the runner, not by this module. All definitions are tried: a text that
/// matches two of them is ambiguous, regardless of their order.
public struct StepRegistry<Body: Sendable>: Sendable {
  /// A step definition.
  public struct Definition: Sendable {
    /// The expression that it matches.
    public let expression: StepExpression
    /// The location in the source code.
    public let location: DefinitionLocation
    /// The code, which the runner calls.
    public let body: Body
  }

  /// A match of a step with a definition.
  public struct Match: Sendable {
    /// The definition.
    public let definition: Definition
    /// The arguments in the step's text.
    public let arguments: [StepArgument]
  }

  /// The result of matching a step.
  public enum Resolution: Sendable {
    /// One definition matches.
    case defined(Match)
    /// No definition matches; the snippet is Swift code that would define the step.
    case undefined(snippet: String)
    /// Several definitions match, in the order in which they were added.
    case ambiguous([Match])
  }

  /// The definitions, in the order in which they were added.
  public private(set) var definitions: [Definition] = []
  /// The parameter types; changes apply to definitions added later.
  public var types: ParameterTypes

  /// Creates an empty registry.
  public init(types: ParameterTypes = ParameterTypes()) { self.types = types }

  /// Adds a definition.
  ///
  /// - Parameters:
  ///   - expression: A Cucumber expression, or a regular expression such as `/^I tilt (\d+)$/`.
  ///   - file: The file of the definition.
  ///   - line: The line of the definition.
  ///   - body: The code, which the runner calls.
  /// - Throws: An error if the expression is invalid or already defined.
  public mutating func define(
    _ expression: String, file: String = #fileID, line: Int = #line, body: Body
  ) throws {
    if let same = definitions.first(where: { $0.expression.source == expression }) {
      throw ParameterTypeError(
        "\(file):\(line): the step '\(expression)' is already defined at \(same.location)")
    }
    definitions.append(
      Definition(
        expression: try StepExpression(expression, types: types),
        location: DefinitionLocation(file: file, line: line), body: body))
  }

  /// Matches a step with the definitions.
  ///
  /// - Complexity: Linear in the number of definitions.
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

  /// The error message for a step that several definitions match.
  public static func ambiguity(_ step: Pickle.Step, _ matches: [Match]) -> String {
    let list = matches.map {
      "  '\($0.definition.expression)' at \($0.definition.location)"
    }.joined(separator: "\n")
    return "\(step.location): the step '\(step.text)' is ambiguous; it matches\n\(list)"
  }

  /// The definitions that match none of the given steps.
  public func unused(in steps: some Sequence<Pickle.Step>) -> [Definition] {
    let texts = Set(steps.map(\.text))
    let ordered = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return definitions.filter { definition in
      !ordered.contains { definition.expression.match($0) != nil }
    }
  }
}
