import Foundation

/// Runs `SampleProgram`, whose package is `Tests/SampleProgram`.
struct SampleProgram {
  /// The exit code and the output of a run.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String
  }

  /// The folder with its scenes and features.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SampleProgram")

  /// The executable, which SwiftPM builds next to the test bundle.
  private static let executable =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    .appending(path: "SampleProgram")

  /// Runs the program in its package and waits for its end.
  static func run(_ arguments: String...) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = package
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["CAROM_ROOT": package.path, "SDL_VIDEODRIVER": "dummy"]
    ) { $1 }
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
