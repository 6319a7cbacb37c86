import CaromAutomation
import CaromContent
import CaromDocuments
import CaromProperties
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The commands that WebDriver, agents and Swift share.
@Suite("Commands")
struct CommandRunnerTests {
  private func makeRunner(
    _ scene: String = "contacts", limits: CommandLimits = CommandLimits()
  ) throws -> CommandRunner {
    let root = try ContentRoot.find(option: Repository.url("").path(percentEncoded: false))
    let loader = SessionLoader(games: [], root: root)
    return try CommandRunner(limits: limits) { launch, level in
      try loader.load("\(root.scenes)/Examples/\(scene).json", level: level, launch: launch)
    }
  }

  private func tick(_ text: String) throws -> Int? {
    try JSON.parse(text)["tick"]?.integer()
  }

  @Test("the article lists every command with its declared parameters")
  func article() throws {
    let text = try Repository.text("Sources/Automation/Documentation.docc/Commands.md")
    #expect(
      text.hasSuffix("## The commands\n\n" + GameCommands.documentation),
      "write GameCommands.documentation into the article")
  }

  @Test("names of commands are unique, and each has a schema of an object")
  func names() throws {
    let names = GameCommands.all.map { $0.name }
    #expect(Set(names).count == names.count)
    for command in GameCommands.all {
      let schema = try JSON.parse(GameCommands.schema(of: command))
      #expect(schema["type"]?.string == "object", "\(command.name)")
      #expect(!command.summary.hasSuffix("."), "\(command.name)")
    }
  }

  @Test("arguments are checked before anything changes, and the message says what is accepted")
  func wrongArguments() throws {
    let runner = try makeRunner()
    let before = runner.session.hash
    for (name, parameters, kind, word) in [
      ("stepp", "{}", DriverError.Kind.unknownCommand, "step"),
      ("step", #"{"ticks":-1}"#, .invalidArgument, "ticks"),
      ("step", #"{"ticks":999999999}"#, .invalidArgument, "360000"),
      ("step", #"{"tick":1}"#, .invalidArgument, "ticks"),
      ("step", "[1]", .invalidArgument, "object"),
      ("step", "{", .invalidArgument, "step"),
      ("find", #"{"selector":"//["}"#, .invalidSelector, "column 3"),
      ("find", "{}", .invalidArgument, "selector"),
      ("get", #"{"selector":"nobody"}"#, .noSuchElement, "nobody"),
      ("seek", #"{"tick":10}"#, .invalidArgument, "0 to 0"),
      ("restore", #"{"name":"none"}"#, .invalidArgument, "none"),
      ("snapshot", #"{"name":"../x"}"#, .invalidArgument, "letters"),
      ("golden", #"{"name":"x"}"#, .invalidArgument, "--goldens"),
      ("press", #"{"key":"anykey"}"#, .invalidArgument, "key"),
      ("press", #"{"key":"space","ticks":0}"#, .invalidArgument, "1 or more"),
      ("act", #"{"action":"jump"}"#, .invalidArgument, "jump"),
      ("screenshot", #"{"width":8000}"#, .invalidArgument, "4096"),
      ("tilt", #"{"direction":[2,0]}"#, .invalidArgument, "direction"),
    ] {
      let error = #expect(throws: DriverError.self) { try runner.run(name, parameters: parameters) }
      #expect(error?.kind == kind, "\(name) \(parameters): \(error?.message ?? "")")
      #expect(error?.message.contains(word) == true, "\(name): \(error?.message ?? "")")
    }
    #expect(runner.session.hash == before)
  }

  @Test("going back and taking another way gives the state and the recording of that way")
  func timeTravel() throws {
    let runner = try makeRunner()
    let straight = try makeRunner()
    for runner in [runner, straight] {
      _ = try runner.run("step", parameters: #"{"ticks":5}"#)
      _ = try runner.run("note", parameters: #"{"text":"before the turn"}"#)
      _ = try runner.run("step", parameters: #"{"ticks":15}"#)
    }
    _ = try runner.run("press", parameters: #"{"key":"space","ticks":50}"#)
    #expect(try tick(runner.run("seek", parameters: #"{"tick":20}"#)) == 20)
    // Forward again, to ticks that have run, with their events.
    let forward = try runner.run("seek", parameters: #"{"tick":70}"#)
    #expect(try tick(forward) == 70)
    #expect(runner.driver.events.count == 2)
    _ = try runner.run("seek", parameters: #"{"tick":20}"#)
    #expect(runner.driver.events.isEmpty)
    for runner in [runner, straight] {
      _ = try runner.run("note", parameters: #"{"text":"another way"}"#)
      _ = try runner.run("press", parameters: #"{"key":"left","ticks":3}"#)
      _ = try runner.run("step", parameters: #"{"ticks":5}"#)
    }
    #expect(runner.session.hash == straight.session.hash)
    #expect(try runner.replay() == straight.replay())
    #expect(try runner.replay().contains("before the turn"))
    #expect(throws: DriverError.self) { try runner.run("seek", parameters: #"{"tick":70}"#) }
  }

  @Test("a restored snapshot continues with the events that led to it")
  func snapshots() throws {
    var limits = CommandLimits()
    limits.snapshots = 2
    let runner = try makeRunner(limits: limits)
    _ = try runner.run("press", parameters: #"{"key":"a","ticks":4}"#)
    _ = try runner.run("snapshot", parameters: #"{"name":"one"}"#)
    let hash = runner.session.replayHash
    _ = try runner.run("press", parameters: #"{"key":"b","ticks":40}"#)
    _ = try runner.run("snapshot", parameters: #"{"name":"two"}"#)
    #expect(throws: DriverError.self) {
      try runner.run("snapshot", parameters: #"{"name":"three"}"#)
    }
    #expect(try tick(runner.run("restore", parameters: #"{"name":"one"}"#)) == 4)
    #expect(runner.session.replayHash == hash)
    let replay = try Replay(reading: SourceText(name: "replay", runner.replay()))
    #expect(replay.lastTick == 4)
    #expect(try tick(runner.run("reset", parameters: #"{"seed":9}"#)) == 0)
    // A snapshot outlives a reset, with the seed and the level that its game was loaded with.
    #expect(try tick(runner.run("restore", parameters: #"{"name":"two"}"#)) == 44)
    #expect(try Replay(reading: SourceText(name: "replay", runner.replay())).lastTick == 44)
  }

  @Test("the XML of the scene has the elements that selectors find, and escapes every text")
  func source() throws {
    let runner = try makeRunner("overlay")
    let source = try #require(try JSON.parse(runner.run("source")).string)
    for name in ["node", "label"] {
      let found = try runner.driver.findAll(Locator(xpath: "//" + name)).count
      #expect(source.matches(of: try Regex("<\(name)[ />]")).count == found, "\(name)")
    }
    let all = try #require(
      try JSON.parse(runner.run("source", parameters: #"{"all":true}"#)).string)
    #expect(all.count > source.count)
    #expect(try runner.run("source") == runner.run("source"))
  }

  @Test(
    "the XML is well-formed, and XPath finds in it what it finds in the game",
    .enabled(if: PythonOracle.has("lxml"), "Python's lxml is not installed"))
  func sourceAgreesWithXPath() throws {
    let runner = try makeRunner("overlay")
    let source = try #require(try JSON.parse(runner.run("source")).string)
    let program = """
      import sys
      from lxml import etree
      tree = etree.fromstring(sys.stdin.read())
      for path in ["//node", "//label", "//node[@name]", "/scene/node", "//label[@text]"]:
        print(path, len(tree.xpath(path)))
      """
    let output = try PythonOracle.run(program, module: "lxml", input: source)
    let lines = output.split(separator: "\n")
    #expect(lines.count == 5, "\(output)")
    for line in lines {
      let parts = line.split(separator: " ")
      let count = try runner.driver.findAll(Locator(xpath: String(parts[0]))).count
      #expect(String(count) == parts.last.map(String.init), "\(line)")
    }
  }
}
