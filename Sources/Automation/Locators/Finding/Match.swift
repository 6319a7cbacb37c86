public import CaromSceneGraph

/// Something that a locator found: a node, a part of one, or an attribute.
///
/// It reads from the live scene. What kinds and attributes there are is in <doc:Locators>.
public struct Match {
  let tree: SceneDocument
  let item: QueryNode

  /// The node, or the one that a part sits on; nil for what belongs to the whole scene, such as a label.
  public var node: Node? {
    tree.tree.kind(of: item.index) == .document ? nil : tree.owner(of: item.index)
  }

  /// The name of the element: `node`, `light`, `label`; that of an attribute's element for those.
  public var kind: String {
    isText ? tree.tree.name(of: tree.tree.parent(of: item.index)) : tree.tree.name(of: item.index)
  }

  /// What the element is called, if it has a name.
  public var name: String? { self["name"] }

  /// The name of the attribute that was asked for, or nil if it was no attribute.
  public var attribute: String? {
    guard let position = item.attribute else { return nil }
    let all = tree.attributes(of: item.index)
    return position < all.count ? all[position].name : nil
  }

  /// An attribute of the element as text, such as `position.y`; nil if it has none of that name.
  public subscript(attribute: String) -> String? {
    guard tree.tree.kind(of: item.index) == .element else { return nil }
    return tree.attribute(attribute, of: item.index)
  }

  /// All attributes of the element, in order.
  public var attributes: [(name: String, value: String)] {
    tree.tree.kind(of: item.index) == .element ? tree.attributes(of: item.index) : []
  }

  /// The value of an attribute, or the text of a label; empty for most else.
  public var text: String {
    if let attribute { return self[attribute] ?? "" }
    let shape = tree.tree
    let range = item.index..<max(item.index, shape.end(of: item.index))
    return range.filter { shape.kind(of: $0) == .text }.map { shape.text(of: $0) }.joined()
  }

  /// The path of the node and what sits on it: `/maze/lamp light`, `label score`.
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

/// What a selector answers with.
public enum QueryResult {
  /// What was found, in the order of the tree.
  case matches([Match])
  /// A number, such as that of `count(//node)`.
  case number(Double)
  /// A text.
  case string(String)
  /// True or false.
  case boolean(Bool)

  /// The answer as text, by the rules of XPath; of matches, the text of the first.
  public var text: String {
    switch self {
    case .matches(let matches): matches.first?.text ?? ""
    case .number(let number): CaromAutomation.text(of: number)
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    }
  }
}
