import CaromContent
import CaromDocuments
public import CaromProperties
public import CaromSimulation
import Foundation

/// The high scores of a user, and the numbers that games store between sessions.
public struct HighScores: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The high scores of a user"
  /// The maximum number of scores for a game.
  public static let maximumEntries = 10

  /// The versions of the file format.
  public enum Format: String, EnumName, Sendable {
    /// The only version.
    case one = "carom.scores/1"
  }

  /// What was played: the scores of each are a table of their own.
  public enum Mode: String, EnumName, Sendable {
    /// The levels of the game, from the first one on.
    case campaign
    /// Levels without an end.
    case endless
  }

  /// A game that was played to its end.
  public struct Entry: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "A game that was played to its end"
    /// The score.
    public var score: Int32 = 0
    /// The seed of its random streams.
    public var seed: UInt64 = 0
    /// The duration, in ticks.
    public var ticks: UInt64 = 0

    /// Creates an entry with score 0.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The score", in: .required)
      p.property("seed", \.seed, "The seed of its random streams")
      p.property("ticks", \.ticks, "The duration", .ticks)
    }
  }

  /// The scores of one game in one mode.
  public struct Table: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "The high scores of one game in one mode"
    /// The name of the game.
    public var game = ""
    /// What was played.
    public var mode = Mode.campaign
    /// Whether lower scores are better.
    public var isLowestFirst = false
    /// The entries, best first.
    public var best: [Entry] = []
    /// The numbers that the game stores between sessions.
    public var kept: [Storage.Entry] = []

    /// Creates an empty table.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("game", \.game, "The name of the game", in: .required)
      p.property("mode", \.mode, "What was played")
      p.property("isLowestFirst", \.isLowestFirst, "Whether lower scores are better")
      p.property("best", \.best, "The entries, best first")
      p.property("kept", \.kept, "The numbers that the game stores between sessions")
    }
  }

  /// The version of the file format.
  public var format = Format.one
  /// The tables, one for each game and mode.
  public private(set) var tables: [Table] = []

  /// Creates empty scores.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("tables", \.tables, "A table for each game and mode")
  }

  /// The entries of a game in a mode, best first.
  public func best(of game: String, in mode: Mode = .campaign) -> [Entry] {
    table(of: game, mode)?.best ?? []
  }

  /// The stored numbers of a game in a mode, for its next session.
  public func storage(of game: String, in mode: Mode = .campaign) -> Storage {
    var storage = Storage()
    for entry in table(of: game, mode)?.kept ?? [] { storage[entry.name] = entry.value }
    return storage
  }

  private func table(of game: String, _ mode: Mode) -> Table? {
    tables.first { $0.game == game && $0.mode == mode }
  }

  /// Keeps the stored numbers of a session for the next one.
  ///
  /// They are merged by name: a session that started without stored numbers does not erase them.
  ///
  /// - Parameters:
  ///   - storage: The numbers.
  ///   - game: The name of the game.
  ///   - mode: What is played.
  /// - Returns: The index of the game's table.
  @discardableResult
  public mutating func keep(
    _ storage: Storage, of game: String, in mode: Mode = .campaign
  ) -> Int {
    var kept = self.storage(of: game, in: mode)
    for entry in storage.entries { kept[entry.name] = entry.value }
    let index = tables.firstIndex { $0.game == game && $0.mode == mode } ?? tables.count
    if index == tables.count {
      var table = Table()
      (table.game, table.mode) = (game, mode)
      tables.append(table)
    }
    tables[index].kept = kept.entries
    return index
  }

  /// Adds a finished game, if it has a result; among equal results the older one ranks higher.
  ///
  /// A game that continues after its end, as with the next level, is in the table once: its better
  /// result replaces the earlier one, and a worse one is not added.
  ///
  /// - Parameters:
  ///   - game: The name of the game.
  ///   - mode: What was played.
  ///   - score: The score, or the duration in ticks if that is the result.
  ///   - scoring: Which results are better; a table of the other order is started again.
  ///   - ticks: The duration, in ticks.
  ///   - session: The session, for its seed and stored numbers.
  ///   - earlier: The entry of the same game at its last end; nil for none.
  /// - Returns: The rank from 1, or nil if it is not in the table.
  public mutating func add(
    game: String, in mode: Mode = .campaign, score: Int32, scoring: Scoring = .mostPoints,
    ticks: UInt64, of session: Session, replacing earlier: Entry? = nil
  ) -> Int? {
    let index = keep(session.storage, of: game, in: mode)
    guard scoring != .none, score > 0 || scoring == .fewestPoints else { return nil }
    if tables[index].isLowestFirst != scoring.isLowestFirst {
      (tables[index].isLowestFirst, tables[index].best) = (scoring.isLowestFirst, [])
    }
    func isBetter(_ a: Int32, _ b: Int32) -> Bool { scoring.isLowestFirst ? a < b : a > b }
    if let earlier, let place = tables[index].best.firstIndex(of: earlier) {
      guard isBetter(score, earlier.score) else { return place + 1 }
      tables[index].best.remove(at: place)
    }
    var entry = Entry()
    (entry.score, entry.seed, entry.ticks) = (score, session.seed, ticks)
    let best = tables[index].best
    let rank = best.firstIndex { isBetter(entry.score, $0.score) } ?? best.count
    guard rank < Self.maximumEntries else { return nil }
    tables[index].best.insert(entry, at: rank)
    if tables[index].best.count > Self.maximumEntries { tables[index].best.removeLast() }
    return rank + 1
  }

  // MARK: Files

  /// Reads the file of scores.
  ///
  /// A damaged file, such as a truncated one, is renamed and the scores start empty; nothing is
  /// lost, and the game is not interrupted.
  ///
  /// - Parameter path: The path of the file, which need not exist.
  /// - Returns: The scores, and a message for the user if the file was renamed.
  public static func load(_ path: String) -> (scores: HighScores, message: String?) {
    do throws(FileProblem) {
      let bytes = try FileContents.bytes(of: path, atMost: 1 << 20)
      do throws(Problem) {
        return (try HighScores(reading: SourceText(name: path, bytes: bytes)), nil)
      } catch { return (HighScores(), setAside(path, "\(error)")) }
    } catch {
      return (HighScores(), error.isMissing ? nil : setAside(path, "\(error)"))
    }
  }

  private init(reading source: SourceText) throws(Problem) {
    self.init()
    var reader = Reader()
    let limits = JSONLimits(bytes: 1 << 20, depth: 8, values: 50_000)
    let document = try JSONParser.parse(source, limits: limits)
    read(document.root, PropertyInfo("scores"), &reader)
    if let problem = reader.problems.first { throw problem }
    // The limit is far above the number of games; the rest was not written by this program.
    tables = Array(tables.prefix(64))
    // Restores the order and the limit after edits by hand.
    for index in tables.indices {
      let isLowestFirst = tables[index].isLowestFirst
      let best = tables[index].best.enumerated().sorted { a, b in
        if a.element.score == b.element.score { return a.offset < b.offset }
        return (a.element.score < b.element.score) == isLowestFirst
      }
      tables[index].best = best.prefix(Self.maximumEntries).map(\.element)
      // Two numbers for each level, and those of the game.
      tables[index].kept = Array(tables[index].kept.prefix(1_024))
    }
  }

  private static func setAside(_ path: String, _ reason: String) -> String {
    var number = 1
    var other = path + ".damaged"
    while FileManager.default.fileExists(atPath: other) {
      number += 1
      other = "\(path).damaged-\(number)"
    }
    do {
      try FileManager.default.moveItem(atPath: path, toPath: other)
      return "The scores were reset, and the old file was moved to \(other): \(reason)"
    } catch {
      return "The scores were reset: \(reason)"
    }
  }

  /// Writes the file of scores atomically.
  ///
  /// - Throws: An error with the path if it cannot be written.
  public func save(_ path: String) throws {
    let text = JSONFormatter.format(json)
    try UserData.write(Array(text.utf8), to: path)
  }
}
