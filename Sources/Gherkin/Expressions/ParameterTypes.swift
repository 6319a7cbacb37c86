/// The parameter types that expressions may use: the built-in types and registered ones.
///
/// | Name | Matches | Value |
/// |---|---|---|
/// | `int`, `long` | `7`, `-19` | `Int` |
/// | `byte`, `short` | the same | `Int8`, `Int16`; an error if out of range |
/// | `biginteger` | the same | `Int128`; an error if out of range |
/// | `float` | `3.6`, `.8`, `-9.2`, `1E3` | `Float` |
/// | `double` | the same | `Double` |
/// | `bigdecimal` | the same | `String` with all digits |
/// | `word` | text without white space | `String` |
/// | `string` | `"two words"`, `'two words'` | `String` without the quotes |
/// | empty: `{}` | anything | `String` |
public struct ParameterTypes: Sendable {
  /// The types, built-in types first.
  public private(set) var all: [ParameterType]

  /// Creates the built-in types.
  public init() { all = Self.builtIn }

  /// The type with a name.
  public subscript(name: String) -> ParameterType? { all.first { $0.name == name } }

  /// The types, registered types first.
  var customFirst: [ParameterType] {
    Array(all.dropFirst(Self.builtIn.count)) + all.prefix(Self.builtIn.count)
  }

  /// Registers a type.
  ///
  /// - Throws: An error if the name is in use or contains an illegal character, or if a pattern is
  ///   invalid.
  public mutating func add(_ type: ParameterType) throws(ParameterTypeError) {
    if type.name.unicodeScalars.contains(where: "{}()\\/".unicodeScalars.contains) {
      throw ParameterTypeError(
        "Illegal character in parameter name {\(type.name)}. Parameter names may not contain "
          + "'{', '}', '(', ')', '\\' or '/'")
    }
    if self[type.name] != nil {
      throw ParameterTypeError(
        type.name.isEmpty
          ? "The anonymous parameter type has already been defined"
          : "There is already a parameter type with name \(type.name)")
    }
    guard !type.patterns.isEmpty else {
      throw ParameterTypeError("the parameter type {\(type.name)} has no pattern")
    }
    for pattern in type.patterns {
      do throws(StepPatternError) {
        _ = try StepPattern(pattern)
      } catch {
        throw ParameterTypeError("the parameter type {\(type.name)}: \(error)")
      }
    }
    all.append(type)
  }

  /// The type for a group of a regular expression, by the group's source; nil if there is none.
  ///
  /// - Throws: An error if several types match and none is preferred.
  func type(forGroup source: String) throws(ParameterTypeError) -> ParameterType? {
    let fitting = all.filter { $0.patterns.contains(source) }
    if let preferred = fitting.first(where: \.isPreferred) { return preferred }
    guard fitting.count > 1 else { return fitting.first }
    let names = fitting.map { "{\($0.name)}" }.sorted().joined(separator: ", ")
    throw ParameterTypeError(
      "The group (\(source)) of a regular expression fits several parameter types: \(names). "
        + "Make one of them preferred, or use a cucumber expression.")
  }

  private static let integer = ["-?\\d+", "\\d+"]
  private static let float = ["[-+]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[E][+-]?\\d+)?"]

  private static func number<T: LosslessStringConvertible & Sendable>(
    _ name: String, _ patterns: [String], _ type: T.Type, isMain: Bool = false
  ) -> ParameterType {
    ParameterType(
      name: name, patterns: patterns, swiftType: "\(T.self)", isUsedForSnippets: isMain,
      isPreferred: isMain,
      transform: { groups in
        let text = groups.first.flatMap { $0 } ?? ""
        guard let value = T(text) else {
          throw ParameterTypeError("\(text) is out of the range of {\(name)}, which is \(T.self)")
        }
        return value
      })
  }

  private static let builtIn: [ParameterType] = [
    number("int", integer, Int.self, isMain: true),
    number("float", float, Float.self, isMain: true),
    ParameterType(name: "word", patterns: ["[^\\s]+"], isUsedForSnippets: false),
    ParameterType(
      name: "string",
      patterns: [
        "\"([^\\\"\\\\]*(\\\\.[^\\\"\\\\]*)*)\"", "'([^'\\\\]*(\\\\.[^'\\\\]*)*)'",
      ],
      transform: { groups in
        let text = groups.first { $0 != nil }.flatMap { $0 } ?? ""
        return text.replacing("\\\"", with: "\"").replacing("\\'", with: "'")
      }),
    ParameterType(name: "", patterns: [".*"], isUsedForSnippets: false, isPreferred: true),
    number("byte", integer, Int8.self),
    number("short", integer, Int16.self),
    number("long", integer, Int.self),
    number("biginteger", integer, Int128.self),
    number("double", float, Double.self),
    ParameterType(name: "bigdecimal", patterns: float, isUsedForSnippets: false),
  ]
}
