import CaromMaths
import CaromSimulation

/// The players whose input a search generates.
enum PlayerKind: String, Hashable, Sendable, CaseIterable {
  /// Starts the game and otherwise does nothing.
  case idle
  /// The bot of the game; from its second run on with lapses.
  case bot
  /// Holds the extremes of all inputs, in all combinations.
  case corners
  /// Holds random inputs.
  case random
  /// Varies the input of earlier runs that reached new states, beginning with that of the bot.
  case variation

  /// The kinds of the first runs: others grow from that of the bot.
  private static let first: [PlayerKind] = [.bot, .idle]
  /// The kinds of the further runs.
  private static let cycle: [PlayerKind] = [
    .random, .bot, .corners, .variation, .random, .variation, .bot, .variation,
  ]

  /// The kind of a run.
  ///
  /// - Parameters:
  ///   - number: The number of the run.
  ///   - hasBot: Whether the game has a bot.
  ///   - hasEntries: Whether the corpus has entries.
  /// - Returns: The kind; another one if the game has no bot or the corpus is empty.
  static func kind(ofRun number: Int, hasBot: Bool, hasEntries: Bool) -> PlayerKind {
    let kind = number < first.count ? first[number] : cycle[number % cycle.count]
    switch kind {
    case .bot where !hasBot: return .corners
    case .variation where !hasEntries: return .random
    case .idle, .bot, .corners, .random, .variation: return kind
    }
  }

  /// Creates the player of a run.
  ///
  /// - Parameters:
  ///   - number: The number of the run.
  ///   - ticks: The length of the run.
  ///   - game: The game.
  ///   - controls: The input to generate.
  ///   - corpus: The input of earlier runs.
  ///   - seed: The seed of the run.
  /// - Returns: The kind and the player.
  static func player(
    ofRun number: Int, ticks: Int, _ game: any Game.Type, _ controls: GameControls,
    _ corpus: InputCorpus, seed: UInt64
  ) -> (PlayerKind, any Bot) {
    let bot = game.makeBot()
    let kind = kind(ofRun: number, hasBot: bot != nil, hasEntries: !corpus.entries.isEmpty)
    switch kind {
    case .idle: return (kind, IdlePlayer(controls, seed: seed))
    case .corners: return (kind, CornerPlayer(controls, seed: seed))
    case .bot:
      guard let bot else { break }
      return (kind, FallibleBot(bot, controls, lapses: lapses(ofRun: number), seed: seed))
    case .variation:
      let player = corpus.player(ticks: UInt64(ticks), controls, seed: seed)
      guard let player else { break }
      return (kind, player)
    case .random: break
    }
    return (.random, RandomPlayer(controls, seed: seed))
  }

  /// The number of lapses of the bot per 600 ticks: none in its first run, then one to ten.
  private static func lapses(ofRun number: Int) -> Int {
    number == 0 ? 0 : 1 + number / 4 % 10
  }
}
