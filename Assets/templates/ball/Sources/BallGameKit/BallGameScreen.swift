import Carom
import CaromAutomation

/// The page object: what a player sees and does.
///
/// Only this file knows names of nodes.
public struct BallGameScreen: Screen {
  public let driver: GameDriver
  /// This label identifies the screen.
  public static let marker = Locator.label("score")

  public init(driver: GameDriver) { self.driver = driver }

  public var ball: Actor { Actor(driver: driver, locator: .role("ball")) }
  public var hole: Actor { Actor(driver: driver, locator: .node("hole")) }

  /// Strikes the ball in the direction of the arrow.
  public func strike() { driver.press(.space) }

  /// Places the ball at a distance in front of the hole, with the arrow towards it.
  public func placeBall(beforeHole distance: Float) throws(DriverError) {
    var position = try hole.position()
    position.y = try ball.position().y
    position.z += distance
    try driver.set("position", of: ball.locator, to: position)
  }

  /// Waits until the ball lies still or is in the hole.
  public func waitForRest() throws(DriverError) {
    try driver.wait(for: "the ball at rest", within: 1_200) { (_) throws(DriverError) in
      driver.session.phase != "rolling"
    }
  }

  /// A node of the screen.
  public struct Actor: NodeActor {
    public let driver: GameDriver
    public let locator: Locator
  }
}
