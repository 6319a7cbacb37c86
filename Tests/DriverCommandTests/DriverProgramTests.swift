import CaromDocuments
import Foundation
import TestSupport
import Testing

/// `carom-driver` as a process.
@Suite("The program carom-driver", .serialized)
struct DriverProgramTests {
  private func start(_ arguments: [String]) throws -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0]))
      .deletingLastPathComponent().appending(path: "carom-driver")
    process.arguments = arguments
    process.currentDirectoryURL = Repository.url("")
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return (process, output, errors)
  }

  @Test("It prints its address as JSON, writes it to a file, and ends at Ctrl-C with 130")
  func address() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "carom-port-\(getpid())")
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output, _) = try start(["--port-file", file.path, "--token"])
    let line = output.fileHandleForReading.availableData
    let address = try JSON.parse(String(decoding: line, as: UTF8.self))
    let port = try #require(address["port"]?.integer(Int.self))
    #expect(address["url"]?.string == "http://127.0.0.1:\(port)")
    #expect(address["token"]?.string?.count == 32)
    #expect(try Data(contentsOf: file) == line)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test(
    "Incorrect use ends with 2 and says what is accepted",
    arguments: [
      (["--port", "70000"], "65535"), (["--host", "0.0.0.0"], "--allow-remote"),
      (["--host", "0.0.0.0", "--allow-remote"], "--token"), (["--speed", "1"], "--speed"),
      (["--token-file", "/"], "new file"),
    ])
  func wrongUse(arguments: [String], word: String) throws {
    let (process, _, errors) = try start(arguments)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2, "\(text)")
    #expect(text.contains(word), "\(text)")
  }
}
