import CaromAutomation
import CaromContent
import CaromDocuments
import CaromDriver
import CaromGames
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Agents that play over HTTP.
@Suite("Agents over HTTP", .serialized)
struct AgentRequestTests {
  private let hello =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#

  /// The session in the headers of the first response.
  private func session(_ answer: TestClient.Answer) -> String? {
    let name = "mcp-session-id: "
    return answer.headers.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name) }
      .map { String($0.dropFirst(name.count)) }
  }

  private func call(_ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"\#(tool)","#
      + #""arguments":\#(arguments)}}"#
  }

  @Test(
    "the official client plays a game to the hash of the same commands in this process",
    .enabled(if: PythonOracle.has("mcp"), "Python's mcp is not installed"))
  func client() throws {
    let server = try startServer()
    defer { server.stop() }
    let output = try PythonOracle.run(
      try Repository.text("Tests/DriverTests/Clients/agent_calls.py"), module: "mcp",
      input: "http://127.0.0.1:\(server.port)")
    let root = try ContentRoot.find(option: Repository.url("").path(percentEncoded: false))
    let loader = SessionLoader(games: GameList.all, root: root)
    let runner = try CommandRunner { launch, level in
      try loader.load("marble-maze", level: level, launch: launch)
    }
    try runner.run("tilt", parameters: #"{"direction":[0.5,0]}"#)
    try runner.run("step", parameters: #"{"ticks":60}"#)
    let hash = try #require(JSON.parse(runner.run("hash"))["hash"]?.string)
    #expect(output.contains("\"hash\":\"\(hash)\""), "\(hash) is not in\n\(output)")
    for line in [
      "server: carom", "tools: \(GameCommands.all.count)", "tilt: ok text",
      "screenshot: ok text image", "step: error text", "scene: True",
    ] { #expect(output.contains(line + "\n"), "\(line) is not in\n\(output)") }
  }

  @Test(
    "an agent wins a level by tools alone, and no tick passes while it thinks",
    .enabled(if: PythonOracle.has("mcp"), "Python's mcp is not installed"),
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"))
  func winning() throws {
    let server = try startServer()
    defer { server.stop() }
    let sample = Repository.url("Assets/examples/clients/selenium").path(percentEncoded: false)
    let program = """
      import sys
      sys.dont_write_bytecode = True
      sys.path.insert(0, \(quoted(sample)))

      """
    let output = try PythonOracle.run(
      program + Repository.text("Tests/DriverTests/Clients/agent_player.py"), module: "mcp",
      input: "http://127.0.0.1:\(server.port)")
    #expect(output.contains("stands still: True"), "\(output)")
    #expect(output.contains("phase: finished "), "\(output)")
    #expect(output.contains("left: 0 "), "\(output)")
  }

  @Test("an agent has a session of its own, which ends when it says so")
  func sessions() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let ids = try (0..<2).map { _ in
      try #require(session(client.send("POST", "/mcp/marble-maze", hello)))
    }
    #expect(ids[0] != ids[1])
    func send(_ message: String, to id: String) -> TestClient.Answer {
      client.send("POST", "/mcp/marble-maze", message, headers: ["Mcp-Session-Id: \(id)"])
    }
    let note = send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, to: ids[0])
    #expect((note.status, note.body) == (202, ""))
    #expect(send(call("step", #"{"ticks":5}"#), to: ids[0]).body.contains(#"\"tick\":5"#))
    #expect(send(call("step"), to: ids[1]).body.contains(#"\"tick\":1"#))
    let end = ["Mcp-Session-Id: \(ids[0])"]
    #expect(client.send("DELETE", "/mcp/marble-maze", headers: end).status == 200)
    #expect(send(call("step"), to: ids[0]).status == 404)
    #expect(send(call("step"), to: ids[1]).status == 200)
  }

  @Test("a scene of the folder can be named, and nothing else")
  func subjects() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    #expect(session(client.send("POST", "/mcp/Examples/joints.json", hello)) != nil)
    for path in ["/mcp", "/mcp/no-such-game", "/mcp//etc/passwd", "/mcp/a%2f..%2fb"] {
      let answer = client.send("POST", path, hello)
      #expect(answer.status == 500 && session(answer) == nil, "\(path): \(answer.body)")
      #expect(answer.message.contains("is accepted"), "\(path): \(answer.message)")
    }
  }

  @Test("requests that the transport forbids are refused")
  func refusals() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let id = try #require(session(client.send("POST", "/mcp/marble-maze", hello)))
    func status(_ method: String, _ body: String, _ headers: [String]) -> Int {
      client.send(method, "/mcp/marble-maze", body, headers: headers).status
    }
    let known = "Mcp-Session-Id: \(id)"
    #expect(status("POST", call("step"), []) == 400)
    #expect(status("POST", "{", []) == 400)
    #expect(status("POST", call("step"), ["Mcp-Session-Id: none"]) == 404)
    #expect(status("GET", "", [known, "Accept: text/event-stream"]) == 405)
    #expect(status("DELETE", "", []) == 400)
    #expect(status("POST", call("step"), [known, "MCP-Protocol-Version: 1999-01-01"]) == 400)
    #expect(status("POST", call("step"), [known, "Origin: http://127.0.0.1"]) == 403)
    #expect(status("POST", call("step"), [known, "Content-Type: text/plain"]) == 400)
    // Damaged messages are answered as JSON-RPC says, and change nothing.
    for body in ["{", "[]", "null", #"{"jsonrpc":"2.0","id":3,"method":"no"}"#] {
      let answer = client.send("POST", "/mcp/marble-maze", body, headers: [known])
      #expect(answer.status == 200 && answer.body.contains("\"error\""), "\(body)")
    }
    let latest = ["Mcp-Session-Id: \(id)", "MCP-Protocol-Version: 2025-11-25"]
    #expect(
      client.send("POST", "/mcp/marble-maze", call("status"), headers: latest).body
        .contains(#"\"tick\":0"#))
  }
}
