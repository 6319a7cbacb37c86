import CaromAutomation
import CaromContent
import Foundation
import Testing

@Suite("Steps for controls")
struct ControlStepsTests {
  /// The sample scene with a menu: a button, a slider, a list of 9 rows, 3 of them visible, and a
  /// text field.
  private func problem(_ steps: String) throws -> String? {
    try Sample.use { path, loader in
      let rows = (1...9).map { "{ \"text\": \"Row \($0)\", \"isEnabled\": \($0 != 3) }" }
      let overlay = """
        "overlay": { "focus": "play", "controls": [
          { "name": "play", "text": "Play now", "position": [40, 40], "button": {} },
          { "name": "sound", "text": "Sound", "position": [40, 100], "size": [500, 52],
            "slider": { "value": 0.5 } },
          { "name": "rows", "position": [40, 160], "size": [300, 135],
            "list": { "items": [\(rows.joined(separator: ", "))] } },
          { "name": "name", "position": [40, 320], "textField": { "placeholder": "Name" } },
          { "name": "off", "text": "Off", "position": [40, 400], "isEnabled": false },
          { "name": "cover", "text": "Cover", "position": [400, 320], "size": [50, 50] },
          { "name": "under", "text": "Under", "position": [500, 400] },
          { "name": "over", "text": "Over", "position": [500, 400] } ] },
          "nodes"
        """
      let scene = Sample.scene.replacingOccurrences(of: "\"nodes\"", with: overlay)
      try Data(scene.utf8).write(to: URL(fileURLWithPath: path))
      let text = "Feature: F\n  Scenario: S\n    Given the scene \"\(path)\"\n\(steps)"
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      let result = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
        .run(file.scenarios)[0]
      #expect(
        result.status == .passed || result.status == .failed, "\(result.firstFailure?.title ?? "")")
      return result.firstFailure?.problem?.message
    }
  }

  @Test(
    "Controls are found by name, by text and by selectors, and operated",
    arguments: [
      "Then \"play\" has the focus\nAnd \"play\" says \"Play now\"\nAnd \"off\" is disabled",
      "When I press down\nThen \"sound\" has the focus\nAnd \"Sound\" is enabled",
      "When I set \"sound\" to 0.8\nThen the value of \"//control[@name='sound']/slider\" is 0.8 ± 0.001\n"
        + "And the value of \"css:control[name='sound'] slider\" is at most 0.81",
      "When I click \"Row 2\"\nThen the selected of \"//list\" is 1",
      "When I turn the wheel over \"rows\" by -1\nThen the selected of \"//list\" is 1",
      "When I click \"name\"\nAnd I type \"Zoë\"\nThen the value of \"//textField\" is \"Zoë\"\n"
        + "And the focus of \"//overlay\" is \"name\"",
      "When I click \"//control[.='Play now']\"\nThen there are 8 \"//control\"\n"
        + "And \"//control[button][@text='Over']\" is there\nAnd there are 9 \"//item\"",
    ])
  func holds(_ steps: String) throws { #expect(try problem(steps) == nil) }

  @Test(
    "A control that cannot be operated is reported",
    arguments: [
      ("When I click \"off\"", "control off is not enabled"),
      ("When I click \"Row 9\"", "scrolled out of view; rows 1 to 3 are visible"),
      ("When I click \"under\"", "control under is occluded by the control over"),
      ("When I set \"sound\" to 7", "cannot be 7.0; values from 0.0 to 1.0 in steps of 0.1"),
      ("When I set \"play\" to 1", "control play is not a slider"),
      ("When I click \"Plai now\"", "nothing matches: //control finds 8"),
      ("Then \"name\" has the focus", "control name does not have the focus; play has it"),
      ("When I click \"//overlay\"", "is not a node, a control or the row of a list"),
    ])
  func fails(_ steps: String, message: String) throws {
    let problem = try #require(try problem(steps))
    #expect(problem.contains(message), "\(problem)")
  }
}
