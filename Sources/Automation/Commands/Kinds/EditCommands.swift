import CaromContent
public import CaromDocuments
public import CaromProperties
public import CaromSimulation

// Commands that keep what a person did in an inspector: in the scene file, and as a test.

/// Saves a value in the scene file.
public struct SaveCommand: GameCommand {
  /// The name.
  public static let name = "save"
  /// A one-line description for the schema.
  public static let summary =
    "Show how the scene file changes to have a value, and write it if it is asked for"
  /// The result.
  public static let returns = "An object with file, difference and isWritten"
  /// The state of the game does not change.
  public static let changesGame = false
  /// The selector of the node.
  public var selector = ""
  /// The property.
  public var property = ""
  /// The value.
  public var value = JSONText()
  /// Whether the file is written.
  public var write = false
  /// The difference that was shown.
  public var difference: [String] = []

  /// Creates a command without a property.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property("property", \.property, "The property, such as physics.mass", in: .required)
    p.property("value", \.value, "The value, in the format of scene files", in: .required)
    p.property(
      "write", \.write, "Whether the file is written, if the program allows it")
    p.property(
      "difference", \.difference, "The difference that was shown; nothing else is written")
  }

  /// Shows or writes the change.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    guard let loaded = runner.driver.loaded, runner.savesScenes || !write else {
      throw runner.failure(
        .invalidArgument,
        "this session does not write scene files; carom inspect without --read-only does")
    }
    let match = try runner.driver.find(try runner.locator(selector))
    guard match.kind == "scene" || match.kind == "node" else {
      throw runner.failure(
        .invalidArgument, "\(match.path) is not in a file; a node or /scene is accepted")
    }
    do throws(Problem) {
      let json = try JSON.parse(value.text, name: "value")
      let change = try loaded.change(
        property, of: match.kind == "scene" ? nil : match.node, to: json)
      guard difference.isEmpty || difference == change.difference else {
        throw Problem("the file changed since the difference was shown; look at the new one")
      }
      if write { try change.write() }
      result.object { result in
        result.member("file", change.file)
        result.member("difference") { $0.array(change.difference) { $0.value($1) } }
        result.member("isWritten") { $0.value(write) }
      }
    } catch {
      throw runner.failure(.invalidArgument, "\(error)")
    }
  }
}

/// The kind of test that a recording becomes.
public enum TestLanguage: String, EnumName, Sendable {
  /// A feature of Gherkin.
  case feature
  /// A test of Swift Testing.
  case swift
  /// A test of pytest and Selenium.
  case python
}

/// Writes what happened as a test.
public struct WriteTestCommand: GameCommand {
  /// The name.
  public static let name = "writeTest"
  /// A one-line description for the schema.
  public static let summary = "Write the session so far as a test that expects its end"
  /// The result.
  public static let returns = "The text of the test"
  /// The state does not change.
  public static let changesGame = false
  /// The language.
  public var language = TestLanguage.feature

  /// Creates a command to write a feature.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("language", \.language, "The language of the test")
  }

  /// Writes the test.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let end = ReplayEnd(runner.session, sounds: runner.driver.sounds())
    let text = try runner.replay()
    do {
      let replay = try Replay(reading: SourceText(name: "session", text))
      let test =
        switch language {
        case .feature: try ReplayTestWriter.feature(of: replay, end: end)
        case .swift: try ReplayTestWriter.swift(of: replay, end: end)
        case .python: try ReplayTestWriter.python(of: replay, end: end)
        }
      result.value(test)
    } catch {
      throw runner.failure(.invalidArgument, "\(error)")
    }
  }
}
