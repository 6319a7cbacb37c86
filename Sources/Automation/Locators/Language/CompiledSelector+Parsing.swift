extension CompiledSelector {
  /// Parses an XPath 1.0 selector.
  ///
  /// - Parameters:
  ///   - text: The selector, at most 4,096 characters.
  ///   - functions: The extension functions of the tree, called with the prefix `g:`.
  /// - Returns: The selector, which can be evaluated on any tree.
  /// - Throws: The first error, with its column and the expected input.
  package static func xpath(
    _ text: String, functions: [ExtendedFunction] = []
  ) throws(LocatorError) -> CompiledSelector {
    try XPathParser.selector(text, functions: functions)
  }

  /// Parses a selector of the supported subset of CSS Selectors Level 4.
  ///
  /// - Parameters:
  ///   - text: The selector, at most 4,096 characters.
  ///   - functions: The extension functions of the tree; CSS calls none of them.
  /// - Returns: The selector, which can be evaluated on any tree.
  /// - Throws: The first error, with its column and the expected input.
  package static func css(
    _ text: String, functions: [ExtendedFunction] = []
  ) throws(LocatorError) -> CompiledSelector { try CSSParser.selector(text, functions: functions) }
}
