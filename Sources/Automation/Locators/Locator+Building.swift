// The typed builder: selectors without quoting, checked when they are built.

extension Locator {
  /// A comparison of a property with a number.
  public enum Operator: String, Hashable, Sendable {
    /// Equal.
    case equal = "="
    /// Not equal.
    case notEqual = "!="
    /// Less than.
    case less = "<"
    /// Less than or equal.
    case lessOrEqual = "<="
    /// Greater than.
    case greater = ">"
    /// Greater than or equal.
    case greaterOrEqual = ">="
  }

  /// All nodes.
  public static var nodes: Locator { made("//node") }

  /// The nodes with a name.
  public static func node(_ name: String) -> Locator { made("//node[@name=\(literal(name))]") }

  /// The nodes with a role of the game.
  public static func role(_ role: String) -> Locator { made("//node[@role=\(literal(role))]") }

  /// The elements with a name, such as `light`, `camera` or `label`.
  ///
  /// - Precondition: The name is an XPath name: letters, digits, `_`, `-` and `.`.
  public static func kind(_ kind: String) -> Locator { made("//" + checked(kind)) }

  /// The overlay label with a name.
  public static func label(_ name: String) -> Locator { made("//label[@name=\(literal(name))]") }

  /// The overlay labels with a text, ignoring leading, trailing and repeated white space.
  public static func label(saying text: String) -> Locator {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return made("//label[normalize-space()=\(literal(words))]")
  }

  /// The controls of the overlay with a name or a text, and the rows of lists with a text.
  public static func control(_ text: String) -> Locator {
    let text = literal(text)
    return made("//control[@name=\(text) or @text=\(text)] | //item[@text=\(text)]")
  }

  // MARK: Filters

  /// The matches with a name.
  public func named(_ name: String) -> Locator { having("@name=\(literal(name))") }

  /// The matches whose property is a string.
  ///
  /// - Precondition: The property is the name of an attribute: `name`, `role`.
  public func `where`(_ property: String, is text: String) -> Locator {
    having("@\(Self.checked(property))=\(literal(text))")
  }

  /// The matches whose property compares with a number as stated.
  ///
  /// - Precondition: The property is the name of an attribute, such as `position.y`, and the number
  ///   is finite.
  public func `where`(_ property: String, _ comparison: Operator, _ value: Double) -> Locator {
    precondition(value.isFinite, "a locator compares with finite numbers")
    return having(
      "@\(Self.checked(property))\(comparison.rawValue)\(CaromAutomation.text(of: value))")
  }

  /// The matches whose Boolean property, such as `isHidden`, has a value.
  ///
  /// - Precondition: The property is the name of an attribute.
  public func `where`(_ property: String, is flag: Bool) -> Locator {
    having("@\(Self.checked(property))='\(flag)'")
  }

  /// The matches that have a component, such as `light` or `physics`.
  ///
  /// - Precondition: The kind is an XPath name.
  public func with(_ kind: String) -> Locator { having(Self.checked(kind)) }

  /// The matches within a distance, in meters, of the nearest match of another locator.
  ///
  /// - Precondition: The distance is finite.
  public func within(_ meters: Double, of other: Locator) -> Locator {
    precondition(meters.isFinite, "a locator compares with finite numbers")
    return having("g:distance(\(other.path)) <= \(CaromAutomation.text(of: meters))")
  }

  /// The matches whose bodies touch a match of another locator.
  public func touching(_ other: Locator) -> Locator { having("g:touching(\(other.path))") }

  /// The matches whose bodies are moving.
  public var moving: Locator { having("g:moving()") }

  /// The matches whose bodies are at rest, or that have no body.
  public var atRest: Locator { having("g:atRest()") }

  /// The matches that the scene's camera may see at least in part.
  public var inView: Locator { having("g:inView()") }

  /// The matches that are neither hidden nor fully transparent.
  public var visible: Locator { having("g:visible()") }

  /// The match at an index, from 0.
  ///
  /// - Precondition: The index is not negative.
  public func at(_ index: Int) -> Locator {
    precondition(index >= 0, "the index of a match is not negative")
    return Self.made("(\(path))[\(index + 1)]")
  }

  // MARK: Relatives

  /// The descendants that match another locator.
  ///
  /// - Precondition: The other locator was created by ``nodes``, ``node(_:)``, ``role(_:)``,
  ///   ``kind(_:)`` or ``label(_:)`` and filters, without ``at(_:)``.
  public func descendant(_ other: Locator) -> Locator {
    Self.made(whole + "//" + other.lastStep)
  }

  /// The children that match another locator.
  ///
  /// - Precondition: See ``descendant(_:)``.
  public func child(_ other: Locator) -> Locator { Self.made(whole + "/" + other.lastStep) }

  /// The parents of the matches.
  public var parent: Locator { Self.made(whole + "/..") }

  // MARK: XPath text

  private var path: String {
    precondition(
      language == .xpath, "\(text): a CSS locator cannot be extended; use XPath")
    return text
  }

  /// The path; a union is parenthesized, so that suffixes apply to all of it.
  private var whole: String {
    if case .union = selector.root { "(\(path))" } else { path }
  }

  private var lastStep: String {
    let path = path
    var isPath = false
    if case .path = selector.root { isPath = true }
    precondition(
      isPath && path.hasPrefix("//"),
      "\(text): only a locator that begins with //node or another element can be a descendant")
    return String(path.dropFirst(2))
  }

  private func having(_ condition: String) -> Locator {
    Self.made(whole + "[\(condition)]")
  }

  private static func checked(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    let isName = scalars.first.map(isNameStart) ?? false
    precondition(isName && scalars.allSatisfy(isNamePart), "\"\(name)\" is not an XPath name")
    return name
  }

  private static func made(_ text: String) -> Locator {
    do throws(LocatorError) {
      // Names of any length are valid, even if no element has them.
      let selector = try XPathParser.selector(
        text, functions: SceneFunction.all, maximumLength: .max)
      return Locator(selector)
    } catch {
      // Names are checked and strings are quoted, so only the depth can be exceeded.
      preconditionFailure("\(error)")
    }
  }
}
