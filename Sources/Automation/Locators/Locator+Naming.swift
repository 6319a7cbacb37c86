extension Locator {
  /// Parses a reference in a feature file: a node's name, XPath, or CSS after `css:`.
  ///
  /// Text that begins with `/` or contains a bracket is XPath; `game` and `scene` are those
  /// elements; all other text is the name of a node.
  ///
  /// - Throws: The first error of a selector, with its column.
  public init(naming text: String) throws(LocatorError) {
    if text.hasPrefix("css:") {
      self = try Locator(css: String(text.dropFirst(4)))
    } else if text.hasPrefix("/") || text.contains("(") || text.contains("[") {
      self = try Locator(xpath: text)
    } else if text == "game" || text == "scene" {
      self = try Locator(xpath: text == "game" ? "//game" : "/scene")
    } else {
      self = .node(text)
    }
  }
}
