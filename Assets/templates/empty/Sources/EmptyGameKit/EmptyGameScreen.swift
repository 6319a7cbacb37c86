import Carom
import CaromAutomation

/// The page object: what a player sees and does.
///
/// Only this file knows names of nodes.
public struct EmptyGameScreen: Screen {
  public let driver: GameDriver
  /// This label identifies the screen.
  public static let marker = Locator.label("score")

  public init(driver: GameDriver) { self.driver = driver }

  /// The angle of the turntables, in degrees.
  public func angle() throws(DriverError) -> Double {
    let text = try driver.get("angleDegrees", of: .kind("game"))
    guard let angle = Double(text) else { throw driver.failure("the angle is '\(text)'") }
    return angle
  }

  /// Reverses the turntables.
  public func reverse() { driver.press(.space) }
}
