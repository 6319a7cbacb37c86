/// How far a player has come in a level: what its menu shows.
public struct LevelProgress: Hashable, Sendable {
  /// The level.
  public let level: Level
  /// Whether the player may start it: the first level, and each level after a completed one.
  public let isUnlocked: Bool
  /// The least number of ticks in which it was completed; nil if it was not.
  public let bestTicks: UInt64?
  /// The best score with which it was completed; nil if it was not.
  public let bestScore: Int32?

  /// Whether the level was completed.
  public var isCompleted: Bool { bestTicks != nil }
}

extension Game {
  /// The progress in all levels, in order, from the numbers that sessions stored.
  public static func progress(in storage: Storage) -> [LevelProgress] {
    var isUnlocked = true
    return levels.map { level in
      let keys = LevelKeys(level)
      let progress = LevelProgress(
        level: level, isUnlocked: isUnlocked, bestTicks: storage.value(of: keys.ticks),
        bestScore: storage.value(of: keys.score).map { Int32(clamping: $0) })
      isUnlocked = progress.isCompleted
      return progress
    }
  }
}

extension Session {
  /// Records that the player completed the current level, which unlocks the next one.
  ///
  /// Stores the least number of ticks and the best score of the level, by the game's ``Scoring``,
  /// in ``storage``. Call it once, when the level is won, before the next one is presented. In a
  /// scene that is not a level of the game nothing is stored, but ``hasJustCompletedLevel`` is
  /// true.
  ///
  /// - Parameter score: The score in this level; nil for that of the game.
  public func completeLevel(score: Int32? = nil) {
    hasJustCompletedLevel = true
    guard let level else { return }
    let keys = LevelKeys(level)
    storage[keys.ticks] = min(storage.value(of: keys.ticks) ?? .max, levelTicks)
    let score = UInt64(clamping: score ?? game.state.score)
    guard let best = storage.value(of: keys.score) else { return storage[keys.score] = score }
    storage[keys.score] = type(of: game).scoring.isLowestFirst ? min(best, score) : max(best, score)
  }
}

extension Session {
  /// Whether the current level was completed, in this session or in an earlier one whose numbers
  /// were stored.
  public var isLevelCompleted: Bool {
    level.map { storage.value(of: LevelKeys($0).ticks) != nil } ?? false
  }

  /// Completes the current level and presents the next one; see ``completeLevel(score:)``.
  ///
  /// ```swift
  /// if !session.presentNextLevel(with: .fade()) { state.phase = .over }
  /// ```
  ///
  /// - Parameters:
  ///   - transition: A cut or a fade.
  ///   - score: The score in the completed level; nil for that of the game.
  /// - Returns: Whether there is a next level.
  public func presentNextLevel(
    with transition: LevelTransition = .cut, score: Int32? = nil
  ) -> Bool {
    completeLevel(score: score)
    guard let next = nextLevel else { return false }
    return present(next, with: transition)
  }
}

/// The names of the stored numbers of a level.
private struct LevelKeys {
  let ticks: String
  let score: String

  init(_ level: Level) {
    (ticks, score) = ("level.\(level.name).ticks", "level.\(level.name).score")
  }
}
