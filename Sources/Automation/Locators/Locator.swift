/// A selector of nodes: XPath 1.0, CSS, or made by the typed builder; read once, used often.
///
/// ```swift
/// let ball = try Locator(xpath: "//node[@name='ball']")
/// let near = try Locator(xpath: "//node[@role='pearl'][g:distance('ball') < 2]")
/// let score = try Locator(css: "label#score")
/// let high = Locator.role("pearl").where("position.y", .greater, 3)
/// ```
/// What the elements, attributes and functions are is in <doc:Locators>.
public struct Locator: Hashable, Sendable, CustomStringConvertible {
  /// The languages that selectors are written in.
  public enum Language: String, Hashable, Sendable, CaseIterable {
    /// XPath 1.0.
    case xpath
    /// Our part of CSS selectors.
    case css
  }

  /// The language it was written in.
  public let language: Language
  /// The selector as it was written.
  public var text: String { selector.text }
  let selector: CompiledSelector

  /// Reads a selector.
  ///
  /// - Throws: the first thing that is wrong, with its column and what is accepted.
  public init(_ text: String, in language: Language) throws(LocatorError) {
    self.language = language
    switch language {
    case .xpath: selector = try CompiledSelector.xpath(text, functions: SceneFunction.all)
    case .css: selector = try CompiledSelector.css(text, functions: SceneFunction.all)
    }
  }

  init(_ selector: CompiledSelector) { (language, self.selector) = (.xpath, selector) }

  /// Reads a selector in XPath 1.0.
  public init(xpath text: String) throws(LocatorError) { try self.init(text, in: .xpath) }

  /// Reads a selector in CSS.
  public init(css text: String) throws(LocatorError) { try self.init(text, in: .css) }

  /// The selector as it was written.
  public var description: String { text }

  /// Two are the same when they are written alike.
  public static func == (a: Locator, b: Locator) -> Bool {
    a.language == b.language && isSame(a.text, b.text)
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Swift.Hasher) {
    hasher.combine(language)
    hasher.combine(text)
  }
}
