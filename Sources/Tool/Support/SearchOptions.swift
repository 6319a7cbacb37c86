import ArgumentParser
import Foundation

/// A command that simulates a game in search of something: `fuzz`, `solve` and `generate`.
protocol SearchCommand: ParsableCommand {
  /// What the seed is for.
  static var seeded: String { get }
  /// What the budget is for, after "the number of ticks to simulate".
  static var budgeted: String { get }
  /// The default budget; nil for no limit.
  static var defaultBudget: UInt64? { get }
  /// What may last for the maximum number of ticks.
  static var attempt: String { get }
  /// The default of the maximum number of ticks.
  static var defaultTicks: UInt64 { get }
  /// What is done concurrently.
  static var concurrent: String { get }
  /// What `--json` prints.
  static var printed: String { get }
}

/// The options of commands that search: the same names, ranges and errors, each command with
/// defaults of its own.
struct SearchOptions<Command: SearchCommand>: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "The seed of \(Command.seeded). Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Option(
    name: .customLong("budget"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      The number of ticks to simulate, \(Command.budgeted). Default: \
      \(Command.defaultBudget.map { "\($0)" } ?? "no limit").
      """, valueName: "ticks"),
    transform: wholeNumber(in: 1...1_000_000_000_000))
  var givenBudget: UInt64?

  @Option(
    name: .customLong("ticks"), parsing: .unconditional,
    help: "The maximum number of ticks of \(Command.attempt). Default: \(Command.defaultTicks).",
    transform: wholeNumber(in: 1...UInt64(tickCounts.upperBound)))
  var givenTicks: UInt64?

  @Option(
    name: .customLong("threads"), parsing: .unconditional,
    help: "The number of \(Command.concurrent). Default: the number of processors.",
    transform: wholeNumber(in: 1...256))
  var givenThreads: Int?

  @Flag(help: "Print \(Command.printed).")
  var json = false

  /// The number of ticks to simulate; nil for no limit.
  var budget: UInt64? { givenBudget ?? Command.defaultBudget }
  /// The maximum number of ticks of an attempt.
  var ticks: UInt64 { givenTicks ?? Command.defaultTicks }
  /// The number of threads.
  var threads: Int { givenThreads ?? min(16, ProcessInfo.processInfo.activeProcessorCount) }
}
