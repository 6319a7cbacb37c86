import CaromContent
import CaromDocuments
import CaromDriver
import CaromImages
import Foundation
import TestSupport
import Testing

/// What the pages of the inspector ask for.
@Suite("Requests of the inspector", .serialized)
struct InspectorRequestTests {
  /// A page that is open on a session.
  private struct Page {
    let client: TestClient
    let id: String

    init(_ server: LocalServer, _ scene: String = "marble-maze") throws {
      client = try TestClient(server.port)
      let answer = client.send("POST", "/inspector/sessions", #"{"scene":"\#(scene)"}"#)
      id = try #require(answer.value?["sessionId"]?.string, "\(answer.body)")
    }

    func send(_ name: String, _ parameters: String = "{}") -> TestClient.Answer {
      client.send("POST", "/inspector/\(id)/commands/\(name)", parameters)
    }

    func value(_ name: String, _ parameters: String = "{}") throws -> JSON {
      let answer = send(name, parameters)
      return try #require(answer.status == 200 ? answer.value : nil, "\(answer.body)")
    }
  }

  @Test("the list has the sessions, the games and whether values can be saved")
  func sessions() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server)
    let list = try #require(page.client.send("GET", "/inspector/sessions").value)
    #expect(list["sessions"]?[0]?["id"]?.string == page.id)
    #expect(list["sessions"]?[0]?["scene"]?.string == "marble-maze")
    #expect(list["games"]?.elements?.compactMap(\.string).contains("brick-breaker") == true)
    #expect(list["savesScenes"]?.bool == false)
  }

  @Test("the picture has the pixels of a screenshot and the tick")
  func picture() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server)
    _ = try page.value("step", #"{"ticks":7}"#)
    let answer = page.client.send("GET", "/inspector/\(page.id)/picture/64x36")
    #expect(answer.headers.contains("X-Carom-Tick: 7"))
    let text = try #require(
      try page.value("screenshot", #"{"width":64,"height":36}"#).string)
    let bytes = try #require(Data(base64Encoded: text))
    #expect(answer.bytes == (try Image(decoding: Array(bytes))).bytes)
  }

  @Test("a click finds the node that is drawn there, and the node has properties with units")
  func pickAndDescribe() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server)
    _ = try page.value("step", #"{"ticks":60}"#)
    let box = try #require(try page.value("boxes", #"{"selector":"ball"}"#)[0])
    let x = try #require(box["x"]?.double) + (box["width"]?.double ?? 0) / 2
    let y = try #require(box["y"]?.double) + (box["height"]?.double ?? 0) / 2
    let hit = try page.value("pick", "{\"position\":[\(x),\(y)]}")
    #expect(hit["path"]?.string == "/ball")
    #expect(hit["selector"]?.string == "//node[@name='ball']")
    let described = try page.value("describe", #"{"selector":"//node[@name='ball']"}"#)
    let list = try #require(described["properties"]?.elements.map(Array.init))
    func property(_ path: String) -> JSON? { list.first { $0["path"]?.string == path } }
    let mass = try #require(property("physics.mass"))
    #expect(mass["unit"]?.string == "kg")
    #expect(mass["summary"]?.string?.isEmpty == false)
    #expect(mass["minimum"]?.double != nil && mass["value"]?.double != nil)
    #expect(property("opacity")?["maximum"]?.double == 1)
    #expect(property("opacity")?["default"]?.double == 1)
    #expect(property("physics.type")?["choices"]?.elements?.count == 3)
    #expect(property("geometry.sphere.radius")?["unit"]?.string == "m")
    let outline = try #require(try page.value("outline").elements.map(Array.init))
    #expect(outline.contains { $0["path"]?.string == "/ball" && $0["depth"]?.integer() == 1 })
    #expect(Set(outline.compactMap { $0["identity"]?.double }).count == outline.count)
    // What the list has can be set, under the same path.
    _ = try page.value("set", #"{"selector":"ball","property":"physics.mass","value":3}"#)
    let changed = try page.value("describe", #"{"selector":"ball"}"#)["properties"]
    #expect(
      changed?.elements?.first { $0["path"]?.string == "physics.mass" }?["value"]?.double == 3)
  }

  @Test("the ends of the axes are where a node moved along them is drawn")
  func axes() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server, "Examples/contacts")
    let path = try #require(
      try page.value("outline").elements?.first {
        $0["parts"]?.elements?.contains { $0.string == "geometry" } == true
      }?["path"]?.string)
    let selector = "//node[@path='\(path)']"
    let axes = try page.value("axes", #"{"selector":"\#(selector)"}"#)
    let length = try #require(axes["length"]?.double)
    let end = try #require(axes["ends"]?[0]?.elements.map { $0.compactMap(\.double) })
    let text = try #require(
      try page.value("get", #"{"selector":"\#(selector)","attribute":"position"}"#).string)
    var position = text.split(separator: " ").compactMap { Double($0) }
    try #require(position.count == 3, "\(text)")
    position[0] += length
    let moved =
      "{\"selector\":\(quoted(selector)),\"property\":\"position\",\"value\":\(position)}"
    _ = try page.value("set", moved)
    let after = try page.value("axes", #"{"selector":"\#(selector)"}"#)
    let origin = try #require(after["origin"]?.elements.map { $0.compactMap(\.double) })
    #expect(abs(origin[0] - end[0]) < 0.01 && abs(origin[1] - end[1]) < 0.01)
  }

  @Test("what happened becomes a feature, a Swift test and a Python test that expect its end")
  func tests() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server)
    _ = try page.value("press", #"{"key":"space","ticks":2}"#)
    _ = try page.value("set", #"{"selector":"ball","property":"physics.mass","value":3}"#)
    _ = try page.value("send", #"{"tilt":{"direction":[0.5,0]}}"#)
    _ = try page.value("step", #"{"ticks":30}"#)
    #expect(try page.value("events").elements?.count == 4)
    let hash = try #require(try page.value("hash")["hash"]?.string)
    for (language, part) in [
      ("feature", "Scenario:"), ("swift", "@Test("), ("python", "def test_recorded"),
    ] {
      let text = try #require(try page.value("writeTest", #"{"language":"\#(language)"}"#).string)
      #expect(text.contains(part) && text.contains(hash), "\(text)")
      #expect(text.contains("physics.mass"), "\(text)")
    }
  }

  @Test(
    "the Python test of a session passes against the server",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"))
  func pythonTest() throws {
    let server = try startServer()
    defer { server.stop() }
    let page = try Page(server)
    _ = try page.value("tilt", #"{"direction":[0.5,-0.25],"ticks":20,"ease":true}"#)
    _ = try page.value("send", #"{"key":{"code":"left","isDown":true}}"#)
    _ = try page.value("step", #"{"ticks":40}"#)
    let text = try #require(try page.value("writeTest", #"{"language":"python"}"#).string)
    let program =
      text.replacing("127.0.0.1:4444", with: "127.0.0.1:\(server.port)")
      + "\ntest_recorded()\nprint('passed')\n"
    let output = try PythonOracle.run(program, module: "selenium", input: "")
    #expect(output.hasSuffix("passed\n"), "\(output)")
    // A wrong expectation is noticed.
    let hash = try #require(try page.value("hash")["hash"]?.string)
    let wrong = try PythonOracle.run(
      program.replacing(hash, with: "0000"), module: "selenium", input: "")
    #expect(!wrong.hasSuffix("passed\n"))
  }

  // MARK: Saving

  private static let scene = """
    // A level with comments.
    {
      "format": "carom.scene/1",
      "nodes": [
        { "name": "ground", "geometry": { "floor": {} }, "physics": { "type": "static" } },
        {
          "name": "ball", /* the ball */
          "position": [0,   3, 0], // odd layout
          "geometry": { "sphere": { "radius": 0.5 } },
          "physics": { "mass": 2 },
        },
        { "name": "eye", "position": [0, 2, 8], "camera": {} },
      ],
    }

    """

  private func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "inspector-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Scenes"), withIntermediateDirectories: true)
    try Data(Self.scene.utf8).write(to: folder.appending(path: "Scenes/level.json"))
    return folder
  }

  @Test("a saved value replaces only its text, and the difference is shown before")
  func save() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = try ContentRoot.find(option: folder.path(percentEncoded: false))
    let server = try LocalServer(SessionLoader(games: [], root: root), savesScenes: true)
    defer { server.stop() }
    let page = try Page(server, "level")
    let file = folder.appending(path: "Scenes/level.json")
    let change = #"{"selector":"ball","property":"position","value":[0,4.5,0]"#
    let shown = try page.value("save", change + "}")
    #expect(shown["isWritten"]?.bool == false && shown["file"]?.string == "level.json")
    let lines = try #require(shown["difference"]?.elements.map { $0.compactMap(\.string) })
    #expect(
      lines == [
        "8 -       \"position\": [0,   3, 0], // odd layout",
        "8 +       \"position\": [0, 4.5, 0], // odd layout",
      ])
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.scene)
    // Another difference than the shown one is not written.
    let other = change + #","write":true,"difference":["1 - x"]}"#
    #expect(page.send("save", other).status == 400)
    let list = lines.map { quoted($0) }.joined(separator: ",")
    let written = try page.value("save", change + ",\"write\":true,\"difference\":[\(list)]}")
    #expect(written["isWritten"]?.bool == true)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == Self.scene.replacing("[0,   3, 0]", with: "[0, 4.5, 0]"))
    // A further value goes into the file as it is now.
    _ = try page.value(
      "save", #"{"selector":"ball","property":"physics.friction","value":0.25,"write":true}"#)
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == text.replacing("{ \"mass\": 2 }", with: "{ \"mass\": 2, \"friction\": 0.25 }"))
    #expect(page.send("save", #"{"selector":"game","property":"x","value":1}"#).status != 200)
    #expect(
      page.send("save", #"{"selector":"ball","property":"physics.mass","value":"heavy"}"#).status
        == 400)
  }

  @Test("a server that may not save shows the difference and writes nothing")
  func readOnly() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = try ContentRoot.find(option: folder.path(percentEncoded: false))
    let server = try LocalServer(SessionLoader(games: [], root: root))
    defer { server.stop() }
    let page = try Page(server, "level")
    let change = #"{"selector":"ball","property":"physics.mass","value":5"#
    #expect(try page.value("save", change + "}")["difference"]?.elements?.count == 2)
    #expect(page.send("save", change + #","write":true}"#).status == 400)
    #expect(
      try String(contentsOf: folder.appending(path: "Scenes/level.json"), encoding: .utf8)
        == Self.scene)
  }
}
