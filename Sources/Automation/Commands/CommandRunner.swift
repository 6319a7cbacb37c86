public import CaromContent
public import CaromDocuments
public import CaromImages
import CaromProperties
public import CaromSimulation

/// Runs the commands of a client on a game.
///
/// Time advances only in commands that say so. Everything that a command does to the game is an
/// input event, so ``replay()`` has the recording of the whole session at any time, also after the
/// client went back to an earlier tick. A runner is not thread-safe.
public final class CommandRunner {
  /// The driver of the current game; another one after a reset.
  public private(set) var driver: GameDriver
  /// The limits on the work of one command.
  public let limits: CommandLimits
  /// The folder of golden images; nil if there is none.
  public let goldens: String?
  /// Whether missing and different golden images are written.
  public let goldenMode: GoldenMode
  /// Whether ``SaveCommand`` may write the file of a scene; a client cannot change it.
  public var savesScenes = false
  /// The number of threads that draw pictures, which have the same pixels for any number.
  public var imageThreads = 1 {
    didSet {
      (driver.imageThreads, driver.frameRenderer) = (imageThreads, nil)
    }
  }
  /// The number of games that were loaded; references to elements of an earlier one are stale.
  public private(set) var generation = 0

  private let load: (Launch, _ level: String?) throws -> SessionLoader.Loaded
  private var start: Start
  private var snapshots: [NamedSnapshot] = []
  /// Whether the text of the driver is the recording of the current timeline.
  private var isRecorded = true

  /// What a game is loaded with.
  private struct Start: Equatable {
    var launch: Launch
    var level: String?
  }

  /// A snapshot with the way that led to it.
  private struct NamedSnapshot {
    var name: String
    var snapshot: Snapshot
    var start: Start
    var record: DriverRecord
  }

  /// Loads a game and starts to record it.
  ///
  /// - Parameters:
  ///   - launch: The seed, date, arguments and stored numbers.
  ///   - level: The number or name of the first level; nil for the first one.
  ///   - limits: The limits on the work of one command.
  ///   - goldens: The folder of golden images.
  ///   - goldenMode: Whether golden images may be written.
  ///   - load: Loads the game before its first tick; called again by a reset.
  /// - Throws: The error of `load`.
  public init(
    launch: Launch = Launch(), level: String? = nil, limits: CommandLimits = CommandLimits(),
    goldens: String? = nil, goldenMode: GoldenMode = .required,
    load: @escaping (Launch, _ level: String?) throws -> SessionLoader.Loaded
  ) throws {
    (self.limits, self.goldens, self.goldenMode) = (limits, goldens, goldenMode)
    start = Start(launch: launch, level: level)
    self.load = load
    driver = GameDriver(try load(launch, level))
    driver.session.recordHistory(memory: limits.historyBytes)
    driver.keepDocuments()
  }

  /// The session of the current game.
  public var session: Session { driver.session }

  // MARK: Commands

  /// Runs a command by name.
  ///
  /// - Parameters:
  ///   - name: The name of a command of ``GameCommands``.
  ///   - parameters: A JSON object.
  /// - Returns: The result, one JSON value.
  /// - Throws: ``DriverError`` of the kind `unknownCommand` or `invalidArgument`, or the error of
  ///   the command.
  @discardableResult
  public func run(_ name: String, parameters: JSON) throws(DriverError) -> String {
    guard let command = GameCommands.named(name) else {
      throw failure(
        .unknownCommand, "there is no command '\(name)'\(GameCommands.suggestion(for: name))")
    }
    return try read(command, parameters)
  }

  /// Runs a command by name with parameters as JSON text; see ``run(_:parameters:)``.
  @discardableResult
  public func run(_ name: String, parameters: String = "{}") throws(DriverError) -> String {
    let json: JSON
    do throws(Problem) { json = try JSON.parse(parameters, name: name) } catch {
      throw failure(.invalidArgument, "\(error)")
    }
    return try run(name, parameters: json)
  }

  /// Runs a command.
  ///
  /// - Returns: The result, one JSON value.
  /// - Throws: The error of the command.
  @discardableResult
  public func run(_ command: some GameCommand) throws(DriverError) -> String {
    var writer = JSONWriter()
    try command.run(self, &writer)
    return writer.text.isEmpty ? "null" : writer.text
  }

  private func read<C: GameCommand>(
    _: C.Type, _ parameters: JSON
  ) throws(DriverError) -> String {
    var (command, reader) = (C(), Reader())
    command.readProperties(parameters, &reader)
    if let problem = reader.takeProblems().first {
      let place = problem.pointer.isEmpty ? "" : " \(problem.pointer)"
      throw failure(.invalidArgument, "\(C.name)\(place): \(problem.message)")
    }
    return try run(command)
  }

  /// Creates an error with the state of the game.
  public func failure(_ kind: DriverError.Kind, _ message: String) -> DriverError {
    driver.failure(kind, message)
  }

  /// Checks a number of ticks against the limit.
  func checkTicks(_ ticks: some BinaryInteger) throws(DriverError) -> Int {
    guard (0...limits.ticks).contains(Int(clamping: ticks)) else {
      throw failure(
        .invalidArgument, "ticks: \(ticks) is too many; 0 to \(limits.ticks) are accepted")
    }
    return Int(ticks)
  }

  // MARK: Points in time

  /// Loads the game again, with another seed or level if they are given.
  func reset(seed: UInt64?, level: String?) throws(DriverError) {
    var start = start
    if let seed { start.launch.seed = seed }
    if let level { start.level = level }
    driver = try makeDriver(start)
    self.start = start
    generation += 1
    isRecorded = true
  }

  private func makeDriver(_ start: Start) throws(DriverError) -> GameDriver {
    do {
      let driver = GameDriver(try load(start.launch, start.level))
      driver.session.recordHistory(memory: limits.historyBytes)
      driver.keepDocuments()
      driver.imageThreads = imageThreads
      return driver
    } catch {
      throw failure(.invalidArgument, "\(error)")
    }
  }

  /// Returns to an earlier tick, or goes forward to a later one that has run.
  func seek(to tick: UInt64) throws(DriverError) {
    guard tick != driver.tick else { return }
    guard let history = session.history, tick <= history.last else {
      throw failure(
        .invalidArgument,
        "tick \(tick) has not run; 0 to \(session.history?.last ?? driver.tick) are accepted")
    }
    if tick >= history.first {
      try driver.seek(to: tick)
    } else {
      // The history begins at a restored snapshot.
      driver = try rerun(driver.record.before(tick), to: tick)
      generation += 1
    }
    isRecorded = false
  }

  /// Keeps the current state under a name.
  func takeSnapshot(_ name: String) throws(DriverError) -> Snapshot {
    let snapshot = session.snapshot()
    let others = snapshots.filter { $0.name != name }
    let bytes = others.reduce(snapshot.byteCount) { $0 + $1.snapshot.byteCount }
    guard others.count < limits.snapshots, bytes <= limits.snapshotBytes else {
      throw failure(
        .invalidArgument,
        "there are \(others.count) other snapshots of \(bytes) bytes with this one; at most "
          + "\(limits.snapshots) of \(limits.snapshotBytes) bytes are accepted")
    }
    snapshots = others
    snapshots.append(
      NamedSnapshot(
        name: name, snapshot: snapshot, start: start, record: driver.record))
    return snapshot
  }

  /// Restores a named snapshot.
  func restoreSnapshot(_ name: String) throws(DriverError) {
    guard let entry = snapshots.first(where: { $0.name == name }) else {
      let known = snapshots.map(\.name).joined(separator: ", ")
      throw failure(
        .invalidArgument,
        "there is no snapshot '\(name)'\(known.isEmpty ? "" : "; accepted: \(known)")")
    }
    // A snapshot fits a game that was loaded alike.
    let isAlike = entry.start == start
    let target = isAlike ? driver : try makeDriver(entry.start)
    do throws(SnapshotError) { try target.session.restore(entry.snapshot) } catch {
      throw failure(.invalidArgument, "\(error)")
    }
    target.adopt(entry.record)
    if !isAlike {
      (driver, start) = (target, entry.start)
      generation += 1
    }
    isRecorded = false
  }

  // MARK: Recording

  /// The recording of the session up to the current tick.
  ///
  /// - Complexity: After the client went back in time, the ticks are run again once.
  /// - Throws: An error if the game cannot be loaded again.
  public func replay() throws(DriverError) -> String {
    let current = driver.tick
    let whole =
      isRecorded ? driver : try rerun(driver.record, to: current)
    guard whole.session.replayHash == session.replayHash else {
      throw failure(.unknown, "the events do not lead to the current state")
    }
    return whole.replay + ReplayCheck(tick: current, hash: session.replayHash).endLine
  }

  /// Does the same in a new game.
  private func rerun(
    _ record: DriverRecord, to tick: UInt64
  ) throws(DriverError) -> GameDriver {
    let driver = try makeDriver(start)
    record.repeated(in: driver, to: tick)
    return driver
  }
}
