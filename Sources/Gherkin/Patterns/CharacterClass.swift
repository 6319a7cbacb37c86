/// A set of characters that one position of a pattern matches.
struct CharacterClass: Sendable, Equatable {
  /// A shorthand class such as `\d`.
  enum Shorthand: Sendable, Equatable {
    case digit, word, space

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: "0"..."9" ~= scalar
      case .word:
        scalar == "_" || "0"..."9" ~= scalar || "a"..."z" ~= scalar || "A"..."Z" ~= scalar
          || scalar.value > 127
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      case .space: WhiteSpace.contains(scalar)
      }
    }
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var classes: [(class: Shorthand, isNegated: Bool)] = []
  var isNegated = false
  /// Whether letters match regardless of case.
  var ignoresCase = false

  /// Any character except line terminators.
  static let anything: CharacterClass = {
    var set = CharacterClass()
    set.ranges = ["\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}"]
    set.isNegated = true
    return set
  }()

  static func == (a: CharacterClass, b: CharacterClass) -> Bool {
    a.ranges == b.ranges && a.isNegated == b.isNegated && a.ignoresCase == b.ignoresCase
      && a.classes.elementsEqual(b.classes) { $0 == $1 }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isIn = includes(scalar)
    if !isIn, ignoresCase {
      isIn =
        scalar.properties.lowercaseMapping.unicodeScalars.first.map(includes) ?? false
        || scalar.properties.uppercaseMapping.unicodeScalars.first.map(includes) ?? false
    }
    return isIn != isNegated
  }

  private func includes(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) }
      || classes.contains { $0.class.contains(scalar) != $0.isNegated }
  }
}
