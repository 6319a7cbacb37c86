import CaromContent
import CaromDocuments
import CaromSimulation
import Testing

/// Symptom: an effect that plays a sound, sets a label, moves the focus or presents a level, with
/// a misspelled name, was accepted by `scene check`, and nothing happened in the game; so were the
/// labels of timers and counters and the controls of listeners.
///
/// Cause: only references to nodes were checked, and the sounds of actions; other names are text.
@Suite("Names in behaviors that lead nowhere")
struct MissingNameTests {
  /// The warnings about a level with some nodes, without the path of the file.
  private func warnings(_ nodes: String, overlay: String = "") throws -> [String] {
    let folder = try TemporaryFolder([
      "Scenes/level.json": """
      { "format": "carom.scene/1", "game": "ball-game", "overlay": { \(overlay) }, "nodes": [
      { "name": "ball", "geometry": { "sphere": {} }, "physics": {} },
      \(nodes)] }
      """,
      "Assets/sounds/bang.wav": "",
    ])
    let root = try ContentRoot.find(option: folder.path)
    let loader = SessionLoader(games: [BallGame.self], root: root)
    let found = try loader.load("level.json").warnings().map(\.description)
    withExtendedLifetime(folder) {}
    return found.map { $0.replacing("\(root.scenes)/level.json:", with: "") }
  }

  private func control(_ effect: String) -> String {
    "{ \"role\": { \"control\": { \"keys\": [\"x\"], \"onPress\": [\(effect)] } } }"
  }

  private let overlay = """
    "labels": [{ "name": "hint" }], "panels": [{ "name": "board" }],
    "controls": [{ "name": "play", "text": "Play" }]
    """

  @Test(
    "An effect that names nothing is a warning at the name, with the nearest name",
    arguments: [
      (#"{ "sound": { "sound": "bing" } }"#, "sound/sound", "sound", "bang"),
      (#"{ "label": { "name": "hnt", "text": "x" } }"#, "label/name", "label", "hint"),
      (
        #"{ "element": { "name": "boad", "isVisible": true } }"#, "element/name",
        "element of the overlay", "board"
      ),
      (#"{ "focus": "plai" }"#, "focus", "control", "play"),
    ])
  func effects(effect: String, path: String, kind: String, near: String) throws {
    let found = try warnings(control(effect), overlay: overlay)
    #expect(found.count == 1, "\(found)")
    let text = try #require(found.first)
    #expect(text.hasPrefix("4:"), "\(text)")
    #expect(text.contains("warning: /nodes/1/role/control/onPress/0/\(path): there is no \(kind) "))
    #expect(text.hasSuffix("; did you mean \"\(near)\"?"), "\(text)")
  }

  @Test("A level that the game does not have is a warning, and an empty name is none")
  func levels() throws {
    let found = try warnings(control(#"{ "present": { "level": "level7" } }"#))
    #expect(found.count == 1 && found[0].contains("there is no level \"level7\""), "\(found)")
    #expect(try warnings(control(#"{ "present": {} }"#)).isEmpty)
    #expect(try warnings(control(#"{ "present": { "level": "ball-game" } }"#)).isEmpty)
  }

  @Test("The labels of timers and counters and the controls of listeners are checked")
  func properties() throws {
    for (role, message) in [
      (#""timer": { "label": "hnt" }"#, "timer/label: there is no label \"hnt\"; did you mean"),
      (#""counter": { "label": "hnt" }"#, "counter/label: there is no label \"hnt\"; did you mean"),
      // A listener looks for its control when it starts.
      (
        #""listener": { "control": "pla" }"#,
        "role: /*[0]: there is no control \"pla\"; did you mean \"play\"?"
      ),
    ] {
      let found = try warnings("{ \"role\": { \(role) } }", overlay: overlay)
      #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }
  }

  @Test("A spawner without an interval is a warning, unless an effect of the scene spawns")
  func spawners() throws {
    func spawner(_ keys: String) -> String {
      "{ \"name\": \"gun\", \"role\": { \"spawner\": { \"template\": \"/ball\" \(keys) } } }"
    }
    let zero = try warnings(spawner(", \"interval\": 0"))
    #expect(zero.count == 1, "\(zero)")
    #expect(
      zero.first?.contains("/role/spawner/interval: nothing makes the spawner create") == true)
    #expect(try warnings(spawner("")).count == 1)
    #expect(try warnings(spawner(", \"interval\": 0.5")).isEmpty)
    #expect(try warnings(spawner("") + ",\n" + control("{ \"spawn\": \"/gun\" }")).isEmpty)
  }

  @Test("Names that are there cause no warning")
  func known() throws {
    let nodes = [
      #"{ "sound": { "sound": "bang" } }"#, #"{ "label": { "name": "hint", "text": "x" } }"#,
      #"{ "element": { "name": "play", "isVisible": true } }"#,
      #"{ "element": { "name": "board", "isVisible": false } }"#,
      #"{ "focus": "play" }"#, #"{ "focus": "" }"#,
      #"{ "set": { "node": "/ball", "property": "opacity", "value": 0.5 } }"#,
    ].map(control)
    let roles = [#""timer": { "label": "hint" }"#, #""listener": { "control": "play" }"#]
      .map { "{ \"role\": { \($0) } }" }
    let found = try warnings((nodes + roles).joined(separator: ",\n"), overlay: overlay)
    #expect(found.isEmpty, "\(found)")
  }
}
