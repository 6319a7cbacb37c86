/// A node of a tree or an attribute of an element, ordered by document order.
package struct QueryNode: Hashable, Comparable, Sendable {
  var bits: Int

  /// Creates a reference to an element, a text or the document by its index.
  package init(_ index: Int) { bits = index << 16 }

  /// Creates a reference to an attribute by its position among the attributes of its element.
  static func attribute(_ position: Int, of index: Int) -> QueryNode {
    var node = QueryNode(index)
    node.bits |= min(position + 1, 0xFFFF)
    return node
  }

  /// The index of the node, or of the element that the attribute belongs to.
  package var index: Int { bits >> 16 }
  /// The position of an attribute among those of its element; nil for other nodes.
  package var attribute: Int? { isAttribute ? bits & 0xFFFF - 1 : nil }
  /// Whether it is an attribute.
  package var isAttribute: Bool { bits & 0xFFFF != 0 }

  /// Compares by document order.
  package static func < (a: QueryNode, b: QueryNode) -> Bool { a.bits < b.bits }
}

/// The value of an expression, XPath 1.0 part 1.
package enum XPathValue: Sendable {
  /// A node-set in document order, without duplicates.
  case nodes([QueryNode])
  case number(Double)
  case string(String)
  case boolean(Bool)
}
