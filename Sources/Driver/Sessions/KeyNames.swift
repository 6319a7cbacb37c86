import CaromSimulation

/// The keys of characters, and of the code points that WebDriver has for other keys.
enum KeyNames {
  /// The code points of keys without a character, WebDriver part 17.4.2.
  private static let special: [Character: KeyCode] = [
    "\u{E003}": .backspace, "\u{E004}": .tab, "\u{E006}": .enter, "\u{E007}": .enter,
    "\u{E008}": .shift, "\u{E009}": .control, "\u{E00C}": .escape, "\u{E00D}": .space,
    "\u{E012}": .left, "\u{E013}": .up, "\u{E014}": .right, "\u{E015}": .down,
    "\u{E050}": .shift, "\u{E051}": .control,
    "\u{E01A}": .digit0, "\u{E01B}": .digit1, "\u{E01C}": .digit2, "\u{E01D}": .digit3,
    "\u{E01E}": .digit4, "\u{E01F}": .digit5, "\u{E020}": .digit6, "\u{E021}": .digit7,
    "\u{E022}": .digit8, "\u{E023}": .digit9,
    " ": .space, "\n": .enter, "\r": .enter, "\t": .tab, "\u{8}": .backspace,
    "-": .minus, "=": .equals, ",": .comma, ".": .period,
  ]

  /// The key that types a character on a US keyboard; nil if there is none.
  static func key(_ character: Character) -> KeyCode? {
    if let key = special[character] { return key }
    let lower = character.lowercased()
    if lower.count == 1, let letter = lower.first, letter.isASCII, letter.isLetter {
      return KeyCode(rawValue: lower)
    }
    if character.isASCII, character.isNumber { return KeyCode(rawValue: "digit\(character)") }
    return nil
  }

  /// The text that a character types; nil for one that stands for a key.
  static func text(_ character: Character) -> String? {
    let isPrivate = character.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) }
    let isControl = character.unicodeScalars.contains { $0.value < 0x20 }
    return isPrivate || isControl ? nil : String(character)
  }

  /// The code point of a character in hexadecimal.
  static func code(of character: Character) -> String {
    String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
  }
}
