public import CaromSceneGraph

/// A match of a locator: a node, a component of a node, or an attribute.
///
/// A match reads from the live scene. <doc:Locators> lists the kinds of elements and their
/// attributes.
public struct Match {
  let tree: SceneDocument
  let item: QueryNode

  /// The node, or the node that a component belongs to; nil for elements of the whole scene, such
  /// as labels.
  public var node: Node? {
    tree.tree.kind(of: item.index) == .document ? nil : tree.owner(of: item.index)
  }

  /// The element name: `node`, `light`, `label`; for an attribute, that of its element.
  public var kind: String {
    isText ? tree.tree.name(of: tree.tree.parent(of: item.index)) : tree.tree.name(of: item.index)
  }

  /// The value of the element's `name` attribute, if any.
  public var name: String? { self["name"] }

  /// The name of the matched attribute; nil if the match is an element.
  public var attribute: String? {
    guard let position = item.attribute else { return nil }
    let all = tree.attributes(of: item.index)
    return position < all.count ? all[position].name : nil
  }

  /// The value of an attribute of the element, such as `position.y`; nil if there is none.
  public subscript(attribute: String) -> String? {
    guard tree.tree.kind(of: item.index) == .element else { return nil }
    return tree.attribute(attribute, of: item.index)
  }

  /// The attributes of the element, in order.
  public var attributes: [(name: String, value: String)] {
    tree.tree.kind(of: item.index) == .element ? tree.attributes(of: item.index) : []
  }

  /// The value of an attribute, or the text of a label; usually empty for other elements.
  public var text: String {
    if let attribute { return self[attribute] ?? "" }
    let shape = tree.tree
    let range = item.index..<max(item.index, shape.end(of: item.index))
    return range.filter { shape.kind(of: $0) == .text }.map { shape.text(of: $0) }.joined()
  }

  /// The path of the node, followed by its component: `/maze/lamp light`, `label score`.
  public var path: String {
    var parts: [String] = []
    if let node, tree.tree.name(of: item.index) != "scene" { parts.append(node.path) }
    if tree.nodes[item.index] == nil || parts.isEmpty {
      parts.append(kind)
      if let name { parts.append(name) }
    }
    if let attribute { parts.append("@" + attribute) }
    return parts.joined(separator: " ")
  }

  private var isText: Bool { tree.tree.kind(of: item.index) != .element }
}

/// The result of evaluating a selector.
public enum QueryResult {
  /// The matches, in document order.
  case matches([Match])
  /// A number, such as the value of `count(//node)`.
  case number(Double)
  /// A string.
  case string(String)
  /// A boolean.
  case boolean(Bool)

  /// The result as a string by the rules of XPath; for matches, the text of the first.
  public var text: String {
    switch self {
    case .matches(let matches): matches.first?.text ?? ""
    case .number(let number): CaromAutomation.text(of: number)
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    }
  }
}
