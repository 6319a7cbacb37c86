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
