/// The function library of XPath 1.0, part 4.
enum CoreFunction: String, CaseIterable, Sendable {
  case last, position, count, id, name, string, concat, contains, substring, translate, boolean
  case not, `true`, `false`, lang, number, sum, floor, ceiling, round
  case localName = "local-name"
  case namespaceURI = "namespace-uri"
  case startsWith = "starts-with"
  case substringBefore = "substring-before"
  case substringAfter = "substring-after"
  case stringLength = "string-length"
  case normalizeSpace = "normalize-space"

  /// How many arguments it takes.
  var arguments: ClosedRange<Int> {
    switch self {
    case .last, .position, .true, .false: 0...0
    case .name, .localName, .namespaceURI, .string, .stringLength, .normalizeSpace, .number: 0...1
    case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
    case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
    case .substring: 2...3
    case .translate: 3...3
    case .concat: 2...Int.max
    }
  }

  /// What it answers with.
  var type: StaticType {
    switch self {
    case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
    case .id: .nodes
    case .boolean, .not, .true, .false, .lang, .startsWith, .contains: .boolean
    case .name, .localName, .namespaceURI, .string, .concat, .substring, .substringBefore,
      .substringAfter, .normalizeSpace, .translate:
      .string
    }
  }

  /// True when its argument has to be a node-set.
  var wantsNodes: Bool {
    switch self {
    case .count, .sum, .name, .localName, .namespaceURI: true
    default: false
    }
  }

  /// True when it reads no text of the nodes it is given.
  var ignoresText: Bool {
    switch self {
    case .count, .name, .localName, .namespaceURI, .boolean, .not, .lang: true
    default: false
    }
  }
}
