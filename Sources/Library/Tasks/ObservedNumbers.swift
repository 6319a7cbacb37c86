import CaromAutomation
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A term of an observation, compiled for the sessions of a game.
final class ObservedNumbers {
  /// The numbers in order.
  let numbers: [NumberBounds]
  private let source: Source
  private let scale: Float
  private let limits: [ClosedRange<Float>]

  private enum Source {
    /// A property of the state of the game.
    case game((any Game, UnsafeMutablePointer<Float>) -> Void)
    /// A property of several nodes.
    case nodes(NodeSource)
    /// The value of a selector.
    case value(Locator)
  }

  /// Compiles a term.
  init(_ term: ObservedTerm, in session: Session) throws(CallFailure) {
    scale = term.scale
    let label = term.property.isEmpty ? term.select : "\(term.select).\(term.property)"
    if term.property.isEmpty {
      source = .value(try Self.locator(term.select))
      numbers = [NumberBounds(name: term.select, summary: "The value of the selector")]
    } else if term.select == "game" || term.select == "//game" {
      guard term.relativeTo.isEmpty else {
        throw CallFailure(.badArgument, "relativeTo: \(label) is no property of a node")
      }
      let (found, read) = try Self.compile(session.game, term.property)
      source = .game(read)
      numbers = found.map { Self.scaled($0, term.scale) }
    } else {
      let selection = NodeSelection(try Self.locator(term.select), count: Int(term.count))
      let example = selection.nodes(of: session).first
      if example == nil, term.count == 1 { try Self.explain(selection.locator, session) }
      let reader = try NodeNumbers(term.property, example: example)
      let origin = term.relativeTo.isEmpty ? nil : try Self.locator(term.relativeTo)
      if let origin, NodeSelection(origin, count: 1).nodes(of: session).isEmpty {
        try Self.explain(origin, session)
      }
      source = .nodes(
        NodeSource(selection, reader.read, reader.components.count, origin))
      numbers = (0..<Int(term.count)).flatMap { index in
        Self.names(
          reader.info, reader.components, term.count == 1 ? label : "\(label)[\(index)]"
        ).map { number in
          var number = Self.scaled(number, term.scale)
          if origin != nil { number.range = NumberBounds.wide }
          return number
        }
      }
    }
    limits = numbers.map { Float($0.range.lowerBound)...Float($0.range.upperBound) }
  }

  /// Writes the numbers, within their limits.
  func read(_ session: Session, _ out: UnsafeMutablePointer<Float>) {
    switch source {
    case .game(let read): read(session.game, out)
    case .value(let locator): out.pointee = Float(Self.value(of: locator, session))
    case .nodes(let source):
      out.update(repeating: 0, count: numbers.count)
      source.read(session, out)
    }
    for index in 0..<limits.count {
      let value = out[index] * scale
      // A value that is no number is the lower limit.
      out[index] =
        value > limits[index].lowerBound
        ? min(value, limits[index].upperBound) : limits[index].lowerBound
    }
  }

  // MARK: Compiling

  /// A selector that a task was given.
  static func locator(_ text: String) throws(CallFailure) -> Locator {
    do throws(LocatorError) { return try Locator(naming: text) } catch {
      throw CallFailure(.badArgument, "select: \(error)")
    }
  }

  private static func explain(_ locator: Locator, _ session: Session) throws(CallFailure) {
    do throws(LocatorError) { _ = try Finder(session).one(locator) } catch {
      throw CallFailure(.refused, "select: \(error)")
    }
  }

  private static func compile<G: Game>(
    _: G, _ property: String
  ) throws(CallFailure) -> ([NumberBounds], (any Game, UnsafeMutablePointer<Float>) -> Void) {
    guard let reader = NumberReader<G.State>.compile(property) else {
      throw CallFailure(
        .refused,
        "observe: the state of \(G.name) has no number '\(property)'; "
          + "\(G.State.numericProperties.joined(separator: ", ")) are accepted")
    }
    return (
      names(reader.info, reader.components, "game.\(property)"),
      { game, out in if let game = game as? G { reader.read(game.state, out) } }
    )
  }

  private static func names(
    _ info: PropertyInfo, _ components: [String], _ label: String
  ) -> [NumberBounds] {
    components.map { component in
      NumberBounds(
        name: component.isEmpty ? label : "\(label).\(component)", summary: info.summary,
        unit: info.unit, range: info.range ?? NumberBounds.wide)
    }
  }

  private static func scaled(_ number: NumberBounds, _ scale: Float) -> NumberBounds {
    guard scale != 1 else { return number }
    var number = number
    number.unit = .none
    if number.range != NumberBounds.wide {
      let ends = [
        number.range.lowerBound * Double(scale), number.range.upperBound * Double(scale),
      ].sorted()
      number.range = ends[0]...ends[1]
    }
    return number
  }

  /// The value of a selector as a number: the number of matches, or the number itself.
  private static func value(of locator: Locator, _ session: Session) -> Double {
    switch try? Finder(session).evaluate(locator) {
    case .matches(let found): Double(found.count)
    case .number(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): Double(text) ?? 0
    case nil: 0
    }
  }
}

/// A property of several nodes, or its difference from that of another node.
private final class NodeSource {
  private let selection: NodeSelection
  private let readNode: (Node, UnsafeMutablePointer<Float>) -> Void
  /// The number of components.
  private let width: Int
  private let origin: NodeSelection?

  init(
    _ selection: NodeSelection, _ read: @escaping (Node, UnsafeMutablePointer<Float>) -> Void,
    _ width: Int, _ origin: Locator?
  ) {
    (self.selection, readNode, self.width) = (selection, read, width)
    self.origin = origin.map { NodeSelection($0, count: 1) }
  }

  func read(_ session: Session, _ out: UnsafeMutablePointer<Float>) {
    let nodes = selection.nodes(of: session)
    for (index, node) in nodes.enumerated() { readNode(node, out + index * width) }
    guard let center = origin?.nodes(of: session).first else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { values in
      guard let base = values.baseAddress else { return }
      readNode(center, base)
      for index in 0..<nodes.count * width { out[index] -= base[index % width] }
    }
  }
}

/// The nodes that a selector matches, found again when they can have changed.
final class NodeSelection {
  let locator: Locator
  private let count: Int
  private let isStable: Bool
  private var scene: ObjectIdentifier?
  private var version: UInt64 = 0
  private var found: [Node] = []

  init(_ locator: Locator, count: Int) {
    (self.locator, self.count) = (locator, count)
    isStable = locator.dependsOnTreeOnly
  }

  /// The first matches, at most as many as wanted.
  func nodes(of session: Session) -> [Node] {
    let scene = session.scene
    if isStable, self.scene == ObjectIdentifier(scene), version == scene.treeVersion {
      return found
    }
    (self.scene, version) = (ObjectIdentifier(scene), scene.treeVersion)
    let matches = (try? Finder(session).all(locator)) ?? []
    found = Array(matches.lazy.filter { $0.kind == "node" }.compactMap(\.node).prefix(count))
    return found
  }
}
