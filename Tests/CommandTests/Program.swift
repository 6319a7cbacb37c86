import Foundation
import Testing

/// Runs the built `carom` program.
struct Program {
  /// The output of a run.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String
  }

  /// The repository under test.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The executable, which SwiftPM builds next to the test bundle.
  static let executable =
    Bundle.allBundles.map(\.bundleURL)
    .first { $0.pathExtension == "xctest" }
    .map { $0.deletingLastPathComponent().appendingPathComponent("carom") }
    ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("carom")

  /// Runs `carom` with arguments in the repository or another folder, and waits for its end.
  static func run(
    _ arguments: String..., in folder: URL = checkout, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, in: folder, environment: environment)
  }

  /// Runs `carom` with a list of arguments.
  static func run(
    _ arguments: [String], in folder: URL = checkout, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["CAROM_ROOT"] = nil
    variables["SDL_VIDEODRIVER"] = "dummy"
    process.environment = variables.merging(environment) { $1 }
    // Files instead of pipes: a full pipe would block the program and the test.
    return try TemporaryFolder.use { place in
      let (output, errors) = (place.appending(path: "out"), place.appending(path: "err"))
      for file in [output, errors] { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return Outcome(
        exitCode: process.terminationReason == .exit ? process.terminationStatus : -1,
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  /// Runs a line of a shell in a folder; `$CAROM` is the program.
  static func shell(
    _ line: String, in folder: URL, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "CAROM": executable.path, "CAROM_ROOT": checkout.path(percentEncoded: false),
      "SDL_VIDEODRIVER": "dummy",
    ]) { $1 }.merging(environment) { $1 }
    let errors = folder.appending(path: "shell.err")
    try Data().write(to: errors)
    let output = folder.appending(path: "shell.out")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
