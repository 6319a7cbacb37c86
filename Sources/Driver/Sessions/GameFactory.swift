import CaromAutomation
import CaromContent
import CaromDocuments
import CaromImages
import CaromSimulation
import Foundation

/// Loads the games of sessions, from the games of the program and from the folder of scenes.
struct GameFactory: Sendable {
  /// Reads games and scenes.
  var loader: SessionLoader
  /// The limits of one command.
  var limits = CommandLimits()
  /// The folder of golden images; nil if there is none.
  var goldens: String?
  /// Whether golden images may be written.
  var goldenMode = GoldenMode.required
  /// The folder in which recordings are written; nil if none are.
  var recordings: String?

  /// Whether clients may change the files of scenes.
  var savesScenes = false
  /// The number of threads that draw the pictures of a session.
  var imageThreads = 1
  /// The path of a scene file outside of the folder of scenes; nil if there is none.
  var file: String?
  /// The name by which clients know that file.
  static let fileName = "file"

  /// The names of the games.
  var names: [String] { loader.games.map { $0.name } }

  /// The name of a game or the path of a scene in the folder of scenes, as it is loaded.
  ///
  /// Clients name scenes by paths of letters, digits, `-`, `_` and `.`, so that they reach nothing
  /// else.
  ///
  /// - Throws: An error if the name is not accepted.
  func subject(_ name: String) throws(WebDriverError) -> String {
    if name.isEmpty {
      guard names.count == 1 else {
        throw .notCreated(
          "game:options.scene: is missing; \(names.joined(separator: ", ")) or a file in the "
            + "folder of scenes is accepted")
      }
      return names[0]
    }
    if names.contains(name) { return name }
    if let file, name == Self.fileName { return file }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = !parts.isEmpty && parts.allSatisfy { Self.isSafe($0) }
    guard isSafe, let root = loader.root else {
      throw .notCreated(
        "scene: '\(name.prefix(100))' is not here; \(names.joined(separator: ", ")) or a file in "
          + "the folder of scenes is accepted")
    }
    for file in [name, name + ".json"] {
      let path = root.scenes + "/" + file
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    let near = meant(by: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw .notCreated(
      "scene: there is no game or scene '\(name.prefix(100))'\(near); "
        + "\(names.joined(separator: ", ")) or a file in the folder of scenes is accepted")
  }

  /// Whether a text is a name without a meaning in paths.
  static func isSafe(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Loads a game for a session.
  ///
  /// - Throws: `session not created` with all problems of the scene.
  func makeRunner(_ options: SessionOptions) throws(WebDriverError) -> CommandRunner {
    let subject = try subject(options.scene)
    let launch = try options.launch()
    let loader = loader
    do {
      let runner = try CommandRunner(
        launch: launch, level: options.level.isEmpty ? nil : options.level, limits: limits,
        goldens: goldens, goldenMode: goldenMode
      ) { launch, level in try loader.load(subject, level: level, launch: launch) }
      runner.savesScenes = savesScenes
      runner.imageThreads = imageThreads
      return runner
    } catch {
      throw .notCreated(withoutFolder("\(error)"))
    }
  }

  /// A message without the folder of the scenes, which clients need not know.
  private func withoutFolder(_ message: String) -> String {
    guard let root = loader.root else { return message }
    return message.replacing(root.scenes + "/", with: "")
  }

  /// Writes the recording of a session that ended.
  ///
  /// - Throws: An error if it cannot be written.
  func write(_ recording: String, named name: String) throws(WebDriverError) {
    guard let recordings else { return }
    do {
      try OutputFile(replacing: "\(recordings)/\(name).replay.jsonl").write(Array(recording.utf8))
    } catch {
      throw WebDriverError(
        "unknown error", 500, "the recording '\(name)' cannot be written")
    }
  }
}
