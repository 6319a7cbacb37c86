// The expressions that a selector is compiled to; names are resolved when it is evaluated on a
// tree.

/// The axes of XPath 1.0, part 2.2, except `namespace`: scenes have no namespaces.
package enum XPathAxis: String, CaseIterable, Sendable {
  case ancestor
  case ancestorOrSelf = "ancestor-or-self"
  case attribute
  case child
  case descendant
  case descendantOrSelf = "descendant-or-self"
  case following
  case followingSibling = "following-sibling"
  case parent
  case preceding
  case precedingSibling = "preceding-sibling"
  case `self`

  /// Whether positions count backwards from the context node.
  var isReverse: Bool {
    switch self {
    case .ancestor, .ancestorOrSelf, .preceding, .precedingSibling: true
    case .attribute, .child, .descendant, .descendantOrSelf, .following, .followingSibling, .parent,
      .`self`:
      false
    }
  }
}

/// A node test, XPath 1.0 part 2.3, of the kinds of nodes that scenes have.
enum NodeTest: Hashable, Sendable {
  /// An element, or on the attribute axis an attribute, with the name at an index of the selector's
  /// names.
  case name(Int)
  /// Any element, or on the attribute axis any attribute.
  case anyName
  /// Any node.
  case node
  case text
}

/// A location step of a path.
struct LocationStep: Sendable {
  var axis: XPathAxis
  var test: NodeTest
  var predicates: [Predicate] = []
  /// The characters of the step in the selector, including the slash before it.
  var range: Range<Int>

  /// Whether a predicate depends on the position of the node.
  var isPositional: Bool { predicates.contains { $0.isPositional } }
}

/// A predicate in brackets.
struct Predicate: Sendable {
  var condition: XPathExpression
  /// Whether the predicate may depend on the context position or size.
  var isPositional: Bool
  /// The position that is selected, if the predicate is a number literal.
  var position: Int?
  /// The characters of the predicate in the selector, including the brackets.
  var range: Range<Int>
}

/// The start of a path.
enum PathStart: Sendable {
  case root
  case context
  case expression(XPathExpression)
}

/// The comparison operators of XPath 1.0, part 3.4.
enum Comparison: String, Sendable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// The arithmetic operators of XPath 1.0, part 3.5.
enum Arithmetic: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "div"
  case remainder = "mod"
}

/// An expression; chains of one operator are lists, so only brackets add depth.
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
  /// The path `@name`, by the index of the name.
  case attribute(Int)
  case filtered(XPathExpression, [Predicate])
  case call(CoreFunction, [XPathExpression])
  /// An extension function, by its index.
  case extended(Int, [XPathExpression])
  /// The CSS condition `:nth-child(an+b)`, counted among siblings of the same layer.
  case nth(a: Int, b: Int, fromEnd: Bool, ofType: Bool)
}

/// The type of an expression, as far as it is known at compile time.
enum StaticType {
  case nodes
  case number
  case string
  case boolean
  /// The type of a variable.
  case unknown
}

extension XPathExpression {
  /// The type of the result.
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

  /// Whether the value may depend on the position or size of the context.
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

/// An extension function of a tree, called with the prefix `g:`.
package struct ExtendedFunction: Sendable {
  /// The type of a result.
  package enum ResultType: Sendable {
    case number
    case boolean
  }
  /// The name without prefix.
  package var name: String
  /// The accepted number of arguments.
  package var arguments: ClosedRange<Int>
  /// The type of the result.
  package var resultType: ResultType
  /// The usage for error messages: `g:distance(other)`.
  package var usage: String

  /// Creates a description of a function.
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

/// A parsed selector: an expression and the names it refers to.
package struct CompiledSelector: Sendable {
  /// The source text.
  package let text: String
  var root: XPathExpression
  /// The names of elements and attributes, by index.
  var names: [String]
  /// The extension functions that it may call.
  var functions: [ExtendedFunction]
  /// The characters of the source text.
  var characters: [Unicode.Scalar] { Array(text.unicodeScalars) }

  /// A range of the source text.
  func quote(_ range: Range<Int>) -> String {
    let all = characters
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: all[range.clamped(to: 0..<all.count)])
    return String(scalars)
  }
}
