public import CaromMaths

extension Solve {
  /// Where a life or the game was lost.
  public struct Loss: Hashable, Sendable {
    /// The position of the first dynamic body in the tick before, in world space, in meters.
    public var position: Vector3
    /// The number of ticks from the start of the search.
    public var ticks: UInt64
  }

  /// How dangerous a level is: the share of departures from a win that lose.
  ///
  /// A departure restores a state of the winning run and plays random input for as long as a player
  /// may hold one (`GameControls.holdTicks`), and for a second after it. The share is an estimate
  /// of difficulty that does not depend on the search: how often a mistake is punished at once.
  public struct Risk: Hashable, Sendable {
    /// The number of departures, evenly spaced over the win.
    public var departures: Int
    /// How many of them lost a life or the game.
    public var lost: Int
    /// The share of lost departures, 0 to 1.
    public var share: Float { departures > 0 ? Float(lost) / Float(departures) : 0 }
    /// The share in a word.
    public var difficulty: Difficulty {
      share < 0.05 ? .gentle : share < 0.15 ? .easy : share < 0.35 ? .medium : .hard
    }
  }

  /// A difficulty in words; each is for a range of shares of lost departures.
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
