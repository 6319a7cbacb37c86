import CaromDocuments
import CaromDriver
import Foundation
import TestSupport
import Testing

/// Who may use the pages of the inspector.
@Suite("Access to the inspector", .serialized)
struct InspectorAccessTests {
  private let token = "0123456789abcdef"

  @Test("pages need the token, and have a policy that loads nothing from elsewhere")
  func pages() throws {
    let server = try startServer(token: token)
    defer { server.stop() }
    let client = try TestClient(server.port)
    for path in [
      "/inspector", "/inspector/style.css", "/inspector/script.js", "/tilt", "/tilt/style.css",
      "/tilt/script.js",
    ] {
      #expect(client.send("GET", path).status == 403, "\(path)")
      #expect(client.send("POST", "/t/\(token)" + path, "{}").status == 405, "\(path)")
      let answer = client.send("GET", "/t/\(token)" + path)
      #expect(answer.status == 200, "\(path)")
      #expect(!answer.body.isEmpty && !answer.body.contains(token))
      #expect(!answer.body.contains("https://"), "\(path)")
      let headers = answer.headers.lowercased()
      for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
        "frame-ancestors 'none'", "x-frame-options: deny", "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
      ] { #expect(headers.contains(header), "\(path): \(header)") }
      #expect(!headers.contains("access-control"))
    }
    #expect(client.send("GET", "/t/\(token)/inspector/sessions").status == 200)
    #expect(client.send("GET", "/inspector/sessions").status == 403)
  }

  @Test("only the origin of the server itself is accepted, and only for pages")
  func origins() throws {
    let server = try startServer(token: token)
    defer { server.stop() }
    let client = try TestClient(server.port)
    let answer = client.send(
      "POST", "/t/\(token)/inspector/sessions", #"{"scene":"marble-maze"}"#,
      headers: ["Origin: http://127.0.0.1:\(server.port)", "Sec-Fetch-Site: same-origin"])
    let id = try #require(answer.value?["sessionId"]?.string)
    let session = "/t/\(token)/inspector/\(id)"
    func hash() -> String { client.send("POST", session + "/commands/hash", "{}").body }
    let before = hash()
    func status(_ headers: [String], host: String? = nil, path: String? = nil) -> Int {
      client.send(
        "POST", path ?? session + "/commands/step", "{}", headers: headers, host: host
      ).status
    }
    let own = "Origin: http://127.0.0.1:\(server.port)"
    for header in [
      "Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1:\(server.port)",
      "Origin: http://127.0.0.1", "Origin: http://localhost:\(server.port)",
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      #expect(status([header]) == 403, "\(header)")
      #expect(client.send("GET", session + "/picture/8x8", headers: [header]).status == 403)
      #expect(client.send("GET", "/t/\(token)/inspector", headers: [header]).status == 403)
    }
    #expect(status([own, "Origin: http://evil.example"]) == 403)
    #expect(status([own], host: "evil.example:\(server.port)") == 403)
    #expect(status(["Content-Type: text/plain", own]) == 400)
    let other = "/t/\(token)/session/\(id)/execute/sync"
    #expect(status([own], path: other) == 403, "WebDriver has no pages")
    #expect(hash() == before)
    #expect(status([own]) == 200)
    #expect(hash() != before)
  }

  @Test("paths, methods, sizes and bodies that are not accepted change nothing")
  func wrongRequests() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let answer = client.send("POST", "/inspector/sessions", #"{"scene":"marble-maze"}"#)
    let id = try #require(answer.value?["sessionId"]?.string)
    func hash() -> String { client.send("POST", "/inspector/\(id)/commands/hash", "{}").body }
    let before = hash()
    for (method, path, body, status) in [
      ("GET", "/inspector/nothing", "", 404), ("GET", "/inspector/../status", "", 404),
      ("GET", "/inspector/\(id)/picture/0x0", "", 400),
      ("GET", "/inspector/\(id)/picture/640", "", 400),
      ("GET", "/inspector/\(id)/picture/-1x5", "", 400),
      ("GET", "/inspector/\(id)/picture/5000x5", "", 400),
      ("POST", "/inspector/\(id)/picture/8x8", "{}", 405),
      ("GET", "/inspector/none/picture/8x8", "", 404),
      ("GET", "/inspector/\(id)/commands/step", "", 405),
      ("DELETE", "/inspector/sessions", "", 405),
      ("POST", "/inspector/none/commands/step", "{}", 404),
      ("POST", "/inspector/\(id)/commands/nothing", "{}", 404),
      ("POST", "/inspector/\(id)/commands/step", "[]", 400),
      ("POST", "/inspector/\(id)/commands/step", "", 400),
      ("POST", "/inspector/\(id)/commands/step", #"{"ticks":"many"}"#, 400),
      ("POST", "/inspector/\(id)/commands/step", #"{"ticks":999999999}"#, 400),
      ("POST", "/inspector/\(id)/commands/pick", #"{"position":[2,0]}"#, 400),
      ("POST", "/inspector/\(id)/commands/describe", #"{"selector":"nobody"}"#, 404),
      ("POST", "/inspector/sessions", #"{"scene":"/etc/passwd"}"#, 500),
      ("POST", "/inspector/sessions", #"{"scene":"../README.md"}"#, 500),
      ("POST", "/inspector/sessions", #"{"scene":"file"}"#, 500),
    ] {
      #expect(client.send(method, path, body).status == status, "\(method) \(path) \(body)")
    }
    #expect(hash() == before)
  }
}
