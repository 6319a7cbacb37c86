/// Turns the passing of real time into whole ticks and a place between the last two.
///
/// Ticks are all of one length. When a frame took so long that more than ``maximumTicksPerFrame`` are due, the
/// accumulator is forgotten: the game then runs slower than real time, and never in longer steps.
///
/// Where frames come about as often as ticks, each runs one and shows it whole, so that what a hand
/// does is in the next picture; the small difference adds up until a frame runs none or two. At other
/// rates pictures lie between the last two ticks.
public struct TickPacer: Sendable {
  /// The most ticks that one frame may run.
  public static let maximumTicksPerFrame = 5

  /// The length of a tick, in nanoseconds.
  public let tick: UInt64
  /// Time that has passed and that no tick has used yet, in nanoseconds; below zero for a tick that
  /// ran early, at most half its length.
  public private(set) var accumulator: Int64 = 0
  /// Whether the last frame showed its tick whole.
  public private(set) var isLocked = true
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
    let length = Int64(tick)
    let passed = now > last ? Int64(min(now - last, UInt64(Int64.max / 2))) : 0
    let total = accumulator + passed
    isLocked = abs(passed - length) < length / 4
    let due = isLocked ? (total + length / 2) / length : max(0, total) / length
    // Of a long wait no more is left than a part of a tick.
    accumulator = due > Self.maximumTicksPerFrame ? total % length : total - due * length
    return Int(min(due, Int64(Self.maximumTicksPerFrame)))
  }

  /// Forgets the time since the last call, so that a pause is not caught up with.
  public mutating func skip(to now: UInt64) { last = now }

  /// How far the picture is between the last two ticks: 0 to 1.
  public var interpolation: Float {
    isLocked ? 1 : min(Float(max(0, accumulator)) / Float(tick), 0.999_999)
  }
}
