import CaromSceneGraph
import CaromSimulation

// The rows of the list of levels.
extension ScreenContent {
  /// Whether a level can be started: it is unlocked, or played already, as with `--level`.
  func isOpen(level index: Int) -> Bool {
    progress[index].isUnlocked || index == currentLevel
  }

  /// The row of a level: its number and title, the best results and par, and whether it is the one
  /// that is played, completed or locked.
  func text(ofLevel index: Int) -> String {
    let item = progress[index]
    let par = pars.indices.contains(index) ? pars[index] : ParValues()
    var text = (index == currentLevel ? "▶ " : "") + "\(index + 1). \(item.level.title)"
    if item.isCompleted { text += " ✓" }
    guard isOpen(level: index) else { return text + " (locked)" }
    let hasPoints = levelScoring == .mostPoints || levelScoring == .fewestPoints
    var results: [String] = []
    if hasPoints {
      results.append(
        Self.text(best: item.bestScore.map { "\($0)" }, par: par.score.map { "\($0)" }))
    }
    if !hasPoints || par.duration != nil {
      results.append(
        Self.text(
          best: item.bestTicks.map { Self.time(Double($0) / 60) }, par: par.duration.map(Self.time))
      )
    }
    return ([text] + results.filter { !$0.isEmpty }).joined(separator: " · ")
  }

  private static func text(best: String?, par: String?) -> String {
    switch (best, par) {
    case (let best?, let par?): "\(best) (par \(par))"
    case (let best?, nil): "best \(best)"
    case (nil, let par?): "par \(par)"
    case (nil, nil): ""
    }
  }

  /// A duration in minutes and seconds.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}
