public import CaromContent
import CaromRendering
import CaromSceneGraph
public import CaromSimulation

/// Drives a game in a test through the same input events that a player sends.
///
/// Time advances only in ``step(_:)`` and in functions that are documented to run ticks; nothing
/// sleeps and nothing is retried. An error contains the tick, the state hash, the events and, for a
/// loaded session, the recording up to the failure.
///
/// ```swift
/// let driver = try GameDriver(loader.load("marble-maze"))
/// driver.press(.space)
/// let tick = try driver.wait(until: Locator(xpath: "//game[@score > 0]"), within: 600)
/// ```
public final class GameDriver {
  /// The session under test.
  public let session: Session
  /// The events sent through the driver, in order.
  public var events: [TimedInput] { record.events }
  /// The events and notes that led to the current state.
  private(set) var record = DriverRecord()
  /// The sounds and contacts of the ticks that the driver ran.
  public private(set) var log = DriverLog()
  /// The text of the recording so far; empty if the driver does not record.
  public var replay: String { replayBuffer.text }

  /// Called after each tick that the driver runs, for example to record frames.
  var onTick: ((GameDriver) -> Void)?
  /// Called with each selector and its result, for traces.
  var didEvaluate: ((Locator, QueryResult) -> Void)?
  /// Called between ticks; if it returns true, the remaining ticks of a call are skipped.
  var isCancelled: (() -> Bool)?
  /// Whether ticks were skipped.
  package private(set) var isCut = false
  /// Where the session came from; nil for a bare session.
  package let loaded: SessionLoader.Loaded?
  let makeCache: (() throws -> RenderCache)?
  var frameRenderer: FrameRenderer?
  /// The number of threads that draw pictures, which have the same pixels for any number.
  var imageThreads = 1
  /// The paths of the golden images that frames were compared with.
  var goldenFiles: [String] = []
  private let replayBuffer = ReplayBuffer()
  private var timeline = DriverTimeline()
  /// The documents of queries, if nothing but the driver changes the session.
  private var documents: SceneDocumentCache?
  private var lastFound: Match?

  /// Collects the text of the recording.
  private final class ReplayBuffer {
    var text = ""
  }

  /// Creates a driver for a session in its current state, without recording or rendering.
  public init(_ session: Session) {
    self.session = session
    (loaded, makeCache) = (nil, nil)
  }

  /// Creates a driver for a loaded session; it records the session and can render it.
  ///
  /// - Parameter loaded: The result of a loader. The session must not have another recorder.
  public init(_ loaded: SessionLoader.Loaded) {
    (session, self.loaded) = (loaded.session, loaded)
    makeCache = { try loaded.makeCache() }
    if !session.isRecording {
      session.record(scene: loaded.recordedPath) { [replayBuffer] in replayBuffer.text += $0 }
    }
  }

  /// The number of ticks that have run.
  public var tick: UInt64 { session.tick }

  /// A finder for the current state of the scene.
  public var finder: Finder {
    var finder = Finder(session)
    finder.documents = documents
    finder.didEvaluate = didEvaluate
    return finder
  }

  // MARK: Queries

  /// The single match of a locator.
  ///
  /// - Throws: An error with near misses if nothing matches, or with the paths if several elements
  ///   match.
  public func find(_ locator: Locator) throws(DriverError) -> Match {
    do throws(LocatorError) {
      let match = try finder.one(locator)
      lastFound = match
      return match
    } catch { throw failure(error) }
  }

  /// All matches of a locator, in document order.
  ///
  /// - Throws: An error if the selector exceeds the work limit or does not evaluate to nodes.
  public func findAll(_ locator: Locator) throws(DriverError) -> [Match] {
    do throws(LocatorError) { return try finder.all(locator) } catch { throw failure(error) }
  }

  /// An attribute of the single match of a locator, as text.
  ///
  /// - Throws: The errors of ``find(_:)``, and an error if the element has no such attribute.
  public func get(_ attribute: String, of locator: Locator) throws(DriverError) -> String {
    let match = try find(locator)
    if let value = match[attribute] { return value }
    // A property of a part, as `set` takes it.
    if attribute.contains("."), let node = match.node,
      let json = try? node.presentationState.get(attribute), let text = attributeText(ofJSON: json)
    {
      return text
    }
    let hint = near(attribute, match.attributes.map(\.name))
    throw failure(.invalidArgument, "\(match.path) has no attribute \"\(attribute)\"\(hint)")
  }

  /// Whether a locator has a match or evaluates to true by the rules of XPath.
  ///
  /// - Throws: An error if the selector exceeds the work limit or has an invalid argument.
  public func holds(_ locator: Locator) throws(DriverError) -> Bool {
    do throws(LocatorError) {
      switch try finder.evaluate(locator) {
      case .matches(let found): return !found.isEmpty
      case .number(let number): return number != 0 && !number.isNaN
      case .string(let text): return !text.isEmpty
      case .boolean(let flag): return flag
      }
    } catch { throw failure(error) }
  }

  // MARK: Time

  /// Runs ticks.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int = 1) {
    precondition(ticks >= 0, "the number of ticks is not negative")
    for number in 0..<ticks {
      // The first tick of a call always runs, so that a loop in a step reaches its end.
      if number > 0, isStopped { return }
      timeline.leaveOthers()
      documents?.discard()
      session.step()
      didStep()
    }
  }

  /// Records the last tick.
  func didStep() {
    log.record(session)
    onTick?(self)
  }

  /// Lets ticks run after a cancellation, until the next one.
  package func resume(until isCancelled: @escaping () -> Bool) {
    isCut = false
    self.isCancelled = isCancelled
  }

  /// Whether no further tick must run; if so, records that ticks were skipped.
  var isStopped: Bool {
    if isCancelled?() ?? false { isCut = true }
    return isCut
  }

  /// Runs ticks until a locator has a match or evaluates to true.
  ///
  /// - Parameters:
  ///   - locator: The condition, evaluated before the first tick and after each tick.
  ///   - ticks: The maximum number of ticks to run.
  /// - Returns: The number of ticks that had run when the condition was met.
  /// - Throws: An error with near misses if the condition is not met in time.
  @discardableResult
  public func wait(until locator: Locator, within ticks: Int) throws(DriverError) -> UInt64 {
    if try run(ticks, until: { (driver) throws(DriverError) in try driver.holds(locator) }) {
      return tick
    }
    let miss = try? finder.explain(locator)
    let why = miss.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    throw failure(.timeout, "\(locator) was not met within \(ticks) ticks\(why)")
  }

  /// Runs ticks until an XPath expression has a match or is true; see ``wait(until:within:)``.
  ///
  /// - Parameters:
  ///   - xpath: The condition, such as `//game[@score > 0]`.
  ///   - ticks: The maximum number of ticks to run.
  /// - Returns: The number of ticks that had run when the condition was met.
  /// - Throws: An error if the expression is invalid or the condition is not met in time.
  @discardableResult
  public func wait(untilXPath xpath: String, within ticks: Int) throws(DriverError) -> UInt64 {
    let locator: Locator
    do throws(LocatorError) { locator = try Locator(xpath: xpath) } catch {
      throw failure(.invalidSelector, "\(error)")
    }
    return try wait(until: locator, within: ticks)
  }

  /// Runs ticks until a locator has no match or evaluates to false.
  ///
  /// - Parameters:
  ///   - locator: The condition, evaluated before the first tick and after each tick.
  ///   - ticks: The maximum number of ticks to run.
  /// - Returns: The number of ticks that had run when the condition was met.
  /// - Throws: An error if the locator still matches.
  @discardableResult
  public func wait(untilGone locator: Locator, within ticks: Int) throws(DriverError) -> UInt64 {
    if try run(ticks, until: { (driver) throws(DriverError) in try !driver.holds(locator) }) {
      return tick
    }
    throw failure(.timeout, "\(locator) still matches after \(ticks) ticks")
  }

  /// Runs ticks until a condition is true.
  ///
  /// - Parameters:
  ///   - what: A description of the condition, for the error message.
  ///   - ticks: The maximum number of ticks to run.
  ///   - condition: The condition, evaluated before the first tick and after each tick.
  /// - Returns: The number of ticks that had run when the condition was met.
  /// - Throws: An error if the condition is not met in time, or the error of the condition.
  @discardableResult
  public func wait(
    for what: String, within ticks: Int,
    until condition: (GameDriver) throws(DriverError) -> Bool
  ) throws(DriverError) -> UInt64 {
    if try run(ticks, until: condition) { return tick }
    throw failure(.timeout, "\(what): not met within \(ticks) ticks")
  }

  private func run(
    _ ticks: Int, until condition: (GameDriver) throws(DriverError) -> Bool
  ) throws(DriverError) -> Bool {
    precondition(ticks >= 0, "the number of ticks is not negative")
    for _ in 0..<ticks {
      if try condition(self) { return true }
      if isStopped { return false }
      step()
    }
    return try condition(self)
  }

  // MARK: Events

  /// Sends an event, which the next tick processes.
  public func send(_ event: InputEvent) {
    timeline.leaveOthers()
    record.events.append(TimedInput(event, tick: session.tick))
    session.send(event)
  }

  /// Writes a note to the recording; the state does not change.
  public func note(_ text: String) {
    timeline.leaveOthers()
    record.notes.append((session.tick, text))
    session.note(text)
  }

  // MARK: Points in time

  /// Returns to an earlier tick, or goes forward again to one that has run.
  ///
  /// Later ticks remain available until an event is sent or a tick is run. The recording ends.
  ///
  /// - Throws: An error if the tick is not available; nothing changes then.
  /// - Precondition: The session records its history.
  public func seek(to tick: UInt64) throws(DriverError) {
    guard tick != session.tick else { return }
    documents?.discard()
    timeline.remember(record, log)
    do throws(SeekError) { try session.seek(to: tick) } catch {
      throw failure(.invalidArgument, "\(error)")
    }
    (record, log) = timeline.upTo(tick, last: session.history?.last ?? tick)
  }

  /// Replaces the record and clears the log after the session was restored from a snapshot.
  func adopt(_ record: DriverRecord) {
    documents?.discard()
    (self.record, log, timeline) = (record, DriverLog(), DriverTimeline())
  }

  /// Keeps the document of a state from one query to the next, which makes queries faster.
  ///
  /// From now on only the driver may change the session.
  func keepDocuments() { documents = SceneDocumentCache() }

  // MARK: Errors

  /// Creates an error with the current tick, hash, events and recording.
  public func failure(_ message: String) -> DriverError { failure(.unknown, message) }

  /// Creates an error of a kind with the current tick, hash, events and recording.
  public func failure(_ kind: DriverError.Kind, _ message: String) -> DriverError {
    var error = DriverError(
      message: message, tick: session.tick, hash: session.replayHash, events: events)
    error.kind = kind
    error.replay = replay
    error.subject = lastFound.map { DriverError.Subject($0) }
    return error
  }

  /// Creates an error from that of a locator.
  private func failure(_ error: LocatorError) -> DriverError {
    switch error.kind {
    case .syntax, .tooMuchWork, .value: failure(.invalidSelector, "\(error)")
    case .miss: failure(.noSuchElement, "\(error)")
    }
  }
}
