import CaromLibrary
import Foundation
import TestSupport
import Testing

@Suite("Games of other packages as functions of C")
struct ExportTests {
  @Test("A program in C plays a game that its package exports in one line")
  func programInC() throws {
    let process = Process()
    process.executableURL = Self.programs.appending(path: "SampleCProgram")
    process.arguments = [Repository.url("Tests/SampleLibrary").path]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(process.terminationStatus == 0, "\(lines)")
    try #require(lines.count == 6)
    #expect(lines[0].contains(#""name":"falling""#))
    #expect(Array(lines[1...4]) == ["2 2", "4 2", "5 1", "total 5"])
    #expect(lines[5].hasPrefix("session: 1 is not an open session"))
  }

  /// The folder of the executables.
  private static var programs: URL {
    let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    return (tests ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
  }
}
