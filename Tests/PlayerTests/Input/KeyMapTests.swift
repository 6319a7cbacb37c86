import Carom
import CaromGames
import CaromPlayer
import Testing

@Suite("Key map")
struct KeyMapTests {
  private func key(_ usage: Int) -> WindowEvent.Key { WindowEvent.Key(rawValue: usage) }

  private func map(_ text: String) throws -> KeyMap {
    try KeyMap(reading: SourceText(name: "keys.json", bytes: Array(text.utf8)))
  }

  @Test("A key bound to an action is that action's first key, in games that declare it")
  func actions() throws {
    let map = try map(
      """
      { "format": "carom.keys/1", "actions": [ { "key": "p", "action": "serve" },
        { "key": "f8", "action": "serve" }, { "key": "j", "action": "left" } ] }
      """)
    let actions =
      InputAction.sideways + [InputAction("serve", keys: [.enter, .space], usesPointer: true)]
    #expect(map.code(for: .p, in: actions) == .enter && map.command(for: .p, in: actions) == nil)
    #expect(map.code(for: key(65), in: actions) == .enter, "also a function key")
    #expect(map.code(for: key(13), in: actions) == .left)
    #expect(map.code(for: .p) == nil && map.command(for: .p) == .pause, "in another game")
    #expect(map.key(for: actions[2]) == .p && map.key(for: actions[1]) == nil)
    #expect(map.unknownAction(in: [BrickBreaker.self]) == nil)
    #expect(
      map.unknownAction(in: [MarbleMaze.self])
        == "the action \"serve\" of the key \"p\" is not known; left, right, up, down, start, "
        + "calibrate are accepted")
  }

  @Test("By default, Escape, P, R and function keys are player commands, the rest game keys")
  func defaults() {
    let map = KeyMap()
    #expect(map.command(for: .escape) == .menu && map.code(for: .escape) == nil)
    #expect(map.command(for: .p) == .pause && map.command(for: .r) == .restart)
    #expect(map.command(for: key(58)) == .debug && map.command(for: key(69)) == .screenshot)
    #expect(map.command(for: .w) == nil && map.code(for: .w) == .w)
    #expect(map.code(for: key(65)) == nil, "F8 is nobody's")
    #expect(map.code(for: key(500)) == nil && map.command(for: key(500)) == nil)
  }

  @Test("A file changes bindings; keys that it does not name keep theirs")
  func remapped() throws {
    let map = try map(
      """
      { "format": "carom.keys/1",
        // Steering with the right hand.
        "game": [ { "key": "j", "means": "left" }, { "key": "p", "means": "space" } ],
        "player": [ { "key": "f8", "does": "screenshot" }, { "key": "q", "does": "pause" },
          { "key": "f12", "does": "nothing" } ] }
      """)
    #expect(map.code(for: key(13)) == .left)
    #expect(map.command(for: .p) == nil && map.code(for: .p) == .space)
    #expect(map.command(for: key(65)) == .screenshot)
    #expect(map.command(for: key(20)) == .pause && map.code(for: key(20)) == nil)
    #expect(map.command(for: key(69)) == .nothing)
    #expect(map.code(for: .left) == .left && map.command(for: .escape) == .menu)
  }

  @Test(
    "Errors are reported with line and column and what is expected",
    arguments: [
      (
        "{ \"format\": \"carom.keys/1\", \"game\": [ { \"key\": \"jj\", \"means\": \"left\" } ] }",
        "keys.json:1:48: /game/0/key"
      ),
      ("{ \"format\": \"carom.keys/1\",\n \"plaier\": [] }", "keys.json:2:2"),
      ("{ \"format\": \"carom.keys/2\" }", "carom.keys/1"),
      ("{ \"game\": [] }", "\"format\" is missing"),
      (
        "{ \"format\": \"carom.keys/1\", \"game\": [ { \"key\": \"j\" } ] }", "\"means\" is missing"
      ),
      (
        "{ \"format\": \"carom.keys/1\", \"player\": [ { \"key\": \"f1\", \"does\": \"pause\" },"
          + " { \"key\": \"f1\", \"does\": \"mute\" } ] }", "the key \"f1\" is bound twice"
      ),
      (
        "{ \"format\": \"carom.keys/1\", \"actions\": [ { \"key\": \"a\", \"action\": \"b\" } ],"
          + " \"game\": [ { \"key\": \"a\", \"means\": \"b\" } ] }", "the key \"a\" is bound twice"
      ),
      ("{ \"format\": \"carom.keys/1\", \"format\": \"carom.keys/1\" }", "keys.json:1:29"),
      ("[1]", "keys.json:1:1"), ("", "keys.json:1:1"), ("{", "keys.json:1:2"),
    ])
  func refusals(text: String, part: String) throws {
    do {
      _ = try map(text)
      Issue.record("it was accepted: \(text)")
    } catch {
      #expect("\(error)".contains(part), "\(error)")
    }
  }

  @Test("A missing file is an error")
  func missing() {
    #expect(throws: KeyMap.Problems.self) { try KeyMap(path: "/nowhere/keys.json") }
  }
}
