public import CaromMaths

extension Solve {
  /// Where a life or the game was lost.
  public struct Loss: Hashable, Sendable {
    /// The position of the first dynamic body in the tick before, in world space, in meters.
    public var position: Vector3
    /// The number of ticks from the start of the search.
    public var ticks: UInt64
  }

  /// How dangerous a level is: the share of slips in a win that lose a life.
  ///
  /// For each slip, a state of the winning run is restored and random input is played for a quarter
  /// of a second; then the bot of the game plays on for three seconds; without a bot, there is no
  /// input. The share is an estimate of difficulty that does not depend on the search: how often a
  /// mistake cannot be made good.
  public struct Risk: Hashable, Sendable {
    /// The number of slips, evenly spaced over the win.
    public var slips: Int
    /// How many of them lost a life or the game.
    public var lost: Int
    /// The share of slips that lost, 0 to 1.
    public var share: Float { slips > 0 ? Float(lost) / Float(slips) : 0 }
    /// The share in a word.
    public var difficulty: Difficulty {
      share < 0.05 ? .gentle : share < 0.15 ? .easy : share < 0.35 ? .medium : .hard
    }
  }

  /// A difficulty in words; each is for a range of shares of slips that lose.
  public enum Difficulty: String, Hashable, Sendable, CaseIterable {
    /// Below 5 %.
    case gentle
    /// 5 % to 15 %.
    case easy
    /// 15 % to 35 %.
    case medium
    /// 35 % and more.
    case hard
  }
}
