import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The Model Context Protocol, message by message.
@Suite("Agents")
struct AgentServerTests {
  private func makeServer() throws -> AgentServer {
    let root = try ContentRoot.find(option: Repository.url("").path(percentEncoded: false))
    let loader = SessionLoader(games: [], root: root)
    let runner = try CommandRunner { launch, level in
      try loader.load("\(root.scenes)/Examples/contacts.json", level: level, launch: launch)
    }
    return AgentServer(
      runner,
      resources: [
        AgentServer.Resource(uri: "carom://scene", name: "Scene", mediaType: "application/json") {
          "{}"
        }
      ])
  }

  private func answer(_ server: AgentServer, _ method: String, _ parameters: String = "{}") throws
    -> JSON
  {
    let text = try #require(
      server.answer(
        #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#))
    #expect(!text.contains("\n"), "a message is one line")
    return try JSON.parse(text)
  }

  @Test("the version that the client speaks is taken, or else the latest")
  func versions() throws {
    let server = try makeServer()
    for (wanted, given) in [
      ("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ] {
      let result = try answer(server, "initialize", #"{"protocolVersion":"\#(wanted)"}"#)["result"]
      #expect(result?["protocolVersion"]?.string == given)
    }
    #expect(server.answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
  }

  @Test("each tool has a schema with its parameters and a picture")
  func tools() throws {
    let tools = try #require(try answer(makeServer(), "tools/list")["result"]?["tools"]?.elements)
    #expect(tools.count == GameCommands.all.count)
    for tool in tools {
      let schema = tool["inputSchema"]
      #expect(schema?["type"]?.string == "object")
      #expect(schema?["properties"]?["picture"]?["type"]?.string == "boolean")
    }
    let step = tools.first { $0["name"]?.string == "step" }
    #expect(step?["inputSchema"]?["properties"]?["ticks"] != nil)
    #expect(step?["annotations"]?["readOnlyHint"]?.bool == false)
  }

  @Test("a result has the tick, the result and what changed, and a failure is a result")
  func calls() throws {
    let server = try makeServer()
    let step = try answer(server, "tools/call", #"{"name":"step","arguments":{"ticks":30}}"#)
    let content = step["result"]?["structuredContent"]
    #expect(content?["tick"]?.integer() == 30)
    #expect(content?["result"]?["tick"]?.integer() == 30)
    let changes = content?["changes"]?.elements?.compactMap(\.string) ?? []
    #expect(changes.contains { $0.contains("position") }, "\(changes)")
    let still = try answer(server, "tools/call", #"{"name":"status"}"#)
    #expect(still["result"]?["structuredContent"]?["changes"]?.elements?.count == 0)
    let wrong = try answer(server, "tools/call", #"{"name":"step","arguments":{"ticks":"x"}}"#)
    #expect(wrong["result"]?["isError"]?.bool == true)
    #expect(wrong["result"]?["structuredContent"]?["error"]?.string == "invalid argument")
    let picture = try answer(
      server, "tools/call", #"{"name":"step","arguments":{"picture":true}}"#)
    let image = picture["result"]?["content"]?[1]
    #expect(image?["mimeType"]?.string == "image/png")
    #expect(image?["data"]?.string?.hasPrefix("iVBOR") == true)
    #expect(picture["result"]?["isError"]?.bool == false)
  }

  @Test("wrong requests are errors of JSON-RPC with the codes of the specification")
  func errors() throws {
    let server = try makeServer()
    func code(_ message: String) throws -> Int? {
      try JSON.parse(try #require(server.answer(message)))["error"]?["code"]?.integer()
    }
    #expect(try code("{") == -32_700)
    #expect(try code("[]") == -32_600)
    #expect(try code(#"{"id":1,"method":"ping"}"#) == -32_600)
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#) == -32_601)
    #expect(try code(#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{}}"#) == -32_602)
    #expect(
      try code(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"jump"}}"#)
        == -32_602)
    #expect(
      try code(
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}"#)
        == -32_002)
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"prompts/get"}"#) == -32_602)
    #expect(
      try code(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":{"picture":"yes"}}}"#
      ) == -32_602)
  }

  /// Symptom: a client waited forever after a message of more than 1 MiB.
  ///
  /// Cause: the error had no identifier, because the message was not parsed.
  @Test(
    "the error of a message that is too long or too deep has its identifier",
    arguments: ["3", "\"a\"", "-7"])
  func identifierOfLongMessage(_ id: String) throws {
    let server = try makeServer()
    let long = String(repeating: "x", count: 2_000_000)
    let deep = String(repeating: "[", count: 1_000)
    for message in [
      #"{"method":"tools/call","params":{"name":"find","id":9,"x":"\#(long)"},"jsonrpc":"2.0","id":\#(id)}"#,
      #"{"jsonrpc":"2.0", "id" : \#(id),"method":"x","params":"\" \#(long)"}"#,
      #"{"jsonrpc":"2.0","id":\#(id),"method":"x","params":\#(deep)"#,
    ] {
      let answer = try JSON.parse(try #require(server.answer(message)))
      #expect(answer["id"]?.description == id)
      #expect(answer["error"]?["code"]?.integer() == -32_700)
    }
    let none = try JSON.parse(try #require(server.answer("{\"id\":[1],\"x\":\"\(long)\"}")))
    #expect(none["id"]?.isNull == true)
  }

  /// Symptom: a wait of 360,000 ticks that was cancelled ran to its end and was answered.
  ///
  /// Cause: messages were read only after the one before had been answered.
  @Test("a request that is cancelled ends at once without an answer, and the next one runs")
  func cancelled() throws {
    let server = try makeServer()
    func cancel(_ id: String) {
      server.cancellation.note(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }
    let wait =
      #"{"name":"waitUntil","arguments":{"selector":"//node[@name='nowhere']","ticks":200000}}"#
    // Cancelled before its turn.
    cancel("\"early\"")
    #expect(
      server.answer(#"{"jsonrpc":"2.0","id":"early","method":"tools/call","params":\#(wait)}"#)
        == nil)
    #expect(server.runner.session.tick == 0)
    // Cancelled while it runs, from another thread.
    let cancellation = server.cancellation
    Thread.detachNewThread {
      usleep(50_000)
      cancellation.note(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}"#)
    }
    #expect(
      server.answer(#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":\#(wait)}"#) == nil)
    let tick = server.runner.session.tick
    #expect(tick < 200_000)
    let step = try answer(server, "tools/call", #"{"name":"step","arguments":{"ticks":5}}"#)
    #expect(step["result"]?["structuredContent"]?["tick"]?.integer() == tick + 5)
  }

  @Test("every listed resource and prompt can be read")
  func resources() throws {
    let server = try makeServer()
    let list = try answer(server, "resources/list")["result"]?["resources"]?.elements
    for resource in try #require(list) {
      let uri = try #require(resource["uri"]?.string)
      let contents = try answer(server, "resources/read", #"{"uri":"\#(uri)"}"#)["result"]?[
        "contents"]?[0]
      #expect((contents?["text"] ?? contents?["blob"])?.string?.isEmpty == false, "\(uri)")
      #expect(contents?["mimeType"]?.string == resource["mimeType"]?.string)
    }
    let prompts = try answer(server, "prompts/list")["result"]?["prompts"]?.elements
    for prompt in try #require(prompts) {
      let name = try #require(prompt["name"]?.string)
      let messages = try answer(server, "prompts/get", #"{"name":"\#(name)"}"#)["result"]?[
        "messages"]
      #expect(messages?[0]?["content"]?["text"]?.string?.isEmpty == false)
    }
  }

  @Test("damaged messages crash nothing")
  func fuzz() throws {
    let server = try makeServer()
    let mutator = FileMutator(
      [
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"selector":"//node","attributes":true}}}"#
            .utf8),
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
            .utf8),
      ], seed: 18)
    for number in 0..<(isFullTier ? 20_000 : 2_000) {
      _ = server.answer(String(decoding: mutator.mutant(number).bytes, as: UTF8.self))
    }
    #expect(server.answer(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) != nil)
  }
}
