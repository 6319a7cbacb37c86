import CaromDocuments
public import CaromSceneGraph

/// What differs between two scenes, node by node.
///
/// Nodes are compared as they are in the end, whatever classes and references made them so. Nodes of
/// the same name below the same node are the same node; one that is gone here and new there under
/// the same name has moved. Shared objects are compared by name where a name means one object, and
/// with each node that uses them otherwise.
public struct SceneDifference: Sendable {
  /// One difference.
  public enum Change: Equatable, Sendable {
    /// A node that only the second scene has, with all below it.
    case added(path: String)
    /// A node that only the first scene has, with all below it.
    case removed(path: String)
    /// A node that is somewhere else in the second scene.
    case moved(path: String, to: String)
    /// A property of a node, or of the scene where the path is `/`; JSON, nil for the default.
    case changed(path: String, key: String, old: String?, new: String?)
  }

  /// The differences in the order of the tree; moved, removed and added nodes come last.
  public private(set) var changes: [Change] = []

  /// Compares two scenes.
  public init(_ a: Scene, _ b: Scene) {
    let shared = FlatScene.sharedNames(a, b)
    let (first, second) = (FlatScene(a, by: shared), FlatScene(b, by: shared))
    compare(first.header, second.header, "/", "")
    var (gone, new): ([FlatNode], [FlatNode]) = ([], [])
    compare(first.root, second.root, &gone, &new)
    // What moved is compared as well, which may find more that is gone or new.
    var index = 0
    while index < gone.count {
      let node = gone[index]
      guard let name = node.name, let found = new.firstIndex(where: { $0.name == name }) else {
        index += 1
        continue
      }
      let other = new.remove(at: found)
      gone.remove(at: index)
      changes.append(.moved(path: node.path, to: other.path))
      compare(node.json, other.json, other.path, "")
      compare(node, other, &gone, &new)
    }
    changes += gone.map { .removed(path: $0.path) } + new.map { .added(path: $0.path) }
  }

  private mutating func compare(
    _ a: FlatNode, _ b: FlatNode, _ gone: inout [FlatNode], _ new: inout [FlatNode]
  ) {
    let (keys, others) = (a.children.map(\.key), b.children.map(\.key))
    let both = Set(keys).intersection(others)
    let (order, otherOrder) = (keys.filter(both.contains), others.filter(both.contains))
    if order != otherOrder {
      let (old, new) = (order.joined(separator: ", "), otherOrder.joined(separator: ", "))
      changes.append(.changed(path: b.path, key: "nodes", old: quoted(old), new: quoted(new)))
    }
    var byKey: [String: FlatNode] = [:]
    for child in b.children { byKey[child.key] = child }
    for child in a.children {
      guard let other = byKey[child.key] else {
        gone.append(child)
        continue
      }
      compare(child.json, other.json, other.path, "")
      compare(child, other, &gone, &new)
    }
    new += b.children.filter { !both.contains($0.key) }
  }

  /// Compares values; objects by key, arrays of objects by position.
  private mutating func compare(_ a: JSON?, _ b: JSON?, _ path: String, _ key: String) {
    if let a, let b {
      if a.description == b.description { return }
      if let own = a.members, let other = b.members {
        var keys = own.map(\.key)
        keys += other.map(\.key).filter { a[$0] == nil }
        for name in keys { compare(a[name], b[name], path, key.isEmpty ? name : "\(key).\(name)") }
        return
      }
      if let own = a.elements.map(Array.init), let other = b.elements.map(Array.init),
        own.count == other.count, own.contains(where: \.isObject)
      {
        for (i, pair) in zip(own, other).enumerated() {
          compare(pair.0, pair.1, path, "\(key).\(i)")
        }
        return
      }
    }
    changes.append(.changed(path: path, key: key, old: a?.description, new: b?.description))
  }
}

// MARK: For people and programs

extension SceneDifference {
  /// One line for each difference; empty if there is none.
  public var text: String {
    changes.map { change in
      switch change {
      case .added(let path): "added \(path)\n"
      case .removed(let path): "removed \(path)\n"
      case .moved(let path, let to): "moved \(path) → \(to)\n"
      case .changed(let path, let key, let old, let new):
        "\(path) \(key): \(old ?? "default") → \(new ?? "default")\n"
      }
    }.joined()
  }

  /// An object with `isEqual` and the list of `changes`, as compact JSON.
  public var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("isEqual") { $0.value(changes.isEmpty) }
      writer.member("changes") { writer in
        writer.array { writer in for change in changes { write(change, &writer) } }
      }
    }
    return writer.text
  }

  private func write(_ change: Change, _ writer: inout JSONWriter) {
    func member(_ key: String, _ value: String, _ writer: inout JSONWriter) {
      writer.key(key)
      writer.value(value)
    }
    writer.object { writer in
      switch change {
      case .added(let path):
        member("kind", "added", &writer)
        member("path", path, &writer)
      case .removed(let path):
        member("kind", "removed", &writer)
        member("path", path, &writer)
      case .moved(let path, let to):
        member("kind", "moved", &writer)
        member("path", path, &writer)
        member("to", to, &writer)
      case .changed(let path, let key, let old, let new):
        member("kind", "changed", &writer)
        member("path", path, &writer)
        member("key", key, &writer)
        for (name, value) in [("old", old), ("new", new)] {
          writer.key(name)
          if let value { writer.raw(value) } else { writer.null() }
        }
      }
    }
  }
}
