import CaromAutomation
import CaromDocuments

/// A search of WebDriver or Appium: a strategy and a value.
struct SelectorStrategy {
  /// The selector.
  let locator: Locator

  /// The strategies that are served.
  static let accepted =
    "css selector, xpath, tag name, link text, partial link text, id, name, class name, "
    + "accessibility id, -custom"

  /// Reads a search from the body of a request.
  ///
  /// - Parameters:
  ///   - body: An object with `using` and `value`.
  ///   - isRelative: Whether the search starts at an element.
  /// - Throws: `invalid argument` or `invalid selector`.
  init(_ body: JSON, isRelative: Bool) throws(WebDriverError) {
    guard let using = body["using"]?.string, let value = body["value"]?.string else {
      throw .invalidArgument("using and value: two texts are expected")
    }
    let text = Self.literal(value)
    // Relative searches find descendants only, except by an XPath, which says itself.
    let start = isRelative ? ".//" : "//"
    do throws(LocatorError) {
      switch using {
      case "css selector":
        if let name = Self.nameOfShortForm(value) {
          locator = try Self.named(name, start)
        } else {
          locator = try Locator(css: value)
        }
      case "xpath": locator = try Locator(xpath: value)
      case "tag name":
        let isName = value == "*" || value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        guard isName else {
          throw LocatorError(.syntax, "the name of an element is expected", in: value)
        }
        locator = try Locator(xpath: start + value)
      case "link text":
        let line = Self.literal(Self.line(value))
        locator = try Locator(
          xpath: "\(start)control[normalize-space(@text)=\(line)]"
            + " | \(start)item[normalize-space(@text)=\(line)]"
            + " | \(start)label[normalize-space()=\(line)]")
      case "partial link text":
        let part = Self.literal(Self.line(value))
        locator = try Locator(
          xpath: "\(start)control[contains(normalize-space(@text), \(part))]"
            + " | \(start)item[contains(normalize-space(@text), \(part))]"
            + " | \(start)label[contains(normalize-space(), \(part))]")
      case "id", "name": locator = try Self.named(value, start)
      case "accessibility id":
        locator = try Locator(
          xpath: Self.namedKinds.map {
            "\(start)\($0)[@name=\(text)\($0 == "node" ? "" : " or @text=\(text)")]"
          }.joined(separator: " | "))
      case "class name":
        // A class is a role, or the kind of an element.
        locator = try Locator(
          xpath: "\(start)*[@role=\(text)] | \(start)*[name()=\(text)]")
      case "-custom": locator = try Locator(naming: value)
      default:
        throw LocatorError(
          .syntax, "the strategy '\(using.prefix(60))' is not served; accepted: \(Self.accepted)",
          in: value)
      }
    } catch {
      throw WebDriverError("invalid selector", 400, "\(error)")
    }
  }

  /// A text with single spaces, as links are compared: the text of an element can have lines.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The elements that have names of their own; components share that of their node.
  private static let namedKinds = ["node", "control", "label", "panel", "bar", "icon"]

  private static func named(_ name: String, _ start: String) throws(LocatorError) -> Locator {
    let text = literal(name)
    return try Locator(
      xpath: namedKinds.map { "\(start)\($0)[@name=\(text)]" }.joined(separator: " | "))
  }

  /// The name in `#ball`, and in `[id="ball"]` and `[name="ball"]`, which is what selenium makes of
  /// `By.ID` and `By.NAME`; nil for other selectors.
  ///
  /// A search of elements with names takes a hundredth of the time of one through all components.
  private static func nameOfShortForm(_ css: String) -> String? {
    if css.hasPrefix("#") {
      let name = css.dropFirst()
      let isPlain = name.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 >= 128
          || Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
      }
      return name.isEmpty || !isPlain ? nil : String(name)
    }
    for start in ["[id=\"", "[name=\""] where css.hasPrefix(start) && css.hasSuffix("\"]") {
      let name = css.dropFirst(start.count).dropLast(2)
      return name.contains("\"") || name.contains("\\") ? nil : String(name)
    }
    return nil
  }

  /// A text as a literal of XPath.
  private static func literal(_ text: String) -> String {
    if !text.contains("\"") { return "\"\(text)\"" }
    if !text.contains("'") { return "'\(text)'" }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "concat(" + parts.map { "\"\($0)\"" }.joined(separator: ", '\"', ") + ")"
  }
}
