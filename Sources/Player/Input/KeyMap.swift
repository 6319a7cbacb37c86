import CaromContent
public import CaromDocuments
public import CaromProperties
public import CaromSimulation

/// The key bindings: the defaults, and the changes in the user's file.
///
/// A key bound to a game key loses its player command, and vice versa; all other keys keep their
/// bindings. Recordings contain the game keys, so they play the same with any bindings.
///
///     { "format": "carom.keys/1",
///       "actions": [ { "key": "j", "action": "left" }, { "key": "f", "action": "serve" } ],
///       "game": [ { "key": "i", "means": "up" } ],
///       "player": [ { "key": "f8", "does": "screenshot" } ] }
public struct KeyMap: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The key bindings"

  /// The versions of the file format.
  public enum Format: String, EnumName, Sendable {
    /// The only version.
    case one = "carom.keys/1"
  }

  /// A binding of a key to a game key.
  public struct GameKey: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "A key and the game key that it represents"
    /// The key on the keyboard.
    public var key = KeyName.space
    /// The game key.
    public var means = KeyCode.space

    /// Creates the binding of the space bar to itself.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("key", \.key, "The key on the keyboard", in: .required)
      p.property("means", \.means, "The game key", in: .required)
    }
  }

  /// A binding of a key to an action of the game.
  public struct ActionKey: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "A key and the action of a game that it performs"
    /// The key on the keyboard.
    public var key = KeyName.space
    /// The name of the action, such as `serve`.
    public var action = ""

    /// Creates a binding without an action.
    public init() {}

    /// Creates a binding.
    public init(_ key: KeyName, action: String) { (self.key, self.action) = (key, action) }

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("key", \.key, "The key on the keyboard", in: .required)
      p.property("action", \.action, "The name of an action of the game", in: .required)
    }
  }

  /// A binding of a key to a player command.
  public struct PlayerKey: Part, Hashable, Sendable {
    /// The description in the schema.
    public static let summary = "A key and its player command"
    /// The key on the keyboard.
    public var key = KeyName.escape
    /// The command.
    public var does = PlayerCommand.menu

    /// Creates the binding of the menu key.
    public init() {}

    /// Creates a binding.
    init(_ key: KeyName, _ command: PlayerCommand) { (self.key, does) = (key, command) }

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("key", \.key, "The key on the keyboard", in: .required)
      p.property("does", \.does, "The player command", in: .required)
    }
  }

  /// The version of the file format.
  public var format = Format.one
  /// The keys of actions; games that do not declare an action ignore it.
  public var actions: [ActionKey] = []
  /// The keys with another game key.
  public var game: [GameKey] = []
  /// The keys with another player command than the default.
  public var player: [PlayerKey] = []

  /// Creates the default bindings.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("actions", \.actions, "Keys that perform actions of games")
    p.property("game", \.game, "Keys that represent other game keys")
    p.property("player", \.player, "Keys with player commands")
  }

  /// An error if a key is bound twice.
  public var problem: String? {
    var seen: Set<KeyName> = []
    let keys = game.map(\.key) + player.map(\.key)
    // A key can perform actions of different games.
    var pairs: Set<ActionKey> = []
    for binding in actions where !pairs.insert(binding).inserted || keys.contains(binding.key) {
      return "the key \"\(binding.key.rawValue)\" is bound twice"
    }
    for key in keys where !seen.insert(key).inserted {
      return "the key \"\(key.rawValue)\" is bound twice"
    }
    return nil
  }

  /// The default player commands.
  public static let defaults: [PlayerKey] = [
    PlayerKey(.escape, .menu), PlayerKey(.p, .pause), PlayerKey(.r, .restart),
    PlayerKey(.f1, .debug), PlayerKey(.f2, .record), PlayerKey(.f3, .mute), PlayerKey(.f4, .level),
    PlayerKey(.f5, .reload), PlayerKey(.f6, .music), PlayerKey(.f11, .fullscreen),
    PlayerKey(.f12, .screenshot), PlayerKey(.f7, .freeCamera), PlayerKey(.f, .frameNode),
    PlayerKey(.c, .copyPath), PlayerKey(.f8, .holdTime), PlayerKey(.period, .stepForward),
    PlayerKey(.comma, .stepBack), PlayerKey(.f10, .secondForward), PlayerKey(.f9, .secondBack),
    PlayerKey(.minus, .slower), PlayerKey(.equals, .faster), PlayerKey(.enter, .playFromHere),
  ]

  /// The player command of a key; nil if the key belongs to the game.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - performed: The actions of the game.
  ///   - usesTools: Whether the tools of makers are open, whose keys otherwise belong to the game.
  /// - Returns: The command.
  public func command(
    for key: WindowEvent.Key, in performed: [InputAction] = [], usesTools: Bool = false
  ) -> PlayerCommand? {
    guard let name = KeyName(key) else { return nil }
    func command(in keys: [PlayerKey]) -> PlayerCommand? {
      keys.first { $0.key == name && (usesTools || !$0.does.isForTools) }?.does
    }
    if let own = command(in: player) { return own }
    if game.contains(where: { $0.key == name }) || action(of: name, in: performed) != nil {
      return nil
    }
    return command(in: Self.defaults)
  }

  /// The names of the keys with a command: the keys that are bound to it, and its own.
  func names(of command: PlayerCommand) -> String {
    let bound = player.filter { $0.does == command }.map(\.key)
    let own = Self.defaults.filter { $0.does == command }.map(\.key).filter { key in
      !player.contains { $0.key == key } && !game.contains { $0.key == key }
        && !actions.contains { $0.key == key }
    }
    return (bound + own).map(\.displayName).joined(separator: ", ")
  }

  /// The action that a key is bound to, among those of a game.
  private func action(of key: KeyName, in performed: [InputAction]) -> InputAction? {
    for binding in actions where binding.key == key {
      if let action = performed.first(where: { $0.name == binding.action }) { return action }
    }
    return nil
  }

  /// The key that is bound to an action; nil if it has only its own keys.
  public func key(for action: InputAction) -> KeyName? {
    actions.first { $0.action == action.name }?.key
  }

  /// The game key of a keyboard key; nil if there is none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - performed: The actions of the game.
  ///   - usesTools: Whether the tools of makers are open.
  /// - Returns: The game key.
  public func code(
    for key: WindowEvent.Key, in performed: [InputAction] = [], usesTools: Bool = false
  ) -> KeyCode? {
    guard let name = KeyName(key),
      command(for: key, in: performed, usesTools: usesTools) == nil
    else { return nil }
    if let code = action(of: name, in: performed)?.keys.first { return code }
    return game.first { $0.key == name }?.means ?? name.code
  }

  /// Parses a file of key bindings.
  ///
  /// - Throws: ``Problems`` with every error, each with line and column.
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

  /// The names of the keys that perform an action: the key that is bound to it, or its own.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - performed: The actions of its game.
  /// - Returns: The names in order, separated by commas; empty for none.
  func names(of action: InputAction, among performed: [InputAction]) -> String {
    let bound = actions.filter { $0.action == action.name }.map(\.key.displayName)
    let own = action.keys.filter { code in
      !game.contains { $0.key.rawValue == code.rawValue }
        && !actions.contains { binding in
          binding.key.rawValue == code.rawValue
            && performed.contains { $0.name == binding.action }
        }
    }
    return (bound + own.map(\.displayName)).joined(separator: ", ")
  }

  /// Binds a key to an action, in place of what either was bound to.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - action: The action.
  ///   - performed: The actions of its games; those of other games keep the key.
  mutating func bind(_ key: KeyName, to action: InputAction, among performed: [InputAction]) {
    actions.removeAll { binding in
      binding.action == action.name
        || binding.key == key && performed.contains { $0.name == binding.action }
    }
    game.removeAll { $0.key == key }
    player.removeAll { $0.key == key }
    actions.append(ActionKey(key, action: action.name))
  }

  /// Binds a key to a player command, in place of what either was bound to.
  mutating func bind(_ key: KeyName, to command: PlayerCommand) {
    actions.removeAll { $0.key == key }
    game.removeAll { $0.key == key }
    player.removeAll { $0.key == key || $0.does == command }
    let defaults = Self.defaults.filter { $0.does == command }.map(\.key)
    if !defaults.contains(key) {
      player.append(PlayerKey(key, command))
      // Its own keys would do the same.
      for other in defaults where !player.contains(where: { $0.key == other }) {
        player.append(PlayerKey(other, .nothing))
      }
    }
  }

  /// Removes the keys that are bound to an action, which leaves it its own.
  mutating func unbind(_ action: InputAction) { actions.removeAll { $0.action == action.name } }

  /// Removes the keys that are bound to a player command, and restores its default keys.
  mutating func unbind(_ command: PlayerCommand) {
    let defaults = Self.defaults.filter { $0.does == command }.map(\.key)
    player.removeAll { $0.does == command || $0.does == .nothing && defaults.contains($0.key) }
  }

  /// The title of what a key means; nil if it means nothing.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - performed: The actions of the game.
  /// - Returns: The title of an action or of a command, also one of the tools of makers.
  func title(of key: KeyName, in performed: [InputAction]) -> String? {
    if let action = action(of: key, in: performed) { return action.title }
    if let own = player.first(where: { $0.key == key }) {
      return own.does == .nothing ? nil : own.does.title
    }
    let code = game.first { $0.key == key }?.means ?? key.code
    if let code, let action = performed.first(where: { $0.keys.contains(code) }) {
      return action.title
    }
    return Self.defaults.first { $0.key == key }?.does.title
  }

  /// Writes the file of key bindings.
  ///
  /// - Throws: The error of the system, with the path.
  func save(_ path: String) throws {
    var writer = PropertyWriter()
    write(PropertyInfo("keys"), &writer)
    try UserData.write(Array((writer.json.text + "\n").utf8), to: path)
  }

  /// Checks that each action is one of the games.
  ///
  /// - Returns: A sentence for the first one that is not; nil if there is none.
  public func unknownAction(in games: [any Game.Type]) -> String? {
    let known = games.flatMap { $0.actions.map(\.name) }
    guard let binding = actions.first(where: { !known.contains($0.action) }) else { return nil }
    var names: [String] = []
    for name in known where !names.contains(name) { names.append(name) }
    return "the action \"\(binding.action)\" of the key \"\(binding.key.rawValue)\" is not known; "
      + (names.isEmpty
        ? "the game has no actions" : "\(names.joined(separator: ", ")) are accepted")
  }

  /// Reads the file of key bindings at a path.
  ///
  /// - Throws: ``Problems``, also if the file does not exist.
  public init(path: String) throws(Problems) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileContents.bytes(of: path, accepted: "a file of key bindings", atMost: 1 << 20)
    } catch {
      throw Problems(problems: [], file: error)
    }
    try self.init(reading: SourceText(name: path, bytes: bytes))
  }

  /// The errors of a file of key bindings.
  public struct Problems: Error, Sendable, CustomStringConvertible {
    /// The errors in file order; empty if the file itself cannot be read.
    public let problems: [Problem]
    /// The reason why the file cannot be read.
    var file: FileProblem?

    /// Whether the path is wrong, rather than the contents of the file.
    var isWrongUse: Bool { file?.isWrongUse ?? false }

    /// One line for each error.
    public var description: String {
      file?.description ?? problems.map(\.description).joined(separator: "\n")
    }
  }
}
