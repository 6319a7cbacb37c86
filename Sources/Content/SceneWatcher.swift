public import CaromSceneFiles
public import CaromSimulation
import Foundation

/// Detects changes in the files of a running scene and applies them to the session.
///
/// Nodes that did not change in the files are not affected. Files with errors, or that lack what
/// the game requires, leave the running scene unchanged, and ``message`` contains the reason. While
/// the session is being recorded, changes are deferred, because a recording is valid only for the
/// scene that it started with.
public final class SceneWatcher {
  /// The problems of the changed files or the reason why they are deferred; nil if there is none.
  public private(set) var message: String?

  private let session: Session
  private let reload: SceneReload
  private var stamps: [String: Stamp]
  /// The file stamps of the last rejected version, which is not read again.
  private var tried: [String: Stamp]

  private struct Stamp: Equatable {
    var time: Date?
    var size: UInt64?
  }

  /// Prepares to watch the files of a session's scene.
  ///
  /// - Throws: ``SceneFileError``; reading the same files again succeeds.
  public init(_ session: Session, of file: SceneFile) throws(SceneFileError) {
    self.session = session
    reload = try SceneReload(file)
    stamps = Self.stamps(reload.file)
    tried = stamps
  }

  /// Checks the files once and applies changes.
  ///
  /// - Returns: The changes of the running scene; nil if there were none.
  public func poll() -> SceneReload.Report? {
    let now = Self.stamps(reload.file)
    guard now != stamps else {
      if now != tried { (message, tried) = (nil, now) }
      return nil
    }
    if session.isRecording {
      message = "changed files are applied after the recording ends"
      return nil
    }
    guard now != tried else { return nil }
    tried = now
    do {
      var updated: Session?
      let report = try reload.reload { [session] file in
        updated = try Session(
          scene: file.scene, game: type(of: session.game).init(), launch: session.launch)
      }
      if let updated { try session.adoptInitialState(of: updated) }
      stamps = Self.stamps(reload.file)
      tried = stamps
      message = nil
      return report
    } catch {
      message = "\(error)"
      return nil
    }
  }

  private static func stamps(_ file: SceneFile) -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in file.files {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: file.reader.root.folder + "/" + path)
      stamps[path] = Stamp(
        time: attributes?[.modificationDate] as? Date,
        size: (attributes?[.size] as? NSNumber)?.uint64Value)
    }
    return stamps
  }
}
