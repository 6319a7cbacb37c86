import Foundation
import TestSupport

/// The modules and object files of the running build, for tests that compile packages of others.
enum BuildProducts {
  /// The folder of the build.
  static let folder = Program.executable.deletingLastPathComponent().path

  /// The compiler on the path of the tests.
  static let compiler: String = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "swiftc"
  }()

  /// The arguments with which the compiler finds the modules.
  static let searchPaths = [
    "\(folder)/Modules", "\(folder)/CPlatform.build",
    Repository.url("Sources/CPlatform/include").path, "\(folder)/CPrefetch.build",
    Repository.url("Sources/CPrefetch/include").path, Repository.url("Sources/CSpng").path,
    Repository.url("Sources/CTurboJPEG").path,
  ].flatMap { ["-I", $0] }
}
