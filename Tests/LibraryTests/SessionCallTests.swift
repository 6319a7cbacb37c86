import CaromContent
import CaromGames
import CaromLibrary
import CaromSimulation
import Foundation
import TestSupport
import Testing

@Suite("Sessions through functions of C")
struct SessionCallTests {
  static func loader() throws -> SessionLoader {
    SessionLoader(games: GameList.all, root: try ContentRoot.find(option: Repository.root.path))
  }

  @Test("A session has the hashes of one in Swift, after ticks, events and a bot")
  func sameHashes() throws {
    let game = try OpenGame(seed: 7)
    let session = try Self.loader().load("marble-maze", launch: Launch(seed: 7)).session
    #expect(game.hash == session.hash)
    #expect(
      carom_send(game.session, #"[{"key":{"code":"space","isDown":true}},{"tilt":[0.5,-1]}]"#) == 0)
    session.send(.press(.space))
    session.send(.tilt(x: 0.5, y: -1))
    #expect(carom_step(game.session, 90) == 0)
    session.step(90)
    #expect(game.hash == session.hash)
    #expect(carom_play(game.session, 300) == 0)
    var bot = try #require(MarbleMaze.makeBot())
    session.step(300, with: &bot)
    #expect(game.hash == session.hash)
  }

  // Symptom: a bot that played tick by tick reacted at once, and its run was not that of one call.
  // Cause: each call made a new bot, which knew nothing of the ticks before.
  @Test("A bot plays the same run in one call, in two and tick by tick", arguments: [720, 7, 1])
  func playsInParts(length: UInt32) throws {
    let (whole, parts) = (try OpenGame(seed: 3), try OpenGame(seed: 3))
    #expect(carom_play(whole.session, 1_440) == 0)
    for part in stride(from: 0, to: 1_440, by: Int(length)) {
      #expect(carom_play(parts.session, min(length, UInt32(1_440 - part))) == 0)
    }
    #expect(whole.hash == parts.hash)
    // A new session has a new bot.
    #expect(carom_reset(parts.session, 3) == 0)
    #expect(carom_play(parts.session, 1_440) == 0)
    #expect(whole.hash == parts.hash)
  }

  @Test(
    "A reset with another seed is a new session with that seed",
    arguments: [
      ("marble-maze", "1"), ("marble-maze", "13"), ("brick-breaker", "4"), ("pinball", "2"),
    ])
  func resets(name: String, level: String) throws {
    let loader = try Self.loader()
    let session = try loader.load(name, level: level, launch: Launch(seed: 5)).session
    var bot = try #require(type(of: session.game).makeBot())
    session.step(1_500, with: &bot)
    for seed: UInt64 in [5, 9, 5] {
      session.reset(seed: seed)
      let fresh = try loader.load(name, level: level, launch: Launch(seed: seed)).session
      #expect(session.partHashes == fresh.partHashes, "seed \(seed)")
      #expect(ReplayHead(session, scene: "x").sceneHash == ReplayHead(fresh, scene: "x").sceneHash)
      #expect(session.hash == fresh.hash, "The hash of the scene changed the session")
      // Scenes of later levels depend on the seed, too.
      if let last = session.levels.last { for one in [session, fresh] { one.present(last) } }
      for one in [session, fresh] { one.step(200) }
      #expect(session.hash == fresh.hash, "seed \(seed), 200 ticks")
      session.step(100)
    }
  }

  @Test(
    "A copy of a session that has run is one of the files",
    arguments: GameList.withLevels.map { $0.name })
  func copies(name: String) throws {
    let loader = try Self.loader()
    let session = try loader.load(name, level: "2", launch: Launch(seed: 5)).session
    var bot = try #require(type(of: session.game).makeBot())
    session.step(700, with: &bot)
    session.send(.present(session.levels[0].name))
    session.step(30)
    let hash = session.hash
    let copy = try session.copyBeforeFirstTick()
    let fresh = try loader.load(name, level: "2", launch: Launch(seed: 5)).session
    #expect(copy.partHashes == fresh.partHashes)
    #expect(ReplayHead(copy, scene: "x").sceneHash == ReplayHead(fresh, scene: "x").sceneHash)
    for one in [copy, fresh] {
      var bot = try #require(type(of: one.game).makeBot())
      one.step(600, with: &bot)
    }
    #expect(copy.hash == fresh.hash && session.hash == hash)
  }

  @Test("The recording of a session that was reset replays in a new one")
  func resetIsRecorded() throws {
    let game = try OpenGame("brick-breaker", seed: 3)
    #expect(carom_play(game.session, 200) == 0)
    #expect(carom_reset(game.session, 12) == 0)
    #expect(carom_record(game.session) == 0)
    #expect(carom_play(game.session, 500) == 0)
    let recording = try text { carom_recording(game.session, $0, $1, $2) }
    var ticks: UInt64 = 0
    #expect(carom_verify(recording, recording.utf8.count, &ticks) == 0, "\(lastError())")
    #expect(ticks == 500)
    let other = recording.replacing(
      #""t":120,"check":""#, with: #""t":120,"check":"0"#, maxReplacements: 1)
    #expect(carom_verify(other, other.utf8.count, &ticks) != 0)
    let event = #"{"t":130,"key":{"code":"left","isDown":true}}"#
    var lines = recording.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix(#"{"t":180,"check""#) })
    lines.insert(event.replacing("130", with: "179"), at: index)
    let changed = lines.joined(separator: "\n") + "\n"
    #expect(carom_verify(changed, changed.utf8.count, &ticks) == 7)
    #expect(lastError().contains("the state differs"))
  }

  @Test("A snapshot opens in the same state and goes on bit for bit, also with another seed")
  func snapshots() throws {
    let game = try OpenGame(level: "2", seed: 3)
    #expect(carom_play(game.session, 400) == 0)
    let bytes = try snapshot(game)
    var opened: carom_session = 0
    #expect(carom_open_snapshot(bytes, bytes.count, &opened) == 0, "\(lastError())")
    defer { carom_close(opened) }
    let other = try OpenGame(level: "2", seed: 99)
    #expect(carom_restore(other.session, bytes, bytes.count) == 0, "\(lastError())")
    var copy: carom_session = 0
    #expect(carom_clone(game.session, &copy) == 0)
    defer { carom_close(copy) }
    var hashes: [UInt64] = []
    for session in [game.session, opened, other.session, copy] {
      #expect(carom_step(session, 1_000) == 0)
      var hash: UInt64 = 0
      #expect(carom_hash(session, &hash) == 0)
      hashes.append(hash)
    }
    #expect(Set(hashes).count == 1)
  }

  @Test("Damaged and foreign snapshots are refused and change nothing")
  func damagedSnapshots() throws {
    let game = try OpenGame(seed: 3)
    #expect(carom_play(game.session, 100) == 0)
    let bytes = try snapshot(game)
    let hash = game.hash
    for index in stride(from: 0, to: bytes.count, by: 997) {
      var damaged = bytes
      damaged[index] ^= 4
      #expect(carom_restore(game.session, damaged, damaged.count) == 6)
      #expect(carom_restore(game.session, bytes, index) == 6)
    }
    let foreign = try snapshot(try OpenGame("pinball", seed: 8))
    #expect(carom_restore(game.session, foreign, foreign.count) == 6)
    #expect(lastError() == "the snapshot does not fit: its game is pinball, not marble-maze")
    #expect(game.hash == hash)
  }

  @Test("A session returns to states that it keeps, in any order, also after a reset with a seed")
  func keptStates() throws {
    let game = try OpenGame(level: "2", seed: 3)
    func save() -> UInt64 {
      var state: UInt64 = 0
      #expect(carom_save_state(game.session, &state) == 0, "\(lastError())")
      return state
    }
    var saved: [(state: UInt64, hash: UInt64)] = []
    for _ in 0..<4 {
      #expect(carom_play(game.session, 150) == 0)
      saved.append((save(), game.hash))
    }
    #expect(carom_step(game.session, 100) == 0)
    let later = game.hash
    #expect(carom_reset(game.session, 44) == 0)
    for index in [3, 0, 2, 2, 1, 3] {
      #expect(carom_load_state(game.session, saved[index].state) == 0, "\(lastError())")
      #expect(game.hash == saved[index].hash)
    }
    #expect(carom_step(game.session, 100) == 0)
    #expect(game.hash == later)
    // What a recording has until then stays whole.
    #expect(carom_record(game.session) == 0)
    #expect(carom_load_state(game.session, saved[0].state) == 0, "\(lastError())")
    #expect(game.hash == saved[0].hash)
  }

  @Test("States that were dropped or never kept are refused and change nothing")
  func missingStates() throws {
    let (game, other) = (try OpenGame(seed: 3), try OpenGame(seed: 3))
    var state: UInt64 = 0
    #expect(carom_save_state(game.session, &state) == 0)
    let hash = game.hash
    #expect(carom_load_state(game.session, state + 1) == 1)
    #expect(lastError().hasPrefix("state: the session keeps no state 2; "))
    #expect(carom_load_state(other.session, state) == 1)
    #expect(carom_drop_state(game.session, state) == 0)
    #expect(carom_drop_state(game.session, state) == 1)
    #expect(carom_load_state(game.session, state) == 1)
    #expect(carom_save_state(game.session, nil) == 1)
    #expect(game.hash == hash)
  }

  private func snapshot(_ game: OpenGame) throws -> [UInt8] {
    var length = 0
    #expect(carom_snapshot(game.session, nil, 0, &length) == 0)
    var bytes = [UInt8](repeating: 0, count: length)
    #expect(carom_snapshot(game.session, &bytes, length - 1, &length) == 4)
    #expect(carom_snapshot(game.session, &bytes, length, &length) == 0)
    return bytes
  }

  @Test("Elements are found, read and set by selectors")
  func elements() throws {
    let game = try OpenGame()
    let found = try text { carom_find(game.session, "//node[@role='pearl']", $0, $1, $2) }
    #expect(found.hasPrefix(#"[{"path":"/"#) && found.contains(#""role":"pearl""#))
    #expect(carom_set(game.session, "ball", "position", "[1, 2, 3]") == 0, "\(lastError())")
    #expect(carom_step(game.session, 1) == 0)
    let x = try text { carom_get(game.session, "ball", "position.x", $0, $1, $2) }
    #expect(x == "1")
    #expect(carom_set(game.session, "ball", "positio", "[1, 2, 3]") == 6)
    #expect(lastError().contains("position"))
    #expect(carom_set(game.session, "nobody", "position", "[1, 2, 3]") == 6)
    #expect(carom_find(game.session, "//[", nil, 0, nil) == 1)
  }
}
