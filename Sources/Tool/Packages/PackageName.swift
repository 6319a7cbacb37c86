/// The name of a new package, and the forms of it that its files have.
package struct PackageName: Hashable, Sendable {
  /// The words of the name, in lowercase; each begins with a letter.
  private let words: [String]

  /// The name of package, program and game: `mini-golf`.
  package var program: String { words.joined(separator: "-") }
  /// The name of the type: `MiniGolf`.
  package var type: String { capitalized.joined() }
  /// The title that players see: `Mini Golf`.
  package var title: String { capitalized.joined(separator: " ") }

  /// The words without hyphens, such as `uint8` for `UInt8`.
  private var joined: String { words.joined() }

  private var capitalized: [String] { words.map { $0.prefix(1).uppercased() + $0.dropFirst() } }

  /// The maximum number of characters of a name.
  private static let maximumLength = 40

  /// The keywords of Swift that a type or module cannot be named after.
  private static let keywords: Set<String> = [
    "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "package", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "type", "typealias", "var", "where", "while",
  ]

  /// Words that are the name of a module which every package imports or may import, or `main`, by
  /// their form for programs.
  private static let modules: Set<String> = [
    "argument-parser", "builtin", "carom", "dispatch", "foundation", "foundation-essentials",
    "glibc", "main", "musl", "observation", "package-description", "regex-builder", "swift",
    "synchronization", "testing", "xctest",
  ]

  /// The types of the standard library that code uses without naming the module, whose names would
  /// mean the game instead.
  private static let standardTypes: Set<String> = [
    "actor", "any-hashable", "any-object", "array", "array-slice", "async-sequence", "bool",
    "character", "closed-range", "codable", "collection", "comparable", "continuous-clock",
    "custom-string-convertible", "decodable", "dictionary", "double", "duration", "encodable",
    "equatable", "error", "float", "hashable", "hasher", "identifiable", "int", "int16", "int32",
    "int64", "int8", "iterator-protocol", "key-path", "main-actor", "mirror", "never",
    "object-identifier", "optional", "option-set", "random-number-generator", "range",
    "regex", "result", "sendable", "sequence", "set", "static-string", "string", "substring",
    "task",
    "uint", "uint16", "uint32", "uint64", "uint8", "unicode", "void",
  ]

  /// Reads a name such as `mini-golf` or `MiniGolf`.
  ///
  /// - Parameter text: Words of ASCII letters and digits, each beginning with a letter, separated
  ///   by hyphens or beginning with a capital.
  /// - Throws: ``CommandFailure`` with code 2 if the name is not accepted.
  package init(_ text: String) throws {
    guard text.utf8.count <= Self.maximumLength else {
      throw Self.failure(text, "is longer than \(Self.maximumLength) characters")
    }
    var words: [String] = []
    for part in text.split(separator: "-", omittingEmptySubsequences: false) {
      guard let first = part.utf8.first, Self.isLetter(first),
        part.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) })
      else { throw Self.failure(text, "is not a name") }
      words.append("")
      var wasCapital = true
      for character in part {
        if character.isUppercase, !wasCapital { words.append("") }
        words[words.count - 1] += character.lowercased()
        wasCapital = character.isUppercase
      }
    }
    self.words = words
    if Self.keywords.contains(program) { throw Self.failure(text, "is a keyword of Swift") }
    if Self.modules.contains(program) || program.hasPrefix("carom-") {
      throw Self.failure(text, "is the name of a module")
    }
    if Self.standardTypes.contains(program) || Self.standardTypes.contains(joined) {
      throw Self.failure(text, "is a type of Swift")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The error of a name that is not accepted.
  static func failure(_ text: String, _ problem: String) -> CommandFailure {
    .wrongUse(
      "NAME: '\(text)' \(problem); up to \(maximumLength) letters, digits and hyphens are accepted, "
        + "each word beginning with a letter, such as mini-golf")
  }
}
