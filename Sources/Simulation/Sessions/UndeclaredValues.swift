import CaromProperties

/// The values of a game that are in no snapshot and no hash.
///
/// If the future of a game depends on such a value, the game continues differently after a restore;
/// messages about such runs list these values.
public struct UndeclaredValues: Hashable, Sendable {
  /// A stored property and its value as text.
  public struct Entry: Hashable, Sendable {
    /// The type and the property, such as `State.combo`.
    public let name: String
    /// The value; only its type if it contains objects.
    public let value: String
  }

  /// The properties, in the order of their declaration.
  public let entries: [Entry]

  /// Reads the stored properties of a game: those that its state does not declare, and those beside
  /// the state.
  init(_ game: some Game) {
    entries = Self.entries(ofState: game.state) + Self.entries(beside: game)
  }

  private static func entries<R: Record>(ofState state: R) -> [Entry] {
    let prefix = "\(R.self)."
    let missing = Set(undeclaredProperties(reachableFrom: [R.self]))
    return Mirror(reflecting: state).children.compactMap { child in
      let name = prefix + label(child)
      return missing.contains(name) ? Entry(name: name, value: text(child.value)) : nil
    }
  }

  private static func entries(beside game: some Game) -> [Entry] {
    let prefix = "\(type(of: game))."
    return Mirror(reflecting: game).children.compactMap { child in
      let name = label(child)
      return name == "state" ? nil : Entry(name: prefix + name, value: text(child.value))
    }
  }

  private static func label(_ child: Mirror.Child) -> String {
    let label = child.label ?? ""
    return label.hasPrefix("$__lazy_storage_$_") ? String(label.dropFirst(18)) : label
  }

  /// A value as text; only its type if it contains objects, because a game looks up objects again.
  private static func text(_ value: Any) -> String {
    isPlain(value, depth: 0) ? String(String(describing: value).prefix(200)) : "\(type(of: value))"
  }

  /// Whether a value consists of numbers, strings and cases, in a fixed order.
  private static func isPlain(_ value: Any, depth: Int) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class, .dictionary, .set, .foreignReference: return false
    case .struct, .enum, .tuple, .optional, .collection, nil: break
    @unknown default: return false
    }
    guard depth < 8 else { return false }
    return mirror.children.prefix(200).allSatisfy { isPlain($0.value, depth: depth + 1) }
  }

  // MARK: Messages

  /// The properties whose values differ from those of another session, as `name: value | value`.
  public func differences(from other: UndeclaredValues) -> [String] {
    zip(entries, other.entries).filter { $0 != $1 }.map { "\($0.name): \($0.value) | \($1.value)" }
  }

  /// The end of a message that names properties; empty if there are none.
  public static func sentence(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return "; in no snapshot and no hash: \(names.joined(separator: ", "))"
  }
}

extension Session {
  /// The values of the game that are in no snapshot and no hash.
  public var undeclaredValues: UndeclaredValues { UndeclaredValues(game) }
}
