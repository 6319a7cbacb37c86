// The typed builder: selectors without quoting, that cannot be misspelt.

extension Locator {
  /// How a property is compared with a value.
  public enum Operator: String, Hashable, Sendable {
    /// The same number.
    case equal = "="
    /// Another.
    case notEqual = "!="
    /// Less, as numbers.
    case less = "<"
    /// Less or the same, as numbers.
    case lessOrEqual = "<="
    /// Greater, as numbers.
    case greater = ">"
    /// Greater or the same, as numbers.
    case greaterOrEqual = ">="
  }

  /// All nodes.
  public static var nodes: Locator { made("//node") }

  /// The nodes of a name.
  public static func node(_ name: String) -> Locator { made("//node[@name=\(literal(name))]") }

  /// The nodes that the game takes for something.
  public static func role(_ role: String) -> Locator { made("//node[@role=\(literal(role))]") }

  /// The elements of a kind, such as `light`, `camera` or `label`.
  ///
  /// - Precondition: The kind is a name as elements have: letters, digits, `_`, `-` and `.`.
  public static func kind(_ kind: String) -> Locator { made("//" + checked(kind)) }

  /// The label of a name on top of the picture.
  public static func label(_ name: String) -> Locator { made("//label[@name=\(literal(name))]") }

  /// The labels on top of the picture that say something, spaces at the ends and repeated ones aside.
  public static func label(saying text: String) -> Locator {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return made("//label[normalize-space()=\(literal(words))]")
  }

  // MARK: Narrowing

  /// Those of a name.
  public func named(_ name: String) -> Locator { having("@name=\(literal(name))") }

  /// Those whose property is a text.
  ///
  /// - Precondition: The property is named as attributes are: `name`, `role`.
  public func `where`(_ property: String, is text: String) -> Locator {
    having("@\(Self.checked(property))=\(literal(text))")
  }

  /// Those whose property compares so with a number.
  ///
  /// - Precondition: The property is named as attributes are, such as `position.y`, and the number is
  ///   finite.
  public func `where`(_ property: String, _ comparison: Operator, _ value: Double) -> Locator {
    precondition(value.isFinite, "A locator compares with finite numbers")
    return having(
      "@\(Self.checked(property))\(comparison.rawValue)\(CaromAutomation.text(of: value))")
  }

  /// Those whose switch is on or off, such as `isHidden`.
  ///
  /// - Precondition: The property is named as attributes are.
  public func `where`(_ property: String, is flag: Bool) -> Locator {
    having("@\(Self.checked(property))='\(flag)'")
  }

  /// Those that have a part, such as `light` or `physics`.
  ///
  /// - Precondition: The kind is a name as elements have.
  public func with(_ kind: String) -> Locator { having(Self.checked(kind)) }

  /// Those no farther than some metres from the nearest of others.
  ///
  /// - Precondition: The distance is finite.
  public func within(_ metres: Double, of other: Locator) -> Locator {
    precondition(metres.isFinite, "A locator compares with finite numbers")
    return having("g:distance(\(other.path)) <= \(CaromAutomation.text(of: metres))")
  }

  /// Those whose bodies touch one of others.
  public func touching(_ other: Locator) -> Locator { having("g:touching(\(other.path))") }

  /// Those whose bodies move.
  public var moving: Locator { having("g:moving()") }

  /// Those whose bodies do not move, and those without.
  public var atRest: Locator { having("g:atRest()") }

  /// Those of which the scene's camera may see something.
  public var inView: Locator { having("g:inView()") }

  /// Those that are not hidden and not wholly transparent.
  public var visible: Locator { having("g:visible()") }

  /// The one at a place among all that match, from 0.
  ///
  /// - Precondition: The place is not negative.
  public func at(_ index: Int) -> Locator {
    precondition(index >= 0, "Places among matches are counted from 0")
    return Self.made("(\(path))[\(index + 1)]")
  }

  // MARK: Relatives

  /// What lies in those, at any depth, and matches another locator.
  ///
  /// - Precondition: The other was made by ``nodes``, ``node(_:)``, ``role(_:)``, ``kind(_:)`` or
  ///   ``label(_:)`` and narrowed, without ``at(_:)``.
  public func descendant(_ other: Locator) -> Locator {
    Self.made(whole + "//" + other.lastStep)
  }

  /// What lies directly in those and matches another locator.
  ///
  /// - Precondition: As for ``descendant(_:)``.
  public func child(_ other: Locator) -> Locator { Self.made(whole + "/" + other.lastStep) }

  /// What those lie directly in.
  public var parent: Locator { Self.made(whole + "/..") }

  // MARK: Writing XPath

  private var path: String {
    precondition(
      language == .xpath, "\(text): a locator in CSS cannot be narrowed; write it in XPath")
    return text
  }

  /// The path; a union in brackets, so that what follows is of all of it.
  private var whole: String {
    if case .union = selector.root { "(\(path))" } else { path }
  }

  private var lastStep: String {
    let path = path
    var isPath = false
    if case .path = selector.root { isPath = true }
    precondition(
      isPath && path.hasPrefix("//"),
      "\(text): only a locator that begins at //node or another kind can be looked for inside")
    return String(path.dropFirst(2))
  }

  private func having(_ condition: String) -> Locator {
    Self.made(whole + "[\(condition)]")
  }

  private static func checked(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    let isName = scalars.first.map(isNameStart) ?? false
    precondition(isName && scalars.allSatisfy(isNamePart), "\"\(name)\" is no name of XPath")
    return name
  }

  private static func made(_ text: String) -> Locator {
    do throws(LocatorError) {
      // Names of any length may be looked for, even if nothing has them.
      let selector = try XPathParser.selector(text, functions: SceneFunction.all, longest: .max)
      return Locator(selector)
    } catch {
      // Names are checked and texts are quoted, so only depth is left.
      preconditionFailure("\(error)")
    }
  }
}
