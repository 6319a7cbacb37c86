public import CaromSimulation
import FoundationEssentials
import Glibc

/// A file that a session is recorded to while it runs.
///
/// The events of a tick are in the file before the tick runs, so the file contains the events of a
/// tick that crashes the process. Pipes and devices are written to, and `-` is the standard output.
/// A file takes one recording at a time, also of several processes.
public final class RecordingFile {
  /// The path of the file.
  public let path: String
  /// The error that stopped the recording, such as a full disk; the session continues without it.
  public private(set) var problem: String?
  private let file: Int32

  /// Creates an empty file and its folder; an existing file is emptied and keeps its mode.
  ///
  /// - Throws: ``FileProblem`` if the file cannot be created, or if another command is writing to
  ///   it.
  public init(path: String) throws(FileProblem) {
    self.path = path
    file = try OutputFile(path).open()
  }

  deinit { close(file) }

  /// Starts to record a session.
  ///
  /// - Parameters:
  ///   - session: The session to record.
  ///   - scene: The path of its scene, as accepted by ``SessionLoader/load(_:level:launch:)``.
  public func record(_ session: Session, scene: String) {
    session.record(scene: scene) { [self] in append($0) }
  }

  /// Writes whole lines with the system call, so that they survive a crash of the process.
  ///
  /// `FileHandle` takes five times as long, and a tilting game writes in every tick.
  private func append(_ text: String) {
    guard problem == nil else { return }
    var text = text
    let failure = text.withUTF8 { OutputFile.write(UnsafeRawBufferPointer($0), to: file) }
    guard failure != 0 else { return }
    problem = "\(path): can no longer be written: \(String(cString: strerror(failure)))"
  }
}
