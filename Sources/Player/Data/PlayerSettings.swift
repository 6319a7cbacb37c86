import CaromContent
import CaromDocuments
public import CaromProperties

/// What a player chooses on the settings screen.
public struct PlayerSettings: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The settings of a player"
  /// The accepted sensitivities to tilt.
  public static let tiltSensitivities: ClosedRange<Float> = 0.25...2

  /// The versions of the file format.
  public enum Format: String, EnumName, Sendable {
    /// The only version.
    case one = "carom.settings/1"
  }

  /// The version of the file format.
  public var format = Format.one
  /// The volume of sounds and music, 0 to 1.
  public var volume: Float = 1
  /// Whether music is played.
  public var music = false
  /// What the tilt of motion sensors is multiplied by.
  public var tiltSensitivity: Float = 1
  /// Whether the window fills the screen.
  public var fullscreen = false
  /// Whose run the player races against.
  public var ghost = GhostSetting.none

  /// Creates the default settings.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The format of the file", in: .required)
    p.property("volume", \.volume, "The volume of sounds and music", .ratio, 0...1)
    p.property("music", \.music, "Whether music is played")
    p.property(
      "tiltSensitivity", \.tiltSensitivity, "What the tilt of motion sensors is multiplied by",
      .ratio, 0.25...2)
    p.property("fullscreen", \.fullscreen, "Whether the window fills the screen")
    p.property("ghost", \.ghost, "Whose run the player races against")
  }

  /// Reads a file of settings; without a file, the settings are the default ones.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isFullscreen: Whether the window fills the screen by default.
  /// - Returns: The settings, and a message if the file is not valid; the default settings then
  ///   apply.
  package static func load(
    _ path: String, isFullscreen: Bool = false
  ) -> (settings: PlayerSettings, message: String?) {
    var defaults = PlayerSettings()
    defaults.fullscreen = isFullscreen
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileContents.bytes(of: path, accepted: "a file of settings", atMost: 1 << 16)
    } catch { return (defaults, nil) }
    var settings = PlayerSettings()
    var reader = Reader()
    do throws(Problem) {
      let limits = JSONLimits(bytes: 1 << 16, depth: 8, values: 1000)
      let document = try JSONParser.parse(SourceText(name: path, bytes: bytes), limits: limits)
      settings.read(document.root, PropertyInfo("settings"), &reader)
    } catch { reader.report(error) }
    guard let problem = reader.problems.first else { return (settings, nil) }
    return (defaults, "\(problem)")
  }

  /// Writes the file of settings.
  ///
  /// - Throws: The error of the system, with the path.
  func save(_ path: String) throws {
    var writer = PropertyWriter()
    write(PropertyInfo("settings"), &writer)
    try UserData.write(Array((writer.json.text + "\n").utf8), to: path)
  }
}
