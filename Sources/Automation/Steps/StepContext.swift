import CaromContent
public import CaromGherkin
public import CaromSimulation

/// What the steps of one scenario share: the game that they play, and what they remember.
///
/// Each scenario has a context of its own, so that none can leak into the next.
public final class StepContext {
  /// The scenario that is run.
  public let scenario: Pickle
  /// What the game will be launched with; counts until a game begins.
  public var launch: Launch
  /// What steps logged, in order, since the current step began.
  public private(set) var messages: [String] = []
  /// What steps attached since the current step began.
  public private(set) var attachments: [Attachment] = []
  /// Called when a game begins, before its first tick.
  var didBegin: ((GameDriver) -> Void)?
  /// The driver of the game, if one has begun.
  public private(set) var current: GameDriver?

  private let loader: SessionLoader
  private var values: [String: Any] = [:]

  init(_ scenario: Pickle, loader: SessionLoader, launch: Launch) {
    self.scenario = scenario
    self.loader = loader
    self.launch = launch
  }

  // MARK: The game

  /// The driver of the game that the scenario plays.
  ///
  /// - Throws: that no step has begun a game.
  public var driver: GameDriver {
    get throws(StepError) {
      if let current { return current }
      throw StepError(
        "no game has begun; a step such as 'Given the game \"marble-maze\"', or the tag "
          + "@game:marble-maze, comes before")
    }
  }

  /// Loads a game or a scene and begins to play it; it is recorded from the first tick.
  ///
  /// - Parameter subject: The name of a game, or the path of a scene file.
  /// - Returns: The driver of it.
  /// - Throws: what is wrong with the scene, or that a game has begun already.
  @discardableResult
  public func begin(_ subject: String) throws -> GameDriver {
    if let current {
      throw StepError(
        "\(type(of: current.session.game).name) has begun already; a scenario plays one game")
    }
    let driver = GameDriver(try loader.load(subject, launch: launch))
    current = driver
    didBegin?(driver)
    return driver
  }

  // MARK: What steps remember

  /// A value that one step keeps for another.
  public subscript<Value>(key: String, as type: Value.Type = Value.self) -> Value? {
    get { values[key] as? Value }
    set { values[key] = newValue }
  }

  /// A value that an earlier step kept.
  ///
  /// - Throws: that there is none of that name and type.
  public func value<Value>(_ key: String, as type: Value.Type = Value.self) throws(StepError)
    -> Value
  {
    if let value = values[key] as? Value { return value }
    guard let other = values[key] else { throw StepError("no step before this kept '\(key)'") }
    throw StepError("'\(key)' is \(Swift.type(of: other)), not \(type)")
  }

  // MARK: Telling

  /// Writes a line into the report of the current step.
  public func log(_ message: String) { messages.append(message) }

  /// Puts a file into the report of the current step.
  public func attach(_ attachment: Attachment) { attachments.append(attachment) }

  /// Fails the current step where a condition does not hold.
  ///
  /// - Parameters:
  ///   - condition: What must be so.
  ///   - message: What is wrong where it is not.
  /// - Throws: the message, with the tick, the hash and the recording so far of the game.
  public func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if condition { return }
    throw failure(message())
  }

  /// An error about the game as it is now.
  public func failure(_ message: String) -> any Error {
    if let current { return current.failure(message) }
    return StepError(message)
  }

  /// Hands over what the current step told, and begins the next with nothing.
  func takeOutput() -> (messages: [String], attachments: [Attachment]) {
    defer { (messages, attachments) = ([], []) }
    return (messages, attachments)
  }
}

/// Why a step failed, in a sentence.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Makes an error of a sentence.
  public init(_ description: String) { self.description = description }
}

/// Thrown by a step that is still to be written; its scenario is pending, which is no success.
public struct Pending: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why it is not written yet.
  public let description: String

  /// Makes it, with a reason if there is one.
  public init(_ reason: String = "this step is still to be written") { description = reason }
}
