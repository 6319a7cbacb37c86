import CaromImages

/// The frames that a trace keeps: at regular ticks, after each step and at a failure.
///
/// When they take too many bytes, the interval doubles and the frames between are dropped; then
/// every other frame of a step. The first frame, the last and that of a failure stay.
struct TraceFrames {
  /// A frame.
  struct Frame: Sendable {
    /// The number of ticks that had run.
    var tick: UInt64
    /// The image as a PNG.
    var png: [UInt8]
    fileprivate var isPinned: Bool
    fileprivate var isFailure: Bool
  }

  /// The frames, by tick.
  private(set) var frames: [Frame] = []
  /// The reason why there are no frames, if any.
  private(set) var problem: String?

  /// The bytes of all frames; base64 adds a third.
  static let maximumBytes = 2_400_000
  private static let maximumCount = 128
  private static let (width, height) = (320, 180)
  private var interval: UInt64 = 15

  /// Keeps the frame of the last tick, if it is one of the regular ticks.
  mutating func recordIfDue(_ driver: GameDriver) {
    if driver.tick % interval == 0 { keep(driver) }
  }

  /// Keeps the frame of the last tick; that of a failure has twice the width.
  mutating func keep(_ driver: GameDriver, isPinned: Bool = false, isFailure: Bool = false) {
    guard problem == nil else { return }
    let isFirst = frames.isEmpty
    let factor = isFailure ? 2 : 1
    do {
      let image = try driver.screenshot(width: Self.width * factor, height: Self.height * factor)
      let frame = Frame(
        tick: driver.tick, png: try image.coarse.encodedPNG(),
        isPinned: isPinned || isFirst, isFailure: isFailure || isFirst)
      // Input between ticks can change the frame of a tick: the last one counts.
      if let last = frames.last, last.tick == frame.tick, !last.isFailure { frames.removeLast() }
      if frames.last?.tick != frame.tick || isFailure { frames.append(frame) }
    } catch {
      problem = "no frames: \((error as? DriverError)?.message ?? "\(error)")"
    }
    while isTooLarge, thinOut() {}
  }

  private var isTooLarge: Bool {
    frames.count > Self.maximumCount
      || frames.reduce(0) { $0 + $1.png.count } > Self.maximumBytes
  }

  /// Drops frames; returns whether there was one to drop.
  private mutating func thinOut() -> Bool {
    let before = frames.count
    interval *= 2
    frames.removeAll { !$0.isPinned && $0.tick % interval != 0 }
    if frames.count < before { return true }
    if frames.contains(where: { !$0.isPinned }) { return interval < 1 << 40 }
    var isOdd = false
    frames.removeAll { frame in
      if frame.isFailure { return false }
      isOdd.toggle()
      return !isOdd
    }
    return frames.count < before
  }
}
