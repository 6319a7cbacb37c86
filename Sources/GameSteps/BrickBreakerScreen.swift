public import CaromAutomation
import CaromGames
public import CaromMaths
import CaromSimulation

/// Brick Breaker as a tester sees it: what can be done, and what there is to look at.
public struct BrickBreakerScreen: Screen {
  /// What drives the game.
  public let driver: GameDriver
  /// The hearts that show the lives.
  public static let marker = Locator.kind("icon").named("lives")

  /// Makes the screen of a game.
  public init(driver: GameDriver) { self.driver = driver }

  /// The ball.
  public var ball: Ball { Ball(driver: driver) }
  /// The paddle.
  public var paddle: Paddle { Paddle(driver: driver) }

  /// A brick by its name.
  public func brick(_ name: String) -> Brick { Brick(driver: driver, name: name) }

  /// How many bricks are to be seen.
  ///
  /// - Throws: nothing in a scene of the game.
  public func brickCount() throws(DriverError) -> Int {
    try driver.findAll(Locator.role("brick").visible).count
  }

  /// The phase by its name, such as `ready`.
  public var phase: String { driver.session.report.phase }
  /// The lives left.
  public var lives: Int { Int(driver.session.report.lives ?? 0) }
  /// What the middle of the picture says.
  ///
  /// - Throws: nothing in a scene of the game.
  public func message() throws(DriverError) -> String {
    try driver.find(.label("message")).text
  }

  /// Serves the ball, or begins anew where the round has ended.
  public func serve() { driver.press(.space) }

  /// Hides every brick but some.
  ///
  /// - Parameter names: The bricks that stay.
  /// - Throws: nothing in a scene of the game.
  public func leaveOnly(_ names: [String]) throws(DriverError) {
    var changes: [PropertyChange] = []
    for match in try driver.findAll(.role("brick")) {
      guard let name = match.name, !names.contains(name) else { continue }
      changes.append(PropertyChange("isHidden", of: brick(name).locator, to: true))
    }
    try driver.set(changes)
  }

  /// The ball as an actor.
  public struct Ball: NodeActor {
    /// What drives the game.
    public let driver: GameDriver
    /// The node with the role of the ball.
    public let locator = Locator.role("ball")

    /// Lets it fly from a place of the court; runs a tick.
    ///
    /// - Parameters:
    ///   - place: Where, in metres: right and towards the player.
    ///   - velocity: Which way and how fast, in metres a second.
    /// - Throws: nothing in a scene of the game.
    public func fly(from place: Vector2, velocity: Vector2) throws(DriverError) {
      try driver.set([
        PropertyChange("position", of: locator, to: Vector3(place.x, 0, place.y)),
        PropertyChange("physics.velocity", of: locator, to: Vector3(velocity.x, 0, velocity.y)),
      ])
    }
  }

  /// The paddle as an actor.
  public struct Paddle: NodeActor {
    /// What drives the game.
    public let driver: GameDriver
    /// The node with the role of the paddle.
    public let locator = Locator.role("paddle")
  }

  /// A brick as an actor.
  public struct Brick: NodeActor {
    /// What drives the game.
    public let driver: GameDriver
    /// Its name in the scene.
    public let name: String
    /// The brick of its name.
    public var locator: Locator { Locator.role("brick").named(name) }
  }
}
