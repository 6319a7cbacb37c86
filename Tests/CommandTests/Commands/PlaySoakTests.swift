import CaromPlayer
import Foundation
import TestSupport
import Testing

/// The program in windows on virtual screens, with bots, sound and recording.
@Suite(
  "carom play for a while",
  .enabled(if: Window.isAvailable, "SDL2 is not installed"),
  .enabled(if: VirtualScreen.isInstalled, "\(VirtualScreen.reason)"))
struct PlaySoakTests {
  /// Two minutes, or half an hour in the full tier.
  private static let minutes = isFullTier ? 30 : 2

  /// The private memory of a process in MiB, including swapped pages; nil after it ended.
  ///
  /// Pages backed by files, such as code, are not counted: the system loads and evicts them at
  /// will.
  private func memory(_ process: Int32) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
      return nil
    }
    let sizes = text.split(separator: "\n").compactMap { line -> Double? in
      guard line.hasPrefix("RssAnon:") || line.hasPrefix("VmSwap:") else { return nil }
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +) / 1024
  }

  private func median(_ values: ArraySlice<Double>) throws -> Double {
    try #require(values.sorted().dropFirst(values.count / 2).first)
  }

  /// The memory of a process twice a second until it ends, in MiB.
  ///
  /// On a thread of its own: tasks of a test may wait for seconds while other tests run.
  private func readings(of process: Process) async -> [Double] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var readings: [Double] = []
        while process.isRunning {
          if let memory = memory(process.processIdentifier) { readings.append(memory) }
          Thread.sleep(forTimeInterval: 0.5)
        }
        continuation.resume(returning: readings)
      }
    }
  }

  // Small frames at fifteen a second: leaks grow as fast as with large ones, and other tests run at
  // the same time. On a busy machine the game slows down; only a hang exceeds the limit.
  @Test(
    "Memory does not grow over time, and the game is the same as without a window",
    .timeLimit(.minutes(isFullTier ? 120 : 15)), arguments: ["marble-maze", "brick-breaker"])
  func soak(game: String) async throws {
    let screen = try VirtualScreen(width: 320, height: 180)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let record = folder.appending(path: "soak.replay.jsonl").path
    let process = Process()
    process.executableURL = Program.executable
    process.currentDirectoryURL = Program.checkout
    let ticks = Self.minutes * 60 * 60
    process.arguments = [
      "play", game, "--bot", "--ticks", "\(ticks)", "--size", "320x180", "--scale", "0.25", "--fps",
      "15", "--keep-playing", "--music", "--record", record,
    ]
    var variables = ProcessInfo.processInfo.environment
    variables["CAROM_ROOT"] = nil
    variables["DISPLAY"] = screen.display
    (variables["SDL_VIDEODRIVER"], variables["SDL_AUDIODRIVER"]) = ("x11", "dummy")
    (variables["XDG_DATA_HOME"], variables["XDG_CONFIG_HOME"]) = (folder.path, folder.path)
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Also if the time limit ends the test while it waits.
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    let readings = await readings(of: process)
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let quarter = readings.count / 4
    try #require(quarter > 10, "it ended at once")
    // The first quarter fills caches; the last reading may be of a process that is exiting.
    let early = try median(readings[quarter..<2 * quarter])
    let late = try median(readings.dropLast(2).suffix(quarter))
    // Levels that are entered for the first time fill caches; in an hour all of them are.
    let limit = isFullTier ? 2.0 : 16
    #expect(late - early < limit, "\(early) MiB in the second quarter, \(late) MiB in the last")
    print("soak: \(game), \(ticks) ticks, \(early) MiB in the second quarter, \(late) in the last")
    let replay = try Program.run("replay", "verify", record)
    #expect(replay.exitCode == 0, "\(replay.output)\(replay.errors)")
    withExtendedLifetime(screen) {}
  }
}
