public import CaromAutomation
import CaromGames
public import CaromMaths
import CaromSimulation

/// The page object of Brick Breaker: the actions of a player and the observable state.
public struct BrickBreakerScreen: Screen {
  /// The driver of the game.
  public let driver: GameDriver
  /// The icons that display the lives; they identify the screen.
  public static let marker = Locator.kind("icon").named("lives")

  /// Creates the screen for a driver.
  public init(driver: GameDriver) { self.driver = driver }

  /// The ball.
  public var ball: Ball { Ball(driver: driver) }
  /// The paddle.
  public var paddle: Paddle { Paddle(driver: driver) }

  /// The brick with a name.
  public func brick(_ name: String) -> Brick { Brick(driver: driver, name: name) }

  /// The number of visible bricks.
  ///
  /// - Throws: `DriverError` if the scene is not one of this game.
  public func brickCount() throws(DriverError) -> Int {
    try driver.findAll(Locator.role("brick").visible).count
  }

  /// The name of the phase, such as `ready`.
  public var phase: String { driver.session.phase }
  /// The remaining lives.
  public var lives: Int { Int(driver.session.lives ?? 0) }
  /// The message at the center of the view.
  ///
  /// - Throws: `DriverError` if the scene is not one of this game.
  public func message() throws(DriverError) -> String {
    try driver.find(.label("message")).text
  }

  /// Serves the ball, or starts a new round after the end of one.
  public func serve() { driver.press(.space) }

  /// Hides all bricks except some.
  ///
  /// - Parameter names: The names of the bricks that remain visible.
  /// - Throws: `DriverError` if the scene is not one of this game.
  public func hideBricks(except names: [String]) throws(DriverError) {
    var changes: [PropertyChange] = []
    for match in try driver.findAll(.role("brick")) {
      guard let name = match.name, !names.contains(name) else { continue }
      changes.append(PropertyChange("isHidden", of: brick(name).locator, to: true))
    }
    try driver.set(changes)
  }

  /// The actor of the ball.
  public struct Ball: NodeActor {
    /// The driver of the game.
    public let driver: GameDriver
    /// The node with the role `ball`.
    public let locator = Locator.role("ball")

    /// Places the ball in the court with a velocity; runs one tick.
    ///
    /// - Parameters:
    ///   - position: The position in meters: right, towards the player.
    ///   - velocity: The velocity in meters per second, on the same axes.
    /// - Throws: `DriverError` if the scene is not one of this game.
    public func launch(from position: Vector2, velocity: Vector2) throws(DriverError) {
      try driver.set([
        PropertyChange("position", of: locator, to: Vector3(position.x, 0, position.y)),
        PropertyChange("physics.velocity", of: locator, to: Vector3(velocity.x, 0, velocity.y)),
      ])
    }
  }

  /// The actor of the paddle.
  public struct Paddle: NodeActor {
    /// The driver of the game.
    public let driver: GameDriver
    /// The node with the role `paddle`.
    public let locator = Locator.role("paddle")
  }

  /// The actor of a brick.
  public struct Brick: NodeActor {
    /// The driver of the game.
    public let driver: GameDriver
    /// The name of the brick in the scene.
    public let name: String
    /// The node with the role `brick` and this name.
    public var locator: Locator { Locator.role("brick").named(name) }
  }
}
