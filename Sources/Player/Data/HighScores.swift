import CaromContent
import CaromDocuments
public import CaromProperties
public import CaromSimulation
import Foundation

/// The best games of a user, and what games keep between sessions.
public struct HighScores: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "The best games of a user"
  /// How many games of a kind are kept.
  public static let maximumEntries = 10

  /// Which format a file of scores has.
  public enum Format: String, EnumName, Sendable {
    /// The only one there is.
    case one = "carom.scores/1"
  }

  /// A game that was played to its end.
  public struct Entry: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "A game that was played to its end"
    /// The points.
    public var score: Int32 = 0
    /// What its chance came from.
    public var seed: UInt64 = 0
    /// How long it was, in ticks.
    public var ticks: UInt64 = 0

    /// Makes a game without points.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The points", in: .required)
      p.property("seed", \.seed, "What its chance came from")
      p.property("ticks", \.ticks, "How long it was", .ticks)
    }
  }

  /// The best of one game.
  public struct Table: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "The best of one game"
    /// The name of the game.
    public var game = ""
    /// The best first.
    public var best: [Entry] = []
    /// What the game itself keeps between sessions.
    public var kept: [Storage.Entry] = []

    /// Makes an empty table.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("game", \.game, "The name of the game", in: .required)
      p.property("best", \.best, "The best games, the best first")
      p.property("kept", \.kept, "What the game keeps between sessions")
    }
  }

  /// Which format the file has.
  public var format = Format.one
  /// A table for each game that was played.
  public private(set) var tables: [Table] = []

  /// No game was played.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("tables", \.tables, "A table for each game")
  }

  /// The best of a game, the best first.
  public func best(of game: String) -> [Entry] {
    tables.first { $0.game == game }?.best ?? []
  }

  /// What a game left for its next session.
  public func storage(of game: String) -> Storage {
    var storage = Storage()
    for entry in tables.first(where: { $0.game == game })?.kept ?? [] {
      storage[entry.name] = entry.value
    }
    return storage
  }

  /// Keeps how a game ended, if it has points; among equals the older one stands before.
  ///
  /// - Parameters:
  ///   - game: The name of the game.
  ///   - score: Its points.
  ///   - ticks: How long it was.
  ///   - session: What its seed and stored numbers are taken from.
  /// - Returns: Its rank from 1, or nil if it is not among the best.
  public mutating func add(
    game: String, score: Int32, ticks: UInt64, of session: Session
  ) -> Int? {
    let index = tables.firstIndex { $0.game == game } ?? tables.count
    if index == tables.count {
      var table = Table()
      table.game = game
      tables.append(table)
    }
    // By name: a session that began without them does not forget the others.
    var kept = storage(of: game)
    for entry in session.storage.entries { kept[entry.name] = entry.value }
    tables[index].kept = kept.entries
    guard score > 0 else { return nil }
    var entry = Entry()
    (entry.score, entry.seed, entry.ticks) = (score, session.seed, ticks)
    let best = tables[index].best
    let rank = best.firstIndex { $0.score < entry.score } ?? best.count
    guard rank < Self.maximumEntries else { return nil }
    tables[index].best.insert(entry, at: rank)
    if tables[index].best.count > Self.maximumEntries { tables[index].best.removeLast() }
    return rank + 1
  }

  // MARK: The file

  /// Reads the file of scores.
  ///
  /// A file that cannot be understood, such as one that was cut off, is set aside under another name,
  /// and the scores begin anew; nothing is lost, and nothing stops.
  ///
  /// - Parameter path: Where the file is; it need not be there.
  /// - Returns: The scores, and a sentence for the user if the file was set aside.
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
    // Far more than games keep; what is beyond was not written by us.
    tables = Array(tables.prefix(64))
    // What an editor put out of order or beyond the end is put right.
    for index in tables.indices {
      let best = tables[index].best.enumerated().sorted {
        ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
      }
      tables[index].best = best.prefix(Self.maximumEntries).map(\.element)
      tables[index].kept = Array(tables[index].kept.prefix(64))
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
      return "the scores begin anew, and the old file is \(other): \(reason)"
    } catch {
      return "the scores begin anew: \(reason)"
    }
  }

  /// Writes the file of scores, as a whole or not at all.
  ///
  /// - Throws: a sentence with the path where it cannot be written.
  public func save(_ path: String) throws {
    let text = JSONFormatter.format(json)
    try UserData.write(Array(text.utf8), to: path)
  }
}
