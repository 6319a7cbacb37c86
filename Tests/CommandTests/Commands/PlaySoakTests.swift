import CaromPlayer
import Foundation
import TestSupport
import Testing

/// The shipped program in a window on a virtual screen, with its bot, sound and recording.
@Suite(
  "carom play for a while",
  .enabled(if: Window.isAvailable, "SDL2 is not installed"),
  .enabled(if: VirtualScreen.isInstalled, "\(VirtualScreen.reason)"),
  .enabled(if: isFullTier, "half an hour in real time: TIER=full"), .serialized)
struct PlaySoakTests {
  /// Half an hour.
  private static let ticks = 30 * 60 * 60

  /// The memory of a process in MiB, as the system counts it; nil once it is gone.
  private func memory(_ process: Int32) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) }), pages > 0
    else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  @Test(
    "Takes no more memory, and is the game that runs without a window", .timeLimit(.minutes(40)))
  func soak() throws {
    let screen = try VirtualScreen(width: 640, height: 360)
    try TemporaryFolder.use { folder in
      let record = folder.appending(path: "soak.replay.jsonl").path
      let process = Process()
      process.executableURL = Program.executable
      process.currentDirectoryURL = Program.checkout
      process.arguments = [
        "play", "marble-maze", "--bot", "--ticks", "\(Self.ticks)", "--size", "640x360", "--scale",
        "0.5", "--keep-playing", "--music", "--record", record,
      ]
      var variables = ProcessInfo.processInfo.environment
      variables["CAROM_ROOT"] = nil
      variables["DISPLAY"] = screen.display
      (variables["SDL_VIDEODRIVER"], variables["SDL_AUDIODRIVER"]) = ("x11", "dummy")
      (variables["XDG_DATA_HOME"], variables["XDG_CONFIG_HOME"]) = (folder.path, folder.path)
      process.environment = variables
      process.standardError = FileHandle.nullDevice
      try process.run()
      var readings: [Double] = []
      while process.isRunning {
        if let memory = memory(process.processIdentifier) { readings.append(memory) }
        Thread.sleep(forTimeInterval: 0.25)
      }
      #expect(process.terminationStatus == 0)
      // The first quarter fills caches; the last reading may be of a process that ends.
      let steady = readings.dropLast(2).dropFirst(readings.count / 4)
      let (first, last) = (try #require(steady.first), try #require(steady.max()))
      #expect(last - first < 2, "\(first) MiB after the beginning, \(last) at most later")
      print("soak: \(Self.ticks) ticks, \(first) MiB after a quarter, \(last) MiB at most after it")
      let replay = try Program.run("replay", "verify", record)
      #expect(replay.exitCode == 0, "\(replay.output)\(replay.errors)")
    }
  }
}
