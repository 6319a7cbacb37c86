import CaromAutomation
import CaromContent
import CaromDocuments
import CaromGherkin
import CaromSimulation
import CaromImages
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Traces")
struct TraceTests {
  static let hostileNode = "<img src=x onerror=alert(1)>"
  static let hostile = "</script><img src=x onerror=alert(1)> & \"#1\" <!--"

  /// Collects the traces of a run.
  private final class Traces: Sendable {
    let all = Mutex<[Trace]>([])
  }

  private func run(
    _ feature: String, loader: SessionLoader, steps: StepDefinitions
  ) throws -> (traces: [Trace], results: [ScenarioResult]) {
    let traces = Traces()
    var options = FeatureRunner.Options()
    options.goldens = .required
    options.didTrace = { trace in traces.all.withLock { $0.append(trace) } }
    let file = FeatureFile(path: "f.feature", bytes: Array(feature.utf8))
    let results = try FeatureRunner(steps, loader: loader, options: options).run(file.scenarios)
    return (traces.all.withLock { $0 }, results)
  }

  private static let kicks = """
    Feature: F
      Scenario: Kicks
        Given the scene "$scene"
        When 20 ticks pass
        And I press space
        And I press left for 30 ticks
        And I wait until "//game[@score = 1]", at most 10 ticks
        And 49 ticks pass
        Then the position.y of "ball" is 400
    """

  private func kicks(_ scene: String, _ loader: SessionLoader) throws -> (Trace, ScenarioResult) {
    let (traces, results) = try run(
      Self.kicks.replacing("$scene", with: scene), loader: loader,
      steps: StepDefinitions([EngineSteps.self]))
    return (try #require(traces.first), try #require(results.first))
  }

  @Test("The page has the state of every tick, every value exactly as it was")
  func everyTick() throws {
    try Sample.use { scene, loader in
      let (trace, result) = try kicks(scene, loader)
      let decoded = try DecodedTrace(page: trace.page)
      #expect(result.ticks == 100 && trace.tickCount == 100)
      #expect(decoded.number("count") == 100 && decoded.number("first") == 0)
      // The recording, played again tick by tick and listed in full.
      let replay = try Replay(
        reading: SourceText(name: "a.replay.jsonl", bytes: Array(result.replay.utf8)))
      var replayed = try ReplayRun(replay, in: loader.load(scene).session)
      var moved = 0
      for tick in 0...100 {
        _ = replayed.play(through: UInt64(tick))
        var expected: [String: String] = [:]
        for line in replayed.session.stateLines where line.property != StateLine.remainder {
          if line.subject == "session", ["tick", "date"].contains(line.property) { continue }
          expected["\(line.subject) \(line.property)"] = line.value
        }
        let found = decoded.state(at: tick).filter { !$0.key.hasSuffix(" " + StateLine.remainder) }
        #expect(found == expected, "tick \(tick)")
        if found["/ball position"] != decoded.state(at: tick - 1)["/ball position"] { moved += 1 }
      }
      #expect(moved > 90)
    }
  }

  @Test("The page has steps, selectors, input, contacts, sounds and frames, and the failing tick")
  func contents() throws {
    try Sample.use { scene, loader in
      let (trace, result) = try kicks(scene, loader)
      #expect(result.status == .failed && trace.failureTick == 100)
      let decoded = try DecodedTrace(page: trace.page)
      #expect(decoded.number("failure") == 100)
      func lines(_ start: String) -> [(tick: Int, text: String)] {
        decoded.log.filter { $0.text.hasPrefix(start) }
      }
      #expect(lines("i").first?.text.contains("\"space\"") ?? false)
      #expect(lines("i").first?.tick == 21, "the tick that applied it")
      #expect(lines("skick").map(\.tick) == [21])
      #expect(lines("shum at /ball begins").count == 1 && lines("shum at /ball ends").count == 1)
      #expect(!lines("cbegan /floor – /ball, impulse ").isEmpty, "\(decoded.log)")
      #expect(lines("q//game[@score = 1] → game").count == 1)
      let steps = decoded["steps"]
      #expect(steps.count == 7 && steps.last?["status"]?.string == "failed")
      let ticks = decoded["frames"].count / 2
      #expect(ticks > 6, "the regular ticks and the ends of steps")
      #expect(try DecodedTrace(page: kicks(scene, loader).0.page).log.count == decoded.log.count)
    }
  }

  @Test("Tracing changes no state, and the same run writes the same bytes")
  func sameBytes() throws {
    try Sample.use { scene, loader in
      let (first, result) = try kicks(scene, loader)
      let (second, _) = try kicks(scene, loader)
      #expect(first.page == second.page)
      let file = FeatureFile(
        path: "f.feature", bytes: Array(Self.kicks.replacing("$scene", with: scene).utf8))
      let plain = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)
      #expect(plain.map(\.hash) == [result.hash] && plain.map(\.replay) == [result.replay])
    }
  }

  @Test("Names and messages cannot leave their element, and the policy allows the own script only")
  func hostileNames() throws {
    let text = Sample.scene.replacing("\"ball\"", with: "\"\(Self.hostileNode)\"")
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-trace-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scene = folder.appending(path: "kick.json")
    try Data(text.utf8).write(to: scene)
    var steps = StepDefinitions([EngineSteps.self])
    steps.afterStep { $0.log(Self.hostile) }
    let (traces, results) = try run(
      """
      Feature: F \(Self.hostile)
        Scenario: S \(Self.hostile)
          Given the scene "\(scene.path)"
          When 3 ticks pass
          Then \(Self.hostile)
            | \(Self.hostile) |
      """, loader: SessionLoader(games: [Kick.self], root: nil), steps: steps)
    let page = try #require(traces.first).page
    for part in [page, TraceIndex.text(results, traced: [traces[0].fileName])] {
      #expect(!part.contains("<img src=x") && !part.contains("<!--"))
      let scripts = part.components(separatedBy: "</script>").count - 1
      #expect(scripts == part.components(separatedBy: "<script").count - 1)
      #expect(!part.contains("http:") && !part.contains("https:") && !part.contains(" style=\""))
      #expect(part.contains("content=\"default-src 'none'; img-src data:; style-src 'sha256-"))
    }
    let decoded = try DecodedTrace(page: page)
    #expect(decoded.log.contains { $0.text == "m" + Self.hostile })
    #expect(results.map(\.ticks) == [3])
    #expect(decoded.values.keys.contains("/\(Self.hostileNode) position"))
    #expect(page.components(separatedBy: "<script").count == 3)
  }

  @Test("The index lists failures first and links to the traces that were written")
  func index() throws {
    try Sample.use { scene, loader in
      let (traces, results) = try run(
        """
        Feature: F
          @scene:\(scene)
          Scenario: Good
            When 1 tick passes
          @scene:\(scene)
          Scenario: Bad
            Then the score is 5
        """, loader: loader, steps: StepDefinitions([EngineSteps.self]))
      let page = TraceIndex.text(results, traced: Set(traces.map(\.fileName)))
      let bad = try #require(page.firstRange(of: "./f-feature-6.trace.html")).lowerBound
      let good = try #require(page.firstRange(of: "./f-feature-3.trace.html")).lowerBound
      #expect(bad < good && page.contains("the score is 0, expected 5"))
      #expect(!TraceIndex.text(results, traced: []).contains("href"))
      let report = HTMLReport.text(results) { "t/" + $0.recordingName }
      #expect(report.contains("<a href=\"t/f-feature-6.replay.jsonl\">trace of every tick</a>"))
    }
  }

  @Test("The pictures of a golden image that differs are in the trace")
  func goldens() throws {
    try Sample.use { scene, loader in
      let golden = URL(filePath: scene).deletingLastPathComponent().appending(path: "g.png")
      let driver = GameDriver(try loader.load(scene))
      try driver.expectFrame(like: golden.path, mode: .all)
      var steps = StepDefinitions([EngineSteps.self])
      steps.then("the golden") { world, _ in
        try world.driver.expectFrame(like: golden.path, mode: .required)
      }
      let (traces, _) = try run(
        "Feature: F\n  Scenario: S\n    Given the scene \"\(scene)\"\n    When 30 ticks pass\n"
          + "    Then the golden\n", loader: loader, steps: steps)
      let decoded = try DecodedTrace(page: try #require(traces.first).page)
      let pictures = decoded["steps"].last?["pictures"]?.elements.map(Array.init) ?? []
      let names = pictures.compactMap(\.string)
      #expect(names == ["actual.png", "expected.png", "difference.png"])
    }
  }

  @Test("The hash of scripts is SHA-256")
  func sha256() {
    func hash(_ text: String) -> String {
      SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    // FIPS 180-4, examples of the secure hash standard.
    #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
