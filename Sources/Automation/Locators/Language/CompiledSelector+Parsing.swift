extension CompiledSelector {
  /// Reads a selector in XPath 1.0.
  ///
  /// - Parameters:
  ///   - text: The selector, at most 4,096 characters.
  ///   - functions: What the tree it is asked of adds, with the prefix `g:`.
  /// - Returns: The selector, which belongs to no tree.
  /// - Throws: the first thing that is wrong, with its column and what is accepted.
  package static func xpath(
    _ text: String, functions: [ExtendedFunction] = []
  ) throws(LocatorError) -> CompiledSelector {
    try XPathParser.selector(text, functions: functions)
  }

  /// Reads a selector in our part of CSS selectors level 4.
  ///
  /// - Parameters:
  ///   - text: The selector, at most 4,096 characters.
  ///   - functions: What the tree it is asked of adds; CSS calls none of them.
  /// - Returns: The selector, which belongs to no tree.
  /// - Throws: the first thing that is wrong, with its column and what is accepted.
  package static func css(
    _ text: String, functions: [ExtendedFunction] = []
  ) throws(LocatorError) -> CompiledSelector { try CSSParser.selector(text, functions: functions) }
}
