import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Dispatch

/// A session of a client: a game, the elements that were found, and the input devices.
///
/// All commands of a session run on its queue, one after the other.
final class WebDriverSession: @unchecked Sendable {
  /// The identifier.
  let id: String
  /// Runs the commands.
  let queue: DispatchQueue
  /// The negotiated capabilities.
  let capabilities: Capabilities
  /// Loads games.
  let factory: GameFactory
  /// The limits of the server.
  let limits: ServerLimits

  /// Runs the commands of the current game.
  var runner: CommandRunner
  /// The options of the current game.
  var options: SessionOptions
  /// The timeouts.
  var timeouts: Timeouts
  /// The elements that were returned to the client.
  var elements: ElementTable
  /// Answers the messages of an agent; nil before the first one.
  var agent: AgentServer?
  /// What the agent cancels, from any thread.
  let cancellation = AgentCancellation()
  /// The devices that the client's actions operate.
  var devices = InputDevices()
  /// The size of the view, in pixels.
  var size: (width: Int, height: Int)
  /// The path of the camera whose view is captured; nil for the camera of the scene.
  var camera: String?

  private let clock: ClockPolicy
  private var lastTime = DispatchTime.now().uptimeNanoseconds

  /// Creates a session.
  ///
  /// - Throws: `session not created` if the game cannot be loaded.
  init(
    id: String, _ capabilities: Capabilities, factory: GameFactory, limits: ServerLimits
  ) throws(WebDriverError) {
    (self.id, self.capabilities, self.factory, self.limits) = (id, capabilities, factory, limits)
    queue = DispatchQueue(label: "carom.session")
    options = capabilities.options
    timeouts = capabilities.timeouts
    elements = ElementTable(capacity: limits.elements)
    clock = ClockPolicy(capabilities.options.clock) ?? .manual
    size = (Int(capabilities.options.width), Int(capabilities.options.height))
    runner = try factory.makeRunner(capabilities.options)
    sendViewport()
  }

  /// The driver of the current game.
  var driver: GameDriver { runner.driver }

  /// Informs the game of the size of the view, unless it is that of a new session.
  func sendViewport() {
    let aspect = Float(size.width) / Float(size.height)
    guard aspect != driver.session.input.aspect else { return }
    driver.send(.viewport(width: size.width, height: size.height))
  }

  // MARK: Time

  /// Advances time before a command, as the clock says.
  func runClock() {
    switch clock {
    case .manual, .perPoll: break
    case .perCommand(let ticks): driver.step(ticks)
    case .realtime:
      let now = DispatchTime.now().uptimeNanoseconds
      let seconds = Double(now - lastTime) / 1e9
      let ticks = min(Int(seconds / driver.session.tickLength), runner.limits.ticks)
      lastTime += UInt64(Double(ticks) * driver.session.tickLength * 1e9)
      driver.step(ticks)
    }
  }

  /// Advances time after a search that found nothing, as the clock says.
  func runClockAfterMiss() {
    if case .perPoll(let ticks) = clock { driver.step(ticks) }
  }

  /// The number of ticks of a duration in milliseconds, rounded up and limited.
  func ticks(ofMilliseconds duration: Double) -> Int {
    let exact = duration / 1_000 / driver.session.tickLength
    // A duration that is a whole number of ticks stays one, whatever the rounding.
    return Int(min((exact - 1e-6).rounded(.up), Double(runner.limits.ticks)))
  }

  // MARK: Games

  /// Loads another game, whose elements are new.
  ///
  /// - Throws: `invalid argument` with all problems; the session keeps its game then.
  func load(_ scene: String, level: String) throws(WebDriverError) {
    var options = options
    (options.scene, options.level) = (scene, level)
    do throws(WebDriverError) { runner = try factory.makeRunner(options) } catch {
      throw .invalidArgument(error.message)
    }
    self.options = options
    forget()
    sendViewport()
  }

  /// Forgets elements, devices and the camera of an earlier game.
  func forget() {
    elements.invalidate()
    devices = InputDevices()
    camera = nil
  }

  /// Writes the recording if the client asked for one.
  func end() throws(WebDriverError) {
    guard !options.record.isEmpty, factory.recordings != nil else { return }
    let recording: String
    do throws(DriverError) { recording = try runner.replay() } catch { throw WebDriverError(error) }
    try factory.write(recording, named: options.record)
  }

  // MARK: Commands

  /// Runs a command of the core.
  func run(_ command: some GameCommand) throws(WebDriverError) -> String {
    do throws(DriverError) { return try runner.run(command) } catch { throw WebDriverError(error) }
  }

  /// Converts the errors of a driver.
  func converting<Result>(
    _ body: () throws(DriverError) -> Result
  ) throws(WebDriverError) -> Result {
    do throws(DriverError) { return try body() } catch { throw WebDriverError(error) }
  }
}
