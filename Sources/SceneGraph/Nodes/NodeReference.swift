public import CaromDocuments
public import CaromProperties

/// Names another node: in files by its path, in code by the node, in snapshots by its identity.
///
/// A reference that was read from a file names nothing until the file's reader has found the node
/// and set it. It does not keep a node alive once both are in the same scene.
public struct NodeReference: PropertyValue {
  /// The identity of the node in its scene; 0 while that is not known.
  public internal(set) var id: Int32 = 0
  /// The path as the file gave it; empty for a reference made in code.
  public internal(set) var path = ""
  /// Where the file gave the path, until the node was found.
  public internal(set) var source: JSON?
  /// The node, until it has an identity in a scene.
  package internal(set) var pending: Node?

  /// Makes a reference that names nothing.
  public init() {}

  /// Makes a reference to a node, which need not be in a scene yet.
  public init(_ node: Node) { set(node) }

  /// True when it names nothing, not even a path.
  public var isEmpty: Bool { id == 0 && pending == nil && path.isEmpty }

  /// Names a node; the path that a file gave is kept for writing.
  public mutating func set(_ node: Node) {
    source = nil
    if node.scene != nil {
      id = node.id
      pending = nil
    } else {
      id = 0
      pending = node
    }
  }

  /// The node in a scene, or nil when it is not there.
  public func node(in scene: Scene) -> Node? {
    if let pending { return pending.scene === scene ? pending : nil }
    return scene.node(withID: id)
  }

  /// The node, found by way of another one that is in the same scene or outside of any.
  func node(near other: Node) -> Node? {
    pending ?? other.scene.flatMap { $0.node(withID: id) }
  }

  /// Names a node that need not be in the same scene as the holder of the reference.
  mutating func setPending(_ node: Node) {
    source = nil
    id = 0
    pending = node
  }

  /// Exchanges the node for its identity as soon as it has one in a scene.
  mutating func settle(in scene: Scene) {
    guard let node = pending, node.scene === scene else { return }
    id = node.id
    pending = nil
  }

  /// Reads a path.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let text = json.string, !text.isEmpty else {
      reader.fail(json, wants: "the path of a node, such as \"/ball\"")
      return
    }
    self = NodeReference()
    path = text
    source = json
  }

  /// Writes the path of the node, or the one that was read.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(writer[NodePaths.self](self) ?? path)
  }

  /// The path of a node.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"string\",\"minLength\":1}"
  }

  /// Appends the identity.
  public func save(_ sink: inout StateSink) { sink.put(pending?.id ?? id) }

  /// Reads the identity back.
  public mutating func load(_ source: inout StateSource) {
    id = source.get(Int32.self)
    pending = nil
  }
}

/// How a writer turns a reference into a path; without it, paths are written as they were read.
public enum NodePaths: ContextKey {
  /// No path of its own.
  public static var defaultValue: (NodeReference) -> String? { { _ in nil } }
}

// MARK: Finding references

extension Node {
  /// Visits every reference of what sits on it, so that a reader can set it.
  public func updateReferences(_ body: (inout NodeReference) -> Void) {
    for i in storage.constraints.indices {
      var constraint = storage.constraints[i]
      constraint.updateReferences(body)
      storage.constraints[i] = constraint
    }
    for joint in storage.joints { joint.updateReferences(body) }
    storage.vehicle?.updateReferences(body)
    var role = storage.role
    role.updateReferences(body)
    storage.role = role
    updateAnimationReferences(body)
  }
}

/// Visits the references among the properties of a record.
struct UpdateReferences<Root>: PropertyVisitor {
  var root: Root
  let body: (inout NodeReference) -> Void

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    // A cast of every value would cost more than all else that a role of a large scene does.
    guard V.self == NodeReference.self || V.self == NodeReference?.self,
      var reference = root[keyPath: path] as? NodeReference
    else { return }
    body(&reference)
    if let value = reference as? V { root[keyPath: path] = value }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}
