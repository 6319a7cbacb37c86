public import CaromProperties
import CaromSimulation

/// The options of a session: the capability `game:options`.
///
/// ```json
/// { "game:options": { "scene": "marble-maze", "seed": 7, "clock": "perPoll:6" } }
/// ```
public struct SessionOptions: Part, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The options of a WebDriver session"

  /// The name of a game, or the path of a scene file in the folder of scenes.
  public var scene = ""
  /// The number or the name of the first level.
  public var level = ""
  /// The seed of the random streams.
  public var seed: UInt64 = 1
  /// The date at tick 0.
  public var startDate = ""
  /// The launch arguments: `name=value`.
  public var args: [String] = []
  /// The stored numbers: `name=number`.
  public var storage: [String] = []
  /// When time advances besides in commands that run ticks.
  public var clock = "manual"
  /// The width of the view.
  public var width: Int32 = 640
  /// The height of the view.
  public var height: Int32 = 360
  /// The name of the recording that is written when the session ends; empty for none.
  public var record = ""

  /// Creates the default options.
  public init() {}

  /// Declares the options.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("scene", \.scene, "The name of a game, or a file in the folder of scenes")
    p.property("level", \.level, "The number or the name of the first level")
    p.property("seed", \.seed, "The seed of the random streams")
    p.property("startDate", \.startDate, "The date at tick 0, such as 2026-01-01T09:30:00Z")
    p.property("args", \.args, "The launch arguments, such as lives=3")
    p.property("storage", \.storage, "The stored numbers, such as best=100")
    p.property("clock", \.clock, "When time advances: " + ClockPolicy.accepted)
    p.property("width", \.width, "The width of the view", .pixels, 1...4096)
    p.property("height", \.height, "The height of the view", .pixels, 1...4096)
    p.property(
      "record", \.record, "The name of the recording that is written when the session ends")
  }

  /// The launch of the game.
  ///
  /// - Throws: `session not created` with the option that is wrong.
  func launch() throws(WebDriverError) -> Launch {
    var launch = Launch(seed: seed)
    if !startDate.isEmpty {
      guard let date = WorldDate(startDate) else {
        throw .notCreated(
          "startDate: '\(startDate)' is not a date; one such as 2026-01-01T09:30:00Z is accepted")
      }
      launch.start = date
    }
    for text in args {
      let (name, value) = try Self.pair(text, of: "args")
      launch.arguments[name] = LaunchValue(parsing: value)
    }
    for text in storage {
      let (name, value) = try Self.pair(text, of: "storage")
      guard let number = UInt64(value) else {
        throw .notCreated("storage: '\(value)' is not a number; name=number is accepted")
      }
      launch.storage[name] = number
    }
    return launch
  }

  private static func pair(
    _ text: String, of option: String
  ) throws(WebDriverError) -> (String, String) {
    guard let end = text.firstIndex(of: "="), end > text.startIndex else {
      throw .notCreated("\(option): '\(text)' has no name; name=value is accepted")
    }
    return (String(text[..<end]), String(text[text.index(after: end)...]))
  }
}
