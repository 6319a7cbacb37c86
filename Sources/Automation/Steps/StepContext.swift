import CaromContent
public import CaromGherkin
public import CaromImages
public import CaromSimulation

/// The state shared by the steps of one scenario: the game and stored values.
///
/// Each scenario has its own context, so no state leaks into the next.
public final class StepContext {
  /// The scenario.
  public let scenario: Pickle
  /// The launch parameters of the game; changes after the game started have no effect.
  public var launch: Launch
  /// The messages logged by the current step, in order.
  public private(set) var messages: [String] = []
  /// The messages of the current step that are shown even if it passes.
  public private(set) var notices: [String] = []
  /// The files attached by the current step.
  public private(set) var attachments: [Attachment] = []
  /// The treatment of the files of golden images.
  public internal(set) var goldens = GoldenMode.current
  /// Called when a game starts, before its first tick.
  var didBegin: ((GameDriver) -> Void)?
  /// The scene of the game, if one has started.
  private(set) var loaded: SessionLoader.Loaded?
  /// The driver of the game, if one has started.
  public private(set) var current: GameDriver?

  private let loader: SessionLoader
  private var values: [String: Any] = [:]

  init(_ scenario: Pickle, loader: SessionLoader, launch: Launch) {
    self.scenario = scenario
    self.loader = loader
    self.launch = launch
  }

  // MARK: Game

  /// The driver of the game.
  ///
  /// - Throws: An error if no game has started.
  public var driver: GameDriver {
    get throws(StepError) {
      if let current { return current }
      throw StepError(
        "no game is running; start one with 'Given the game \"marble-maze\"' or with the tag "
          + "@game:marble-maze")
    }
  }

  /// The only game that can be loaded, for steps that name none.
  ///
  /// - Throws: An error if there are several.
  public var onlyGame: any Game.Type {
    get throws(StepError) {
      if loader.games.count == 1, let game = loader.games.first { return game }
      let names = loader.games.map { $0.name }.joined(separator: ", ")
      throw StepError("which game is it? Start one of \(names) first, for example with a tag")
    }
  }

  /// Loads and starts a game or a scene; it is recorded from the first tick.
  ///
  /// - Parameters:
  ///   - subject: The name of a game, or the path of a scene file.
  ///   - level: The number from 1 or the name of a level of the game; nil for the first one.
  /// - Returns: The driver of the game.
  /// - Throws: The errors of the scene, or an error if a game is already running.
  @discardableResult
  public func begin(_ subject: String, level: String? = nil) throws -> GameDriver {
    if let current {
      throw StepError(
        "\(type(of: current.session.game).name) is already running; a scenario plays one game")
    }
    let loaded = try loader.load(subject, level: level, launch: launch)
    let driver = GameDriver(loaded)
    self.loaded = loaded
    current = driver
    didBegin?(driver)
    return driver
  }

  /// Continues with a driver that a step has created, for a session that no scene file describes.
  ///
  /// - Throws: An error if a game is already running.
  public func begin(_ driver: GameDriver) throws {
    if let current {
      throw StepError(
        "\(type(of: current.session.game).name) is already running; a scenario plays one game")
    }
    current = driver
    didBegin?(driver)
  }

  // MARK: Stored values

  /// A value stored by one step for later steps.
  public subscript<Value>(key: String, as type: Value.Type = Value.self) -> Value? {
    get { values[key] as? Value }
    set { values[key] = newValue }
  }

  /// A value stored by an earlier step.
  ///
  /// - Throws: An error if no value with that key and type is stored.
  public func value<Value>(_ key: String, as type: Value.Type = Value.self) throws(StepError)
    -> Value
  {
    if let value = values[key] as? Value { return value }
    guard let other = values[key] else { throw StepError("no earlier step stored '\(key)'") }
    throw StepError("'\(key)' is \(Swift.type(of: other)), expected \(type)")
  }

  // MARK: Selectors

  /// The locator that a step names; see `Locator.init(naming:)`.
  ///
  /// What is probably not meant is a notice of the step, such as a comparison that always holds.
  ///
  /// - Throws: The first error of a selector, with its column.
  public func locator(_ text: String) throws(LocatorError) -> Locator {
    let locator = try Locator(naming: text)
    for warning in locator.warnings { notice("\(text): warning: \(warning)") }
    return locator
  }

  // MARK: Results

  /// Adds a message to the report of the current step.
  public func log(_ message: String) { messages.append(message) }

  /// Adds a message that `carom test` shows even if the step passes, such as a file it wrote.
  public func notice(_ message: String) {
    messages.append(message)
    notices.append(message)
  }

  /// Adds a file to the report of the current step.
  public func attach(_ attachment: Attachment) { attachments.append(attachment) }

  /// Fails the current step if a condition is false.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The failure message.
  /// - Throws: An error with the message, the tick, the hash and the recording of the game.
  public func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if condition { return }
    throw failure(message())
  }

  /// Creates an error with the current state of the game.
  public func failure(_ message: String) -> any Error {
    if let current { return current.failure(message) }
    return StepError(message)
  }

  /// Moves the messages, notices and attachments of the current step to its result.
  func moveOutput(to step: inout StepResult) {
    step.messages = messages
    step.notices = notices
    step.attachments += attachments
    (messages, notices, attachments) = ([], [], [])
  }
}

/// A failure of a step, as a sentence.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Creates an error from a sentence.
  public init(_ description: String) { self.description = description }
}

/// Thrown by a step that is not implemented yet; its scenario is pending, which is not a success.
public struct Pending: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String

  /// Creates the error with an optional reason.
  public init(_ reason: String = "this step is not implemented yet") { description = reason }
}
