import CaromDriver
import Foundation
import TestSupport
import Testing

/// The page of the inspector in a browser.
@Suite("The inspector in Chromium", .serialized)
struct InspectorPageTests {
  private static var hasChromium: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ["chromium", "chromedriver"].allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  @Test(
    "a person plays, selects, changes, moves, seeks and writes a test",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"),
    .enabled(if: hasChromium, "chromium and chromedriver are not installed"))
  func wholePage() throws {
    let server = try startServer()
    defer { server.stop() }
    let client = try TestClient(server.port)
    #expect(
      client.send("POST", "/inspector/sessions", #"{"scene":"marble-maze"}"#).status == 200)
    let program = try Repository.text("Tests/DriverTests/Clients/inspector_page.py")
    let output = try PythonOracle.run(
      program, module: "selenium", input: "http://127.0.0.1:\(server.port)/inspector")
    let lines = output.split(separator: "\n")
    func figure(_ name: String) -> Int? {
      lines.first { $0.hasPrefix(name + ": ") }.flatMap { Int($0.dropFirst(name.count + 2)) }
    }
    #expect(!output.contains("FAULT"), "\(output)")
    // An idle machine draws sixty a second and selects within fifty milliseconds.
    #expect(try #require(figure("pictures"), "\(output)") > 5)
    #expect(try #require(figure("click"), "\(output)") < 1_000)
  }
}
