import Foundation

/// A program that SwiftPM builds next to the test bundle, in the package that it belongs to.
struct BuiltProgram {
  /// The exit code and the output of a run.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String
  }

  /// The name of the executable.
  let name: String
  /// The folder with its scenes and features.
  let package: URL

  /// The folder of the executables.
  private static let programs =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()

  /// Runs the program in its package and waits for its end.
  func run(_ arguments: [String]) throws -> Outcome {
    try Self.run(
      Self.programs.appending(path: name), arguments, in: package,
      environment: ["CAROM_ROOT": package.path, "SDL_VIDEODRIVER": "dummy"])
  }

  /// Runs an executable in a folder and waits for its end.
  static func run(
    _ executable: URL, _ arguments: [String], in place: URL, environment: [String: String] = [:]
  ) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = place
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files instead of pipes: a full pipe would block the program and the test.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
