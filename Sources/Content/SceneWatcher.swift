public import CaromRendering
public import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation
import FoundationEssentials

/// Detects changes in the files of a running scene and applies them to the session.
///
/// Of a session with several levels, the files of the current level are watched. A change that was
/// made while another level was presented is applied as soon as its level is the current one.
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
  public var message: String? { levels[current].message }

  private let session: Session
  private var levels: [WatchedScene]
  private let images: ImageFolders
  private let sounds: String?
  private var soundStamps: [String: FileStamp] = [:]

  /// The scene of a level and the stamps of its files.
  private struct WatchedScene {
    let scene: Scene
    let reload: SceneReload
    var stamps: [String: FileStamp]
    /// The file stamps of the last rejected version, which is not read again.
    var tried: [String: FileStamp]
    /// The problems of its changed files, or the reason why they are deferred.
    var message: String?
    /// The stamps of its images.
    var images: [String: FileStamp] = [:]

    init(_ file: SceneFile) throws(SceneFileError) {
      scene = file.scene
      reload = try SceneReload(file)
      stamps = SceneWatcher.stamps(reload.file)
      tried = stamps
    }
  }

  /// The index of the current level.
  private var current: Int { levels.firstIndex { $0.scene === session.scene } ?? 0 }

  /// Prepares to watch the files of a session's scene, or of all its levels.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - files: The scene files of its levels, or the one that it was made from; at least one.
  ///   - images: The folders of the scene's images and fonts.
  ///   - sounds: The folder of sounds, if it is watched.
  /// - Throws: ``SceneFileError``; reading the same files again succeeds.
  public init(
    _ session: Session, of files: [SceneFile], images: ImageFolders = ImageFolders([]),
    sounds: String? = nil
  ) throws(SceneFileError) {
    self.session = session
    self.images = images
    self.sounds = sounds
    precondition(!files.isEmpty, "A session has at least one scene file")
    levels = []
    for file in files { levels.append(try WatchedScene(file)) }
    for index in levels.indices { levels[index].images = imageStamps(ofLevel: index) }
    soundStamps = currentSounds()
  }

  /// Checks the files once and applies changes.
  ///
  /// - Returns: The changes; the caller reloads the images and sounds.
  public func poll() -> Report {
    var report = Report(scene: pollScene())
    // Images that the changed scene names for the first time have no old stamp.
    let index = current
    let (images, sounds) = (imageStamps(ofLevel: index), currentSounds())
    report.images = Self.changes(from: levels[index].images, to: images)
    let known = Set(report.images)
    report.images += (report.scene?.images ?? []).filter { !known.contains($0) }
    report.sounds = Self.changes(from: soundStamps, to: sounds)
    (levels[index].images, soundStamps) = (images, sounds)
    return report
  }

  /// Whether the files of the scene on screen have changed, and are not applied yet.
  package var hasChangedScene: Bool {
    let level = levels[current]
    return Self.stamps(level.reload.file) != level.stamps
  }

  private func pollScene() -> SceneReload.Report? {
    let index = current
    let reload = levels[index].reload
    let now = Self.stamps(reload.file)
    guard now != levels[index].stamps else {
      if now != levels[index].tried { (levels[index].message, levels[index].tried) = (nil, now) }
      return nil
    }
    if session.isRecording {
      levels[index].message = "changed files are applied after the recording ends"
      return nil
    }
    guard now != levels[index].tried else { return nil }
    levels[index].tried = now
    do {
      var updated: Session?
      let report = try reload.reload { [session] file in
        updated = try Session(
          scene: file.scene, game: type(of: session.game).init(), launch: session.launch)
      }
      if let updated { try session.adoptInitialState(of: updated) }
      levels[index].stamps = Self.stamps(reload.file)
      levels[index].tried = levels[index].stamps
      levels[index].message = nil
      return report
    } catch {
      levels[index].message = "\(error)"
      return nil
    }
  }

  private static func stamps(_ file: SceneFile) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in file.files { stamps[path] = FileStamp(file.reader.root.folder + "/" + path) }
    return stamps
  }

  private func imageStamps(ofLevel index: Int) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    // Those inside of models belong to the files of the scene.
    for name in RenderCache.fileNames(of: levels[index].reload.file.scene) where !name.contains("#")
    {
      stamps[name] = FileStamp(images.path(ofFile: name))
    }
    return stamps
  }

  private func currentSounds() -> [String: FileStamp] {
    guard let sounds else { return [:] }
    var stamps: [String: FileStamp] = [:]
    for name in SoundFiles.names(in: sounds) { stamps[name] = FileStamp("\(sounds)/\(name).wav") }
    return stamps
  }

  /// The names of changed, added and removed files, sorted.
  private static func changes(
    from old: [String: FileStamp], to new: [String: FileStamp]
  ) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
