import CaromAutomation
import CaromContent
import CaromDocuments
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

/// A game of two levels; up fades to the next one.
private final class Stairs: Game {
  static let name = "stairs"
  static let title = "Stairs"
  static let summary = "Two steps"
  static let levels = [Level("one.json", title: "First Step"), Level("two.json")]

  struct State: GameState {
    static let summary = "The state of the stairs"
    var score: Int32 = 0
    var phaseName: String { "playing" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Presses so far")
    }
  }
  var state = State()

  func handle(_ event: InputEvent, in session: Session) {
    guard event == .press(.up), let next = session.nextLevel else { return }
    state.score += 1
    session.present(next, with: .fade(duration: 0.1))
  }
}

@Suite("Levels in steps, locators and searches")
struct LevelStepsTests {
  private func use<Result>(_ body: (SessionLoader) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-stairs-\(ProcessInfo.processInfo.globallyUniqueString)")
    let scenes = folder.appending(path: "Scenes")
    try FileManager.default.createDirectory(at: scenes, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, height) in [("one", 1), ("two", 20)] {
      let text = """
        { "format": "carom.scene/1", "game": "stairs", "par": { "score": \(height) }, "nodes": [
          { "name": "ball", "position": [0, \(height), 0], "geometry": { "sphere": {} },
            "physics": {} },
          { "name": "\(name)", "physics": { "type": "static" },
            "geometry": { "box": { "width": 9, "height": 1, "length": 9 } } } ] }
        """
      try Data(text.utf8).write(to: scenes.appending(path: name + ".json"))
    }
    let root = try ContentRoot.find(option: folder.path)
    return try body(SessionLoader(games: [Stairs.self], root: root))
  }

  /// The first problem of a scenario, or nil if it passes.
  private func problem(_ steps: String, tags: String = "") throws -> String? {
    try use { loader in
      let text = "Feature: F\n  \(tags)\n  Scenario: S\n\(steps)"
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      let result = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)[0]
      #expect(
        result.status == .passed || result.status == .failed, "\(result.firstFailure?.title ?? "")")
      return result.firstFailure?.problem?.message
    }
  }

  @Test(
    "A scenario starts in a level or goes to one",
    arguments: [
      "Given I play level 2\nThen the level is \"two\"\nAnd 0 ticks have passed",
      "Given I play the level \"two\"\nThen \"two\" is there",
      "Given the level \"2\" of the game \"stairs\"\nThen the level is \"two\"",
      "Given the game \"stairs\"\nThen the level is \"First Step\"\nAnd the level is \"one\"\n"
        + "When I go to the level \"two\"\nAnd 2 ticks pass\nThen the level is \"two\"",
      "Given I play level 1\nWhen I play level 2\nThen the level is \"two\"\n"
        + "And the position.y of \"ball\" is 20 ± 0.1",
      "Given I play level 1\nWhen I press up\nAnd 12 ticks pass\n"
        + "Then the level of \"//game\" is \"two\"\nAnd the levelNumber of \"//game\" is 2\n"
        + "And the score of \"//par\" is 20",
      "Given I play level 1\nThen \"//game[@level='one'][@levelTitle='First Step']\" is there\n"
        + "And \"//game[@levelCount=2][@levelNumber=1]\" is there",
    ])
  func holds(_ steps: String) throws { #expect(try problem(steps) == nil) }

  @Test("A tag starts in a level")
  func tag() throws {
    #expect(try problem("Then the level is \"two\"", tags: "@game:stairs @level:2") == nil)
  }

  @Test("An unknown or another level is reported")
  func failures() throws {
    #expect(try problem("Given I play level 3")?.contains("there is no level '3'; 1 to 2") == true)
    #expect(
      try problem("Given I play level 1\nWhen I go to the level \"tow\"")?
        .contains("there is no level 'tow'; did you mean \"two\"") == true)
    #expect(
      try problem("Given I play level 1\nThen the level is \"two\"")?
        .contains("the level is 'one', expected 'two'") == true)
  }

  @Test("A recording across levels becomes a feature and a test with the same end")
  func texts() throws {
    try use { loader in
      let driver = GameDriver(try loader.load("stairs"))
      driver.step(5)
      driver.send(.present("two"))
      driver.step(20)
      driver.session.finishRecording()
      let replay = try Replay(reading: SourceText(name: "stairs", driver.replay))
      let feature = try ReplayTestWriter.feature(of: replay)
      #expect(feature.contains("I go to the level \"two\""))
      #expect(try ReplayTestWriter.swift(of: replay).contains("driver.send(.present(\"two\"))"))
      let file = FeatureFile(path: "f.feature", bytes: Array(feature.utf8))
      let result = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)[0]
      #expect(result.status == .passed, "\(result.firstFailure?.problem?.message ?? "")")
    }
  }

  @Test("Invariants watch the bodies of the current level, and a search covers all levels")
  func search() throws {
    try use { loader in
      let session = try loader.load("stairs").session
      let check = Invariant.escape(for: 0).begin(session)
      session.send(.present("two"))
      session.step(2)
      #expect(check(session) == nil)
      session.scene.rootNode.childNode(withName: "ball")?.worldPosition.y = 300
      session.step()
      #expect(check(session)?.hasPrefix("/ball is at") == true)
      var fuzz = Fuzz(ticks: 300, runs: 12, invariants: [.finite], heavy: 50)
      fuzz.threads = 1
      let controls = GameControls(keys: [.up, .space])
      let outcome = try fuzz.run(controls: controls) { try loader.load("stairs").session }
      #expect(outcome.failure == nil && outcome.coverage.levels.map(\.name) == ["one", "two"])
    }
  }

  @Test("Bisecting finds the first difference after a change of level")
  func bisect() throws {
    try use { loader in
      func run() throws -> ReplayRun {
        let driver = GameDriver(try loader.load("stairs"))
        try driver.session.send(.press(.up), at: 70)
        driver.step(300)
        driver.session.finishRecording()
        let replay = try Replay(reading: SourceText(name: "stairs", driver.replay))
        return try ReplayRun(replay, in: try loader.load("stairs").session)
      }
      var (good, bad) = (
        ReplayPrinter(try run()), ReplayPrinter(try run(), fault: .flippingABit(after: 200))
      )
      let finding = try Bisect().run(&good, &bad)
      #expect(finding?.tick == 200 && finding?.node?.subject == "/ball")
      #expect(try good.lines(at: 10).contains { $0.subject == "/one" })
    }
  }
}
