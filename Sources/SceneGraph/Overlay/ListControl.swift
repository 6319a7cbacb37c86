public import CaromProperties

/// The rows of a list and the selected one.
public struct ListControl: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A list with a selected row; a long one scrolls"

  /// The rows.
  public var items: [ListItem] = []
  /// The index of the selected row.
  public var selected: Int32 = 0

  /// Creates an empty list.
  public init() {}

  /// Creates a list.
  public init(_ items: [ListItem], selected: Int = 0) {
    (self.items, self.selected) = (items, Int32(clamping: selected))
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("items", \.items, "The rows")
    p.property("selected", \.selected, "The index of the selected row", .none, 0...1e6)
  }

  /// The index of the selected row; nil without rows.
  public var selectedIndex: Int? {
    items.isEmpty ? nil : min(max(Int(selected), 0), items.count - 1)
  }

  /// Selects the row at a distance from the selected one.
  ///
  /// - Returns: False at the first or last row.
  public mutating func move(by rows: Int) -> Bool {
    guard let index = selectedIndex else { return false }
    let new = min(max(index + min(max(rows, -items.count), items.count), 0), items.count - 1)
    selected = Int32(clamping: new)
    return new != index
  }

  /// The rows displayed in a number of lines: all, or those around the selected one.
  public func visibleRows(_ lines: Int) -> Range<Int> {
    guard items.count > lines else { return items.indices }
    let first = max(0, min(items.count - lines, (selectedIndex ?? 0) - lines / 2))
    return first..<first + lines
  }
}

/// A row of a list.
public struct ListItem: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A row of a list"

  /// The text.
  public var text = ""
  /// Whether it can be chosen; others are dimmed.
  public var isEnabled = true

  /// Creates an empty row.
  public init() {}

  /// Creates a row.
  public init(_ text: String, isEnabled: Bool = true) {
    (self.text, self.isEnabled) = (text, isEnabled)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("text", \.text, "The text", in: .required)
    p.property("isEnabled", \.isEnabled, "Whether it can be chosen")
  }
}
