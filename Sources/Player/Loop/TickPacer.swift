/// Converts elapsed real time to whole ticks and an interpolation factor.
///
/// All ticks have the same length. If more than ``maximumTicksPerFrame`` are due, the rest is
/// dropped: the game then runs slower than real time, never with longer steps.
///
/// If the frame rate is about the tick rate, each frame runs one tick and shows it without
/// interpolation, so that input is visible in the next frame; the small difference accumulates
/// until a frame runs none or two. At other rates, frames are interpolated between the last two
/// ticks.
public struct TickPacer: Sendable {
  /// The maximum number of ticks in one frame.
  public static let maximumTicksPerFrame = 5

  /// The length of a tick, in nanoseconds.
  public let tick: UInt64
  /// The elapsed time not yet consumed by a tick, in nanoseconds; negative after a tick that ran
  /// early, by at most half its length.
  public private(set) var accumulator: Int64 = 0
  /// Whether the last frame ran exactly in step with its tick.
  public private(set) var isLocked = true
  private var last: UInt64?

  /// Creates a pacer for ticks of a length in seconds.
  ///
  /// - Precondition: `timeStep` is positive.
  public init(timeStep: Double) {
    precondition(timeStep > 0 && timeStep.isFinite, "a tick takes time")
    tick = max(1, UInt64((timeStep * 1e9).rounded()))
  }

  /// The number of ticks to run when the clock shows `now` nanoseconds; 1 for the first call, so
  /// that there is a frame to show.
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
    // After a long wait only a fraction of a tick is left.
    accumulator = due > Self.maximumTicksPerFrame ? total % length : total - due * length
    return Int(min(due, Int64(Self.maximumTicksPerFrame)))
  }

  /// Discards the time since the last call, so that a pause is not caught up with.
  public mutating func skip(to now: UInt64) { last = now }

  /// The position of the frame between the last two ticks, 0 to 1.
  public var interpolation: Float {
    isLocked ? 1 : min(Float(max(0, accumulator)) / Float(tick), 0.999_999)
  }
}
