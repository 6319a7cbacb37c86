extension Locator {
  /// Reads what a sentence has in quotes: a node's name, XPath, or CSS after `css:`.
  ///
  /// XPath is what begins with `/` or has a bracket in it; `game` and `scene` are those elements, and
  /// everything else is the name of a node.
  ///
  /// - Throws: the first thing that is wrong with a selector, with its column.
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
