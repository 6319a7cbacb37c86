import CaromDocuments
import CaromDriver
import Foundation
import TestSupport
import Testing

/// The requests of clients that no package index of this machine has, as their sources and manuals
/// describe them.
@Suite("Requests of other clients", .serialized)
struct OtherClientsTests {
  /// The headers of `packages/webdriver/src/request` of WebdriverIO 9.
  private let headersOfWebdriverIO = [
    "Content-Type: application/json; charset=utf-8", "Connection: keep-alive",
    "Accept: application/json", "User-Agent: webdriver/9.20.0",
  ]

  @Test("WebdriverIO's session, search, click and text")
  func webdriverIO() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    func send(_ method: String, _ path: String, _ body: String = "") -> TestClient.Answer {
      client.send(method, path, body, headers: headersOfWebdriverIO)
    }
    // Flat capabilities become those of `alwaysMatch`; options of the test runner stay in them.
    let made = send(
      "POST", "/session",
      """
      {"capabilities":{"alwaysMatch":{"platformName":"linux","appium:automationName":"Carom",\
      "wdio:enforceWebDriverClassic":true,"unhandledPromptBehavior":"ignore",\
      "game:options":{"scene":"marble-maze","level":2}},"firstMatch":[{}]}}
      """)
    #expect(made.status == 200, "\(made.body)")
    let capabilities = try #require(made.value?["capabilities"])
    // With an address, the client would open a connection for WebDriver BiDi.
    #expect(capabilities["webSocketUrl"] == nil)
    // By it, the client asks the server whether elements are displayed, instead of a script.
    #expect(capabilities["appium:automationName"]?.string == "Carom")
    let session = "/session/" + (made.value?["sessionId"]?.string ?? "")

    let found = send(
      "POST", session + "/elements", #"{"using":"accessibility id","value":"ball"}"#)
    #expect(found.value?.elements?.count == 1)
    let key = "element-6066-11e4-a52e-4f735466cecf"
    let missing = send(
      "POST", session + "/element", ##"{"using":"css selector","value":"#ghost"}"##)
    // The client waits and asks again only after this error.
    #expect(missing.status == 404 && missing.error == "no such element")
    let ball = send("POST", session + "/element", ##"{"using":"css selector","value":"#ball"}"##)
    let element = session + "/element/" + (ball.value?[key]?.string ?? "")
    #expect(send("GET", element + "/displayed").value?.bool == true)
    #expect(send("GET", element + "/attribute/position.y").value?.string?.isEmpty == false)
    // `click()` releases the actions after it has performed them.
    let click = send(
      "POST", session + "/actions",
      """
      {"actions":[{"type":"pointer","id":"p","parameters":{"pointerType":"mouse"},"actions":[\
      {"type":"pointerMove","duration":0,"x":0,"y":0,"origin":{"\(key)":\
      "\(ball.value?[key]?.string ?? "")"}},{"type":"pointerDown","button":0},\
      {"type":"pause","duration":10},{"type":"pointerUp","button":0}]}]}
      """)
    #expect(click.status == 200, "\(click.body)")
    #expect(send("DELETE", session + "/actions").status == 200)
    let phase = send("POST", session + "/element", #"{"using":"xpath","value":"//game"}"#)
    let game = session + "/element/" + (phase.value?[key]?.string ?? "")
    #expect(send("GET", game + "/attribute/phase").value?.string == "playing")
    #expect(send("DELETE", session).status == 200)
  }

  /// - Source: <https://www.selenium.dev/documentation/grid/configuration/toml_options/>, the
  ///   section on relaying to a service.
  @Test("a relay node of Selenium Grid: status, and a session with the capabilities of the Grid")
  func grid() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    let headers = [
      "User-Agent: selenium/4.38.0 (java linux)", "Content-Type: application/json; charset=utf-8",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ]
    let status = client.send("GET", "/status", headers: headers)
    #expect(status.value?["ready"]?.bool == true)
    let made = client.send(
      "POST", "/session",
      """
      {"capabilities":{"firstMatch":[{"platformName":"linux","appium:automationName":"Carom",\
      "se:name":"a test","se:vncEnabled":false,"se:downloadsEnabled":false,\
      "game:options":{"scene":"brick-breaker"}}]}}
      """, headers: headers)
    #expect(made.status == 200, "\(made.body)")
    #expect(made.value?["capabilities"]?["platformName"]?.string == "linux")
    let session = "/session/" + (made.value?["sessionId"]?.string ?? "")
    #expect(client.run(session, "step").status == 200)
    #expect(client.send("DELETE", session, headers: headers).status == 200)
  }
}
