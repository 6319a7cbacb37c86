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
  private var marks: [(run: ReplayRun, snapshot: Snapshot)] = []
  /// How many ticks lie between two marks now.
  private var interval: UInt64 = 1_024
  private static let mostBytes = 64 << 20
  private let change: Change?

  /// Something done to the session that no recording has, for tests of those who compare.
  public struct Change {
    /// How many ticks have run when it is done.
    public var tick: UInt64
    /// What is done.
    public var body: (Session) -> Void

    /// Makes a change.
    public init(tick: UInt64, _ body: @escaping (Session) -> Void) {
      self.tick = tick
      self.body = body
    }

    /// Flips the lowest bit of the place of the first body that the simulation moves.
    ///
    /// - Parameter tick: How many ticks have run when it is done.
    /// - Returns: The change.
    public static func flippingABit(after tick: UInt64) -> Change {
      Change(tick: tick) { session in
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
  ///   - change: What is done to the session on the way, for tests.
  public init(_ run: ReplayRun, change: Change? = nil) {
    self.run = run
    self.change = change
    mark()
  }

  /// The hashes at some ticks.
  public mutating func hashes(at ticks: [UInt64]) throws -> [UInt64] {
    var hashes: [UInt64] = []
    for tick in ticks {
      try go(to: tick)
      hashes.append(run.session.replayHash)
    }
    return hashes
  }

  /// The state at a tick.
  public mutating func lines(at tick: UInt64) throws -> [StateLine] {
    try go(to: tick)
    return run.session.stateLines
  }

  private mutating func go(to tick: UInt64) throws {
    if run.session.tick > tick, let mark = marks.last(where: { $0.snapshot.tick <= tick }) {
      run = mark.run
      try run.session.restore(mark.snapshot)
    }
    while run.session.tick < tick {
      let next = (run.session.tick / interval + 1) * interval
      step(to: min(tick, next))
      if run.session.tick == next, marks.last.map({ $0.snapshot.tick < next }) ?? true { mark() }
    }
  }

  private mutating func step(to tick: UInt64) {
    if let change, run.session.tick < change.tick, change.tick <= tick {
      run.replayWithoutChecks(through: change.tick)
      change.body(run.session)
    }
    run.replayWithoutChecks(through: tick)
  }

  private mutating func mark() {
    marks.append((run, run.session.snapshot()))
    while marks.count > 2, marks.reduce(0, { $0 + $1.snapshot.bytes.count }) > Self.mostBytes {
      interval *= 2
      marks = marks.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
  }
}
