import CaromAutomation
import CaromContent
import CaromDocuments
import CaromDriver
import CaromGameSteps
import CaromGames
import CaromMaths
import Foundation
import TestSupport
import Testing

/// Unmodified clients against the server.
@Suite("Unmodified clients", .serialized)
struct ClientTests {
  /// Runs a client; returns the lines of faults and the figures at the end.
  private func run(_ file: String, module: String) throws -> [String] {
    let server = try startServer()
    defer { server.stop() }
    let program = try Repository.text("Tests/DriverTests/Clients/" + file)
    let output = try PythonOracle.run(
      program, module: module, input: "http://127.0.0.1:\(server.port)")
    return output.split(separator: "\n").map(String.init)
  }

  private func figure(_ name: String, in lines: [String]) -> Int? {
    lines.first { $0.hasPrefix(name + ": ") }.flatMap { Int($0.dropFirst(name.count + 2)) }
  }

  @Test(
    "every call of selenium answers as the specification says",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"))
  func selenium() throws {
    let lines = try run("selenium_calls.py", module: "selenium")
    #expect(try #require(figure("calls", in: lines)) > 80)
    // Answers in two packets would have 22 round trips a second; a loaded machine has hundreds.
    #expect(try #require(figure("rate", in: lines)) > 60)
    #expect(lines.count == 2, "\(lines.joined(separator: "\n"))")
  }

  @Test(
    "every call of Appium's client answers as its server would",
    .enabled(if: PythonOracle.has("appium"), "Appium's Python client is not installed"))
  func appium() throws {
    let lines = try run("appium_calls.py", module: "appium").filter {
      !$0.hasPrefix("Could not find events")
    }
    #expect(try #require(figure("calls", in: lines)) > 35)
    #expect(lines.count == 1, "\(lines.joined(separator: "\n"))")
  }

  @Test(
    "the sample for pytest and selenium passes",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"),
    .enabled(if: PythonOracle.has("pytest"), "Python's pytest is not installed"))
  func pytest() throws {
    let server = try startServer()
    defer { server.stop() }
    let folder = Repository.url("Assets/examples/clients/selenium").path(percentEncoded: false)
    let program = """
      import os, sys, pytest
      sys.dont_write_bytecode = True
      os.chdir(\(quoted(folder)))
      sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--url", sys.stdin.read()]))
      """
    let output = try PythonOracle.run(
      program, module: "selenium", input: "http://127.0.0.1:\(server.port)")
    #expect(output.contains("6 passed"), "\(output)")
  }

  /// Symptom: `carom test` and `game: hash` named the end of the same scenario differently, and
  /// `carom test --json` dropped the leading zeros of a hash.
  ///
  /// Cause: one counted the events that wait for the next tick, such as a key that is let go.
  @Test(
    "The sample for behave runs the feature of the engine's own tests to the same hashes",
    .enabled(if: PythonOracle.has("selenium"), "Python's selenium is not installed"),
    .enabled(if: PythonOracle.has("behave"), "Python's behave is not installed"))
  func behave() throws {
    let server = try startServer()
    defer { server.stop() }
    let folder = Repository.url("Assets/examples/clients/behave").path(percentEncoded: false)
    let program = """
      import os, sys
      sys.dont_write_bytecode = True
      os.chdir(\(quoted(folder)))
      from behave.__main__ import main
      url = "url=" + sys.stdin.read()
      sys.exit(main(["-D", url, "--no-color", "--no-capture", "--format", "null"]))
      """
    let output = try PythonOracle.run(
      program, module: "behave", input: "http://127.0.0.1:\(server.port)")
    let file = folder + "/features/brick-breaker.feature"
    let root = try ContentRoot.find(option: Repository.url("").path(percentEncoded: false))
    let steps = StepDefinitions([EngineSteps.self] + GameStepList.all)
    let results = try FeatureRunner(
      steps, loader: SessionLoader(games: GameList.all, root: root)
    ).run(try FeatureFile.load([file]).flatMap(\.scenarios))
    #expect(results.count == 10)
    for result in results {
      let hash = hexadecimal(try #require(result.hash))
      let line =
        #"{"name": "\#(result.scenario.name)", "ticks": \#(result.ticks), "hash": "\#(hash)"}"#
      #expect(output.contains(line), "\(line) is not in\n\(output)")
    }
    #expect(output.contains("10 scenarios passed, 0 failed"), "\(output)")
  }

  @Test(
    "The sample for Robot Framework passes",
    .enabled(if: PythonOracle.has("AppiumLibrary"), "Robot's AppiumLibrary is not installed"))
  func robot() throws {
    let server = try startServer()
    defer { server.stop() }
    let file = Repository.url("Assets/examples/clients/robot/brick_breaker.robot")
      .path(percentEncoded: false)
    let program = """
      import sys
      sys.dont_write_bytecode = True
      from robot import run_cli
      options = ["--output", "NONE", "--log", "NONE", "--report", "NONE"]
      url = ["--variable", "URL:" + sys.stdin.read()]
      run_cli(options + url + [\(quoted(file))])
      """
    let output = try PythonOracle.run(
      program, module: "AppiumLibrary", input: "http://127.0.0.1:\(server.port)")
    #expect(output.contains("5 tests, 5 passed, 0 failed"), "\(output)")
  }
}
