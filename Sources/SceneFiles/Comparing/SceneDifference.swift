import CaromDocuments
public import CaromSceneGraph

/// The differences between two scenes, node by node.
///
/// Nodes are compared after classes, references and overrides have been applied. Nodes with the
/// same name below the same parent are the same node. A node that was removed in one location and
/// added in another under the same name is reported as moved. Shared objects are compared by name
/// when the name is unambiguous, and with each node that uses them otherwise.
public struct SceneDifference: Sendable {
  /// One difference.
  public enum Change: Equatable, Sendable {
    /// A node that exists only in the second scene, with its descendants.
    case added(path: String)
    /// A node that exists only in the first scene, with its descendants.
    case removed(path: String)
    /// A node that has another parent in the second scene.
    case moved(path: String, to: String)
    /// A property of a node, or of the scene if the path is `/`; values are JSON, nil for the
    /// default.
    case changed(path: String, key: String, old: String?, new: String?)
  }

  /// The differences in tree order; moved, removed and added nodes come last.
  public private(set) var changes: [Change] = []

  /// Compares two scenes.
  public init(_ a: Scene, _ b: Scene) {
    let shared = FlatScene.sharedNames(a, b)
    let (first, second) = (FlatScene(a, by: shared), FlatScene(b, by: shared))
    compare(first.header, second.header, "/", "")
    var (removed, added): ([FlatNode], [FlatNode]) = ([], [])
    compare(first.root, second.root, &removed, &added)
    // Comparing a moved node can find more removed and added nodes.
    var index = 0
    while index < removed.count {
      let node = removed[index]
      guard let name = node.name, let found = added.firstIndex(where: { $0.name == name }) else {
        index += 1
        continue
      }
      let other = added.remove(at: found)
      removed.remove(at: index)
      changes.append(.moved(path: node.path, to: other.path))
      compare(node.json, other.json, other.path, "")
      compare(node, other, &removed, &added)
    }
    changes += removed.map { .removed(path: $0.path) } + added.map { .added(path: $0.path) }
  }

  private mutating func compare(
    _ a: FlatNode, _ b: FlatNode, _ removed: inout [FlatNode], _ added: inout [FlatNode]
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
        removed.append(child)
        continue
      }
      compare(child.json, other.json, other.path, "")
      compare(child, other, &removed, &added)
    }
    added += b.children.filter { !both.contains($0.key) }
  }

  /// Compares two values: objects by key, arrays of objects by index.
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

// MARK: Output

extension SceneDifference {
  /// The differences as text, one line each; empty if there are none.
  public var text: String {
    changes.map { change in
      switch change {
      case .added(let path): "added \(path)"
      case .removed(let path): "removed \(path)"
      case .moved(let path, let to): "moved \(path) → \(to)"
      case .changed(let path, let key, let old, let new):
        "\(path) \(key): \(old ?? "default") → \(new ?? "default")"
      }
    }.map { $0.onOneLine + "\n" }.joined()
  }

  /// The differences as compact JSON: an object with `isEqual` and the list of `changes`.
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
