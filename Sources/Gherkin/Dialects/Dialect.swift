/// The keywords of a spoken language.
///
/// All 80 official languages are built in. A file selects its language in a comment before the
/// feature:
///
///     # language: fr
///
/// - Source: gherkin-languages.json of github.com/cucumber/gherkin.
public struct Dialect: Sendable, Equatable {
  /// The language code in feature files, such as `fr` or `zh-CN`.
  public let code: String
  /// The English name of the language.
  public let name: String
  /// The native name of the language.
  public let nativeName: String
  /// The keywords of a feature, without the colon.
  public let feature: [String]
  /// The keywords of a rule, without the colon.
  public let rule: [String]
  /// The keywords of a background, without the colon.
  public let background: [String]
  /// The keywords of a scenario, without the colon.
  public let scenario: [String]
  /// The keywords of a scenario outline, without the colon.
  public let scenarioOutline: [String]
  /// The keywords of examples, without the colon.
  public let examples: [String]
  /// The keywords of steps with their types, longest first, including trailing spaces.
  public let steps: [StepKeyword]

  /// A keyword that begins a step.
  public struct StepKeyword: Sendable, Equatable {
    /// The keyword, with the space that must follow it, if any.
    public let text: String
    /// The type of step it introduces.
    public let type: StepKeywordType
  }

  /// All languages, in the official order.
  ///
  /// - Complexity: Parses the whole table on each access.
  public static var all: [Dialect] { lines.map { Dialect(line: $0) } }

  /// English, the default language.
  public static let english = Dialect(code: "en") ?? Dialect(line: [])

  /// Finds the language with a code, which is case-sensitive; nil if there is none.
  public init?(code: String) {
    let wanted = Array(code.utf8)
    let end = UInt8(ascii: "|")
    guard let line = Self.lines.first(where: { $0.prefix { $0 != end }.elementsEqual(wanted) })
    else { return nil }
    self.init(line: line)
  }

  /// The table as text, for comparison with its source.
  package static var tableText: String { table.description }

  private static var lines: [ArraySlice<UInt8>] {
    Array(table.description.utf8).split(separator: UInt8(ascii: "\n"))
  }

  private init(line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    func text(_ i: Int) -> String {
      i < fields.count ? String(decoding: fields[i], as: UTF8.self) : ""
    }
    func words(_ i: Int) -> [String] {
      guard i < fields.count else { return [] }
      return fields[i].split(separator: UInt8(ascii: ";"))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    (code, name, nativeName) = (text(0), text(1), text(2))
    (feature, rule, background) = (words(3), words(4), words(5))
    (scenario, scenarioOutline, examples) = (words(6), words(7), words(8))
    let types: [StepKeywordType] = [.context, .action, .outcome, .conjunction, .conjunction]
    var steps = text(14) == "*" ? [StepKeyword(text: "* ", type: .unknown)] : []
    for (i, type) in types.enumerated() {
      for word in words(9 + i) {
        if let known = steps.firstIndex(where: { $0.text == word }) {
          // A keyword with two types has an unknown type.
          if steps[known].type != type { steps[known] = StepKeyword(text: word, type: .unknown) }
        } else {
          steps.append(StepKeyword(text: word, type: type))
        }
      }
    }
    // Longest first, so that "Given that " is not matched as "Given "; the sort is stable.
    self.steps = steps.enumerated().sorted {
      let (a, b) = ($0.element.text.unicodeScalars.count, $1.element.text.unicodeScalars.count)
      return a != b ? a > b : $0.offset < $1.offset
    }.map(\.element)
  }
}
