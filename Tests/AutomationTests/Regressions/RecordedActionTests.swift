import CaromAutomation
import CaromContent
import CaromDocuments
import CaromMaths
import CaromSimulation
import Testing

/// Symptom: a tilt over 40 ticks became 40 steps of a feature, and the test ended without a look at
/// the score; after `I restart the game` the next step saw the old game.
///
/// Cause: each event was written on its own, and the restart waited for a tick that nobody ran.
@Suite("Recordings as actions")
struct RecordedActionTests {
  /// The recording of what a closure does with a driver.
  private func record(
    _ loader: SessionLoader, _ scene: String, _ play: (GameDriver) throws -> Void
  ) throws -> Replay {
    let driver = GameDriver(try loader.load(scene))
    try play(driver)
    driver.session.finishRecording()
    return try Replay(reading: SourceText(name: "r", driver.replay))
  }

  /// The steps of the feature of a recording, which passes, between the start and the checks.
  private func steps(
    _ loader: SessionLoader, _ scene: String, _ play: (GameDriver) throws -> Void
  ) throws -> [String] {
    let replay = try record(loader, scene, play)
    var run = try ReplayRun(replay, in: try loader.load(scene).session)
    #expect(run.play().divergence == nil)
    let text = try ReplayTestWriter.feature(of: replay, end: ReplayEnd(run.session))
    let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
    let results = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
      .run(file.scenarios)
    let problem = results.first?.firstFailure?.problem?.message ?? ""
    #expect(results.map(\.status) == [.passed], "\(text)\(problem)")
    let lines = text.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
    let start = lines.firstIndex { $0.hasPrefix("When ") } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("Then ") } ?? lines.count
    return lines[start..<end].map(String.init)
  }

  @Test("What is held or moved over ticks is one step, and the feature plays the same")
  func grouped() throws {
    try Sample.use { scene, loader in
      let tilted = try steps(loader, scene) { driver in
        driver.step(10)
        driver.tilt(Vector2(0.5, -1), over: 40, ease: .inOut)
        driver.step(5)
        driver.press(.left, for: 30)
        driver.step()
      }
      #expect(
        tilted == [
          "When 10 ticks pass", "And I tilt the board to 0.5, -1.0 over 40 ticks",
          "And 5 ticks pass", "And I press left for 30 ticks", "And 1 tick passes",
        ])
      let held = try steps(loader, scene) { driver in
        for _ in 0..<40 {
          driver.send(.tilt(x: 0.25, y: 0))
          driver.step()
        }
        for tick in 1...3 {
          driver.send(.tilt(x: Float(tick) * 0.125, y: 0.3))
          driver.step(1)
        }
        driver.send(.tilt(x: 0.375, y: 0.3))
        driver.step(2)
      }
      #expect(
        held == [
          "When I tilt the board tick by tick:", "| ticks | right | away |", "| 40 | 0.25 | 0.0 |",
          "| 1 | 0.125 | 0.3 |", "| 1 | 0.25 | 0.3 |", "| 2 | 0.375 | 0.3 |", "And 1 tick passes",
        ])
      let same = try steps(loader, scene) { driver in
        for _ in 0..<40 {
          driver.send(.tilt(x: 0.25, y: 0))
          driver.step()
        }
      }
      #expect(same == ["When I hold the tilt 0.25, 0.0 for 40 ticks"])
    }
  }

  @Test("Other devices, several events a tick, notes and restarts keep their ticks")
  func mixed() throws {
    try Sample.use { scene, loader in
      let lines = try steps(loader, scene) { driver in
        for tick in 0..<4 {
          driver.send(.axis(.leftX, Float(tick) / 4))
          driver.send(.pointer(.moved, x: 0.5, y: Float(tick) / 8))
          driver.step()
        }
        driver.session.note("now")
        driver.send(.press(.space))
        driver.send(.press(.left))
        driver.step(3)
        driver.send(.release(.left))
        driver.step(20)
        driver.send(.command(.restart))
        driver.step(7)
        driver.send(.command(.restart))
      }
      #expect(lines.first == "When these events are sent, one line a tick:")
      #expect(lines.contains { $0.hasPrefix("[{\"axis\":{") && $0.hasSuffix("[0.5,0.375]}]") })
      #expect(lines.contains("# now") && lines.contains("And I hold space"))
      #expect(lines.contains("And I press left for 3 ticks"))
      #expect(lines.contains("And I restart the game") && lines.contains("And 6 ticks pass"))
    }
  }

  @Test("The Swift test groups the same actions and expects the phase and the score")
  func swift() throws {
    try Sample.use { scene, loader in
      let replay = try record(loader, scene) { driver in
        driver.tilt(Vector2(1, 0), over: 20, ease: .inOut)
        driver.press(.space, for: 6)
        for tick in 0..<3 {
          driver.send(.axis(.leftX, Float(tick) / 4))
          driver.step()
        }
      }
      var run = try ReplayRun(replay, in: try loader.load(scene).session)
      _ = run.play()
      let text = try ReplayTestWriter.swift(of: replay, end: ReplayEnd(run.session))
      for line in [
        "import CaromMaths", "  driver.tilt(Vector2(1.0, 0.0), over: 20, ease: .inOut)",
        "  driver.press(.space, for: 6)", "  for event in [", "    .axis(.leftX, 0.25),",
        "  ] as [InputEvent] {", "    driver.send(event)",
        "  #expect(end.phase == \"playing\" && end.score == 1)",
      ] {
        #expect(text.contains(line + "\n"), "\(line)\n\(text)")
      }
    }
  }

  @Test("A test expects what labels say and how often sounds were played, in each language")
  func labelsAndSounds() throws {
    let labels = #"[{ "name": "hint", "text": "Kick it" }, { "name": "quote", "text": "\"Hi\"" }]"#
    let scene = Sample.scene.replacing(
      #""nodes""#, with: #""overlay": { "labels": \#(labels) }, "nodes""#)
    try Sample.use(scene) { scene, loader in
      let replay = try record(loader, scene) { driver in
        driver.press(.space, for: 6)
        driver.press(.space, for: 6)
        driver.step()
      }
      let session = try loader.load(scene).session
      var run = try ReplayRun(replay, in: session)
      var sounds: [DriverLog.Sound] = []
      _ = run.play {
        sounds += DriverLog.sounds(of: session)
        return false
      }
      let end = ReplayEnd(session, sounds: sounds)
      let feature = try ReplayTestWriter.feature(of: replay, end: end)
      #expect(feature.contains("And the label \"hint\" says \"Kick it\"\n"), "\(feature)")
      #expect(feature.contains("And the sound \"kick\" was heard 2 times\n"), "\(feature)")
      // A parameter in quotes cannot contain any.
      #expect(!feature.contains("Hi"))
      let results = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(FeatureFile(path: "f.feature", bytes: Array(feature.utf8)).scenarios)
      #expect(results.map(\.status) == [.passed])
      let swift = try ReplayTestWriter.swift(of: replay, end: end)
      #expect(swift.contains(#"driver.find(.label("quote")).text == "\"Hi\"")"#), "\(swift)")
      #expect(swift.contains(#"driver.sounds().count { $0.name == "kick" } == 2)"#), "\(swift)")
      let python = try ReplayTestWriter.python(of: replay, end: end)
      #expect(python.contains(#"attribute="text") == "Kick it""#), "\(python)")
      #expect(python.contains(#"assert sounds.count("kick") == 2"#), "\(python)")
    }
  }

  @Test("After a restart the next step sees the game as it begins")
  func restart() throws {
    try Sample.use { scene, loader in
      let text = """
        Feature: F
          @scene:\(scene)
          Scenario: A
            When I press space for 3 ticks
            Then the score is 1
            When I restart the game
            Then the score is 0
        """
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      let results = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)
      #expect(results.map(\.status) == [.passed])
    }
  }
}
