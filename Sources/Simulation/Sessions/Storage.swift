public import CaromProperties

/// Named integers that persist across restarts, such as the best score.
///
/// Storage is part of the state of a session. Persisting it between sessions is up to the
/// application, which copies it in and out.
public struct Storage: Hashable, Sendable {
  /// A named number.
  public struct Entry: Part, Hashable, Sendable {
    /// A one-line description for the schema.
    public static let summary = "A number that persists across restarts"
    /// The name.
    public var name = ""
    /// The number.
    public var value: UInt64 = 0

    /// Creates an unnamed zero.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("name", \.name, "The name")
      p.property("value", \.value, "The number")
    }
  }

  /// The numbers, sorted by name.
  public private(set) var entries: [Entry] = []

  /// Creates an empty storage.
  public init() {}

  /// Creates a storage from the entries of another, which are sorted by name.
  init(entries: [Entry]) { self.entries = entries }

  /// The number with a name; nil if it was never set.
  func value(of name: String) -> UInt64? { entries.first { $0.name == name }?.value }

  /// The number with a name; zero if it was never set.
  public subscript(name: String) -> UInt64 {
    get { value(of: name) ?? 0 }
    set {
      if let index = entries.firstIndex(where: { $0.name == name }) {
        entries[index].value = newValue
      } else {
        var entry = Entry()
        entry.name = name
        entry.value = newValue
        let index = entries.firstIndex { $0.name > name } ?? entries.count
        entries.insert(entry, at: index)
      }
    }
  }
}
