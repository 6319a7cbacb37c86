import CaromDocuments
import CaromSceneGraph
import CaromSimulation
import Testing

/// Collects the text of a recorder.
final class Tape {
  var text = ""
}

/// Records a session with keys, tilt and commands.
private func recorded(
  ticks: Int = 200, after: Int = 0, ahead: Bool = false
) throws -> (text: String, session: Session) {
  let (session, _) = try makeSession(seed: 9, usesChance: true)
  session.step(after)
  if ahead { try session.send(.press(.d), at: session.tick + 50) }
  let tape = Tape()
  session.record(scene: "diary.json") { tape.text += $0 }
  session.send(.viewport(width: 640, height: 480))
  for tick in 0..<ticks {
    if tick == 40 { session.send(.press(.d)) }
    if tick % 7 == 0 { session.send(.tilt(x: 0.1 * Float(tick % 5), y: -0.3)) }
    if tick == 90 { session.note("half \"way\"") }
    if tick == 120 { session.send(.command(.restart)) }
    if tick == 150 { try session.send(.release(.d), at: session.tick + 20) }
    session.step()
  }
  session.finishRecording()
  return (tape.text, session)
}

private func read(_ text: String) throws -> Replay {
  try Replay(reading: SourceText(name: "a.replay.jsonl", text))
}

private func run(_ replay: Replay) throws -> ReplayRun {
  let diary = Diary()
  diary.usesChance = true
  let session = try Session(scene: makeScene(), game: diary, launch: replay.head.launch)
  return try ReplayRun(replay, in: session)
}

@Suite("Replay")
struct ReplayTests {
  @Test("A replay reproduces the session, hash by hash", arguments: [0, 33], [false, true])
  func same(after: Int, ahead: Bool) throws {
    let (text, session) = try recorded(after: after, ahead: ahead)
    let replay = try read(text)
    var play = try run(replay)
    #expect(!play.hasSceneChanged)
    let outcome = play.play()
    #expect(outcome.divergence == nil)
    #expect(outcome.ticks == 200)
    #expect(outcome.checks == replay.checks.count)
    #expect(outcome.checks >= 4)
    #expect(play.session.hash == session.hash)
  }

  @Test("Recording does not change the session")
  func unchanged() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.record(scene: "") { _ in }
    session.step(100)
    let (other, _) = try makeSession(usesChance: true)
    other.step(100)
    #expect(session.hash == other.hash)
  }

  @Test("A recording is written and read back byte for byte")
  func roundTrip() throws {
    for after in [0, 20] {
      let (text, _) = try recorded(after: after)
      #expect(try read(text).text == text)
    }
  }

  @Test("A recording has the lines that the format defines")
  func lines() throws {
    let (text, _) = try recorded(ticks: 130)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasPrefix(
        "{\"head\":1,\"format\":\"carom.replay/1\",\"engine\":\"\(Engine.version)\","
          + "\"game\":\"diary\",\"scene\":\"diary.json\",\"sceneHash\":\"") == true)
    #expect(lines.contains("{\"t\":0,\"viewport\":{\"width\":640,\"height\":480}}"))
    #expect(lines.contains("{\"t\":40,\"key\":{\"code\":\"d\",\"isDown\":true}}"))
    #expect(lines.contains("{\"t\":90,\"note\":\"half \\\"way\\\"\"}"))
    #expect(lines.contains("{\"t\":120,\"command\":{\"name\":\"restart\"}}"))
    #expect(lines.last?.hasPrefix("{\"t\":130,\"end\":1,\"check\":\"") == true)
    #expect(lines.filter { $0.contains("\"check\"") }.count == 4)
  }

  @Test("A recording that is truncated after its head is a valid prefix and reports it")
  func truncated() throws {
    let (text, _) = try recorded(ticks: 70)
    let whole = try read(text)
    let head = whole.head.line.utf8.count
    for length in stride(from: head, to: text.utf8.count, by: 37) {
      let cut = try read(String(decoding: text.utf8.prefix(length), as: UTF8.self))
      #expect(cut.isTruncated)
      #expect(Array(whole.entries.prefix(cut.entries.count)) == cut.entries)
    }
    let cut = try read(String(text.dropLast(80)))
    var play = try run(cut)
    #expect(play.play().divergence == nil)
  }

  @Test("A modified event is detected at the next hash, with the parts that differ")
  func divergence() throws {
    let (text, _) = try recorded(ticks: 119)
    let key = text.replacing("\"code\":\"d\"", with: "\"code\":\"e\"")
    var play = try run(read(key))
    let found = try #require(play.play().divergence)
    #expect(found.tick == 60)
    #expect(found.lastMatchingTick == 0)
    #expect(found.parts == ["input"])
    #expect(found.description.contains("after tick 60 the state differs in input"))
    #expect(found.description.hasSuffix("the same up to tick 0"))
  }

  @Test("A modified hash is detected")
  func wrongHash() throws {
    let (text, _) = try recorded(ticks: 61)
    var replay = try read(text)
    replay.end?.hash ^= 1
    var play = try run(replay)
    let found = try #require(play.play().divergence)
    #expect(found.tick == 61)
    #expect(found.lastMatchingTick == 60)
  }

  @Test("A recording is rejected by a session of another game, launch or state, with the reason")
  func mismatch() throws {
    let (text, _) = try recorded(ticks: 10)
    let replay = try read(text)
    let other = try Session(scene: makeScene(), game: NoRules(), launch: replay.head.launch)
    let game = #expect(throws: ReplayMismatch.self) { try ReplayRun(replay, in: other) }
    #expect(
      game?.description
        == "the recording does not fit: the game is diary, that of the session is none")
    let (seed, _) = try makeSession(seed: 10)
    #expect(throws: ReplayMismatch.self) { try ReplayRun(replay, in: seed) }
    let (late, _) = try makeSession(seed: 9)
    late.step()
    #expect(throws: ReplayMismatch.self) { try ReplayRun(replay, in: late) }
  }

  @Test("A changed scene is detected")
  func changed() throws {
    let (text, _) = try recorded(ticks: 10)
    let replay = try read(text)
    let diary = Diary()
    let session = try Session(
      scene: makeScene(height: 3.5), game: diary, launch: replay.head.launch)
    #expect(try ReplayRun(replay, in: session).hasSceneChanged)
  }

  @Test("A recording ends when the session is restored to another state")
  func restored() throws {
    let (session, _) = try makeSession()
    let snapshot = session.snapshot()
    let tape = Tape()
    session.record(scene: "x") { tape.text += $0 }
    session.step(30)
    try session.restore(snapshot)
    #expect(!session.isRecording)
    let replay = try read(tape.text)
    #expect(replay.end?.tick == 30)
    session.step(5)
    #expect(try read(tape.text).end?.tick == 30)
  }

  @Test("A recording contains the date, arguments and stored numbers of the launch")
  func launch() throws {
    var launch = Launch(seed: .max, start: WorldDate(milliseconds: 12_345))
    launch.arguments = ["a": 1.5, "b": false, "c": "x\ny"]
    launch.storage["best"] = .max
    let session = try Session(scene: makeScene(), game: Diary(), launch: launch)
    let tape = Tape()
    session.record(scene: "x") { tape.text += $0 }
    session.finishRecording()
    #expect(try read(tape.text).head.launch == launch)
  }

  static let head =
    "{\"head\":1,\"format\":\"carom.replay/1\",\"engine\":\"0\",\"game\":\"g\",\"scene\":\"s\","
    + "\"sceneHash\":\"0000000000000001\",\"seed\":\"1\",\"tickLength\":0.5,"
    + "\"start\":\"2026-01-01T00:00:00Z\",\"arguments\":{},\"storage\":{}}\n"

  @Test(
    "Problems are reported with line and column",
    arguments: [
      ("", "a:1:1: the recording is empty; a first line with a head is accepted"),
      (
        "{}\n",
        "a:1:1: the line is not a head; {\"head\":1,\"format\":\"carom.replay/1\",…} is accepted first"
      ),
      (
        head + "{\"t\":1,\"note\":\"\"}\n{\"t\":0,\"note\":\"\"}\n",
        "a:3:6: /t: tick 0 comes after tick 1; lines in ascending order of ticks are accepted"
      ),
      (
        head + "{\"note\":\"\"}\n",
        "a:2:1: the tick \"t\" is missing; a whole number from 0 is accepted"
      ),
      (
        head + "{\"t\":0,\"check\":\"12\"}\n",
        "a:2:16: /check: the value is not a hash; sixteen hexadecimal digits in quotes are accepted"
      ),
      (
        head + "{\"t\":0,\"end\":1,\"check\":\"0000000000000001\"}\n{\"t\":0,\"note\":\"\"}\n",
        "a:3:1: the line follows the end of the recording; no further line is accepted"
      ),
      (head + "{\"t\":0,\"kez\":{\"code\":\"a\",\"isDown\":true}}\n", "kez"),
      (head + "{\"t\":0,\"key\":{\"code\":\"ä\",\"isDown\":true}}\n", "code"),
      (
        head + "{\"t\":-1,\"note\":\"\"}\n",
        "a:2:6: /t: this is not a tick; a whole number from 0 is accepted"
      ),
      (
        head + "{\"t\":1000001,\"note\":\"\"}\n",
        "a:2:6: /t: tick 1000001 comes more than a million ticks after tick 0 of the line before; at most a million is accepted"
      ),
      (head + "[]\n", "a:2:1: this is an array; an object is accepted"),
      (head + "{\"t\":0,\n{\"t\":0,\"note\":\"\"}\n", "a:2:"),
      (
        head.replacing("\"1\"", with: "1"),
        "/seed: the value is not a 64-bit number; a whole number from 0 to 2⁶⁴ − 1 in quotes is accepted"
      ),
      (
        head.replacing("0.5", with: "0"),
        "/tickLength: the tick length is out of range; more than 0"
      ),
      (head.replacing("2026-01", with: "2026-31"), "/start: the value is not a date"),
      (head.replacing("replay/1", with: "replay/9"), "/format: the format is unknown"),
      (
        head.replacing("\"arguments\":{}", with: "\"arguments\":{\"a\":[]}"),
        "/arguments/a: this is an array"
      ),
    ])
  func problems(text: String, message: String) {
    let error = #expect(throws: ReplayFileError.self) {
      try Replay(reading: SourceText(name: "a", text))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "nothing")")
  }
}
