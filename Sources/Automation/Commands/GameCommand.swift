public import CaromDocuments
public import CaromProperties

/// A command that a client sends to a game: a name, declared parameters, and a result in JSON.
///
/// The declaration of the parameters is the only one: the reader of requests, the schema, help
/// texts and the documentation follow from it. WebDriver, the Model Context Protocol and Swift run
/// the same commands with a ``CommandRunner``.
///
/// ```swift
/// let runner = try CommandRunner { try loader.load("marble-maze") }
/// try runner.run("tilt", parameters: #"{ "direction": [0.5, 0], "ticks": 30 }"#)
/// ```
public protocol GameCommand: Part, Sendable {
  /// The name, such as `waitUntil`.
  static var name: String { get }
  /// What the command returns, as a sentence without a period.
  static var returns: String { get }
  /// Whether the command can change the state of the game, the recording or the point in time.
  static var changesGame: Bool { get }

  /// Runs the command and writes its result, one JSON value.
  ///
  /// - Throws: ``DriverError``. Arguments are checked before anything changes.
  func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError)
}

extension GameCommand {
  /// By default, a command can change the game.
  public static var changesGame: Bool { true }
  /// By default, a command returns null.
  public static var returns: String { "null" }
}

/// The commands by name.
public enum GameCommands {
  /// All commands, in the order of the documentation.
  public static let all: [any GameCommand.Type] = [
    FindElementsCommand.self, GetCommand.self, SetCommand.self, SourceCommand.self,
    SelectorsCommand.self,
    ElementAtCommand.self, StatusCommand.self, HashCommand.self, StepCommand.self,
    WaitUntilCommand.self, WaitUntilGoneCommand.self, SeekCommand.self, SnapshotCommand.self,
    RestoreCommand.self, ResetCommand.self, PresentCommand.self, ActCommand.self,
    PressCommand.self, TiltCommand.self, ClickCommand.self, TapCommand.self, DragCommand.self,
    TouchCommand.self, TypeCommand.self, WheelCommand.self, SetSliderCommand.self,
    SendCommand.self, PlayBotCommand.self, ContactsCommand.self, SoundsCommand.self,
    ScreenshotCommand.self, GoldenCommand.self, GetReplayCommand.self, NoteCommand.self,
    OutlineCommand.self, DescribeCommand.self, PickCommand.self, BoxesCommand.self,
    AxesCommand.self, EventsCommand.self, SaveCommand.self, WriteTestCommand.self,
  ]

  /// The command with a name, or nil.
  public static func named(_ name: String) -> (any GameCommand.Type)? {
    all.first { $0.name == name }
  }

  /// The most similar names, for messages about an unknown one.
  public static func suggestion(for name: String) -> String {
    if let similar = nearest(name, in: all.map { $0.name }) {
      return "; did you mean '\(similar)'?"
    }
    return "; accepted: \(all.map { $0.name }.joined(separator: ", "))"
  }

  /// The JSON Schema of the parameters of a command.
  public static func schema(of command: any GameCommand.Type) -> String {
    func schema<C: GameCommand>(_: C.Type) -> String { Schema.document(of: C.self) }
    return schema(command)
  }

  /// A Markdown table of the parameters of a command; only the heading if it has none.
  public static func table(of command: any GameCommand.Type) -> String { command.docsTable }
}
