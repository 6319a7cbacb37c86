/// An error in a regular expression.
public struct StepPatternError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The expression.
  public var pattern: String
  /// The column of the error, from 1.
  public var column: Int
  /// The message.
  public var message: String

  /// The expression, the column and the message.
  public var description: String {
    "the regular expression /\(pattern)/ is invalid at column \(column): \(message)"
  }
}

/// A node of a regular expression.
indirect enum PatternNode {
  case set(CharacterClass)
  case start, end
  case wordBoundary(isNegated: Bool)
  case capture(Int, PatternNode)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
}

/// Parses regular expressions.
struct PatternParser {
  /// The maximum nesting of groups.
  static let maximumNesting = 40
  /// The maximum count in `{n,m}`.
  static let maximumRepetitions = 1_000

  private let source: String
  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var depth = 0
  private var ignoresCase = false
  /// The capturing groups, in the order of their `(`.
  private(set) var groups: [StepPattern.Group] = []
  private var openGroups: [Int] = []

  init(_ source: String) {
    self.source = source
    scalars = Array(source.unicodeScalars)
  }

  mutating func parse() throws(StepPatternError) -> PatternNode {
    if has("(?i)") { ignoresCase = true }
    let node = try choice()
    if at < scalars.count { throw failure("unmatched ')'") }
    return node
  }

  private func failure(_ message: String, at offset: Int? = nil) -> StepPatternError {
    StepPatternError(pattern: source, column: (offset ?? at) + 1, message: message)
  }

  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  private mutating func has(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[at...].starts(with: wanted) else { return false }
    at += wanted.count
    return true
  }

  private mutating func choice() throws(StepPatternError) -> PatternNode {
    var choices: [PatternNode] = []
    repeat { choices.append(try sequence()) } while has("|")
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(StepPatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let start = at
      var part = try atom()
      if let (least, most) = try quantifier() {
        switch part {
        case .start, .end, .wordBoundary:
          throw failure("nothing to repeat", at: start)
        case .set, .capture, .sequence, .choice, .repetition: break
        }
        part = .repetition(part, least: least, most: most, isLazy: has("?"))
        if let scalar = next, "*+?".unicodeScalars.contains(scalar) {
          throw failure("a quantifier cannot be repeated; add a group")
        }
      }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantifier() throws(StepPatternError) -> (Int, Int?)? {
    if has("*") { return (0, nil) }
    if has("+") { return (1, nil) }
    if has("?") { return (0, 1) }
    let start = at
    guard has("{"), let least = number() else {
      at = start
      return nil
    }
    let most = has(",") ? number() : least
    guard has("}") else {
      at = start
      return nil
    }
    if least > Self.maximumRepetitions || (most ?? 0) > Self.maximumRepetitions {
      throw failure("the maximum count is \(Self.maximumRepetitions)", at: start)
    }
    if let most, most < least { throw failure("the counts are in the wrong order", at: start) }
    return (least, most)
  }

  /// Digits as a number, clamped to a large value; nil if there are none.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, "0"..."9" ~= scalar {
      value = min((value ?? 0) * 10 + Int(scalar.value - 48), 1_000_000)
      at += 1
    }
    return value
  }

  private mutating func atom() throws(StepPatternError) -> PatternNode {
    let start = at
    at += 1
    switch scalars[start] {
    case "^": return .start
    case "$": return .end
    case ".": return .set(.anything)
    case "(": return try group(start)
    case "[": return .set(try bracket(start))
    case "\\": return try escape(start)
    case "*", "+", "?": throw failure("nothing to repeat", at: start)
    default: return .set(literal(scalars[start]))
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> CharacterClass {
    CharacterClass(ranges: [scalar...scalar], ignoresCase: ignoresCase)
  }

  private mutating func group(_ start: Int) throws(StepPatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumNesting else {
      throw failure("groups are nested deeper than \(Self.maximumNesting)", at: start)
    }
    var number: Int?
    if has("?") {
      if has("<") || has("P<") {
        if next == "=" || next == "!" {
          throw failure("lookbehind is not supported", at: start)
        }
        while let scalar = next, scalar != ">" { at += 1 }
        guard has(">") else { throw failure("the group name is not terminated by '>'", at: start) }
        number = openGroup()
      } else if has("=") || has("!") {
        throw failure("lookahead is not supported", at: start)
      } else if !has(":") {
        throw failure(
          "unsupported group; expected (…), (?:…) or (?<name>…)", at: start)
      }
    } else {
      number = openGroup()
    }
    let bodyStart = at
    let node = try choice()
    let body = scalars[bodyStart..<at]
    guard has(")") else { throw failure("unmatched '('", at: start) }
    guard let number else { return node }
    openGroups.removeLast()
    var text = ""
    text.unicodeScalars.append(contentsOf: body)
    groups[number].source = text
    return .capture(number + 1, node)
  }

  private mutating func openGroup() -> Int {
    groups.append(StepPattern.Group(source: "", parent: openGroups.last))
    openGroups.append(groups.count - 1)
    return groups.count - 1
  }

  private mutating func escape(_ start: Int) throws(StepPatternError) -> PatternNode {
    if next == "b" || next == "B" {
      at += 1
      return .wordBoundary(isNegated: scalars[at - 1] == "B")
    }
    return .set(try escapedSet(start))
  }

  /// The character class of `\x`, after the backslash.
  private mutating func escapedSet(_ start: Int) throws(StepPatternError) -> CharacterClass {
    guard let scalar = next else { throw failure("trailing backslash", at: start) }
    at += 1
    let classes: [Unicode.Scalar: CharacterClass.Shorthand] = [
      "d": .digit, "w": .word, "s": .space,
    ]
    let small = Unicode.Scalar(scalar.value | 32)
    if let small, let known = classes[small] {
      return CharacterClass(classes: [(known, small != scalar)])
    }
    let controls: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "r": "\r", "t": "\t", "f": "\u{c}", "v": "\u{b}",
    ]
    if let control = controls[scalar] { return CharacterClass(ranges: [control...control]) }
    if "0"..."9" ~= scalar { throw failure("backreferences are not supported", at: start) }
    if "a"..."z" ~= scalar || "A"..."Z" ~= scalar {
      throw failure(
        "'\\\(scalar)' is not supported; expected \\d, \\w, \\s, \\b or their complements",
        at: start)
    }
    return literal(scalar)
  }

  private mutating func bracket(_ open: Int) throws(StepPatternError) -> CharacterClass {
    var set = CharacterClass(isNegated: has("^"), ignoresCase: ignoresCase)
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      let start = at
      at += 1
      guard let low = try bracketScalar(scalar, start, into: &set) else { continue }
      guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
        set.ranges.append(low...low)
        continue
      }
      at += 2
      var ignored = CharacterClass()
      guard let high = try bracketScalar(scalars[at - 1], at - 1, into: &ignored) else {
        throw failure("a class cannot end a range", at: start)
      }
      guard low <= high else { throw failure("the range is in the wrong order", at: start) }
      set.ranges.append(low...high)
    }
    guard has("]") else { throw failure("unmatched '['", at: open) }
    return set
  }

  /// A scalar in brackets; nil for a shorthand class, which is added to the set.
  private mutating func bracketScalar(
    _ scalar: Unicode.Scalar, _ start: Int, into set: inout CharacterClass
  ) throws(StepPatternError) -> Unicode.Scalar? {
    guard scalar == "\\" else { return scalar }
    let escaped = try escapedSet(start)
    if !escaped.classes.isEmpty {
      set.classes += escaped.classes
      return nil
    }
    return escaped.ranges.first?.lowerBound
  }
}
