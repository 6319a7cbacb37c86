public import CaromSceneFiles
public import CaromSimulation
import Foundation

/// Looks at the files of a scene that is played, and brings what changes in them into the game.
///
/// Nodes that did not change in the files go on as they were. Files with mistakes, and files that the
/// game cannot be played with, leave the old scene running; ``message`` says why. While the session is
/// recorded, changes wait: a recording holds for the scene that it began with.
public final class SceneWatcher {
  /// What to tell the player: the mistakes of the files, or why they are not taken; nil if all is well.
  public private(set) var message: String?

  private let session: Session
  private let reload: SceneReload
  private var stamps: [String: Stamp]
  /// A state of files that was refused is not read again.
  private var tried: [String: Stamp]

  private struct Stamp: Equatable {
    var time: Date?
    var size: UInt64?
  }

  /// Watches the files of a session's scene.
  ///
  /// - Throws: what is wrong with the file; nothing right after it was read.
  public init(_ session: Session, of file: SceneFile) throws(SceneFileError) {
    self.session = session
    reload = try SceneReload(file)
    stamps = Self.stamps(reload.file)
    tried = stamps
  }

  /// Looks at the files once, and takes what changed.
  ///
  /// - Returns: What was changed in the running scene; nil if nothing was.
  public func poll() -> SceneReload.Report? {
    let now = Self.stamps(reload.file)
    guard now != stamps else {
      if now != tried { (message, tried) = (nil, now) }
      return nil
    }
    if session.isRecording {
      message = "changed files are taken when the recording ends"
      return nil
    }
    guard now != tried else { return nil }
    tried = now
    do {
      var fresh: Session?
      let report = try reload.reload { [session] file in
        fresh = try Session(
          scene: file.scene, game: type(of: session.game).init(), launch: session.launch)
      }
      if let fresh { try session.adoptInitialState(of: fresh) }
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
