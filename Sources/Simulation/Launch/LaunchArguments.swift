import CaromProperties

/// Named values that a game is launched with, such as the number of lives.
///
/// A game reads the arguments that it supports: `session.launch.arguments["lives"]?.number`.
/// Arguments are sorted by name.
public struct LaunchArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A named value.
  public struct Entry: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: LaunchValue
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

  func save(_ sink: inout StateSink) {
    sink.put(count: entries.count)
    for entry in entries {
      sink.put(entry.name)
      entry.value.save(&sink)
    }
  }

  mutating func load(_ source: inout StateSource) {
    entries = []
    for _ in 0..<source.getCount(of: 3) {
      let name = source.getString()
      self[name] = LaunchValue(&source)
    }
  }
}

/// The value of a launch argument.
public enum LaunchValue: Hashable, Sendable {
  /// A Boolean value.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A string.
  case text(String)

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

  fileprivate func save(_ sink: inout StateSink) {
    switch self {
    case .bool(let value):
      sink.put(UInt8(0))
      sink.put(value)
    case .number(let value):
      sink.put(UInt8(1))
      sink.put(value)
    case .text(let value):
      sink.put(UInt8(2))
      sink.put(value)
    }
  }

  fileprivate init(_ source: inout StateSource) {
    switch source.get(UInt8.self) {
    case 0: self = .bool(source.getBool())
    case 1: self = .number(source.get())
    case 2: self = .text(source.getString())
    default:
      source.reject("an argument is not a Boolean, number or string")
      self = .bool(false)
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
