import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// Plays a recording and reports its state hashes and state listings at any tick.
///
/// Snapshots every 1,024 ticks make seeking cheap. When they exceed 64 MiB, every second one is
/// dropped and the interval doubles.
public struct ReplayPrinter: StatePrinter {
  /// The first tick of the recording.
  public var firstTick: UInt64 { run.replay.head.tick }
  /// The tick of the last line of the recording.
  public var lastTick: UInt64 { run.replay.lastTick }

  private var run: ReplayRun
  /// The snapshots with the replay state that belongs to them, in ascending order of ticks.
  private var checkpoints: [(run: ReplayRun, snapshot: Snapshot)] = []
  /// The current number of ticks between two checkpoints.
  private var interval: UInt64 = 1_024
  private static let maximumCheckpointBytes = 64 << 20
  private let fault: Fault?
  private let isCancelled: () -> Bool

  /// The replay of a recording was canceled.
  public struct Cancelled: Error, Hashable, Sendable {
    /// The number of ticks that had run.
    public let tick: UInt64

    /// Creates the error.
    public init(tick: UInt64) { self.tick = tick }
  }

  /// A change injected into the session, for testing ``Bisect``.
  public struct Fault {
    /// The number of ticks after which the change is applied.
    public var tick: UInt64
    /// The change.
    public var body: (Session) -> Void

    /// Creates a fault.
    public init(tick: UInt64, _ body: @escaping (Session) -> Void) {
      self.tick = tick
      self.body = body
    }

    /// Flips the lowest bit of the x coordinate of the first dynamic body.
    ///
    /// - Parameter tick: The number of ticks after which the bit is flipped.
    /// - Returns: The fault.
    public static func flippingABit(after tick: UInt64) -> Fault {
      Fault(tick: tick) { session in
        let body = session.scene.rootNode.allNodes.first { $0.physicsBody?.type == .dynamic }
        guard let body else { return }
        body.position.x = Float(bitPattern: body.position.x.bitPattern ^ 1)
      }
    }
  }

  /// Creates a printer for a recording that has not started to play.
  ///
  /// - Parameters:
  ///   - run: The recording in its session.
  ///   - fault: A fault to inject, for tests.
  ///   - isCancelled: Called before each tick; if it returns true, ``Cancelled`` is thrown.
  public init(
    _ run: ReplayRun, fault: Fault? = nil, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.run = run
    self.fault = fault
    self.isCancelled = isCancelled
    addCheckpoint()
  }

  /// The state hashes at given ticks.
  ///
  /// - Throws: ``Cancelled``.
  public mutating func hashes(at ticks: [UInt64]) throws -> [UInt64] {
    var hashes: [UInt64] = []
    for tick in ticks {
      try seek(to: tick)
      hashes.append(run.session.replayHash)
    }
    return hashes
  }

  /// The state listing at a tick.
  ///
  /// - Throws: ``Cancelled``.
  public mutating func lines(at tick: UInt64) throws -> [StateLine] {
    try seek(to: tick)
    return run.session.stateLines
  }

  private mutating func seek(to tick: UInt64) throws {
    if run.session.tick > tick,
      let checkpoint = checkpoints.last(where: { $0.snapshot.tick <= tick })
    {
      run = checkpoint.run
      try run.session.restore(checkpoint.snapshot)
    }
    while run.session.tick < tick {
      let next = (run.session.tick / interval + 1) * interval
      step(to: min(tick, next))
      if isCancelled() { throw Cancelled(tick: run.session.tick) }
      if run.session.tick == next, checkpoints.last.map({ $0.snapshot.tick < next }) ?? true {
        addCheckpoint()
      }
    }
  }

  private mutating func step(to tick: UInt64) {
    if let fault, run.session.tick < fault.tick, fault.tick <= tick {
      run.replayWithoutChecks(through: fault.tick, isCancelled: isCancelled)
      fault.body(run.session)
    }
    run.replayWithoutChecks(through: tick, isCancelled: isCancelled)
  }

  private mutating func addCheckpoint() {
    checkpoints.append((run, run.session.snapshot()))
    while checkpoints.count > 2,
      checkpoints.reduce(0, { $0 + $1.snapshot.byteCount }) > Self.maximumCheckpointBytes
    {
      interval *= 2
      checkpoints = checkpoints.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }
}
