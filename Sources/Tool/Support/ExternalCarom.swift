import CaromAutomation
import CaromDocuments
import CaromSimulation
import Foundation

/// A recording played by the `carom` program of another build.
struct ExternalCarom: StatePrinter {
  let program: String
  let file: String
  let root: String?
  /// The time limit of one run of the program.
  let timeout: Duration
  let firstTick: UInt64
  let lastTick: UInt64

  func hashes(at ticks: [UInt64]) throws -> [UInt64] {
    guard let first = ticks.first, let last = ticks.last else { return [] }
    let every = ticks.count > 1 ? max(1, ticks[1] - ticks[0]) : 1
    let lines = try run(
      ["hashes", file, "--from", "\(first)", "--to", "\(last)", "--every", "\(every)"])
    var known: [UInt64: UInt64] = [:]
    for line in lines {
      guard let tick = line["t"].flatMap({ $0.integer(UInt64.self) }),
        let hash = line["hash"]?.string.flatMap({ UInt64($0, radix: 16) })
      else { throw unknown("hashes") }
      known[tick] = hash
    }
    return try ticks.map { tick in
      guard let hash = known[tick] else { throw unknown("hashes") }
      return hash
    }
  }

  func lines(at tick: UInt64) throws -> [StateLine] {
    try run(["state", file, "--tick", "\(tick)", "--json"]).map { line in
      guard let path = line["path"]?.string, let property = line["property"]?.string,
        let value = line["value"]?.string
      else { throw unknown("state") }
      return StateLine(subject: path, property: property, value: value)
    }
  }

  private func run(_ arguments: [String]) throws -> [JSON] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["replay"] + arguments + (root.map { ["--root", $0] } ?? [])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch {
      throw CommandFailure.wrongUse(
        "--against: '\(program)' cannot be run; the path of a program of Carom is accepted")
    }
    let (answer, complaint) = (PipeReader(output), PipeReader(errors))
    try wait(for: process)
    guard process.terminationStatus == 0 else {
      throw CommandFailure.checkFailed("\(program): \(complaint.text)")
    }
    var lines = JSONLines(SourceText(name: program, bytes: answer.bytes))
    var found: [JSON] = []
    while true {
      do throws(Problem) {
        guard let line = try lines.next() else { return found }
        found.append(line)
      } catch { throw CommandFailure.checkFailed("\(error)") }
    }
  }

  /// Waits for the end of the program; ends it after the time limit or on an interrupt.
  private func wait(for process: Process) throws {
    let end = ContinuousClock.now + timeout
    var pause: UInt32 = 1_000
    while process.isRunning, ContinuousClock.now < end, !Interrupt.isSet {
      usleep(pause)
      pause = min(50_000, pause * 2)
    }
    guard process.isRunning else { return }
    process.terminate()
    for _ in 0..<20 where process.isRunning { usleep(50_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    if Interrupt.isSet { throw ReplayPrinter.Cancelled(tick: firstTick) }
    throw CommandFailure.checkFailed(
      "\(program): gave no answer within \(timeout); --timeout accepts more seconds")
  }

  private func unknown(_ command: String) -> CommandFailure {
    .checkFailed("\(program): does not support `carom replay \(command)` in the same way")
  }
}

/// Reads a pipe of a process while it runs, so that the process does not block.
private final class PipeReader: @unchecked Sendable {
  private var data = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ pipe: Pipe) {
    Thread.detachNewThread { [self] in
      data = pipe.fileHandleForReading.readDataToEndOfFile()
      done.signal()
    }
  }

  /// All that was read; waits for the end of the pipe.
  var bytes: [UInt8] {
    done.wait()
    defer { done.signal() }
    return [UInt8](data)
  }

  var text: String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
