import Carom
import CaromAutomation

/// The page object: what a player sees and does.
public struct MiniGolfScreen: Screen {
  public let driver: GameDriver
  /// This label identifies the screen.
  public static let marker = Locator.label("score")

  public init(driver: GameDriver) { self.driver = driver }

  /// Holds space for some ticks, and waits until the ball lies still or is in the hole.
  public func strike(ticks: Int) throws(DriverError) {
    driver.press(.space, for: ticks)
    try driver.wait(for: "the ball at rest", within: 1_200) { (_) throws(DriverError) in
      !["swinging", "rolling"].contains(driver.session.phase)
    }
  }
}
