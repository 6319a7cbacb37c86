import Carom
import CaromAutomation

/// The page object: what a player sees and does.
///
/// Only this file knows names of nodes.
public struct TiltGameScreen: Screen {
  public let driver: GameDriver
  /// This label identifies the screen.
  public static let marker = Locator.label("score")

  public init(driver: GameDriver) { self.driver = driver }

  public var ball: Actor { Actor(driver: driver, locator: .node("ball")) }

  public func coin(_ name: String) -> Actor {
    Actor(driver: driver, locator: Locator.role("coin").named(name))
  }

  /// The number of coins that can be collected.
  public func coinCount() throws(DriverError) -> Int {
    try driver.findAll(Locator.role("coin").visible).count
  }

  /// Rolls the ball over a coin.
  public func roll(over name: String) throws(DriverError) {
    var position = try coin(name).position()
    // From the middle of the board if the coin is near its edge.
    let side: Float = position.z > 2 ? -1 : 1
    position.z += side
    try driver.set([
      PropertyChange("position", of: ball.locator, to: position),
      PropertyChange("physics.velocity", of: ball.locator, to: Vector3(0, 0, -3 * side)),
    ])
    driver.step(30)
  }

  /// A node of the screen.
  public struct Actor: NodeActor {
    public let driver: GameDriver
    public let locator: Locator
  }
}
