public import CaromRendering
public import CaromSceneFiles
public import CaromSimulation
import Foundation

/// Detects changes in the files of a running scene and applies them to the session.
///
/// Nodes that did not change in the files are not affected. Files with errors, or that lack what
/// the game requires, leave the running scene unchanged, and ``message`` contains the reason. While
/// the session is being recorded, changes of scene files are deferred, because a recording is valid
/// only for the scene that it started with; changed images and sounds are still reported.
public final class SceneWatcher {
  /// A report of changes.
  public struct Report: Equatable, Sendable {
    /// The changes of the running scene; nil if its files did not change.
    public var scene: SceneReload.Report?
    /// The changed images and fonts, by the names that scenes use.
    public var images: [String] = []
    /// The names of the changed sounds.
    public var sounds: [String] = []

    /// Creates a report; by default nothing changed.
    public init(
      scene: SceneReload.Report? = nil, images: [String] = [], sounds: [String] = []
    ) {
      (self.scene, self.images, self.sounds) = (scene, images, sounds)
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { images.isEmpty && sounds.isEmpty && scene?.isEmpty ?? true }
  }

  /// The problems of the changed files or the reason why they are deferred; nil if there is none.
  public private(set) var message: String?

  private let session: Session
  private let reload: SceneReload
  private let images: ImageFolders
  private let sounds: String?
  private var stamps: [String: Stamp]
  /// The file stamps of the last rejected version, which is not read again.
  private var tried: [String: Stamp]
  private var imageStamps: [String: Stamp] = [:]
  private var soundStamps: [String: Stamp] = [:]

  private struct Stamp: Equatable {
    var time: Date?
    var size: UInt64?

    /// The stamp of a file; that of a missing one has neither time nor size.
    init(_ path: String?) {
      guard let path else { return }
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      time = attributes?[.modificationDate] as? Date
      size = (attributes?[.size] as? NSNumber)?.uint64Value
    }
  }

  /// Prepares to watch the files of a session's scene.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - file: The scene file that it was made from.
  ///   - images: The folders of the scene's images and fonts.
  ///   - sounds: The folder of sounds, if it is watched.
  /// - Throws: ``SceneFileError``; reading the same files again succeeds.
  public init(
    _ session: Session, of file: SceneFile, images: ImageFolders = ImageFolders([]),
    sounds: String? = nil
  ) throws(SceneFileError) {
    self.session = session
    self.images = images
    self.sounds = sounds
    reload = try SceneReload(file)
    stamps = Self.stamps(reload.file)
    tried = stamps
    imageStamps = currentImages()
    soundStamps = currentSounds()
  }

  /// Checks the files once and applies changes.
  ///
  /// - Returns: The changes; the caller reloads the images and sounds.
  public func poll() -> Report {
    var report = Report(scene: pollScene())
    // Images that the changed scene names for the first time have no old stamp.
    let (images, sounds) = (currentImages(), currentSounds())
    report.images = Self.changes(from: imageStamps, to: images)
    let known = Set(report.images)
    report.images += (report.scene?.images ?? []).filter { !known.contains($0) }
    report.sounds = Self.changes(from: soundStamps, to: sounds)
    (imageStamps, soundStamps) = (images, sounds)
    return report
  }

  private func pollScene() -> SceneReload.Report? {
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
    for path in file.files { stamps[path] = Stamp(file.reader.root.folder + "/" + path) }
    return stamps
  }

  private func currentImages() -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    // Those inside of models belong to the files of the scene.
    for name in RenderCache.fileNames(of: reload.file.scene) where !name.contains("#") {
      stamps[name] = Stamp(images.path(ofFile: name))
    }
    return stamps
  }

  private func currentSounds() -> [String: Stamp] {
    guard let sounds else { return [:] }
    var stamps: [String: Stamp] = [:]
    for name in SoundFiles.names(in: sounds) { stamps[name] = Stamp("\(sounds)/\(name).wav") }
    return stamps
  }

  /// The names of changed, added and removed files, sorted.
  private static func changes(from old: [String: Stamp], to new: [String: Stamp]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
