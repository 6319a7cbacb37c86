public import CaromSimulation
import Foundation

/// A file that a session is recorded into while it is played.
///
/// Each piece is in the file when the tick runs that it is for, so what killed the process is in it.
public final class RecordingFile {
  /// Where it is.
  public let path: String
  /// Why nothing is written any more, such as a full disk; the session goes on without.
  public private(set) var problem: String?
  private let file: FileHandle

  /// Makes an empty file, and the folder that it is in.
  ///
  /// - Throws: ``FileProblem`` where no file can be made.
  public init(path: String) throws(FileProblem) {
    self.path = path
    let place = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    if path.isEmpty || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      path.isEmpty || isFolder.boolValue
    {
      throw FileProblem("\(path): is no path of a file; one such as a.replay.jsonl is accepted")
    }
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: place)
      file = try FileHandle(forWritingTo: place)
    } catch {
      throw FileProblem("\(path): cannot be written: \(error.localizedDescription)")
    }
  }

  /// Records a session from now on.
  ///
  /// - Parameters:
  ///   - session: What is recorded.
  ///   - scene: Where its scene comes from, as a loader takes it.
  public func record(_ session: Session, scene: String) {
    session.record(scene: scene) { [self] in append($0) }
  }

  /// Hands whole lines to the system, which keeps them whatever becomes of this process.
  ///
  /// With the system's own call, as one is made in every tick of a tilted board: `FileHandle` takes
  /// five times as long.
  private func append(_ text: String) {
    guard problem == nil else { return }
    var text = text
    let failure = text.withUTF8 { bytes -> Int32 in
      var done = 0
      while done < bytes.count {
        let count = write(
          file.fileDescriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if count >= 0 { done += count } else if errno != EINTR { return errno }
      }
      return 0
    }
    guard failure != 0 else { return }
    problem = "\(path): cannot be written any more: \(String(cString: strerror(failure)))"
  }
}
