public import CaromContent
import CaromDocuments
import CaromMaths
public import CaromSimulation

/// Makes levels of a game that are proven to be winnable, each with a recording of a win.
///
/// A level is made by `Game.makeLevel(_:)` and played by the game's bot, and if it loses or the
/// game has none, by a ``Solve`` search. A level that is not won is discarded and another one made
/// from the same seed. The result depends on the seed, the difficulty and the budget alone, not on
/// the number of threads.
public struct Generate: Sendable {
  /// The seed of the level.
  public var seed: UInt64
  /// The difficulty that the level is made for, 0 to 1.
  public var difficulty: Float
  /// The number of ticks to simulate in search of a win, for each level that is made.
  public var budget: UInt64
  /// The maximum number of ticks of a win.
  public var ticks: UInt64
  /// The number of levels to make until one is won.
  public var attempts: Int
  /// The number of states that are tried concurrently by a search.
  public var threads: Int

  /// Creates a request.
  ///
  /// - Precondition: `budget`, `ticks`, `attempts` and `threads` are 1 or more.
  public init(
    seed: UInt64, difficulty: Float = 0.3, budget: UInt64 = 40_000, ticks: UInt64 = 14_400,
    attempts: Int = 8, threads: Int = 1
  ) {
    precondition(
      budget >= 1 && ticks >= 1 && attempts >= 1 && threads >= 1,
      "budget, ticks, attempts and threads are positive")
    (self.seed, self.difficulty, self.ticks) = (seed, difficulty, ticks)
    (self.budget, self.attempts, self.threads) = (budget, attempts, threads)
  }

  /// A level that can be won.
  public struct Level: Hashable, Sendable {
    /// The text of the scene file.
    public var text: String
    /// The text of a recording that wins, for the scene at the path that was asked for.
    public var recording: String
    /// The win.
    public var win: Solve.Win
    /// Whether the bot of the game wins.
    public var isWonByBot: Bool
    /// The share of slips in the win that lose.
    public var risk: Solve.Risk?
    /// The number of levels that were made, this one included.
    public var attempts: Int
  }

  /// The path of a level as its recording names it, from the folder of scenes.
  public struct Place: Sendable {
    /// The path of the file, for loading it.
    public var path: String
    /// The path from the folder of the file to the folder of scenes, such as `../`.
    public var scenes: String

    /// Creates a place.
    public init(path: String, scenes: String) { (self.path, self.scenes) = (path, scenes) }
  }

  /// Makes a level.
  ///
  /// - Parameters:
  ///   - game: The game.
  ///   - place: Where the scene file will be.
  ///   - loader: Loads the parts of the level.
  ///   - isCancelled: Called before each tick, on any thread; returns true to stop the search.
  /// - Returns: The level; nil if none of the attempts was won, or the game makes no levels.
  /// - Throws: `LoadError` if a level cannot be loaded, such as for a missing part.
  public func run(
    _ game: any Game.Type, at place: Place, with loader: SessionLoader,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Level? {
    for attempt in 0..<attempts where !isCancelled() {
      var hash = StateHash(seed: seed)
      hash.combine(UInt64(attempt))
      func text(par: Double?) -> String? {
        let request = LevelRequest(
          seed: hash.value, difficulty: difficulty, parSeconds: par, scenes: place.scenes)
        return game.makeLevel(request).map { JSONFormatter.format($0) }
      }
      guard let draft = text(par: nil) else { return nil }
      let search = Solve(
        budget: budget, ticks: ticks, seed: seed, stopsAtFirstWin: true, threads: threads)
      let outcome = try search.run(isCancelled: isCancelled) {
        try loader.load(text: draft, at: place.path).session
      }
      guard let first = outcome.win else { continue }
      // A good player is a quarter slower than the win.
      let seconds = Double(first.ticks) * 1.25 / 60
      guard let final = text(par: seconds.rounded(.up)) else { return nil }
      // The par time counts points, so the win is recorded in the level as it is written.
      let loaded = try loader.load(text: final, at: place.path)
      let recording = Solve.recording(
        of: first, in: loaded.session, scene: loaded.recordedPath)
      guard loaded.session.hasJustCompletedLevel else { continue }
      return Level(
        text: final, recording: recording, win: first,
        isWonByBot: outcome.botTicks == first.ticks, risk: outcome.risk, attempts: attempt + 1)
    }
    return nil
  }
}
