public import CaromProperties

/// Whose run the player races against.
package enum GhostChoice: Hashable, Sendable {
  /// The player's own best run of each level.
  case best
  /// The bot of the game.
  case bot
  /// A recording.
  case file(String)

  /// Reads the value of the option: `best`, `bot` or the path of a recording.
  package init(_ text: String) {
    switch text {
    case "best": self = .best
    case "bot": self = .bot
    default: self = .file(text)
    }
  }
}

/// Whose run the player races against, as the settings screen offers it.
public enum GhostSetting: String, EnumName, Sendable {
  /// There is no ghost.
  case none
  /// The player's own best run of each level.
  case best
  /// That of the game's bot.
  case bot

  /// The name on screen.
  var title: String {
    switch self {
    case .none: "none"
    case .best: "best run"
    case .bot: "bot"
    }
  }

  /// The choice that follows on the settings screen, or the one before it; the first one follows
  /// the last.
  func neighbor(_ direction: Int) -> GhostSetting {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + direction + all.count) % all.count]
  }

  /// The run to race against; nil for none.
  var choice: GhostChoice? {
    switch self {
    case .none: nil
    case .best: .best
    case .bot: .bot
    }
  }
}
