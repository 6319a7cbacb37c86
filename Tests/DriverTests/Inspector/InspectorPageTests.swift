import CaromDriver
import Foundation
import TestSupport
import Testing

/// The page of the inspector in browsers.
@Suite("The inspector in browsers", .serialized)
struct InspectorPageTests {
  private static func has(_ programs: String...) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return programs.allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  @Test(
    "in Chromium, a person plays, selects, changes, moves, seeks and writes a test",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"),
    .enabled(if: has("chromium", "chromedriver"), "chromium and chromedriver are not installed"))
  func chromium() throws {
    let figures = try use(client: "inspector_page.py", module: "selenium")
    // An idle machine draws sixty a second and selects within fifty milliseconds.
    #expect(try #require(figures["pictures"]) > 5)
    #expect(try #require(figures["click"]) < 1_000)
  }

  @Test(
    "in Firefox, a person plays, selects, changes, seeks and writes a test",
    .enabled(if: PythonOracle.has("websocket"), "Python's websocket-client is not installed"),
    .enabled(if: has("firefox-esr"), "firefox-esr is not installed"))
  func firefox() throws {
    let figures = try use(client: "inspector_firefox.py", module: "websocket")
    #expect(try #require(figures["ticks"]) > 5)
    #expect(try #require(figures["click"]) < 1_000)
  }

  /// Runs a client on the page of a session; expects that it finds no fault, and returns its
  /// figures.
  private func use(client file: String, module: String) throws -> [Substring: Int] {
    let server = try startServer()
    defer { server.stop() }
    #expect(
      try TestClient(server.port)
        .send("POST", "/inspector/sessions", #"{"scene":"marble-maze"}"#).status == 200)
    let output = try PythonOracle.run(
      Repository.text("Tests/DriverTests/Clients/\(file)"), module: module,
      input: "http://127.0.0.1:\(server.port)/inspector")
    #expect(!output.contains("FAULT") && !output.contains("Traceback"), "\(output)")
    let pairs = output.split(separator: "\n").compactMap { line -> (Substring, Int)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1].drop { $0 == " " }) else { return nil }
      return (parts[0], value)
    }
    return Dictionary(pairs) { $1 }
  }
}
