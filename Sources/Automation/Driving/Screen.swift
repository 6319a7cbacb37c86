public import CaromMaths
import CaromSceneGraph

/// The page object of a game: the contents of one of its screens and the actions of a player there.
///
/// Tests use screens and actors instead of selectors, so that the names of nodes are defined in one
/// place.
///
/// ```swift
/// struct Title: Screen {
///   let driver: GameDriver
///   static let marker = Locator.label("title")
///   func start() { driver.press(.space) }
/// }
/// ```
public protocol Screen {
  /// The driver of the game.
  var driver: GameDriver { get }
  /// A locator that matches while the screen is displayed.
  static var marker: Locator { get }

  /// Creates the screen for a driver.
  init(driver: GameDriver)
}

extension Screen {
  /// Whether the screen is displayed.
  public var isDisplayed: Bool { (try? driver.holds(Self.marker)) ?? false }

  /// Runs ticks until the screen is displayed.
  ///
  /// - Returns: The number of ticks that had run at that time.
  /// - Throws: An error if it is not displayed in time.
  @discardableResult
  public func wait(within ticks: Int) throws(DriverError) -> UInt64 {
    try driver.wait(until: Self.marker, within: ticks)
  }
}

/// A page object for a single node, such as the ball; the node is located again for each query.
public protocol NodeActor {
  /// The driver of the game.
  var driver: GameDriver { get }
  /// The locator of the node.
  var locator: Locator { get }
}

extension NodeActor {
  /// An attribute as text.
  ///
  /// - Throws: The errors of ``GameDriver/find(_:)``, and an error if the node has no such
  ///   attribute.
  public func get(_ attribute: String) throws(DriverError) -> String {
    try driver.get(attribute, of: locator)
  }

  /// A numeric attribute.
  ///
  /// - Throws: The errors of ``get(_:)``, and an error if the value is not a number.
  public func number(_ attribute: String) throws(DriverError) -> Double {
    let text = try get(attribute)
    if let number = Double(text) { return number }
    throw driver.failure("the \(attribute) of \(locator) is '\(text)', which is not a number")
  }

  /// The position in world space with animations and constraints applied, in meters.
  ///
  /// - Throws: The errors of ``GameDriver/find(_:)``.
  public func position() throws(DriverError) -> Vector3 {
    guard let node = try driver.find(locator).node else {
      throw driver.failure("\(locator) is not a node")
    }
    return node.presentation.worldPosition
  }

  /// Whether the node or one of its ancestors is hidden.
  ///
  /// - Throws: The errors of ``GameDriver/find(_:)``.
  public func isHidden() throws(DriverError) -> Bool {
    try get("isHiddenInScene") == "true"
  }

  /// Sets several properties of the node before the same tick and runs that tick.
  ///
  /// - Throws: The errors of ``GameDriver/set(_:)``.
  public func set(_ values: [(property: String, json: String)]) throws(DriverError) {
    try driver.set(values.map { PropertyChange($0.property, of: locator, toJSON: $0.json) })
  }
}
