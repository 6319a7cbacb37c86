import CaromAutomation
import CaromContent
import Testing

@Suite("Steps for every game")
struct EngineStepsTests {
  /// The first problem of a scenario of the sample game, or nil if it passes.
  private func problem(_ steps: String) throws -> String? {
    try Sample.use { scene, loader in
      let text = "Feature: F\n  Scenario: S\n    Given the scene \"\(scene)\"\n\(steps)"
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      let result = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)[0]
      #expect(
        result.status == .passed || result.status == .failed, "\(result.firstFailure?.title ?? "")")
      return result.firstFailure?.problem?.message
    }
  }

  @Test(
    "Steps whose condition is true pass",
    arguments: [
      "When 3 ticks pass\nThen 3 ticks have passed",
      "When I wait until \"//node[@name='ball'][g:touching('floor')]\", at most 120 ticks",
      "When I hold right\nAnd 2 ticks pass\nAnd I let go of right\nAnd 1 tick passes",
      "When I tilt the board to 0.5, -0.25 over 4 ticks\nAnd I tilt the board to 0, 0",
      "Then there are 4 \"//node\"\nAnd there is 1 \"css:#ball\"\nAnd \"ball\" is there",
      "Then \"#ball\" is there\nAnd \"#moon\" is not there",
      "Then \"moon\" is not there\nAnd \"count(//node) = 4\" holds",
      "Then the position of \"ball\" is \"0 3 0\"\nAnd the position.y of \"ball\" is 3",
      "Then the position.y of \"ball\" is 3.1 ± 0.2\nAnd the position.y of \"ball\" is at most 3",
      "Given the position of \"ball\" is set to \"[0, 7, 0]\"\nThen the position.y of \"ball\" is 7 ± 0.1",
      "Given the position of \"ball\" is set to \"0 0.2 -6\"\n"
        + "Then the position of \"ball\" is \"0 0.2 -6 ± 0.1\"",
      "Given \"ball\" has these properties:\n| position | 0 0.2 -6 |\n"
        + "Then the position.z of \"ball\" is -6",
      "Given \"ball\" has these properties:\n| position | [0, 9, 0] |\n| isHidden | true |\n"
        + "Then the isHidden of \"ball\" is \"true\"",
      "When I press space\nThen the sound \"kick\" was heard\nAnd the sound \"kick\" was heard 1 time",
      "When 60 ticks pass\nThen \"ball\" touched \"floor\"\nAnd the sound \"kick\" was not heard",
      "When I tap \"ball\"\nThen the taps of \"game\" is 1\nAnd the phase is playing\nAnd the score is 0",
      "When I pause the game\nAnd 30 ticks pass\nThen the position.y of \"ball\" is 3\n"
        + "When I resume the game\nAnd 30 ticks pass\nThen the position.y of \"ball\" is at most 2.9",
      "Then I see these nodes:\n| node | position | isHidden |\n| ball | 0 3 0 | false |",
      "Then \"ball\" is in view\n"
        + "Given the position of \"ball\" is set to \"[0, 500, 0]\"\nThen \"ball\" is out of view",
      "Given the accessibilityLabel of \"ball\" is set to \"Red ball\"\n"
        + "Then \"//node[@accessibilityLabel='Red ball'][@name='ball']\" is there",
    ])
  func holds(_ steps: String) throws { #expect(try problem(steps) == nil) }

  @Test(
    "Steps whose condition is false report the difference",
    arguments: [
      ("Then there are 3 \"//node\"", "found 4 '//node', expected 3: /floor, /ball"),
      ("Then \"moon\" is there", "nearby"),
      ("Then \"ball\" is out of view", "the camera shows /ball"),
      ("Then the position.y of \"ball\" is 4", "the position.y of 'ball' is 3, not 4"),
      ("Given the position of \"ball\" is set to \"0 up -6\"", "position"),
      (
        "Then the name of \"ball\" is at least 4",
        "the name of 'ball' is 'ball', which is not a number"
      ),
      ("When I press spcae", "unknown key 'spcae'; did you mean \"space\"?"),
      ("When 999999999 ticks pass", "expected 0 to 216000"),
      ("When the bot plays for 3 ticks", "the game kick has no bot"),
      ("Then \"//node[\" is there", "column 8"),
      ("Then \"ball\" touched \"floor\"", "they did not touch"),
      ("Then the sound \"kick\" was heard", "'kick' was not played"),
      ("Then 2 lives are left", "no lives are left, expected 2"),
      ("Given the seed 4", "the game is running"),
      ("Then the picture is that of \"../a.png\"", "relative to the feature file"),
      ("Then the picture is that of \"/tmp/a.png\"", "relative to the feature file"),
      ("Given the game \"kick\"", "kick is already running"),
      (
        "Then I see these nodes:\n| node | position |\n| ball | 0 4 0 |\n| sun | 0 0 0 |",
        "- | ball | 0 4 0    |\n+ | ball | 0 3 0    |\n  | sun  | 0 0 0    |"
      ),
    ])
  func tells(_ steps: String, _ words: String) throws {
    let problem = try problem(steps)
    #expect(problem?.contains(words) ?? false, "\(problem ?? "it passed")")
  }

  @Test("Numbers before launch are whole and not negative", arguments: ["seed", "number"])
  func negative(kind: String) throws {
    let step = kind == "seed" ? "the seed -5" : "the stored number \"best\" is -5"
    let file = FeatureFile(
      path: "f.feature", bytes: Array("Feature: F\n  Scenario: S\n    Given \(step)\n".utf8))
    let runner = try FeatureRunner(
      StepDefinitions([EngineSteps.self]), loader: SessionLoader(games: [], root: nil))
    let message = runner.run(file.scenarios)[0].firstFailure?.problem?.message
    #expect(message?.hasSuffix("is not negative") ?? false, "\(message ?? "")")
  }
}
