// What a selector is compiled to: the expressions of XPath 1.0, with the names of a tree left open.

/// The axes of XPath 1.0, part 2.2.
package enum XPathAxis: String, CaseIterable, Sendable {
  case ancestor
  case ancestorOrSelf = "ancestor-or-self"
  case attribute
  case child
  case descendant
  case descendantOrSelf = "descendant-or-self"
  case following
  case followingSibling = "following-sibling"
  case namespace
  case parent
  case preceding
  case precedingSibling = "preceding-sibling"
  case `self`

  /// True when positions count backwards from the context node.
  var isReverse: Bool {
    switch self {
    case .ancestor, .ancestorOrSelf, .preceding, .precedingSibling: true
    default: false
    }
  }
}

/// What a step asks of a node, XPath 1.0 part 2.3.
enum NodeTest: Hashable, Sendable {
  /// An element, or on its axis an attribute, of the name in a slot of the selector's names.
  case name(Int)
  /// Any element, or on its axis any attribute.
  case anyName
  /// Any of a prefix.
  case prefix(String)
  /// Anything.
  case node
  case text
  case comment
  /// A processing instruction, perhaps of one target.
  case instruction(String?)
}

/// One step of a path.
struct LocationStep: Sendable {
  var axis: XPathAxis
  var test: NodeTest
  var predicates: [Predicate] = []
  /// Where its text is in the selector, in characters from 0, with the slash before it.
  var range: Range<Int>

  /// True when a node's place among those of the step decides.
  var isPositional: Bool { predicates.contains { $0.isPositional } }
}

/// A condition in brackets.
struct Predicate: Sendable {
  var condition: XPathExpression
  /// True when it may depend on position or size.
  var isPositional: Bool
  /// The position that it asks for, if that is a whole number as it stands there.
  var position: Int?
  /// Where its text is in the selector, with the brackets.
  var range: Range<Int>
}

/// Where a path starts.
enum PathStart: Sendable {
  case root
  case context
  case expression(XPathExpression)
}

/// The comparisons of XPath 1.0, part 3.4.
enum Comparison: String, Sendable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// The arithmetic of XPath 1.0, part 3.5.
enum Arithmetic: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "div"
  case remainder = "mod"
}

/// An expression; chains of one operator are lists, so that only brackets make it deep.
indirect enum XPathExpression: Sendable {
  case number(Double)
  case literal(String)
  case variable(String, column: Int)
  case any([XPathExpression])
  case all([XPathExpression])
  case comparison(XPathExpression, [(Comparison, XPathExpression)])
  case arithmetic(XPathExpression, [(Arithmetic, XPathExpression)])
  case negated(XPathExpression)
  case union([XPathExpression])
  case path(PathStart, [LocationStep])
  /// The attribute of a name of the context node: the path `@name`.
  case attribute(Int)
  case filtered(XPathExpression, [Predicate])
  case call(CoreFunction, [XPathExpression])
  /// A function of the tree, by its position among those the tree knows.
  case extended(Int, [XPathExpression])
  /// The CSS condition `:nth-child(an+b)`, counted among siblings of the same layer.
  case nth(a: Int, b: Int, fromEnd: Bool, ofType: Bool)
}

/// What an expression answers with, as far as it can be told without a tree.
enum StaticType {
  case nodes
  case number
  case string
  case boolean
  /// A variable's.
  case unknown
}

extension XPathExpression {
  /// What it answers with.
  func type(_ functions: [ExtendedFunction]) -> StaticType {
    switch self {
    case .number, .arithmetic, .negated: .number
    case .literal: .string
    case .variable: .unknown
    case .any, .all, .comparison, .nth: .boolean
    case .union, .path, .attribute, .filtered: .nodes
    case .call(let function, _): function.type
    case .extended(let index, _): functions[index].type
    }
  }

  /// True when it may depend on the position or size of its own context.
  var usesPosition: Bool {
    switch self {
    case .number, .literal, .variable, .path(.context, _), .path(.root, _), .attribute, .nth: false
    case .any(let parts), .all(let parts), .union(let parts), .extended(_, let parts):
      parts.contains { $0.usesPosition }
    case .comparison(let first, let rest):
      first.usesPosition || rest.contains { $0.1.usesPosition }
    case .arithmetic(let first, let rest):
      first.usesPosition || rest.contains { $0.1.usesPosition }
    case .negated(let inner), .path(.expression(let inner), _), .filtered(let inner, _):
      inner.usesPosition
    case .call(let function, let arguments):
      function == .position || function == .last || arguments.contains { $0.usesPosition }
    }
  }
}

/// A function that a tree adds to those of XPath, called with the prefix `g:`.
package struct ExtendedFunction: Sendable {
  /// The kinds of answers.
  package enum ResultType: Sendable {
    case number
    case boolean
  }
  /// The name without prefix.
  package var name: String
  /// How many arguments it takes.
  package var arguments: ClosedRange<Int>
  /// What it answers with.
  package var resultType: ResultType
  /// How it is written, for messages: `g:distance(other)`.
  package var usage: String

  /// Describes a function.
  package init(
    _ name: String, _ arguments: ClosedRange<Int>, _ resultType: ResultType, usage: String
  ) {
    self.name = name
    self.arguments = arguments
    self.resultType = resultType
    self.usage = usage
  }

  var type: StaticType { resultType == .number ? .number : .boolean }
}

/// A selector that was read: an expression and the names that it mentions.
package struct CompiledSelector: Sendable {
  /// The text it was read from.
  package let text: String
  var root: XPathExpression
  /// The names of elements and attributes, by slot.
  var names: [String]
  /// The functions of the tree that it may call.
  var functions: [ExtendedFunction]
  /// The characters of the text, for quoting steps.
  var characters: [Unicode.Scalar] { Array(text.unicodeScalars) }

  /// A part of the text.
  func quote(_ range: Range<Int>) -> String {
    let all = characters
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: all[range.clamped(to: 0..<all.count)])
    return String(scalars)
  }
}
