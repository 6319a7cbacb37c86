/// When the time of a game advances besides in commands that run ticks.
enum ClockPolicy: Hashable, Sendable {
  /// Never.
  case manual
  /// By a number of ticks before each command.
  case perCommand(Int)
  /// By a number of ticks after each search that finds nothing, so that clients which poll see time
  /// pass.
  case perPoll(Int)
  /// With the clock of the machine; the ticks and inputs are recorded all the same.
  case realtime

  /// The accepted texts.
  static let accepted = "manual, perCommand:TICKS, perPoll:TICKS or realtime"

  /// Parses a policy, such as `perPoll:6`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let ticks = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts[0], ticks) {
    case ("manual", nil) where parts.count == 1: self = .manual
    case ("realtime", nil) where parts.count == 1: self = .realtime
    case ("perCommand", let ticks?) where (1...3_600).contains(ticks): self = .perCommand(ticks)
    case ("perPoll", let ticks?) where (1...3_600).contains(ticks): self = .perPoll(ticks)
    default: return nil
    }
  }
}
