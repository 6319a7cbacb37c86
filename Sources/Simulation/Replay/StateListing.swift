import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

extension Session {
  /// The complete state as lines of text in a fixed order, for use with ``StateDifference``.
  ///
  /// The lines contain the declared properties of the game, of the scene and of each node with its
  /// body. State without declaration, such as running actions and cached contacts, is represented
  /// by a hash, so that sessions with equal lines have equal states.
  ///
  /// - Complexity: A millisecond or more; intended for tools.
  public var stateLines: [StateLine] {
    var listing = StateListing()
    listing.add("session", "tick", "\(tick)")
    listing.add("session", "date", "\(date)")
    addCommonState(to: &listing)
    var paths = NodePathTable()
    var open = [scene.rootNode]
    while let node = open.popLast() {
      listing.add(paths.path(of: node), node: node)
      open += node.childNodes.reversed()
    }
    for part in partHashes where part.name != "queue" {
      listing.add(part.name, StateLine.remainder, hexadecimal(part.hash))
    }
    return listing.lines
  }

  /// Adds the state of everything except the nodes, without the time.
  func addCommonState(to listing: inout StateListing) {
    for entry in launch.arguments.entries {
      listing.add("session", "arguments.\(entry.name)", "\(entry.value)")
    }
    for entry in storage.entries {
      listing.add("session", "storage.\(entry.name)", "\(entry.value)")
    }
    listing.add("random", "seed", "\(seed)")
    for (prefix, streams) in [("", random), ("scene.", scene.random)] {
      for entry in streams.entries {
        listing.add("random", prefix + entry.name, "\(entry.stream.draws) draws")
      }
    }
    listing.add("input", record: input)
    listing.add("level", record: levelState)
    add(game, to: &listing)
    listing.writer[NodePaths.self] = { [scene] in $0.node(in: scene)?.path }
    listing.add("scene", record: scene.state)
  }

  private func add(_ game: some Game, to listing: inout StateListing) {
    listing.add("game", record: game.state)
  }
}

/// A list of state lines.
struct StateListing {
  private(set) var lines: [StateLine] = []
  /// Writes values; resolves node references to paths.
  var writer = PropertyWriter()

  mutating func add(_ subject: String, _ property: String, _ value: String) {
    lines.append(StateLine(subject: subject, property: property, value: value))
  }

  mutating func add<R: Record>(_ subject: String, record: R, under prefix: String = "") {
    var visitor = ListState(root: record, subject: subject, prefix: prefix, listing: self)
    R.properties(&visitor)
    self = visitor.listing
  }

  mutating func add(_ subject: String, node: Node) {
    add(subject, "name", node.name ?? "null")
    add(subject, record: node.state)
    if let body = node.physicsBody {
      add(subject, "physics.isResting", "\(body.isResting)")
    }
    let presentation = node.presentation
    if presentation.position != node.position {
      add(subject, "presentation.position", "\(presentation.position)")
    }
    if presentation.orientation != node.orientation {
      add(subject, "presentation.orientation", "\(presentation.orientation)")
    }
    add(subject, StateLine.remainder, hexadecimal(node.stateHash))
  }

  /// Adds a value: one line per property of a record and per element of an array of records.
  mutating func add(
    _ subject: String, _ property: String, value: any PropertyValue, _ info: PropertyInfo,
    depth: Int
  ) {
    if depth < 12 {
      if let optional = value as? any OptionalProperty {
        guard let wrapped = optional.wrapped else { return add(subject, property, "null") }
        return add(subject, property, value: wrapped, info, depth: depth)
      }
      if let body = value as? PhysicsBody {
        return add(subject, record: body.state, under: property + ".")
      }
      // Records are listed by content, even if files refer to them by name.
      if let record = value as? any Record {
        return add(subject, record: record, under: property + ".")
      }
      if let list = value as? any RecordList {
        let items = list.records
        add(subject, property + ".count", "\(items.count)")
        for (index, item) in items.enumerated() {
          add(subject, "\(property).\(index)", value: item, info, depth: depth + 1)
        }
        return
      }
    }
    var blank = writer.blank
    write(value, info, &blank)
    var text = blank.json.text
    if text.utf8.count > 400 {
      let hash = text.utf8.withContiguousStorageIfAvailable {
        stateHash(of: UnsafeRawBufferPointer($0))
      }
      text = "\(text.utf8.count) bytes, hash \(hexadecimal(hash ?? 0))"
    }
    add(subject, property, text)
  }

  private func write(
    _ value: some PropertyValue, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) {
    value.write(info, &writer)
  }
}

/// Lists the properties that belong to the state.
private struct ListState<Root>: PropertyVisitor {
  let root: Root
  let subject: String
  let prefix: String
  var listing: StateListing

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInState else { return }
    let info = info()
    let name = info.key.isEmpty ? "kind" : info.key
    // Deeper values are covered by the hash of the subject.
    let depth = prefix.utf8.count(where: { $0 == UInt8(ascii: ".") })
    listing.add(subject, prefix + name, value: root[keyPath: path], info, depth: depth)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Access to the value of an optional property.
private protocol OptionalProperty {
  var wrapped: (any PropertyValue)? { get }
}
extension Optional: OptionalProperty where Wrapped: PropertyValue {
  var wrapped: (any PropertyValue)? { self }
}

/// An array of records, each of which has its own lines.
private protocol RecordList {
  var records: [any PropertyValue] { get }
}
extension Array: RecordList where Element: Record & PropertyValue {
  var records: [any PropertyValue] { self }
}
