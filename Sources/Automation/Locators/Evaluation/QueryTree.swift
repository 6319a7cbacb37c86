/// The tree that selectors are evaluated on: nodes in document order.
///
/// Nodes are numbered in document order, the document itself being 0, so that the descendants of a
/// node are a range. An attribute is addressed by the index of its element and follows it in order.
package struct QueryTree {
  /// The kind of a node, XPath 1.0 part 5; scenes have no comments or processing instructions.
  package enum Kind: UInt8, Sendable {
    case document, element, text
  }

  /// A node.
  struct Entry {
    var kind: Kind
    /// The name of an element, as an index of `names`.
    var name: Int32
    var parent: Int32
    /// The index after the last descendant.
    var end: Int32
    /// The layer in which CSS counts siblings.
    var layer: UInt8
    /// The value of a text, as an index of `texts`.
    var text: Int32
  }

  private(set) var entries: [Entry]
  private(set) var names: [String] = []
  private var nameIndices: [String: Int32] = [:]
  private var texts: [String] = []
  private var open: [Int] = [0]

  /// Creates an empty document.
  package init() {
    entries = [Entry(kind: .document, name: -1, parent: -1, end: 1, layer: 0, text: -1)]
  }

  /// The number of nodes, including the document.
  package var count: Int { entries.count }

  /// Reserves capacity for a number of nodes.
  package mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  // MARK: Building

  /// Opens an element inside the current one.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - layer: CSS counts siblings of the same layer together.
  /// - Returns: The index of the element.
  @discardableResult package mutating func begin(_ name: String, layer: UInt8 = 0) -> Int {
    let index = add(.element, intern(name), layer, -1)
    open.append(index)
    return index
  }

  /// Closes the current element.
  package mutating func end() {
    guard open.count > 1, let index = open.popLast() else { return }
    entries[index].end = Int32(entries.count)
    entries[0].end = Int32(entries.count)
  }

  /// Adds a text to the current element.
  package mutating func addText(_ text: String) {
    texts.append(text)
    let index = add(.text, -1, 0, Int32(texts.count - 1))
    entries[index].end = Int32(entries.count)
    entries[0].end = Int32(entries.count)
  }

  private mutating func add(_ kind: Kind, _ name: Int32, _ layer: UInt8, _ text: Int32) -> Int {
    let parent = Int32(open.last ?? 0)
    entries.append(
      Entry(kind: kind, name: name, parent: parent, end: 0, layer: layer, text: text))
    return entries.count - 1
  }

  private mutating func intern(_ name: String) -> Int32 {
    if let known = nameIndices[name] { return known }
    names.append(name)
    nameIndices[name] = Int32(names.count - 1)
    return Int32(names.count - 1)
  }

  // MARK: Reading

  /// The index of a name, or −1 if no element has it.
  func nameIndex(of name: String) -> Int32 { nameIndices[name] ?? -1 }

  /// The name of an element; empty for other nodes.
  package func name(of index: Int) -> String {
    let name = Int(entries[index].name)
    return name < 0 ? "" : names[name]
  }

  /// The value of a text; empty for other nodes.
  package func text(of index: Int) -> String {
    let text = Int(entries[index].text)
    return text < 0 ? "" : texts[text]
  }

  /// The kind of a node.
  package func kind(of index: Int) -> Kind { entries[index].kind }

  /// The index of the parent; −1 for the document.
  package func parent(of index: Int) -> Int { Int(entries[index].parent) }

  /// The index after the last descendant.
  package func end(of index: Int) -> Int { Int(entries[index].end) }
}

/// The source of the attributes and extension functions of a tree.
package protocol TreeContent: AnyObject {
  /// The attributes of an element, in order; names are unique.
  func attributes(of element: Int) -> [(name: String, value: String)]
  /// An attribute of an element, or nil. Called for every candidate, so it must be fast.
  func attribute(_ name: String, of element: Int) -> String?
  /// The name of the attribute that `id()` compares.
  var identifier: String { get }
  /// Calls an extension function.
  ///
  /// - Parameters:
  ///   - function: The index among the functions that the selector was parsed with.
  ///   - node: The index of the context element.
  ///   - arguments: The arguments.
  /// - Returns: A number, or 1 for true and 0 for false.
  /// - Throws: An error if an argument is invalid.
  func call(
    _ function: Int, _ node: Int, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double
  /// The number of nodes that a call visits; computed before the call.
  func work(_ function: Int, _ node: Int, _ arguments: [TreeArgument]) -> Int
}

extension TreeContent {
  /// By default there are no extension functions.
  package func call(
    _ function: Int, _ node: Int, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double { 0 }
  /// By default there are no extension functions.
  package func work(_ function: Int, _ node: Int, _ arguments: [TreeArgument]) -> Int { 0 }
  /// The default name of identifiers.
  package var identifier: String { "id" }
}

/// An argument of an extension function.
package enum TreeArgument {
  /// Elements by index; attributes and texts are represented by their element.
  case elements([Int])
  case text(String)
  case number(Double)
  case boolean(Bool)
}

/// An error in an argument.
package struct ArgumentProblem: Error {
  var message: String
}
