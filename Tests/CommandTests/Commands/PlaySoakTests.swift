import CaromPlayer
import Foundation
import TestSupport
import Testing

/// The shipped program in windows on virtual screens, with its bots, sound and recording.
@Suite(
  "carom play for a while",
  .enabled(if: Window.isAvailable, "SDL2 is not installed"),
  .enabled(if: VirtualScreen.isInstalled, "\(VirtualScreen.reason)"))
struct PlaySoakTests {
  /// Two minutes, or half an hour.
  private static let minutes = isFullTier ? 30 : 2

  /// The memory of a process's own in MiB, also what was swapped out; nil once it is gone.
  ///
  /// Pages of files, such as its code, are not counted: the system takes and gives them as it likes.
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

  // Small pictures, and fifteen a second: what is looked for leaks as fast as in large ones, and other
  // tests run meanwhile. On a busy machine time stretches; only what hangs meets the limit.
  @Test(
    "Takes no more memory as time goes by, and plays what is played without a window",
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
    // Also when the limit of time ends the test in the midst of a wait.
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    var readings: [Double] = []
    while process.isRunning {
      if let memory = memory(process.processIdentifier) { readings.append(memory) }
      // Gives the thread to other tests.
      try await Task.sleep(for: .milliseconds(500))
    }
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let quarter = readings.count / 4
    try #require(quarter > 10, "it ended at once")
    // The first quarter fills caches; the last reading may be of a process that ends.
    let early = try median(readings[quarter..<2 * quarter])
    let late = try median(readings.dropLast(2).suffix(quarter))
    #expect(late - early < 2, "\(early) MiB in the second quarter, \(late) MiB in the last")
    print("soak: \(game), \(ticks) ticks, \(early) MiB in the second quarter, \(late) in the last")
    let replay = try Program.run("replay", "verify", record)
    #expect(replay.exitCode == 0, "\(replay.output)\(replay.errors)")
    withExtendedLifetime(screen) {}
  }
}
