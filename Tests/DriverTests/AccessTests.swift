import CaromDocuments
import CaromDriver
import Foundation
import TestSupport
import Testing

/// The rules of security, each over a socket.
@Suite("Access to the server", .serialized)
struct AccessTests {
  @Test("requests of web pages and for other hosts are refused and change nothing")
  func hostsAndOrigins() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    let before = client.run(session, "hash").body
    let step = #"{"script":"game: step","args":[{}]}"#
    func refused(_ headers: [String], host: String? = nil) -> Int {
      client.send("POST", session + "/execute/sync", step, headers: headers, host: host).status
    }
    #expect(refused([], host: "evil.example:\(server.port)") == 403)
    #expect(refused([], host: "127.0.0.1") == 403)
    #expect(refused([], host: "127.0.0.1:1") == 403)
    #expect(refused(["Host: 127.0.0.1:\(server.port)"]) == 403, "repeated")
    #expect(refused(["Origin: http://evil.example"]) == 403)
    #expect(refused(["Origin: null"]) == 403)
    #expect(refused(["Sec-Fetch-Site: cross-site"]) == 403)
    #expect(refused(["Content-Type: text/plain"]) == 400)
    #expect(refused(["Content-Type: application/x-www-form-urlencoded"]) == 400)
    #expect(client.send("OPTIONS", session + "/execute/sync").status == 405)
    #expect(client.run(session, "hash").body == before)
    let answer = client.send("GET", "/status")
    #expect(!answer.headers.lowercased().contains("access-control"))
  }

  /// Symptom: a client that ended its half of the connection after the request got no answer, and
  /// one that sent a large body saw a broken connection instead of the status 413.
  ///
  /// Cause: the server closed the connection at once in both cases.
  @Test("a request is answered though its client sends nothing more, or is still sending")
  func ends() throws {
    let server = try startServer()
    defer { server.stop() }
    let half = try TestClient(server.port)
    let request = "GET /status HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    half.sendRaw(Array(request.utf8))
    half.finishSending()
    #expect(half.receive()?.status == 200)
    let command = try TestClient(server.port)
    let session = command.start()
    let body = #"{"script":"game: step","args":[{"ticks":7}]}"#
    command.sendRaw(
      Array(
        ("POST \(session)/execute/sync HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
          .utf8))
    command.finishSending()
    #expect(command.receive()?.value?["tick"]?.integer() == 7)
    #expect(half.receive() == nil, "then the connection ends")

    let large = try TestClient(server.port)
    let length = 8 << 20
    large.sendRaw(
      Array(
        ("POST /session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n").utf8))
    let part = [UInt8](repeating: 32, count: 1 << 16)
    var sent = 0
    while sent < length, large.trySending(part) { sent += part.count }
    #expect(sent == length, "the whole body can be sent")
    #expect(large.receive()?.status == 413)
  }

  @Test("a token is accepted as bearer, as password and in the path, and nothing else is")
  func tokens() throws {
    let server = try startServer(token: "0123456789abcdef")
    defer { server.stop() }
    let client = try TestClient(server.port)
    func status(_ path: String = "/status", _ headers: [String] = []) -> Int {
      client.send("GET", path, headers: headers).status
    }
    let basic = Data("user:0123456789abcdef".utf8).base64EncodedString()
    #expect(status("/status", ["Authorization: Bearer 0123456789abcdef"]) == 200)
    #expect(status("/status", ["Authorization: Basic \(basic)"]) == 200)
    #expect(status("/t/0123456789abcdef/status") == 200)
    for path in [
      "/status", "/t/0123456789abcdee/status", "/t//status", "/t/0123456789abcdef0/status",
    ] {
      #expect(status(path) == 403, "\(path)")
    }
    for header in ["Bearer", "Bearer 0", "Basic !!", "Basic \(basic)x", "Digest 0123456789abcdef"] {
      #expect(status("/status", ["Authorization: \(header)"]) == 403, "\(header)")
    }
    // The error is in the shape that every client reads, not 401, which Appium takes for a result.
    let answer = client.send("GET", "/status")
    #expect(answer.error == "unknown error")
    #expect(!answer.body.contains("0123456789abcdef"))
  }

  @Test("bodies, headers, depth, lengths and paths have limits")
  func sizes() throws {
    let server = try startServer()
    defer { server.stop() }
    func fresh() throws -> TestClient { try TestClient(server.port) }
    let large = String(repeating: " ", count: 1 << 20) + "{}"
    #expect(try fresh().send("POST", "/session", large).status == 413)
    let header = "X-Large: " + String(repeating: "a", count: 17_000)
    #expect(try fresh().send("GET", "/status", headers: [header]).status == 413)
    let deep = #"{"capabilities":"# + String(repeating: "[", count: 100)
    #expect(try fresh().send("POST", "/session", deep).status == 400)
    #expect(try fresh().send("POST", "/session", "").status == 400)
    #expect(try fresh().send("POST", "/session", "[]").status == 400)
    #expect(try fresh().send("POST", "/session", #"{"a":1,"a":2}"#).status == 400)
    for path in [
      "/session/%2e%2e/url", "/session/a%2fb/url", "/session/a%00b/url", "/session/%zz/url",
    ] {
      #expect(try fresh().send("GET", path).status == 400, "\(path)")
    }
    #expect(try fresh().send("GET", "/session/none/url").error == "invalid session id")
    #expect(try fresh().send("GET", "/wd/hub/session").error == "unknown command")
    #expect(try fresh().send("GET", "/session").error == "unknown method")
    let both = try fresh()
    both.sendRaw(
      Array(
        ("POST /session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/json\r\n"
          + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n").utf8))
    #expect(both.receive()?.status ?? 400 == 400)
    let twice = try fresh()
    twice.sendRaw(
      Array(
        ("POST /session HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/json\r\n"
          + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}").utf8))
    #expect(twice.receive()?.status ?? 400 == 400)
    let garbage = try fresh()
    garbage.sendRaw(Array("HELLO\r\n\r\n".utf8))
    #expect(garbage.receive()?.status ?? 400 == 400)
  }

  @Test("a request that arrives too slowly is cut off, and there are eight connections at most")
  func slowness() throws {
    var limits = ServerLimits()
    limits.requestSeconds = 1
    limits.connections = 2
    let server = try startServer(limits)
    defer { server.stop() }
    let slow = try TestClient(server.port)
    slow.sendRaw(Array("POST /session HTTP/1.1\r\nHost: 127".utf8))
    let start = ContinuousClock.now
    #expect(slow.receive() == nil)
    #expect(ContinuousClock.now - start < .seconds(5))
    let clients = try (0..<2).map { _ in try TestClient(server.port) }
    for client in clients { #expect(client.send("GET", "/status").status == 200) }
    let third = try withExtendedLifetime(clients) {
      try TestClient(server.port).send("GET", "/status")
    }
    #expect(third.status == 503)
  }

  @Test("a hundred thousand damaged requests crash nothing and change no hash")
  func fuzz() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let session = client.start()
    _ = client.run(session, "step", #"{"ticks":30}"#)
    let before = client.run(session, "hash").body
    func request(_ method: String, _ path: String, _ body: String) -> [UInt8] {
      Array(
        ("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
          .utf8)
    }
    let requests = [
      request("GET", "/status", ""),
      request("POST", session + "/element", #"{"using":"xpath","value":"//node[@name='ball']"}"#),
      request(
        "POST", session + "/execute/sync", #"{"script":"game: find","args":[{"selector":"ball"}]}"#),
      request("POST", session + "/timeouts", #"{"implicit":0,"script":null}"#),
      request("POST", "/session", #"{"capabilities":{"firstMatch":[{"browserName":"x"}]}}"#),
      request("GET", session + "/element/n1/attribute/position.y", ""),
    ]
    let mutator = FileMutator(requests, seed: 20_261_123)
    let count = isFullTier ? 100_000 : 3_000
    for number in 0..<count {
      let socket = try TestClient(server.port)
      socket.sendRaw(mutator.mutant(number).bytes)
      socket.finishSending()
      if number % 16 == 0 { _ = socket.receive() }
    }
    let answer = client.run(session, "hash")
    #expect(answer.body == before)
  }
}
