public import CaromProperties

/// Named values that a game is launched with, such as the number of lives.
///
/// A game reads the arguments that it supports: `session.launch.arguments["lives"]?.number`.
/// Arguments are sorted by name.
public struct LaunchArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A named value.
  public struct Entry: Part, Hashable, Sendable {
    /// A one-line description for the schema.
    public static let summary = "A value that a game is launched with"
    /// The name.
    public internal(set) var name = ""
    /// The value.
    public var value = LaunchValue()

    /// Creates an unnamed entry.
    public init() {}

    init(name: String, value: LaunchValue) { (self.name, self.value) = (name, value) }

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("name", \.name, "The name", in: .state)
      p.property("value", \.value, "The value", in: .state)
    }
  }

  /// The values, sorted by name.
  public private(set) var entries: [Entry] = []

  /// Creates an empty set of arguments.
  public init() {}

  /// Creates arguments from a literal; the last of duplicate names is used.
  public init(dictionaryLiteral elements: (String, LaunchValue)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value with a name; assigning nil removes it.
  public subscript(name: String) -> LaunchValue? {
    get { entries.first { $0.name == name }?.value }
    set {
      entries.removeAll { $0.name == name }
      guard let newValue else { return }
      let index = entries.firstIndex { $0.name > name } ?? entries.count
      entries.insert(Entry(name: name, value: newValue), at: index)
    }
  }

  /// Creates arguments from entries in any order; the last of duplicate names is used.
  init(entries: [Entry]) {
    for entry in entries { self[entry.name] = entry.value }
  }
}

/// The value of a launch argument.
public enum LaunchValue: Variant, Hashable, Sendable {
  /// A Boolean value.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A string.
  case text(String)

  /// Creates false.
  public init() { self = .bool(false) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("bool", Self.bool, "A Boolean value") { $0.bool }
    c.case("number", Self.number, "A finite number") { $0.number }
    c.case("text", Self.text, "A string") { $0.text }
  }

  /// The Boolean value, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, if it is one.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The string, if it is one.
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// Parses the value of `--arg name=`: `true`, `false`, a number, or any other text.
  public init(parsing text: String) {
    switch text {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    default:
      if let number = Double(text), number.isFinite {
        self = .number(number)
      } else {
        self = .text(text)
      }
    }
  }
}

extension LaunchValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  /// A Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A string.
  public init(stringLiteral value: String) { self = .text(value) }
}
