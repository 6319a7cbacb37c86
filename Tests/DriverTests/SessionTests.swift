import CaromDocuments
import CaromDriver
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Sessions of WebDriver over a socket.
@Suite("Sessions of WebDriver", .serialized)
struct SessionTests {
  @Test("capabilities are merged, refused and answered as in the specification")
  func capabilities() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    func create(_ capabilities: String) -> TestClient.Answer {
      client.send("POST", "/session", #"{"capabilities":\#(capabilities)}"#)
    }
    let scene = #""game:options":{"scene":"marble-maze"}"#
    for (wrong, code, status) in [
      (#"{"alwaysMatch":{"speed":9}}"#, "invalid argument", 400),
      (#"{"alwaysMatch":[]}"#, "invalid argument", 400),
      (#"{"firstMatch":[]}"#, "invalid argument", 400),
      (#"{"firstMatch":[{"pageLoadStrategy":"soon"}]}"#, "invalid argument", 400),
      (#"{"alwaysMatch":{"timeouts":{"implicit":-1}}}"#, "invalid argument", 400),
      (#"{"alwaysMatch":{\#(scene)},"firstMatch":[{\#(scene)}]}"#, "invalid argument", 400),
      (#"{"alwaysMatch":{"unhandledPromptBehavior":"maybe"}}"#, "invalid argument", 400),
      (#"{"alwaysMatch":{"appium:newCommandTimeout":-5}}"#, "invalid argument", 400),
      (#"{"alwaysMatch":{"browserName":"chrome"}}"#, "session not created", 500),
      (#"{"alwaysMatch":{"game:options":{"scene":"nowhere"}}}"#, "session not created", 500),
      (
        #"{"alwaysMatch":{"game:options":{"scene":"../../etc/passwd"}}}"#, "session not created",
        500
      ),
      (#"{"alwaysMatch":{"game:options":{"sceen":"marble-maze"}}}"#, "session not created", 500),
      (
        #"{"alwaysMatch":{"game:options":{"scene":"marble-maze","clock":"fast"}}}"#,
        "session not created", 500
      ),
    ] {
      let answer = create(wrong)
      #expect(answer.error == code, "\(wrong): \(answer.body)")
      #expect(answer.status == status, "\(wrong)")
    }
    // Symptom: a misspelled game was reported as a missing file. Cause: a name that is no game was
    // taken for a scene, whether there is one or not.
    let near = create(#"{"alwaysMatch":{"game:options":{"scene":"brick-braker"}}}"#)
    #expect(near.message.contains("did you mean 'brick-breaker'?"), "\(near.message)")
    // Symptom: the message did not say which option was wrong, and a number was no level.
    let wrongSeed = create(#"{"alwaysMatch":{"game:options":{"scene":"marble-maze","seed":"x"}}}"#)
    #expect(wrongSeed.message.contains("game:options.seed: "), "\(wrongSeed.message)")
    let second = create(#"{"alwaysMatch":{"game:options":{"scene":"marble-maze","level":2}}}"#)
    #expect(second.status == 200, "\(second.body)")
    let answer = create(
      #"{"alwaysMatch":{\#(scene),"se:remoteUrl":"http://u:secret@h"},"firstMatch":[{"browserName":"chrome"},{"platformName":"linux"}]}"#
    )
    let made = try #require(answer.value?["capabilities"])
    #expect(answer.status == 200)
    #expect(made["browserName"] == nil, "clients would take it for a browser")
    #expect(made["platformName"]?.string == "linux")
    #expect(made["game:options"]?["scene"]?.string == "marble-maze")
    #expect(!answer.body.contains("secret"))
  }

  /// Symptom: a time of one second for scripts had no effect, and a command ran on for minutes
  /// after its client had left.
  ///
  /// Cause: only ticks were limited, not the work in them.
  @Test("a command ends when its time is over, and the session goes on")
  func scriptTimeout() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    #expect(client.send("POST", session + "/timeouts", #"{"script":20}"#).status == 200)
    let long = client.run(session, "step", #"{"ticks":360000}"#)
    #expect(long.error == "script timeout" && long.status == 500, "\(long.body)")
    let tick = try #require(client.run(session, "status").value?["tick"]?.integer(Int.self))
    #expect(tick < 360_000)
    #expect(client.send("POST", session + "/timeouts", #"{"script":30000}"#).status == 200)
    let next = client.run(session, "step", #"{"ticks":3}"#)
    #expect(next.value?["tick"]?.integer() == tick + 3)
    #expect(
      client.send("POST", session + "/timeouts", #"{"skript":1}"#).error == "invalid argument")
  }

  /// Symptom: the recording of a session with eleven fingers could not be read.
  ///
  /// Cause: sources were counted from 1 without a limit, and events have ten fingers.
  @Test("at most ten fingers act at once, and later ones take their numbers")
  func fingers() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    func touch(_ ids: Range<Int>) -> TestClient.Answer {
      let sources = ids.map { id in
        #"{"type":"pointer","id":"f\#(id)","parameters":{"pointerType":"touch"},"actions":["#
          + #"{"type":"pointerMove","duration":0,"x":\#(id),"y":9},"#
          + #"{"type":"pointerDown","button":0},{"type":"pointerUp","button":0}]}"#
      }
      return client.send(
        "POST", session + "/actions", "{\"actions\":[\(sources.joined(separator: ","))]}")
    }
    #expect(touch(0..<11).error == "invalid argument")
    #expect(touch(0..<10).status == 200)
    #expect(touch(20..<30).status == 200)
    let text = try #require(client.run(session, "replay").value?.string)
    #expect(throws: Never.self) { try Replay(reading: SourceText(name: "r", text)) }
  }

  @Test("a property of a part is read as it is set")
  func propertiesOfParts() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    let velocity = client.run(
      session, "get", #"{"selector":"ball","attribute":"physics.velocity"}"#)
    #expect(velocity.value?.string?.split(separator: " ").count == 3, "\(velocity.body)")
    let refused = client.run(
      session, "send", #"{"set":{"target":"/nope","property":"opacity","value":"1"}}"#)
    #expect(refused.error == "invalid argument", "\(refused.body)")
    let before = client.run(session, "hash").body
    #expect(client.run(session, "present", #"{"level":"nope"}"#).error == "invalid argument")
    #expect(client.run(session, "hash").body == before, "no tick has run")
  }

  @Test("time stands still between commands, and an implicit wait is simulated time")
  func simulatedTime() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    func tick() -> Int? { client.run(session, "status").value?["tick"]?.integer() }
    #expect(tick() == 0)
    #expect(client.run(session, "step", #"{"ticks":60}"#).value?["tick"]?.integer() == 60)
    usleep(30_000)
    #expect(tick() == 60)
    _ = client.send("POST", session + "/timeouts", #"{"implicit":5000}"#)
    let missing = client.send(
      "POST", session + "/element", #"{"using":"css selector","value":"[id=\"ghost\"]"}"#)
    #expect(missing.error == "no such element")
    #expect(tick() == 360, "5,000 ms are 300 ticks")
    // Symptom: a selector of attributes waited for all ticks, and then matched nothing. Cause:
    // attributes were left out of the matches.
    let attribute = client.send(
      "POST", session + "/element", #"{"using":"xpath","value":"//node/@name"}"#)
    #expect(attribute.error == "invalid selector" && attribute.message.contains("attributes"))
    #expect(tick() == 360)
    // Found in the tick in which it becomes true.
    let found = client.send(
      "POST", session + "/element", #"{"using":"xpath","value":"/scene[@tick >= 400]"}"#)
    #expect(found.status == 200)
    #expect(tick() == 400)
  }

  @Test("with the clock perPoll, searches that find nothing advance time")
  func polling() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start(#"{"scene":"marble-maze","clock":"perPoll:6"}"#)
    for _ in 0..<10 {
      _ = client.send("POST", session + "/element", #"{"using":"id","value":"ghost"}"#)
    }
    _ = client.send("POST", session + "/element", #"{"using":"id","value":"ball"}"#)
    #expect(client.run(session, "status").value?["tick"]?.integer() == 60)
  }

  @Test("a session goes back in time, takes another way, and its recording is the way it took")
  func seeking() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let (session, other) = (client.start(), client.start())
    for session in [session, other] {
      _ = client.run(session, "press", #"{"key":"space","ticks":2}"#)
      _ = client.run(session, "tilt", #"{"direction":[0.4,0.1],"ticks":30}"#)
    }
    _ = client.run(session, "snapshot", #"{"name":"start"}"#)
    _ = client.run(session, "tilt", #"{"direction":[-1,-1],"ticks":200}"#)
    #expect(client.run(session, "seek", #"{"tick":40}"#).value?["tick"]?.integer() == 40)
    #expect(client.run(session, "restore", #"{"name":"start"}"#).value?["tick"]?.integer() == 32)
    for session in [session, other] { _ = client.run(session, "step", #"{"ticks":100}"#) }
    let hashes = [session, other].map { client.run($0, "hash").value?["hash"]?.string }
    #expect(hashes[0] == hashes[1] && hashes[0] != nil)
    let texts = try [session, other].map {
      try #require(client.run($0, "replay").value?.string)
    }
    #expect(texts[0] == texts[1])
    let replay = try Replay(reading: SourceText(name: "session", texts[0]))
    #expect(replay.lastTick == 132)
    // An earlier tick than the snapshot is reached by running the ticks again.
    #expect(client.run(session, "seek", #"{"tick":10}"#).value?["tick"]?.integer() == 10)
    _ = client.run(other, "seek", #"{"tick":10}"#)
    let early = [session, other].map { client.run($0, "hash").value?["hash"]?.string }
    #expect(early[0] == early[1])
  }

  @Test("a recording that the client asked for is written when the session ends")
  func recordings() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "carom-driver-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try startServer(recordings: folder.path)
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start(#"{"scene":"marble-maze","record":"mine"}"#)
    _ = client.run(session, "play", #"{"ticks":120}"#)
    #expect(client.send("DELETE", session).status == 200)
    let text = try String(
      contentsOf: folder.appending(path: "mine.replay.jsonl"), encoding: .utf8)
    #expect(try Replay(reading: SourceText(name: "mine", text)).lastTick == 120)
    #expect(client.send("GET", session + "/title").error == "invalid session id")
    let refused = client.send(
      "POST", "/session",
      #"{"capabilities":{"alwaysMatch":{"game:options":{"scene":"marble-maze","record":"../x"}}}}"#)
    #expect(refused.error == "session not created")
  }

  // Symptom: each request took longer than the one before, and memory grew without limit.
  // Cause: the function that answers was kept in a generic Mutex, which wraps a function that it
  // hands out in another one each time.
  @Test("the ten-thousandth request takes no longer than the first ones")
  func manyRequests() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let clock = ContinuousClock()
    func medianTime() -> Duration {
      let times = (0..<300).map { _ in
        clock.measure { _ = client.send("GET", "/status") }
      }
      return times.sorted()[times.count / 2]
    }
    let first = medianTime()
    for _ in 0..<10_000 { _ = client.send("GET", "/status") }
    let last = medianTime()
    #expect(last < first * 3, "\(first), after 10,000 requests \(last)")
  }

  @Test("there are four sessions at most, and idle ones end")
  func sessionLimits() throws {
    var limits = ServerLimits()
    (limits.sessions, limits.idleSeconds) = (2, 1)
    let server = try startServer(limits)
    defer { server.stop() }
    let client = try TestClient(server.port)
    let first = client.start()
    _ = client.start()
    #expect(client.send("GET", "/status").value?["ready"]?.bool == false)
    #expect(client.start() == "/session/none")
    sleep(3)
    #expect(client.send("GET", first + "/title").error == "invalid session id")
    #expect(client.send("GET", "/status").value?["ready"]?.bool == true)
  }
}
