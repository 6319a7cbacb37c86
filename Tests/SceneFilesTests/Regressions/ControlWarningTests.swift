import CaromSceneFiles
import Testing

/// Symptom: a focus on a control that is not there, and two controls of one name, were read
/// without a word; no key operated the menu, and the second button did nothing.
///
/// Cause: the values of controls were checked one by one, but not against each other.
@Suite("Controls without effect")
struct ControlWarningTests {
  @Test(
    "A focus without a control, equal names and values out of reach are warnings at their keys",
    arguments: [
      (
        #""focus": "plai", "controls": [{ "name": "play" }]"#, "/overlay/focus",
        "there is no control \"plai\", so no control has the focus; one of \"play\" is accepted"
      ),
      (
        #""focus": "play""#, "/overlay/focus",
        "there is no control \"play\", so no control has the focus; no \"focus\" is accepted"
      ),
      (
        #""controls": [{ "name": "a" }, { "name": "a" }]"#, "/overlay/controls/1/name",
        "two controls are named \"a\", and rules find the first one; unique names are accepted"
      ),
      (
        #""controls": [{ "name": "a", "slider": { "minimum": 2, "maximum": 1 } }]"#,
        "/overlay/controls/0/slider",
        "the slider has a single value, because its maximum is not above its minimum; a "
          + "\"maximum\" above 2.0 is accepted"
      ),
      (
        #""controls": [{ "name": "a", "list": { "items": [{ "text": "x" }], "selected": 9 } }]"#,
        "/overlay/controls/0/list/selected", "there is no row 9; 0 to 0 is accepted"
      ),
    ])
  func warnings(members: String, pointer: String, message: String) throws {
    let scenes = try TemporaryScenes(["level.json": file("\"overlay\": { \(members) }")])
    let loaded = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let warning = try #require(loaded.warnings.first)
    #expect(loaded.warnings.count == 1)
    #expect("\(warning)".hasSuffix("\(pointer): \(message)"), "\(warning)")
  }

  @Test("Controls that are right leave no warning")
  func none() throws {
    let members = #"""
      "overlay": { "focus": "b", "controls": [{ "name": "a", "slider": {} }, { "name": "b" }] }
      """#
    let scenes = try TemporaryScenes(["level.json": file(members)])
    let loaded = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    #expect(loaded.warnings.isEmpty, "\(loaded.warnings)")
  }
}
