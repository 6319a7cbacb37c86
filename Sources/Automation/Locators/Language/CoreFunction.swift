/// The core function library of XPath 1.0, part 4.
enum CoreFunction: String, CaseIterable, Sendable {
  case last, position, count, id, name, string, concat, contains, substring, translate, boolean
  case not, `true`, `false`, number, sum, floor, ceiling, round
  case localName = "local-name"
  case startsWith = "starts-with"
  case substringBefore = "substring-before"
  case substringAfter = "substring-after"
  case stringLength = "string-length"
  case normalizeSpace = "normalize-space"

  /// The accepted number of arguments.
  var arguments: ClosedRange<Int> {
    switch self {
    case .last, .position, .true, .false: 0...0
    case .name, .localName, .string, .stringLength, .normalizeSpace, .number: 0...1
    case .count, .id, .boolean, .not, .sum, .floor, .ceiling, .round: 1...1
    case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
    case .substring: 2...3
    case .translate: 3...3
    case .concat: 2...Int.max
    }
  }

  /// The type of the result.
  var type: StaticType {
    switch self {
    case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
    case .id: .nodes
    case .boolean, .not, .true, .false, .startsWith, .contains: .boolean
    case .name, .localName, .string, .concat, .substring, .substringBefore, .substringAfter,
      .normalizeSpace, .translate:
      .string
    }
  }

  /// Whether the argument must be a node-set.
  var wantsNodes: Bool {
    switch self {
    case .count, .sum, .name, .localName: true
    case .last, .position, .id, .string, .concat, .contains, .substring, .translate, .boolean, .not,
      .true, .false, .number, .floor, .ceiling, .round, .startsWith, .substringBefore,
      .substringAfter, .stringLength, .normalizeSpace:
      false
    }
  }

  /// Whether the function ignores the string values of its argument.
  var ignoresText: Bool {
    switch self {
    case .count, .name, .localName, .boolean, .not: true
    case .last, .position, .id, .string, .concat, .contains, .substring, .translate, .true, .false,
      .number, .sum, .floor, .ceiling, .round, .startsWith, .substringBefore, .substringAfter,
      .stringLength, .normalizeSpace:
      false
    }
  }
}
