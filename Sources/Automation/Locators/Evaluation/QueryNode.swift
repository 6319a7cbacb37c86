/// A node of a tree, or one of its attributes, in document order.
package struct QueryNode: Hashable, Comparable, Sendable {
  var bits: Int

  /// An element, text, comment, instruction or the document, by its number.
  package init(_ index: Int) { bits = index << 16 }

  /// The only namespace node that there is, that of `xml:`.
  static func namespace(of index: Int) -> QueryNode {
    var node = QueryNode(index)
    node.bits |= 1
    return node
  }

  /// An attribute, by its place among those of its element.
  static func attribute(_ position: Int, of index: Int) -> QueryNode {
    var node = QueryNode(index)
    node.bits |= min(position + 2, 0xFFFF)
    return node
  }

  /// The number of the node, or of the element that the attribute is of.
  package var index: Int { bits >> 16 }
  /// The place of an attribute among those of its element; nil for anything else.
  package var attribute: Int? { isAttribute ? bits & 0xFFFF - 2 : nil }
  /// True for an attribute.
  package var isAttribute: Bool { bits & 0xFFFF > 1 }
  /// True for a namespace node.
  package var isNamespace: Bool { bits & 0xFFFF == 1 }
  /// True for anything but attributes and namespace nodes.
  var isPlain: Bool { bits & 0xFFFF == 0 }

  /// Document order.
  package static func < (a: QueryNode, b: QueryNode) -> Bool { a.bits < b.bits }
}

/// What an expression answers with, XPath 1.0 part 1.
package enum XPathValue: Sendable {
  /// Nodes in document order, each once.
  case nodes([QueryNode])
  case number(Double)
  case string(String)
  case boolean(Bool)
}
