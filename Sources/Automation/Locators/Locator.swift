/// A selector of elements, written in XPath 1.0 or CSS or created by the typed builder.
///
/// ```swift
/// let ball = try Locator(xpath: "//node[@name='ball']")
/// let near = try Locator(xpath: "//node[@role='pearl'][g:distance('ball') < 2]")
/// let score = try Locator(css: "label#score")
/// let high = Locator.role("pearl").where("position.y", .greater, 3)
/// ```
/// <doc:Locators> lists the elements, attributes and functions.
public struct Locator: Hashable, Sendable, CustomStringConvertible {
  /// The selector languages.
  public enum Language: String, Hashable, Sendable, CaseIterable {
    /// XPath 1.0.
    case xpath
    /// The supported subset of CSS selectors.
    case css
  }

  /// The language of the selector.
  public let language: Language
  /// The source text.
  public var text: String { selector.text }
  let selector: CompiledSelector

  /// Parses a selector.
  ///
  /// - Throws: The first error, with its column and the expected input.
  public init(_ text: String, in language: Language) throws(LocatorError) {
    self.language = language
    switch language {
    case .xpath: selector = try CompiledSelector.xpath(text, functions: SceneFunction.all)
    case .css: selector = try CompiledSelector.css(text, functions: SceneFunction.all)
    }
  }

  init(_ selector: CompiledSelector) { (language, self.selector) = (.xpath, selector) }

  /// Parses an XPath 1.0 selector.
  public init(xpath text: String) throws(LocatorError) { try self.init(text, in: .xpath) }

  /// Parses a CSS selector.
  public init(css text: String) throws(LocatorError) { try self.init(text, in: .css) }

  /// The source text.
  public var description: String { text }

  /// Whether two locators have the same language and source text.
  public static func == (a: Locator, b: Locator) -> Bool {
    a.language == b.language && isSame(a.text, b.text)
  }

  /// Hashes the language and the source text.
  public func hash(into hasher: inout Swift.Hasher) {
    hasher.combine(language)
    hasher.combine(text)
  }
}
