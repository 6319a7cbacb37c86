public import CaromContent
import CaromRendering
import CaromSceneGraph
public import CaromSimulation

/// Drives a game in a test, through the input that players have.
///
/// It finds, plays and waits; it sleeps never and retries nothing, since only ``step(_:)`` and what says
/// that it steps move time. Whatever fails is told with the tick, the hash of the state, the events so
/// far and, of a session that was loaded, the recording so far.
///
/// ```swift
/// let driver = try GameDriver(loader.load("marble-maze"))
/// driver.press(.space)
/// let tick = try driver.wait(until: Locator(xpath: "//game[@score > 0]"), within: 600)
/// ```
public final class GameDriver {
  /// The game that is driven.
  public let session: Session
  /// Everything that was sent through the driver, in order.
  public private(set) var events: [TimedInput] = []
  /// What happened in the ticks that the driver ran.
  public private(set) var log = DriverLog()
  /// The recording so far, as a file has it; empty when the driver does not record.
  public var replay: String { replayBuffer.text }

  /// Called after each tick that the driver runs, as for a film of the test; changes nothing.
  var onTick: ((GameDriver) -> Void)?
  let makeCache: (() throws -> RenderCache)?
  var frameRenderer: FrameRenderer?
  private let replayBuffer = ReplayBuffer()
  private var lastFound: Match?

  /// What a recording is written on.
  private final class ReplayBuffer {
    var text = ""
  }

  /// Drives a session, from where it stands; it is not recorded, and has no pictures.
  public init(_ session: Session) {
    self.session = session
    makeCache = nil
  }

  /// Drives a session that was loaded, records it, and can take pictures of it.
  ///
  /// - Parameter loaded: What a loader made; no other recorder writes it down.
  public init(_ loaded: SessionLoader.Loaded) {
    session = loaded.session
    makeCache = { try loaded.makeCache() }
    if !session.isRecording {
      session.record(scene: loaded.recordedPath) { [replayBuffer] in replayBuffer.text += $0 }
    }
  }

  /// How many ticks have run.
  public var tick: UInt64 { session.tick }

  /// Finds things in the scene as it is now.
  public var finder: Finder { Finder(session) }

  // MARK: Looking

  /// The one that a locator finds.
  ///
  /// - Throws: what is near if there is none, and the paths if there are several.
  public func find(_ locator: Locator) throws(DriverError) -> Match {
    do throws(LocatorError) {
      let match = try finder.one(locator)
      lastFound = match
      return match
    } catch { throw failure("\(error)") }
  }

  /// All that a locator finds, in the order of the tree.
  ///
  /// - Throws: that the selector is too much work, or answers with no nodes.
  public func findAll(_ locator: Locator) throws(DriverError) -> [Match] {
    do throws(LocatorError) { return try finder.all(locator) } catch { throw failure("\(error)") }
  }

  /// An attribute of the one that a locator finds, as text.
  ///
  /// - Throws: as ``find(_:)``, and if it has no such attribute.
  public func get(_ attribute: String, of locator: Locator) throws(DriverError) -> String {
    let match = try find(locator)
    if let value = match[attribute] { return value }
    let hint = near(attribute, match.attributes.map(\.name))
    throw failure("\(match.path) has no attribute \"\(attribute)\"\(hint)")
  }

  /// Whether a locator finds anything, or answers with what XPath takes for true.
  ///
  /// - Throws: that the selector is too much work, or what an argument should be.
  public func holds(_ locator: Locator) throws(DriverError) -> Bool {
    do throws(LocatorError) {
      switch try finder.evaluate(locator) {
      case .matches(let found): return !found.isEmpty
      case .number(let number): return number != 0 && !number.isNaN
      case .string(let text): return !text.isEmpty
      case .boolean(let flag): return flag
      }
    } catch { throw failure("\(error)") }
  }

  // MARK: Time

  /// Runs ticks.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int = 1) {
    precondition(ticks >= 0, "Time moves forwards only")
    for _ in 0..<ticks {
      session.step()
      log.note(session)
      onTick?(self)
    }
  }

  /// Runs ticks until a locator finds something or is true.
  ///
  /// - Parameters:
  ///   - locator: What is waited for; looked at before the first tick, and after each.
  ///   - ticks: How many to run at most.
  /// - Returns: How many ticks had run when it was so.
  /// - Throws: that it did not come to that, with what is near.
  @discardableResult
  public func wait(until locator: Locator, within ticks: Int) throws(DriverError) -> UInt64 {
    if try run(ticks, until: { (driver) throws(DriverError) in try driver.holds(locator) }) {
      return tick
    }
    let miss = try? finder.explain(locator)
    let why = miss.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    throw failure("\(locator) did not hold within \(ticks) ticks\(why)")
  }

  /// Runs ticks until a locator finds nothing any more, or is false.
  ///
  /// - Parameters:
  ///   - locator: What is to go away; looked at before the first tick, and after each.
  ///   - ticks: How many to run at most.
  /// - Returns: How many ticks had run when it was so.
  /// - Throws: that it is still there.
  @discardableResult
  public func wait(untilGone locator: Locator, within ticks: Int) throws(DriverError) -> UInt64 {
    if try run(ticks, until: { (driver) throws(DriverError) in try !driver.holds(locator) }) {
      return tick
    }
    throw failure("\(locator) still holds after \(ticks) ticks")
  }

  /// Runs ticks until a condition is true.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the message.
  ///   - ticks: How many to run at most.
  ///   - condition: Asked before the first tick, and after each.
  /// - Returns: How many ticks had run when it was so.
  /// - Throws: that it did not come to that, or what the condition throws.
  @discardableResult
  public func wait(
    for what: String, within ticks: Int,
    until condition: (GameDriver) throws(DriverError) -> Bool
  ) throws(DriverError) -> UInt64 {
    if try run(ticks, until: condition) { return tick }
    throw failure("\(what): it did not come to that within \(ticks) ticks")
  }

  private func run(
    _ ticks: Int, until condition: (GameDriver) throws(DriverError) -> Bool
  ) throws(DriverError) -> Bool {
    precondition(ticks >= 0, "Time moves forwards only")
    for _ in 0..<ticks {
      if try condition(self) { return true }
      step()
    }
    return try condition(self)
  }

  // MARK: Playing

  /// Sends an event for the next tick.
  public func send(_ event: InputEvent) {
    events.append(TimedInput(event, tick: session.tick))
    session.send(event)
  }

  /// An error about the state as it is now.
  public func failure(_ message: String) -> DriverError {
    var error = DriverError(
      message: message, tick: session.tick, hash: session.hash, events: events)
    error.replay = replay
    error.subject = lastFound.map { DriverError.Subject($0) }
    return error
  }
}
