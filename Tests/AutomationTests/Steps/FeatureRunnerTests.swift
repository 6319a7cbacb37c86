import CaromAutomation
import CaromContent
import CaromGherkin
import CaromSimulation
import Foundation
import Testing

/// A counter for steps that differ from run to run.
private final class Counter: @unchecked Sendable { var count = 0 }

@Suite("Feature runner")
struct FeatureRunnerTests {
  private let head = "Feature: F\n"

  /// The results of a feature with custom steps.
  private func run(
    _ text: String, _ options: FeatureRunner.Options = FeatureRunner.Options(),
    loader: SessionLoader = SessionLoader(games: [], root: nil),
    _ define: (inout StepDefinitions) -> Void = { _ in }
  ) throws -> [ScenarioResult] {
    var steps = StepDefinitions([EngineSteps.self])
    define(&steps)
    let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
    return try FeatureRunner(steps, loader: loader, options: options).run(file.scenarios)
  }

  @Test("Steps receive parameters, tables and doc strings, and share values within a scenario only")
  func arguments() throws {
    struct Row: Decodable { var name: String, speed: Double }
    let results = try run(
      head + """
          Scenario: A
            Given I keep 7 and "x"
            And a table
              | Name | Speed |
              | ball | 1.5   |
            And a text
              \"""
              two
              lines
              \"""
            Then I kept 7
          Scenario: B
            Then I kept 7
        """
    ) { steps in
      steps.given("I keep {int} and {string}") { world, arguments in
        world["n"] = try arguments[0, as: Int.self]
        try world.expect(try arguments[0, as: Double.self] == 7, "numbers widen")
        try world.expect(try arguments[1, as: String.self] == "x", "quotes are gone")
      }
      steps.given("a table") { world, arguments in
        let rows = try arguments.table.decode([Row].self)
        try world.expect(rows.count == 1 && rows[0].speed == 1.5, "\(rows)")
      }
      steps.given("a text") { world, arguments in
        try world.expect(try arguments.text == "two\nlines", "the text")
      }
      steps.then("I kept {int}") { world, arguments in
        let kept: Int = try world.value("n")
        try world.expect(try arguments[0, as: Int.self] == kept, "another")
      }
    }
    #expect(results.map(\.status) == [.passed, .failed])
    #expect(results[1].firstFailure?.problem?.message == "no earlier step stored 'n'")
  }

  @Test("Steps after a failure are skipped, and nothing is retried")
  func skipping() throws {
    let calls = Counter()
    let results = try run(head + "  Scenario: A\n    Given it fails\n    When it runs\n") {
      $0.step("it fails") { _, _ in
        calls.count += 1
        throw StepError("no")
      }
      $0.step("it runs") { _, _ in calls.count += 100 }
    }
    #expect(results[0].steps.map(\.status) == [.failed, .skipped])
    #expect(calls.count == 1)
  }

  @Test("Undefined steps have a snippet, pending and ambiguous ones a reason; none is a success")
  func undefined() throws {
    let results = try run(
      head + """
          Scenario: A
            When I juggle 3 balls with "care"
          Scenario: B
            When it is pending
          Scenario: C
            When 2 things happen
        """
    ) {
      $0.step("it is pending") { _, _ in throw Pending() }
      $0.step("{int} things happen") { _, _ in }
      $0.step(#"/^(\d+) things happen$/"#) { _, _ in }
    }
    #expect(results.map(\.status) == [.undefined, .pending, .ambiguous])
    let snippet = TextReport.snippets(results).first
    #expect(snippet?.hasPrefix("steps.when(\"I juggle {int} balls with {string}\") {") ?? false)
    #expect(results[2].firstFailure?.problem?.message.contains("is ambiguous; it matches") ?? false)
    #expect(results.filter(\.isFailure).count == 3)
  }

  @Test("A dry run only matches steps; unused definitions are listed")
  func dry() throws {
    let calls = Counter()
    var steps = StepDefinitions()
    steps.step("it runs") { _, _ in calls.count += 1 }
    steps.step("nobody says this") { _, _ in }
    var options = FeatureRunner.Options()
    options.isDryRun = true
    let text = head + "  Scenario: A\n    Given it runs\n    And it is unknown\n"
    let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
    let runner = try FeatureRunner(
      steps, loader: SessionLoader(games: [], root: nil), options: options)
    let results = runner.run(file.scenarios)
    #expect(results[0].steps.map(\.status) == [.skipped, .undefined] && calls.count == 0)
    #expect(runner.unused(in: file.scenarios).map(\.expression.source) == ["nobody says this"])
  }

  @Test("Hooks run around steps by tag and order; after-hooks always run, in reverse order")
  func hooks() throws {
    final class Log: @unchecked Sendable { var words: [String] = [] }
    let log = Log()
    _ = try run(head + "  @a\n  Scenario: A\n    Given it fails\n") { steps in
      steps.before { _ in log.words.append("before 1") }
      steps.before(tags: "@a") { _ in log.words.append("before 2") }
      steps.before(tags: "not @a") { _ in log.words.append("never") }
      steps.beforeStep { _ in log.words.append("beforeStep") }
      steps.afterStep { _ in log.words.append("afterStep") }
      steps.after { _ in log.words.append("after 1") }
      steps.after { _ in log.words.append("after 2") }
      steps.hook(.beforeAll) { _ in log.words.append("beforeAll") }
      steps.hook(.afterAll) { _ in log.words.append("afterAll") }
      steps.step("it fails") { _, _ in throw StepError("no") }
    }
    #expect(
      log.words == [
        "beforeAll", "before 1", "before 2", "beforeStep", "afterStep", "after 2", "after 1",
        "afterAll",
      ])
  }

  @Test("Hooks of the whole run are executed even if the first and last files have no scenario")
  func hooksOfGoodFiles() throws {
    let calls = Counter()
    var steps = StepDefinitions()
    steps.hook(.beforeAll) { _ in calls.count += 1 }
    steps.hook(.afterAll) { _ in calls.count += 10 }
    steps.step("it runs") { _, _ in calls.count += 100 }
    let texts = ["nonsense", head + "  Scenario: A\n    Given it runs\n", "nonsense"]
    let files = texts.map { FeatureFile(path: "f.feature", bytes: Array($0.utf8)) }
    let results = try FeatureRunner(steps, loader: SessionLoader(games: [], root: nil))
      .run(files.flatMap(\.scenarios))
    #expect(results.map(\.status) == [.failed, .passed, .failed] && calls.count == 111)
  }

  @Test("A step with an invalid node reference fails with a message")
  func endlessNames() throws {
    try Sample.use { scene, loader in
      let name = String(repeating: "long", count: 2_000)
      let results = try run(
        head + """
            @scene:\(scene)
            Scenario: A
              Then "\(name)" is there
            @scene:\(scene)
            Scenario: B
              Then the position.y of "\(name)" is at least 100
          """, loader: loader)
      #expect(results.map(\.status) == [.failed, .failed])
      #expect(results.allSatisfy { $0.firstFailure?.problem?.message.contains("long") ?? false })
    }
  }

  @Test("The cost of a scenario is linear in the number of its steps")
  func manySteps() throws {
    let calls = Counter()
    let text = String(repeating: "    Given it runs\n", count: 40_000)
    let results = try run(head + "  Scenario: A\n" + text) {
      $0.step("it runs") { _, _ in calls.count += 1 }
    }
    #expect(results[0].status == .passed && calls.count == 40_000)
  }

  @Test("Only files of limited size are read")
  func oddFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "odd-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func problem(_ name: String) -> String {
      let error = #expect(throws: StepError.self) {
        try FeatureFile.load([folder.appendingPathComponent(name).path])
      }
      return error?.description ?? ""
    }
    #expect(mkfifo(folder.appendingPathComponent("pipe.feature").path, 0o600) == 0)
    #expect(problem("pipe.feature").contains("is not a regular file"))
    #expect(problem("").contains("is not a regular file"), "Nor in a folder")
    let long = folder.appendingPathComponent("long.feature")
    #expect(FileManager.default.createFile(atPath: long.path, contents: nil))
    let handle = try FileHandle(forWritingTo: long)
    try handle.truncate(atOffset: UInt64(GherkinDocument.maximumBytes) + 1)
    try handle.close()
    #expect(problem("long.feature").contains("has 4194305 bytes"))
  }

  @Test("A failing hook fails the scenario, and no step runs")
  func failingHook() throws {
    let results = try run(head + "  Scenario: A\n    Given it runs\n") {
      $0.before { _ in throw StepError("no ball") }
      $0.step("it runs") { _, _ in }
    }
    #expect(results[0].steps.map(\.status) == [.failed, .skipped] && results[0].isFailure)
  }

  @Test("All invalid definitions are reported before the run")
  func wrongDefinitions() {
    let error = #expect(throws: StepError.self) {
      try run(head) {
        $0.step("a {color}") { _, _ in }
        $0.before(tags: "@a and") { _ in }
      }
    }
    #expect(
      error?.description.split(separator: "\n").count ?? 0 >= 2, "\(error?.description ?? "")")
  }

  @Test(
    "A tag starts a game with a seed; a failure has the tick, hash, last match and a recording")
  func games() throws {
    try Sample.use { scene, loader in
      let results = try run(
        head + """
            @scene:\(scene) @seed:9
            Scenario: A
              When I press space for 3 ticks
              And 20 ticks pass
              Then the score of "game" is 1
              And the position.y of "ball" is at least 100
          """, loader: loader)
      let result = results[0]
      #expect(result.seed == 9 && result.game == "kick" && result.ticks == 23)
      #expect(result.steps.map(\.status) == [.passed, .passed, .passed, .failed])
      #expect(result.steps.map(\.lastTick) == [3, 23, 23, 23])
      let problem = try #require(result.firstFailure?.problem)
      #expect(problem.tick == 23 && problem.hash == result.hash)
      #expect(problem.subject?.path == "/ball")
      #expect(result.replay.hasPrefix("{\"head\":1") && result.replay.contains("\"seed\":\"9\""))
      let again = try run(
        head
          + "  @seed:x\n  Scenario: A\n    Given the seed 1\n  Scenario: B\n    When 1 tick passes\n"
      )
      #expect(again.map(\.status) == [.failed, .failed])
      #expect(again[0].firstFailure?.problem?.message.contains("such as @seed:7") ?? false)
      #expect(again[1].firstFailure?.problem?.message.hasPrefix("no game is running") ?? false)
    }
  }

  @Test("With two runs, a scenario fails at the first step whose outcome differs")
  func twice() throws {
    try Sample.use { scene, loader in
      let calls = Counter()
      var options = FeatureRunner.Options()
      options.runsTwice = true
      let results = try run(
        head + """
            @scene:\(scene)
            Scenario: A
              When 5 ticks pass
              And chance strikes
              And 5 ticks pass
            @scene:\(scene)
            Scenario: B
              When 5 ticks pass
          """, options, loader: loader
      ) {
        $0.step("chance strikes") { world, _ in
          calls.count += 1
          try world.driver.set("score", of: .kind("game"), to: Int32(calls.count))
        }
      }
      #expect(results[0].steps.map(\.status) == [.passed, .failed, .passed])
      let message = results[0].firstFailure?.problem?.message ?? ""
      #expect(
        message.contains("the two runs differ") && message.contains("\n  game score: 1 | 2"),
        "\(message)")
      #expect(results[1].status == .passed)
    }
  }

  @Test("Results are the same on one and four threads, and failing fast keeps their order")
  func threads() throws {
    try Sample.use { scene, loader in
      var text = head
      for n in 1...24 {
        text += "  @scene:\(scene) @seed:\(n)\n  Scenario: S\(n)\n    When \(n * 3) ticks pass\n"
        if n % 7 == 0 { text += "    Then the score is 5\n" }
      }
      var options = FeatureRunner.Options()
      let one = try run(text, options, loader: loader)
      options.threads = 4
      let four = try run(text, options, loader: loader)
      #expect(one.map(TextReport.line) == four.map(TextReport.line) && one.count == 24)
      #expect(one.map(\.replay) == four.map(\.replay))
      options.failsFast = true
      let few = try run(text, options, loader: loader)
      #expect(few.map(TextReport.line) == one.prefix(7).map(TextReport.line))
    }
  }
}
