public import CaromProperties

/// Whole numbers by name that outlive a restart, such as the best score.
///
/// Part of the state of a session; whoever keeps them between sessions copies them in and out.
public struct Storage: Hashable, Sendable {
  /// A number and its name.
  public struct Entry: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "A number that outlives a restart"
    /// What it is found by.
    public var name = ""
    /// The number.
    public var value: UInt64 = 0

    /// Makes a nameless zero.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("name", \.name, "What it is found by")
      p.property("value", \.value, "The number")
    }
  }

  /// The numbers, sorted by name.
  public private(set) var entries: [Entry] = []

  /// Makes an empty storage.
  public init() {}

  /// The number of a name; zero when it was never set.
  public subscript(name: String) -> UInt64 {
    get { entries.first { $0.name == name }?.value ?? 0 }
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

  func save(_ sink: inout StateSink) { entries.save(&sink) }
  mutating func load(_ source: inout StateSource) { entries.load(&source) }
}
