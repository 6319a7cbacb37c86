extension Overlay {
  /// A text with prompts in place of the names of actions in braces, such as `{serve} to serve`.
  ///
  /// Names without a prompt stay as they are.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - prompts: The prompts, by the names of actions.
  /// - Returns: The displayed text.
  public static func text(_ text: String, prompts: [String: String]) -> String {
    guard !prompts.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      if let prompt = prompts[name] {
        result += prompt
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
