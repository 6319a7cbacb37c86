import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// Plays a recording as often as it is asked, and tells the state at any tick.
///
/// Snapshots every 1,024 ticks keep it from beginning anew for each question; when they outgrow 64 MiB,
/// every second one is dropped, and the next are twice as far apart.
public struct ReplayPrinter: StatePrinter {
  /// The tick that the recording begins with.
  public var firstTick: UInt64 { run.replay.head.tick }
  /// The tick of its last line.
  public var lastTick: UInt64 { run.replay.lastTick }

  private var run: ReplayRun
  /// Where it was: what had been played, and the state then; sorted by tick.
  private var checkpoints: [(run: ReplayRun, snapshot: Snapshot)] = []
  /// How many ticks lie between two checkpoints now.
  private var interval: UInt64 = 1_024
  private static let maximumCheckpointBytes = 64 << 20
  private let fault: Fault?

  /// Something done to the session that no recording has, for tests of those who compare.
  public struct Fault {
    /// How many ticks have run when it is done.
    public var tick: UInt64
    /// What is done.
    public var body: (Session) -> Void

    /// Makes a fault.
    public init(tick: UInt64, _ body: @escaping (Session) -> Void) {
      self.tick = tick
      self.body = body
    }

    /// Flips the lowest bit of the place of the first body that the simulation moves.
    ///
    /// - Parameter tick: How many ticks have run when it is done.
    /// - Returns: The fault.
    public static func flippingABit(after tick: UInt64) -> Fault {
      Fault(tick: tick) { session in
        let body = session.scene.rootNode.allNodes.first { $0.physicsBody?.type == .dynamic }
        guard let body else { return }
        body.position.x = Float(bitPattern: body.position.x.bitPattern ^ 1)
      }
    }
  }

  /// Takes a recording that has not begun to play.
  ///
  /// - Parameters:
  ///   - run: The recording in its session.
  ///   - fault: What is done to the session on the way, for tests.
  public init(_ run: ReplayRun, fault: Fault? = nil) {
    self.run = run
    self.fault = fault
    addCheckpoint()
  }

  /// The hashes at some ticks.
  public mutating func hashes(at ticks: [UInt64]) throws -> [UInt64] {
    var hashes: [UInt64] = []
    for tick in ticks {
      try seek(to: tick)
      hashes.append(run.session.replayHash)
    }
    return hashes
  }

  /// The state at a tick.
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
      if run.session.tick == next, checkpoints.last.map({ $0.snapshot.tick < next }) ?? true {
        addCheckpoint()
      }
    }
  }

  private mutating func step(to tick: UInt64) {
    if let fault, run.session.tick < fault.tick, fault.tick <= tick {
      run.replayWithoutChecks(through: fault.tick)
      fault.body(run.session)
    }
    run.replayWithoutChecks(through: tick)
  }

  private mutating func addCheckpoint() {
    checkpoints.append((run, run.session.snapshot()))
    while checkpoints.count > 2,
      checkpoints.reduce(0, { $0 + $1.snapshot.bytes.count }) > Self.maximumCheckpointBytes
    {
      interval *= 2
      checkpoints = checkpoints.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }
}
