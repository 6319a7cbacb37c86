public import CaromSimulation
import Foundation

/// A file that a session is recorded to while it runs.
///
/// The events of a tick are in the file before the tick runs, so the file contains the events of a
/// tick that crashes the process.
public final class RecordingFile {
  /// The path of the file.
  public let path: String
  /// The error that stopped the recording, such as a full disk; the session continues without it.
  public private(set) var problem: String?
  private let file: FileHandle

  /// Creates an empty file and its folder.
  ///
  /// - Throws: ``FileProblem`` if the file cannot be created.
  public init(path: String) throws(FileProblem) {
    self.path = path
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    if path.isEmpty || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      path.isEmpty || isFolder.boolValue
    {
      throw FileProblem(
        "\(path.isEmpty ? "the path" : path): it \(path.isEmpty ? "is empty" : "is a folder"); "
          + "the path of a file, such as a.replay.jsonl, is accepted")
    }
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
      file = try FileHandle(forWritingTo: url)
    } catch {
      throw FileProblem("\(path): cannot be written: \(error.localizedDescription)")
    }
  }

  /// Starts to record a session.
  ///
  /// - Parameters:
  ///   - session: The session to record.
  ///   - scene: The path of its scene, as accepted by ``SessionLoader/load(_:launch:)``.
  public func record(_ session: Session, scene: String) {
    session.record(scene: scene) { [self] in append($0) }
  }

  /// Writes whole lines with the system call, so that they survive a crash of the process.
  ///
  /// `FileHandle` takes five times as long, and a tilting game writes in every tick.
  private func append(_ text: String) {
    guard problem == nil else { return }
    var text = text
    let failure = text.withUTF8 { bytes -> Int32 in
      var written = 0
      while written < bytes.count {
        let count = write(
          file.fileDescriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return 0
    }
    guard failure != 0 else { return }
    problem = "\(path): can no longer be written: \(String(cString: strerror(failure)))"
  }
}
