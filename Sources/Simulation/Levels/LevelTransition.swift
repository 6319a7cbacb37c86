public import CaromSceneGraph

/// The way in which one level follows another: a cut, or a fade over a color.
///
/// Both scenes stand still during a fade, so that nothing happens that the player cannot see. The
/// simulated clock continues.
public struct LevelTransition: Hashable, Sendable {
  /// The whole duration, in seconds of simulated time; half of it for each level.
  public var duration: Double
  /// The color between the two levels.
  public var color: Color

  /// The next level follows without a transition.
  public static var cut: LevelTransition { LevelTransition(duration: 0, color: .black) }

  /// The picture fades to a color, and the next level fades in.
  ///
  /// - Parameters:
  ///   - duration: The whole duration, in seconds.
  ///   - color: The color between the levels.
  /// - Returns: The transition.
  public static func fade(duration: Double = 0.5, color: Color = .black) -> LevelTransition {
    LevelTransition(duration: duration, color: color)
  }

  /// The number of ticks of each half: 0 to ``maximumTicks``.
  func ticksOfHalf(tickLength: Double) -> Int32 {
    let ticks = duration / 2 / tickLength
    guard ticks.isFinite, ticks > 0 else { return 0 }
    return Int32(min(ticks.rounded(), Double(Self.maximumTicks)))
  }

  /// The maximum number of ticks of each half: a minute at the default rate.
  static let maximumTicks: Int32 = 3_600
}
