public import CaromAutomation
import CaromGames
public import CaromMaths
import CaromSimulation

/// The page object of Marble Maze: the actions of a player and the observable state.
public struct MarbleMazeScreen: Screen {
  /// The driver of the game.
  public let driver: GameDriver
  /// The bar that displays the life; it identifies the screen.
  public static let marker = Locator.kind("bar").named("life")

  /// Creates the screen for a driver.
  public init(driver: GameDriver) { self.driver = driver }

  /// The marble.
  public var marble: Marble { Marble(driver: driver) }

  /// The pearl with a name.
  public func pearl(_ name: String) -> Pearl { Pearl(driver: driver, name: name) }

  /// The number of visible pearls.
  ///
  /// - Throws: `DriverError` if the scene is not one of this game.
  public func pearlCount() throws(DriverError) -> Int {
    try driver.findAll(Locator.role("pearl").visible).count
  }

  /// The name of the phase, such as `playing`.
  public var phase: String { driver.session.phase }
  /// The current score.
  public var score: Int { Int(driver.session.score) }

  /// Waits until the marble rests on a body.
  ///
  /// - Returns: The number of ticks that had run at that time.
  /// - Throws: `DriverError` if the marble does not come to rest within ten seconds.
  @discardableResult
  public func waitForRest() throws(DriverError) -> UInt64 {
    try driver.wait(until: marble.locator.touching(.nodes).atRest, within: 600)
  }

  /// Waits until the marble is at rest on its platform and starts the run.
  ///
  /// - Returns: The number of ticks that had run when the marble came to rest.
  /// - Throws: `DriverError` if the marble does not come to rest within ten seconds.
  @discardableResult
  public func start() throws(DriverError) -> UInt64 {
    let tick = try waitForRest()
    driver.press(.space)
    return tick
  }

  /// The actor of the marble.
  public struct Marble: NodeActor {
    /// The driver of the game.
    public let driver: GameDriver
    /// The node with the role `ball`.
    public let locator = Locator.role("ball")

    /// Moves the marble to a position with a velocity; runs one tick.
    ///
    /// - Parameters:
    ///   - target: The position in meters: right, towards the viewer.
    ///   - velocity: The velocity in meters per second, on the same axes.
    /// - Throws: `DriverError` if the scene is not one of this game.
    public func move(to target: Vector2, velocity: Vector2 = .zero) throws(DriverError) {
      let y = try position().y
      try driver.set([
        PropertyChange("position", of: locator, to: Vector3(target.x, y, target.y)),
        PropertyChange("physics.velocity", of: locator, to: Vector3(velocity.x, 0, velocity.y)),
      ])
    }

    /// Moves the marble beside the maze, so that it falls.
    ///
    /// - Throws: `DriverError` if the scene is not one of this game.
    public func moveOffMaze() throws(DriverError) {
      try driver.set("position", of: locator, to: Vector3(30, 2, 0))
    }
  }

  /// The actor of a pearl.
  public struct Pearl: NodeActor {
    /// The driver of the game.
    public let driver: GameDriver
    /// The name of the pearl in the scene.
    public let name: String
    /// The node with the role `pearl` and this name.
    public var locator: Locator { Locator.role("pearl").named(name) }
  }
}
