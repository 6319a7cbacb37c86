/// Swift code that defines an undefined step.
///
/// Numbers, quoted strings and other matches of the parameter types become parameters:
///
///     steps.when("I tilt by {int} degrees for {string}") { world, arguments in
///       let int = try arguments[0, as: Int.self]
///       let string = try arguments[1, as: String.self]
///       throw Pending()
///     }
public struct StepSnippet: Sendable, Equatable {
  /// The Cucumber expression, which matches the step's text.
  public let expression: String
  /// The code of the definition.
  public let code: String

  /// The number of characters searched for parameters; the rest is literal.
  private static let maximumCharacters = 500

  /// A match of a parameter type in a text.
  private struct Found {
    var range: Range<Int>
    var type: ParameterType
  }

  /// Creates the code for a step.
  public init(_ step: Pickle.Step, types: ParameterTypes = ParameterTypes()) {
    let scalars = Array(step.text.unicodeScalars.prefix(StepPattern.maximumCharacters))
    let found = Self.parameters(Array(scalars.prefix(Self.maximumCharacters)), types)
    var expression = ""
    var at = 0
    for part in found {
      expression += Self.escaped(scalars[at..<part.range.lowerBound]) + "{\(part.type.name)}"
      at = part.range.upperBound
    }
    expression += Self.escaped(scalars[at...])
    self.expression = expression

    var lines: [String] = []
    var names: [String: Int] = [:]
    for (i, part) in found.enumerated() {
      let base = Self.identifier(part.type.name)
      let count = (names[base] ?? 0) + 1
      names[base] = count
      let name = count == 1 ? base : "\(base)\(count)"
      lines.append("  let \(name) = try arguments[\(i), as: \(part.type.swiftType).self]")
    }
    if step.dataTable != nil { lines.append("  let rows = try arguments.table.decode([Row].self)") }
    if step.docString != nil { lines.append("  let text = try arguments.text") }
    lines.append("  throw Pending()")
    let verb =
      switch step.type {
      case .context: "given"
      case .action: "when"
      case .outcome: "then"
      case .conjunction, .unknown: "step"
      }
    code =
      "steps.\(verb)(\(Self.literal(expression))) { world, arguments in\n"
      + lines.joined(separator: "\n") + "\n}"
  }

  /// The parameters in a text, from left to right.
  ///
  /// The earliest match is used, then the longest, then one of a registered type.
  private static func parameters(_ text: [Unicode.Scalar], _ types: ParameterTypes) -> [Found] {
    var patterns: [(StepPattern, ParameterType)] = []
    for type in types.customFirst where type.isUsedForSnippets {
      for pattern in type.patterns {
        if let read = try? StepPattern(pattern) { patterns.append((read, type)) }
      }
    }
    var found: [Found] = []
    var at = 0
    while at < text.count {
      guard isBoundary(text, at) else {
        at += 1
        continue
      }
      var best: Found?
      for (pattern, type) in patterns {
        guard let range = pattern.firstMatch(in: text, from: at, isAnchored: true)?.first ?? nil,
          !range.isEmpty, isBoundary(text, range.upperBound),
          range.count > best?.range.count ?? 0
        else { continue }
        best = Found(range: range, type: type)
      }
      if let best {
        found.append(best)
        at = best.range.upperBound
      } else {
        at += 1
      }
    }
    return found
  }

  /// Whether a position is a word boundary: white space, punctuation or an end of the text.
  private static func isBoundary(_ text: [Unicode.Scalar], _ at: Int) -> Bool {
    guard at > 0, at < text.count else { return true }
    let word = CharacterClass.Shorthand.word
    return !word.contains(text[at - 1]) || !word.contains(text[at])
  }

  private static func escaped(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text {
      if "({/\\".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func identifier(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars where CharacterClass.Shorthand.word.contains(scalar) {
      result.unicodeScalars.append(scalar)
    }
    if let first = result.unicodeScalars.first, "0"..."9" ~= first { result = "_" + result }
    return result.isEmpty ? "value" : result
  }

  /// A Swift string literal.
  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}":
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
