public import CaromDocuments
import CaromMaths
public import CaromProperties
import CaromSimulation

// Commands that run ticks or go to another point in time.

/// Runs ticks.
public struct StepCommand: GameCommand {
  /// The name.
  public static let name = "step"
  /// A one-line description for the schema.
  public static let summary = "Run ticks"
  /// The result.
  public static let returns = "An object with the tick"
  /// The number of ticks.
  public var ticks: UInt32 = 1

  /// Creates a command to run one tick.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("ticks", \.ticks, "The number of ticks", .ticks)
  }

  /// Runs the ticks.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    runner.driver.step(try runner.checkTicks(ticks))
    runner.writeTick(&result)
  }
}

/// Runs ticks until a selector matches.
public struct WaitUntilCommand: GameCommand {
  /// The name.
  public static let name = "waitUntil"
  /// A one-line description for the schema.
  public static let summary = "Run ticks until a selector matches or is true"
  /// The result.
  public static let returns = "An object with the tick at which it matched"
  /// The selector.
  public var selector = ""
  /// The maximum number of ticks to run.
  public var ticks: UInt32 = 600

  /// Creates a command to wait for ten seconds.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property("ticks", \.ticks, "The maximum number of ticks to run", .ticks)
  }

  /// Waits.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let (locator, ticks) = (try runner.locator(selector), try runner.checkTicks(ticks))
    try runner.driver.wait(until: locator, within: ticks)
    runner.writeTick(&result)
  }
}

/// Runs ticks until a selector no longer matches.
public struct WaitUntilGoneCommand: GameCommand {
  /// The name.
  public static let name = "waitUntilGone"
  /// A one-line description for the schema.
  public static let summary = "Run ticks until a selector has no match or is false"
  /// The result.
  public static let returns = "An object with the tick at which it had none"
  /// The selector.
  public var selector = ""
  /// The maximum number of ticks to run.
  public var ticks: UInt32 = 600

  /// Creates a command to wait for ten seconds.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property("ticks", \.ticks, "The maximum number of ticks to run", .ticks)
  }

  /// Waits.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let (locator, ticks) = (try runner.locator(selector), try runner.checkTicks(ticks))
    try runner.driver.wait(untilGone: locator, within: ticks)
    runner.writeTick(&result)
  }
}

/// Goes to another tick.
public struct SeekCommand: GameCommand {
  /// The name.
  public static let name = "seek"
  /// A one-line description for the schema.
  public static let summary = "Return to an earlier tick, or go forward to one that has run"
  /// The result.
  public static let returns = "An object with the tick"
  /// The tick.
  public var tick: UInt64 = 0

  /// Creates a command to return to the beginning.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("tick", \.tick, "The number of ticks that had run", .ticks, in: .required)
  }

  /// Goes to the tick.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.seek(to: tick)
    runner.writeTick(&result)
  }
}

/// Keeps the state under a name.
public struct SnapshotCommand: GameCommand {
  /// The name.
  public static let name = "snapshot"
  /// A one-line description for the schema.
  public static let summary = "Keep the state under a name"
  /// The result.
  public static let returns = "An object with tick, hash and the number of bytes"
  /// The name of the snapshot.
  public var name = ""

  /// Creates a command without a name.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, resourceNameSummary, in: .required)
  }

  /// Keeps the state.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let snapshot = try runner.takeSnapshot(try runner.checkName(name))
    result.object { result in
      result.member("tick", snapshot.tick)
      result.member("hash", hexadecimal(snapshot.hash))
      result.member("bytes", snapshot.byteCount)
    }
  }
}

/// Restores a kept state.
public struct RestoreCommand: GameCommand {
  /// The name.
  public static let name = "restore"
  /// A one-line description for the schema.
  public static let summary = "Restore the state of a snapshot"
  /// The result.
  public static let returns = "An object with the tick"
  /// The name of the snapshot.
  public var name = ""

  /// Creates a command without a name.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, resourceNameSummary, in: .required)
  }

  /// Restores the state.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.restoreSnapshot(try runner.checkName(name))
    runner.writeTick(&result)
  }
}

/// Starts the game again.
public struct ResetCommand: GameCommand {
  /// The name.
  public static let name = "reset"
  /// A one-line description for the schema.
  public static let summary = "Load the game again and start at tick 0"
  /// The result.
  public static let returns = "An object with the tick"
  /// The seed; nil for the same one.
  public var seed: UInt64?
  /// The number or name of the first level; empty for the same one.
  public var level = ""

  /// Creates a command to start again with the same seed and level.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("seed", \.seed, "The seed of the random streams; the same one if it is missing")
    p.property("level", \.level, "The number or name of the first level; empty for the same one")
  }

  /// Starts again.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.reset(seed: seed, level: level.isEmpty ? nil : level)
    runner.writeTick(&result)
  }
}

/// Presents a level.
public struct PresentCommand: GameCommand {
  /// The name.
  public static let name = "present"
  /// A one-line description for the schema.
  public static let summary = "Present another level in the next tick, and run that tick"
  /// The result.
  public static let returns = "An object with the tick"
  /// The name of the level.
  public var level = ""

  /// Creates a command without a level.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("level", \.level, "The name of the level", in: .required)
  }

  /// Presents the level.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    if let problem = runner.session.problem(presenting: level) {
      throw runner.failure(.invalidArgument, problem)
    }
    runner.driver.send(.present(level))
    try runner.stepAndReport()
    runner.writeTick(&result)
  }
}

// MARK: Support

/// The summary of every parameter that names a snapshot or a golden image.
let resourceNameSummary = "The name: 1 to 64 letters, digits, -, _ or ."

extension CommandRunner {
  /// Writes an object with the tick.
  func writeTick(_ result: inout JSONWriter) {
    let tick = session.tick
    result.object { $0.member("tick", tick) }
  }

  /// Runs the tick that applies an event.
  ///
  /// - Throws: An error if the session rejected it.
  func stepAndReport() throws(DriverError) {
    driver.step()
    if let problem = session.rejectedChanges.first { throw failure(.invalidArgument, problem) }
  }

  /// Checks a name that a client chose; it is part of no path outside of a folder.
  func checkName(_ name: String) throws(DriverError) -> String {
    let isSafe = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isSafe, (1...64).contains(name.utf8.count), !name.hasPrefix(".") else {
      throw failure(
        .invalidArgument,
        "name: 1 to 64 letters, digits, -, _ or . are accepted, and no . at the beginning")
    }
    return name
  }
}
