/// Messages of the argument parser about the values of options.
enum ParserMessage {
  /// Removes what the parser repeats around the reason of an option why it does not accept a value.
  ///
  /// The parser writes *The value '3' is invalid for '--scale <scale>': '3' is not a scale; …*;
  /// *--scale: '3' is not a scale; …* remains, as in other messages. Other texts stay as they are.
  ///
  /// - Parameter text: The message, without the prefix `Error: `; more lines may follow.
  /// - Returns: The message without the repetition.
  static func shortened(_ text: String) -> String {
    let (start, middle) = ("The value '", "' is invalid for '")
    guard text.hasPrefix(start), let after = text.firstRange(of: middle),
      let end = text[after.upperBound...].firstRange(of: "': ")
    else { return text }
    let value = text[text.index(text.startIndex, offsetBy: start.count)..<after.lowerBound]
    // Without the name of the value, as in `-o, --output <file>`.
    let option =
      text[after.upperBound..<end.lowerBound].split(separator: " ")
      .last { $0.hasPrefix("-") } ?? text[after.upperBound..<end.lowerBound]
    var reason = text[end.upperBound...]
    if reason.hasPrefix("\(option): ") { reason = reason.dropFirst(option.count + 2) }
    let isNamed = value.isEmpty || reason.contains("'\(value)'")
    return "\(option): " + (isNamed ? "" : "'\(value)' is not accepted; ") + reason
  }
}
