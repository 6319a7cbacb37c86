import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

extension Session {
  /// The whole state as lines of text, in a fixed order: what ``StateDifference`` compares.
  ///
  /// Made from the declarations of properties: those of the game, of the scene, and of each node with
  /// its body as the simulation has it. What has no declaration, such as running actions and cached
  /// contacts, is there as a hash, so that two sessions with the same lines have the same state. For
  /// people and tools: it takes a millisecond or more.
  public var stateLines: [StateLine] {
    var listing = StateListing()
    listing.add("session", "tick", "\(tick)")
    listing.add("session", "date", "\(date)")
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
    add(game, to: &listing)
    listing.writer[NodePaths.self] = { [scene] in $0.node(in: scene)?.path }
    listing.add("scene", record: scene.state)
    var paths = PathTable()
    var open = [scene.rootNode]
    while let node = open.popLast() {
      listing.add(paths.path(of: node), node: node)
      open += node.childNodes.reversed()
    }
    for part in partHashes where part.name != "queue" {
      listing.add(part.name, StateLine.rest, hexadecimal(part.hash))
    }
    return listing.lines
  }

  private func add(_ game: some Game, to listing: inout StateListing) {
    listing.add("game", record: game.state)
  }
}

/// Gathers lines.
struct StateListing {
  private(set) var lines: [StateLine] = []
  /// Writes values; knows the paths of nodes.
  var writer = PropertyWriter()

  mutating func add(_ place: String, _ property: String, _ value: String) {
    lines.append(StateLine(place: place, property: property, value: value))
  }

  mutating func add<R: Record>(_ place: String, record: R, under prefix: String = "") {
    var visitor = ListState(root: record, place: place, prefix: prefix, listing: self)
    R.properties(&visitor)
    self = visitor.listing
  }

  mutating func add(_ place: String, node: Node) {
    add(place, "name", node.name ?? "null")
    add(place, record: node.state)
    if let body = node.physicsBody {
      add(place, "physics.isResting", "\(body.isResting)")
    }
    let shown = node.presentation
    if shown.position != node.position {
      add(place, "presentation.position", "\(shown.position)")
    }
    if shown.orientation != node.orientation {
      add(place, "presentation.orientation", "\(shown.orientation)")
    }
    add(place, StateLine.rest, hexadecimal(node.stateHash))
  }

  /// Adds a value: a line for each property of a record, and for each item of a list of records.
  mutating func add(
    _ place: String, _ property: String, value: any PropertyValue, _ info: PropertyInfo,
    depth: Int
  ) {
    if depth < 12 {
      if let optional = value as? any OptionalValue {
        guard let something = optional.something else { return add(place, property, "null") }
        return add(place, property, value: something, info, depth: depth)
      }
      if let body = value as? PhysicsBody {
        return add(place, record: body.state, under: property + ".")
      }
      // A named one is written by name alone, whatever is in it.
      if let record = value as? any Record {
        return add(place, record: record, under: property + ".")
      }
      if let list = value as? any RecordList {
        let items = list.records
        add(place, property + ".count", "\(items.count)")
        for (index, item) in items.enumerated() {
          add(place, "\(property).\(index)", value: item, info, depth: depth + 1)
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
    add(place, property, text)
  }

  private func write(
    _ value: some PropertyValue, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) {
    value.write(info, &writer)
  }
}

/// Lists the properties that are in the state.
private struct ListState<Root>: PropertyVisitor {
  let root: Root
  let place: String
  let prefix: String
  var listing: StateListing

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInState else { return }
    let info = info()
    let name = info.key.isEmpty ? "kind" : info.key
    // Deeper than this no scene goes; the hash of the place tells what is below.
    let depth = prefix.utf8.count(where: { $0 == UInt8(ascii: ".") })
    listing.add(place, prefix + name, value: root[keyPath: path], info, depth: depth)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Tells an optional that is nil from one that is not.
private protocol OptionalValue {
  var something: (any PropertyValue)? { get }
}
extension Optional: OptionalValue where Wrapped: PropertyValue {
  var something: (any PropertyValue)? { self }
}

/// A list of records, each of which has lines of its own.
private protocol RecordList {
  var records: [any PropertyValue] { get }
}
extension Array: RecordList where Element: Record & PropertyValue {
  var records: [any PropertyValue] { self }
}
