import Foundation
import Glibc

/// A virtual screen provided by the X server `Xvfb`, on which windows open as on a real one.
package final class VirtualScreen {
  /// The path of Xvfb; nil if it is not installed.
  private static let program: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { $0 + "/Xvfb" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether virtual screens are available.
  package static var isInstalled: Bool { program != nil }
  /// The reason why tests that need one are skipped.
  package static let reason = "Xvfb is not installed; apt-get install xvfb"

  /// The value of the variable `DISPLAY`.
  package let display: String
  private let process = Process()
  private let folder: URL

  /// Starts a screen of a size in pixels.
  package init(width: Int, height: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-screen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.program ?? "/usr/bin/Xvfb")
    process.arguments = [
      "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-fbdir",
      folder.path,
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Xvfb writes the number of the display when it accepts connections.
    var number = ""
    while let data = try pipe.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
      if data == Data("\n".utf8) { break }
      number += String(decoding: data, as: UTF8.self)
    }
    display = ":" + number
  }

  deinit {
    // SIGTERM has no effect: children of Foundation's Process inherit its blocked signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The contents of the screen: RGBA bytes, rows from the top.
  ///
  /// - Source: X11's `XWDFile.h`, version 7, the format of the server's memory.
  package func contents() throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let file = [UInt8](try Data(contentsOf: folder.appending(path: "Xvfb_screen0")))
    func word(_ index: Int) -> Int {
      file[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height, stride) = (word(4), word(5), word(12))
    let start = word(0) + word(19) * 12
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let place = start + y * stride + x * 4
        pixels += [file[place + 2], file[place + 1], file[place]]
      }
    }
    return (width, height, pixels)
  }
}
