import Carom
import CaromAutomation

/// The page object: what a player sees and does.
///
/// Only this file knows names of nodes.
public struct PaddleGameScreen: Screen {
  public let driver: GameDriver
  /// This label identifies the screen.
  public static let marker = Locator.label("score")

  public init(driver: GameDriver) { self.driver = driver }

  public var ball: Actor { Actor(driver: driver, locator: .node("ball")) }
  public var paddle: Actor { Actor(driver: driver, locator: .role("paddle")) }

  /// Serves the ball.
  public func serve() { driver.press(.space) }

  /// Moves the ball; runs one tick.
  public func launch(from position: Vector3, velocity: Vector3) throws(DriverError) {
    try driver.set([
      PropertyChange("position", of: ball.locator, to: position),
      PropertyChange("physics.velocity", of: ball.locator, to: velocity),
    ])
  }

  /// The velocity of the ball in meters per second.
  public func velocity() throws(DriverError) -> Vector3 {
    guard let body = try driver.find(ball.locator).node?.physicsBody else {
      throw driver.failure("the ball has no body")
    }
    return body.velocity
  }

  /// A node of the screen.
  public struct Actor: NodeActor {
    public let driver: GameDriver
    public let locator: Locator
  }
}
