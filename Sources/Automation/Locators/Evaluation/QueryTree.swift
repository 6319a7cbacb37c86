/// What a selector is asked of: nodes in document order, with attributes that are read when wanted.
///
/// The nodes are numbered as they begin, the document itself being 0, so that the numbers are the
/// document order and what is below a node is a range. An attribute belongs to the number of its
/// element and is behind it.
package struct QueryTree {
  /// What a node is, XPath 1.0 part 5.
  package enum Kind: UInt8, Sendable {
    case document, element, text, comment, instruction
  }

  /// One node.
  struct Entry {
    var kind: Kind
    /// The name of an element, or the target of a processing instruction, by its place in the names.
    var name: Int32
    var parent: Int32
    /// The number after the last node below.
    var end: Int32
    /// The layer that CSS counts siblings in.
    var layer: UInt8
    /// Where the text of a text, comment or instruction is.
    var text: Int32
  }

  private(set) var entries: [Entry]
  private(set) var names: [String] = []
  private var slots: [String: Int32] = [:]
  private var texts: [String] = []
  private var open: [Int] = [0]

  /// Starts with an empty document.
  package init() {
    entries = [Entry(kind: .document, name: -1, parent: -1, end: 1, layer: 0, text: -1)]
  }

  /// How many nodes there are, with the document.
  package var count: Int { entries.count }

  /// Makes room.
  package mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  // MARK: Building

  /// Begins an element in the one that is open.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - layer: Siblings of one layer are counted together by CSS.
  /// - Returns: Its number.
  @discardableResult package mutating func begin(_ name: String, layer: UInt8 = 0) -> Int {
    let index = add(.element, intern(name), layer, -1)
    open.append(index)
    return index
  }

  /// Ends the element that was begun last.
  package mutating func end() {
    guard open.count > 1, let index = open.popLast() else { return }
    entries[index].end = Int32(entries.count)
    entries[0].end = Int32(entries.count)
  }

  /// Adds a text, a comment or, with a target, a processing instruction.
  package mutating func add(_ kind: Kind, text: String, target: String? = nil) {
    texts.append(text)
    let index = add(kind, target.map { intern($0) } ?? -1, 0, Int32(texts.count - 1))
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
    if let slot = slots[name] { return slot }
    names.append(name)
    slots[name] = Int32(names.count - 1)
    return Int32(names.count - 1)
  }

  // MARK: Reading

  /// The place of a name among the names, or −1 when no node has it.
  func slot(of name: String) -> Int32 { slots[name] ?? -1 }

  /// The name of an element or instruction; empty for others.
  package func name(of index: Int) -> String {
    let slot = Int(entries[index].name)
    return slot < 0 ? "" : names[slot]
  }

  /// The text of a text, comment or instruction; empty for others.
  package func text(of index: Int) -> String {
    let slot = Int(entries[index].text)
    return slot < 0 ? "" : texts[slot]
  }

  /// What a node is.
  package func kind(of index: Int) -> Kind { entries[index].kind }

  /// The number of the node that a node is in; −1 for the document.
  package func parent(of index: Int) -> Int { Int(entries[index].parent) }

  /// The number after the last node below.
  package func end(of index: Int) -> Int { Int(entries[index].end) }
}

/// What the nodes of a tree say of themselves when they are asked.
package protocol TreeContent: AnyObject {
  /// The attributes of an element, in order; names are unique.
  func attributes(of element: Int) -> [(name: String, value: String)]
  /// One attribute of an element, or nil; cheap, as it is asked of every candidate.
  func attribute(_ name: String, of element: Int) -> String?
  /// The name of the attribute that `id()` looks for.
  var identifier: String { get }
  /// Answers a function of the tree's own.
  ///
  /// - Parameters:
  ///   - function: Its position among those the selector was read with.
  ///   - node: The context node, as an element's number.
  ///   - arguments: What it is given.
  /// - Returns: The number, or 1 for true and 0 for false.
  /// - Throws: a sentence about the arguments.
  func call(
    _ function: Int, _ node: Int, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double
  /// How many nodes such a call looks at, which is known before it is made.
  func work(_ function: Int, _ node: Int, _ arguments: [TreeArgument]) -> Int
}

extension TreeContent {
  /// Without functions, there is nothing to answer.
  package func call(
    _ function: Int, _ node: Int, _ arguments: [TreeArgument]
  ) throws(ArgumentProblem) -> Double { 0 }
  /// Without functions, nothing is looked at.
  package func work(_ function: Int, _ node: Int, _ arguments: [TreeArgument]) -> Int { 0 }
  /// XML's own attribute for identities.
  package var identifier: String { "xml:id" }
}

/// What a function of a tree is given.
package enum TreeArgument {
  /// Elements by their numbers; attributes and texts stand for the element they are in.
  case elements([Int])
  case text(String)
  case number(Double)
  case boolean(Bool)
}

/// What is wrong with an argument.
package struct ArgumentProblem: Error {
  var message: String
}
