import Foundation

/// Runs Python programs as independent oracles.
///
/// `.ci/run` creates a virtual environment with the packages of `.ci/oracles.txt`; otherwise the
/// system's Python is used if it has them. A test without its oracle is skipped: `.enabled(if:
/// PythonOracle.has("jsonschema"), "Python's jsonschema is not installed")`.
package enum PythonOracle {
  /// Whether a Python with a module is available.
  package static func has(_ module: String) -> Bool { python(with: module) != nil }

  /// Runs a program with standard input and returns its standard output.
  package static func run(_ program: String, module: String, input: String) throws -> String {
    guard let python = python(with: module) else { return "no Python has \(module)" }
    return try run(python, ["-c", program], input).output
  }

  private static func python(with module: String) -> String? {
    let own = Repository.url(".build-ci/oracles/bin/python").path(percentEncoded: false)
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ([own] + folders.map { $0 + "/python3" }).first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, ["-c", "import \(module)"], "").status) == 0
    }
  }

  private static func run(
    _ python: String, _ arguments: [String], _ input: String
  ) throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "oracle-\(UInt64.random(in: 0 ... .max))")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
