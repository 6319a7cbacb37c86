import CaromAutomation
import CaromDocuments

/// What `carom solve` prints.
enum SolveReport {
  /// A level in the table of `--all`.
  struct Row {
    let game: String
    let level: String
    let outcome: Solve.Outcome
    let time: Duration
  }

  // MARK: One level

  static func lines(
    _ outcome: Solve.Outcome, _ time: Duration, _ output: String?, _ map: String?
  ) -> String {
    var lines: [(String, String)] = []
    if let win = outcome.win {
      let bot = outcome.botTicks.map { "; the bot needs \($0)" } ?? ""
      lines.append(
        ("won", "in \(win.ticks) ticks (\(seconds(win.ticks)) s), score \(win.score)\(bot)"))
      if let after = outcome.firstWinAfter {
        lines.append(("found", "first after \(after) simulated ticks"))
      }
      if let risk = outcome.risk {
        lines.append(
          (
            "risk",
            "\(risk.difficulty.rawValue): \(risk.lost) of \(risk.slips) slips lose a life"
          ))
      }
      if let output { lines.append(("file", output)) }
    } else {
      lines.append(("not won", "within the budget"))
      lines.append(
        (
          "reached",
          "score \(outcome.bestScore), \(rounded(outcome.furthest)) m from the start"
        ))
    }
    if let map { lines.append(("map", map)) }
    let stopped = outcome.isInterrupted ? ", interrupted" : ""
    lines.append(
      (
        "searched",
        "\(outcome.ticks) ticks, \(outcome.cells) cells, \(outcome.lossCount) losses, "
          + "\(rounded(Float(time / .seconds(1)))) s\(stopped)"
      ))
    return lines.map { $0.0.padding(to: 9) + $0.1 }.joined(separator: "\n")
  }

  static func json(_ outcome: Solve.Outcome) -> String {
    var json = JSONWriter()
    json.object { write(outcome, &$0) }
    return json.text
  }

  private static func write(_ outcome: Solve.Outcome, _ json: inout JSONWriter) {
    json.member("isWon") { $0.value(outcome.win != nil) }
    if let win = outcome.win {
      json.member("winTicks", win.ticks)
      json.member("score") { $0.value(Int(win.score)) }
    }
    if let ticks = outcome.botTicks { json.member("botTicks", ticks) }
    if let ticks = outcome.firstWinAfter { json.member("firstWinAfter", ticks) }
    if let risk = outcome.risk {
      json.member("slips") { $0.value(risk.slips) }
      json.member("lostSlips") { $0.value(risk.lost) }
      json.member("difficulty", risk.difficulty.rawValue)
    }
    json.member("bestScore") { $0.value(Int(outcome.bestScore)) }
    json.member("furthest") { $0.value(outcome.furthest) }
    json.member("ticks", outcome.ticks)
    json.member("cells") { $0.value(outcome.cells) }
    json.member("explorations") { $0.value(outcome.explorations) }
    json.member("losses") { $0.value(outcome.lossCount) }
    json.member("isInterrupted") { $0.value(outcome.isInterrupted) }
  }

  // MARK: All levels

  private static let columns = ["bot", "best", "first win", "risk", "difficulty", "s"]

  static func header(_ levels: [String]) -> String {
    "level".padding(to: width(levels)) + columns.map { $0.leftPadding(to: 12) }.joined()
  }

  static func line(_ row: Row, _ levels: [String]) -> String {
    let outcome = row.outcome
    let bot = outcome.botTicks.map { "\($0)" } ?? "-"
    let best = outcome.win.map { "\($0.ticks)" } ?? "not won"
    let first = outcome.firstWinAfter.map { "\($0)" } ?? "-"
    let risk = outcome.risk.map { "\(rounded($0.share * 100)) %" } ?? "-"
    let difficulty = outcome.risk?.difficulty.rawValue ?? "-"
    let time = "\(rounded(Float(row.time / .seconds(1))))"
    let cells: [String] = [bot, best, first, risk, difficulty, time]
    return row.level.padding(to: width(levels)) + cells.map { $0.leftPadding(to: 12) }.joined()
  }

  static func json(_ rows: [Row]) -> String {
    var json = JSONWriter()
    json.array(rows) { json, row in
      json.object {
        $0.member("game", row.game)
        $0.member("level", row.level)
        write(row.outcome, &$0)
      }
    }
    return json.text
  }

  // MARK: Texts

  private static func width(_ levels: [String]) -> Int { (levels.map(\.count).max() ?? 0) + 2 }
  private static func seconds(_ ticks: UInt64) -> Float { rounded(Float(ticks) / 60) }
  private static func rounded(_ value: Float) -> Float { (value * 10).rounded() / 10 }
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }

  fileprivate func leftPadding(to width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
