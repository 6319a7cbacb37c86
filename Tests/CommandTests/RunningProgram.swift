import Foundation
import Testing

/// The `carom` program while it runs, for tests of signals and of memory.
final class RunningProgram {
  private let process = Process()
  private let (output, errors): (URL, URL)
  /// The most memory that the process had, in bytes.
  private(set) var peakMemory = 0
  /// The processor time that the process took, in seconds.
  private(set) var cpuSeconds = 0.0

  /// Starts `carom` with arguments; its output goes to files in a folder.
  init(_ arguments: [String], in folder: URL) throws {
    output = folder.appending(path: "running.out")
    errors = folder.appending(path: "running.err")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = Program.executable
    process.arguments = arguments
    process.currentDirectoryURL = Program.checkout
    var variables = ProcessInfo.processInfo.environment
    variables["CAROM_ROOT"] = nil
    process.environment = variables
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// A line of the status that the system keeps of the process, such as `VmHWM`.
  private func status(_ key: String) -> Substring? {
    let file = "/proc/\(process.processIdentifier)/status"
    let text = try? String(contentsOfFile: file, encoding: .utf8)
    return text?.split(separator: "\n").first { $0.hasPrefix(key + ":") }
      .map { $0.dropFirst(key.count + 1).drop(while: \.isWhitespace) }
  }

  /// The time in user and system mode, in hundredths of a second after the name in parentheses.
  private var processorTime: Double {
    let file = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { return 0 }
    return ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)) / 100
  }

  /// Waits until a condition is true or the process has ended.
  func wait(until condition: () -> Bool) {
    while process.isRunning, !condition() { usleep(2_000) }
  }

  /// Waits until the program handles SIGTERM, so that a signal ends it in its own way.
  func waitUntilItHandlesSignals() {
    wait { (status("SigCgt").flatMap { UInt64($0, radix: 16) } ?? 0) & 1 << (SIGTERM - 1) != 0 }
  }

  /// What the program has printed on stdout so far.
  var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  /// Sends a signal; the program still runs.
  func send(_ signal: Int32) {
    let identifier = process.processIdentifier
    // Zero would be the whole group, with the tests.
    guard process.isRunning, identifier > 0 else {
      Issue.record("the program ended before the signal")
      return
    }
    kill(identifier, signal)
  }

  /// Waits for the end; a test that would last a minute has failed, and the program is ended.
  func finish() throws -> Program.Outcome {
    var rest = 30_000
    wait {
      rest -= 1
      if rest == 0 { process.terminate() }
      if rest < -1_000 { send(SIGKILL) }
      let memory = status("VmHWM").flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      peakMemory = max(peakMemory, memory * 1_024)
      cpuSeconds = max(cpuSeconds, processorTime)
      return false
    }
    process.waitUntilExit()
    return Program.Outcome(
      exitCode: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: text, errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
