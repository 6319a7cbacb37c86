public import CaromMaths
import CaromSceneGraph

/// What a game shows at a time, with what a player can do there: the page object of a game.
///
/// Tests speak of screens and actors; what they are called in the scene stands in one place.
///
/// ```swift
/// struct Title: Screen {
///   let driver: GameDriver
///   static let marker = Locator.label("title")
///   func start() { driver.press(.space) }
/// }
/// ```
public protocol Screen {
  /// What drives the game.
  var driver: GameDriver { get }
  /// What is found as long as it is displayed.
  static var marker: Locator { get }

  /// Makes the screen of a game.
  init(driver: GameDriver)
}

extension Screen {
  /// Whether it is displayed now.
  public var isDisplayed: Bool { (try? driver.holds(Self.marker)) ?? false }

  /// Runs ticks until it is displayed.
  ///
  /// - Returns: How many ticks had run when it was.
  /// - Throws: that it was not within so many ticks.
  @discardableResult
  public func wait(within ticks: Int) throws(DriverError) -> UInt64 {
    try driver.wait(until: Self.marker, within: ticks)
  }
}

/// A node that plays a part, such as the ball: found anew for each question.
public protocol NodeActor {
  /// What drives the game.
  var driver: GameDriver { get }
  /// What finds it.
  var locator: Locator { get }
}

extension NodeActor {
  /// An attribute as text.
  ///
  /// - Throws: as ``GameDriver/find(_:)``, and if it has no such attribute.
  public func get(_ attribute: String) throws(DriverError) -> String {
    try driver.get(attribute, of: locator)
  }

  /// An attribute that is a number.
  ///
  /// - Throws: as ``get(_:)``, and if it is no number.
  public func number(_ attribute: String) throws(DriverError) -> Double {
    let text = try get(attribute)
    if let number = Double(text) { return number }
    throw driver.failure("the \(attribute) of \(locator) is '\(text)', no number")
  }

  /// Where it is shown in the world, in metres.
  ///
  /// - Throws: as ``GameDriver/find(_:)``.
  public func position() throws(DriverError) -> Vector3 {
    guard let node = try driver.find(locator).node else {
      throw driver.failure("\(locator) is no node")
    }
    return node.presentation.worldPosition
  }

  /// Whether it, or something that it lies in, is hidden.
  ///
  /// - Throws: as ``GameDriver/find(_:)``.
  public func isHidden() throws(DriverError) -> Bool {
    try get("isHiddenInScene") == "true"
  }

  /// Sets properties of it, all before the same tick, and runs that tick.
  ///
  /// - Throws: as ``GameDriver/set(_:)``.
  public func set(_ values: [(property: String, json: String)]) throws(DriverError) {
    try driver.set(values.map { PropertyChange($0.property, of: locator, toJSON: $0.json) })
  }
}
