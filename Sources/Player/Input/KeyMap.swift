import CaromContent
public import CaromDocuments
public import CaromProperties
public import CaromSimulation

/// What the keys do: as defaults, and as a file of the user's changes it.
///
/// A key that the file gives a meaning in the game loses what it asked of the player, and the other
/// way round; all others keep theirs. A recording holds what the game saw, so it plays the same with
/// any keys.
///
///     { "format": "carom.keys/1",
///       "game": [ { "key": "j", "means": "left" }, { "key": "l", "means": "right" } ],
///       "player": [ { "key": "f8", "does": "screenshot" } ] }
public struct KeyMap: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "What keys do"

  /// Which format a file of keys has.
  public enum Format: String, EnumName, Sendable {
    /// The only one there is.
    case one = "carom.keys/1"
  }

  /// A key and the key that the game takes it for.
  public struct GameKey: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "A key and what it is in the game"
    /// The key on the keyboard.
    public var key = KeyName.space
    /// The key that the game sees.
    public var means = KeyCode.space

    /// Makes the space bar as it is.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("key", \.key, "The key on the keyboard", in: .required)
      p.property("means", \.means, "The key that the game sees", in: .required)
    }
  }

  /// A key and what it asks of the player.
  public struct PlayerKey: Part, Hashable, Sendable {
    /// What the schema says of it.
    public static let summary = "A key and what it asks of the player"
    /// The key on the keyboard.
    public var key = KeyName.escape
    /// What it asks.
    public var does = PlayerCommand.menu

    /// Makes the key of the menu.
    public init() {}

    /// Makes a key that asks something.
    init(_ key: KeyName, _ command: PlayerCommand) { (self.key, does) = (key, command) }

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("key", \.key, "The key on the keyboard", in: .required)
      p.property("does", \.does, "What it asks of the player", in: .required)
    }
  }

  /// Which format the file has.
  public var format = Format.one
  /// Keys that the game takes for others.
  public var game: [GameKey] = []
  /// Keys that ask something else of the player than as defaults.
  public var player: [PlayerKey] = []

  /// The keys as defaults.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("game", \.game, "Keys that the game takes for others")
    p.property("player", \.player, "Keys that ask something of the player")
  }

  /// That a key is named twice.
  public var problem: String? {
    var seen: Set<KeyName> = []
    for key in game.map(\.key) + player.map(\.key) where !seen.insert(key).inserted {
      return "the key \"\(key.rawValue)\" is named twice; once is accepted"
    }
    return nil
  }

  /// What keys ask of the player as defaults.
  public static let defaults: [PlayerKey] = [
    PlayerKey(.escape, .menu), PlayerKey(.p, .pause), PlayerKey(.r, .restart),
    PlayerKey(.f1, .debug), PlayerKey(.f2, .record), PlayerKey(.f3, .mute), PlayerKey(.f4, .level),
    PlayerKey(.f5, .reload), PlayerKey(.f6, .music), PlayerKey(.f11, .fullscreen),
    PlayerKey(.f12, .screenshot),
  ]

  /// What a key asks of the player; nil if it is the game's.
  public func command(for key: WindowEvent.Key) -> PlayerCommand? {
    guard let name = KeyName(key) else { return nil }
    if let own = player.first(where: { $0.key == name }) { return own.does }
    if game.contains(where: { $0.key == name }) { return nil }
    return Self.defaults.first { $0.key == name }?.does
  }

  /// The key that the game sees for one of the keyboard; nil if it sees none.
  public func code(for key: WindowEvent.Key) -> KeyCode? {
    guard let name = KeyName(key), command(for: key) == nil else { return nil }
    return game.first { $0.key == name }?.means ?? name.code
  }

  /// Reads a file of keys.
  ///
  /// - Throws: ``Problems`` with everything that is wrong, each with line and column.
  public init(reading source: SourceText) throws(Problems) {
    self.init()
    var reader = Reader()
    do throws(Problem) {
      let limits = JSONLimits(bytes: 1 << 20, depth: 8, values: 10_000)
      let document = try JSONParser.parse(source, limits: limits)
      for problem in document.duplicateKeys { reader.report(problem) }
      read(document.root, PropertyInfo("keys"), &reader)
    } catch { reader.report(error) }
    guard reader.problems.isEmpty else { throw Problems(problems: reader.problems) }
  }

  /// Reads the file of keys at a path.
  ///
  /// - Throws: ``Problems``, also where there is no file.
  public init(path: String) throws(Problems) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileContents.bytes(of: path, accepted: "a file of keys", atMost: 1 << 20)
    } catch {
      throw Problems(problems: [], reason: error.description)
    }
    try self.init(reading: SourceText(name: path, bytes: bytes))
  }

  /// What is wrong with a file of keys, all of it at once.
  public struct Problems: Error, Sendable, CustomStringConvertible {
    /// The problems in the order of the file; none where the file itself cannot be read.
    public let problems: [Problem]
    /// Why the file cannot be read.
    var reason: String?

    /// One line for each.
    public var description: String {
      reason ?? problems.map(\.description).joined(separator: "\n")
    }
  }
}
