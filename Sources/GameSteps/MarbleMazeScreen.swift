public import CaromAutomation
import CaromGames
public import CaromMaths
import CaromSimulation

/// Marble Maze as a tester sees it: what can be done, and what there is to look at.
public struct MarbleMazeScreen: Screen {
  /// What drives the game.
  public let driver: GameDriver
  /// The bar that shows the life.
  public static let marker = Locator.kind("bar").named("life")

  /// Makes the screen of a game.
  public init(driver: GameDriver) { self.driver = driver }

  /// The marble.
  public var marble: Marble { Marble(driver: driver) }

  /// A pearl by its name.
  public func pearl(_ name: String) -> Pearl { Pearl(driver: driver, name: name) }

  /// How many pearls are to be seen.
  ///
  /// - Throws: nothing in a scene of the game.
  public func pearlCount() throws(DriverError) -> Int {
    try driver.findAll(Locator.role("pearl").visible).count
  }

  /// The phase by its name, such as `playing`.
  public var phase: String { driver.session.report.phase }
  /// The points so far.
  public var score: Int { Int(driver.session.report.score) }

  /// Waits until the marble lies still on something.
  ///
  /// - Returns: How many ticks had run when it did.
  /// - Throws: that it did not within ten seconds.
  @discardableResult
  public func settle() throws(DriverError) -> UInt64 {
    try driver.wait(until: marble.locator.touching(.nodes).atRest, within: 600)
  }

  /// Starts the run, once the marble lies still on its platform.
  ///
  /// - Returns: The tick in which it lay still.
  /// - Throws: that it did not within ten seconds.
  @discardableResult
  public func start() throws(DriverError) -> UInt64 {
    let still = try settle()
    driver.press(.space)
    return still
  }

  /// The marble as an actor.
  public struct Marble: NodeActor {
    /// What drives the game.
    public let driver: GameDriver
    /// The node with the role of the ball.
    public let locator = Locator.role("ball")

    /// Puts it somewhere in the maze, with a velocity; runs a tick.
    ///
    /// - Parameters:
    ///   - place: Where, in metres: right and towards the viewer.
    ///   - velocity: How fast it rolls, in metres a second.
    /// - Throws: nothing in a scene of the game.
    public func put(at place: Vector2, velocity: Vector2 = .zero) throws(DriverError) {
      let y = try position().y
      try driver.set([
        PropertyChange("position", of: locator, to: Vector3(place.x, y, place.y)),
        PropertyChange("physics.velocity", of: locator, to: Vector3(velocity.x, 0, velocity.y)),
      ])
    }

    /// Lifts it off the maze, so that it falls into the deep.
    ///
    /// - Throws: nothing in a scene of the game.
    public func throwOff() throws(DriverError) {
      try driver.set("position", of: locator, to: Vector3(30, 2, 0))
    }
  }

  /// A pearl as an actor.
  public struct Pearl: NodeActor {
    /// What drives the game.
    public let driver: GameDriver
    /// Its name in the scene.
    public let name: String
    /// The pearl of its name.
    public var locator: Locator { Locator.role("pearl").named(name) }
  }
}
