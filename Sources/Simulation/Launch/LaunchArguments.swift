import CaromProperties

/// Values by name that a game is launched with, such as a number of lives to begin with.
///
/// A game reads those that it knows: `session.launch.arguments["lives"]?.number`. Sorted by name.
public struct LaunchArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A value and what it is asked for by.
  public struct Entry: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: LaunchValue
  }

  /// The values in the order of their names.
  public private(set) var entries: [Entry] = []

  /// No arguments.
  public init() {}

  /// The arguments of a literal; of two equal names the last counts.
  public init(dictionaryLiteral elements: (String, LaunchValue)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a name; nil where there is none, and takes it away.
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

/// A value that a game is launched with.
public enum LaunchValue: Hashable, Sendable {
  /// Yes or no.
  case bool(Bool)
  /// A number; finite.
  case number(Double)
  /// A text.
  case text(String)

  /// The truth value, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, if it is one.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The text, if it is one.
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// Reads what stands behind `--arg name=`: `true`, `false`, a number, or else a text.
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
      source.reject("an argument is no truth value, number or text")
      self = .bool(false)
    }
  }
}

extension LaunchValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}
