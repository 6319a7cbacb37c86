public import CaromDocuments
public import CaromProperties

/// A reference to a node: by path in files, by object in code and by identity in snapshots.
///
/// A reference read from a file is unresolved until the reader has found the node and set it. It
/// does not retain the node once both are in the same scene.
public struct NodeReference: PropertyValue {
  /// The identity of the node in its scene; 0 while unresolved.
  public internal(set) var id: Int32 = 0
  /// The path as written in the file; empty for a reference made in code.
  public internal(set) var path = ""
  /// The source location of the path, until the reference is resolved.
  public internal(set) var source: JSON?
  /// The node, until it has an identity in the scene.
  package internal(set) var pending: Node?

  /// Creates an empty reference.
  public init() {}

  /// Creates a reference to a node, which need not be in a scene yet.
  public init(_ node: Node) { set(node) }

  /// Whether the reference has neither a node nor a path.
  public var isEmpty: Bool { id == 0 && pending == nil && path.isEmpty }

  /// Sets the node; the path from the file is kept for writing.
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

  /// Returns the node if it is in the scene, or nil.
  public func node(in scene: Scene) -> Node? {
    if let pending { return pending.scene === scene ? pending : nil }
    return scene.node(withID: id)
  }

  /// Returns the node, resolved in the scene of another node.
  func node(near other: Node) -> Node? {
    pending ?? other.scene.flatMap { $0.node(withID: id) }
  }

  /// Sets a node that need not be in the same scene as the owner of the reference.
  mutating func setPending(_ node: Node) {
    source = nil
    id = 0
    pending = node
  }

  /// Replaces the node by its identity if the node is in the scene.
  mutating func resolve(in scene: Scene) {
    guard let node = pending, node.scene === scene else { return }
    id = node.id
    pending = nil
  }

  /// Reads the path of a node.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let text = json.string, !text.isEmpty else {
      reader.fail(json, wants: "the path of a node, such as \"/ball\"")
      return
    }
    self = NodeReference()
    path = text
    source = json
  }

  /// Writes the path of the node, or the path that was read.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(writer[NodePaths.self](self) ?? path)
  }

  /// The JSON schema: a string with the path of a node.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"string\",\"minLength\":1}"
  }

  /// Writes the identity to the state.
  public func save(_ sink: inout StateSink) {
    // The identity of a node that is in no scene yet can change.
    if pending != nil { sink.rejectSaving() }
    sink.put(pending?.id ?? id)
  }

  /// Restores the identity from the state.
  public mutating func load(_ source: inout StateSource) {
    id = source.get(Int32.self)
    pending = nil
  }
}

/// Converts a reference to a path while writing; without it, paths are written as they were read.
public enum NodePaths: ContextKey {
  /// The default: the path that was read.
  public static var defaultValue: (NodeReference) -> String? { { _ in nil } }
}

// MARK: Visiting references

extension Node {
  /// Calls a closure with every node reference of the node's attachments, so that a reader can
  /// resolve it.
  public func updateReferences(_ body: (inout NodeReference) -> Void) {
    scene?.constraintOrder.version = nil
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

/// A value that contains node references: a reference, a record or choice of references, or an
/// array of such values.
///
/// Records and choices conform without further code; their properties and payloads are visited.
/// Roles need not conform, because every property of a role is visited.
public protocol NodeReferenceHolder {
  /// Calls a closure with every node reference in the value.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void)
}

extension NodeReference: NodeReferenceHolder {
  /// Calls the closure with the reference itself.
  public mutating func updateReferences(_ body: (inout NodeReference) -> Void) { body(&self) }
}

extension Optional: NodeReferenceHolder where Wrapped: NodeReferenceHolder {
  /// Visits the value, if present.
  public mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    self?.updateReferences(body)
  }
}

extension Array: NodeReferenceHolder where Element: NodeReferenceHolder {
  /// Visits the elements in order.
  public mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    for index in indices { self[index].updateReferences(body) }
  }
}

extension NodeReferenceHolder where Self: Part {
  /// Visits the properties in order.
  public mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    let part = self
    self = withoutActuallyEscaping(body) { body in
      var visitor = UpdateReferences(root: part, body: body)
      Self.properties(&visitor)
      return visitor.root
    }
  }
}

extension NodeReferenceHolder where Self: Variant {
  /// Visits the payload.
  public mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    let value = self
    self = withoutActuallyEscaping(body) { body in
      var visitor = UpdateReferencesOfCase(value: value, body: body)
      Self.cases(&visitor)
      return visitor.value
    }
  }
}

/// Visits the node references among the properties of a record.
struct UpdateReferences<Root>: PropertyVisitor {
  var root: Root
  let body: (inout NodeReference) -> Void

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    // Checking types first avoids casting every value, which would dominate the cost of roles.
    guard V.self is any NodeReferenceHolder.Type,
      var holder = root[keyPath: path] as? any NodeReferenceHolder
    else { return }
    holder.updateReferences(body)
    if let value = holder as? V { root[keyPath: path] = value }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Visits the node references in the payload of a choice.
private struct UpdateReferencesOfCase<Root>: CaseVisitor {
  var value: Root
  let body: (inout NodeReference) -> Void

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    guard let current = payload(value), var holder = current as? any NodeReferenceHolder else {
      return
    }
    holder.updateReferences(body)
    if let new = holder as? P { value = make(new) }
  }
}
