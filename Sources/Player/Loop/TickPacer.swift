/// Turns the passing of real time into whole ticks and a place between the last two.
///
/// Ticks are all of one length. When a frame took so long that more than ``mostTicks`` are due, the
/// rest is forgotten: the game then runs slower than real time, and never in longer steps.
public struct TickPacer: Sendable {
  /// The most ticks that one frame may run.
  public static let mostTicks = 5

  /// The length of a tick, in nanoseconds.
  public let tick: UInt64
  /// Time that has passed and that no tick has used yet, in nanoseconds: less than a tick.
  public private(set) var rest: UInt64 = 0
  private var last: UInt64?

  /// Starts a pacer for ticks of a length in seconds.
  ///
  /// - Precondition: `timeStep` is positive.
  public init(timeStep: Double) {
    precondition(timeStep > 0 && timeStep.isFinite, "a tick takes time")
    tick = max(1, UInt64((timeStep * 1e9).rounded()))
  }

  /// The number of ticks to run when the clock shows `now` nanoseconds; the first call runs one, so
  /// that there is something to see.
  public mutating func advance(to now: UInt64) -> Int {
    guard let last else {
      self.last = now
      return 1
    }
    self.last = max(now, last)
    rest += now > last ? now - last : 0
    let due = rest / tick
    rest %= tick
    return Int(min(due, UInt64(Self.mostTicks)))
  }

  /// Forgets the time since the last call, so that a pause is not caught up with.
  public mutating func skip(to now: UInt64) { last = now }

  /// How far real time is between the last tick and the next one: 0 to below 1.
  public var blend: Float { min(Float(rest) / Float(tick), 0.999_999) }
}
