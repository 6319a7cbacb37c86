extension Locator {
  /// Parses a reference in a feature file: a node's name, XPath, or CSS after `css:`.
  ///
  /// Text that begins with `/` or contains a bracket is XPath, and text that begins with `#` is
  /// CSS; `game` and `scene` are those elements; all other text is the name of a node.
  ///
  /// - Throws: The first error of a selector, with its column.
  public init(naming text: String) throws(LocatorError) {
    self = try Self.selector(text) ?? .node(text)
  }

  /// Parses a reference to a control in a feature file: its name, its text, XPath, or CSS after
  /// `css:`.
  ///
  /// - Throws: The first error of a selector, with its column.
  public init(namingControl text: String) throws(LocatorError) {
    // The text of a control may contain parentheses.
    let isText =
      !text.hasPrefix("/") && !text.hasPrefix("css:") && !text.hasPrefix("#")
      && !text.contains("[")
    self = try isText ? .control(text) : Self.selector(text) ?? .control(text)
  }

  private static func selector(_ text: String) throws(LocatorError) -> Locator? {
    if text.hasPrefix("css:") {
      return try Locator(css: String(text.dropFirst(4)))
    }
    if text.hasPrefix("#") { return try Locator(css: text) }
    if text.hasPrefix("/") || text.contains("(") || text.contains("[") {
      return try Locator(xpath: text)
    }
    if text == "game" || text == "scene" {
      return try Locator(xpath: text == "game" ? "//game" : "/scene")
    }
    return nil
  }
}
