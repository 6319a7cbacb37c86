import CaromAutomation
import CaromDocuments
import CaromSimulation

/// What `carom generate` prints.
struct GenerateReport: Sendable {
  let game: any Game.Type
  let folder: String
  let isJSON: Bool

  func header(_ seeds: [UInt64]) -> String {
    "\(seeds.count == 1 ? "level" : "levels") in \(folder)\n"
      + "seed".padding(to: Self.seedWidth)
      + " ticks  by      risk           attempts  time"
  }

  private static let seedWidth = 8

  func line(_ seed: UInt64, _ level: Generate.Level?, _ time: Duration) -> String {
    let seconds = (Float(time / .seconds(1)) * 10).rounded() / 10
    if isJSON {
      var json = JSONWriter()
      json.object {
        $0.member("seed", seed)
        $0.member("isMade") { $0.value(level != nil) }
        if let level {
          $0.member("file", "\(folder)/\(game.name)-\(seed).json")
          $0.member("winTicks", level.win.ticks)
          $0.member("isWonByBot") { $0.value(level.isWonByBot) }
          if let risk = level.risk {
            $0.member("slips") { $0.value(risk.slips) }
            $0.member("lostSlips") { $0.value(risk.lost) }
            $0.member("difficulty", risk.difficulty.rawValue)
          }
          $0.member("attempts") { $0.value(level.attempts) }
        }
        $0.member("seconds") { $0.value(Float(time / .seconds(1))) }
      }
      return json.text
    }
    let start = "\(seed)".padding(to: Self.seedWidth)
    guard let level else { return start + " no level was won within the budget, \(seconds) s" }
    let risk = level.risk.map { "\(Int($0.share * 100)) % \($0.difficulty.rawValue)" } ?? ""
    return start + " " + "\(level.win.ticks)".padding(to: 6)
      + (level.isWonByBot ? "bot" : "search").padding(to: 8) + risk.padding(to: 15)
      + "\(level.attempts)".padding(to: 10) + "\(seconds) s"
  }
}
