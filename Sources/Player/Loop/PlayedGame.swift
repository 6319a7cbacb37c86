public import CaromContent
import CaromImages
public import CaromRendering
public import CaromSimulation

/// A session that is on the screen: its last two pictures, its files, and who plays it.
public final class PlayedGame {
  /// What is played; nobody else may step it meanwhile.
  public let session: Session
  /// Where the pictures that the scene names come from.
  public let cache: RenderCache
  /// Looks at the scene's files, if they may change.
  public let watch: SceneWatcher?
  /// Where the scene comes from, as recordings name it.
  public let path: String
  /// Plays in the place of a person, if there is one.
  public var bot: (any Bot)?

  /// What is drawn, as of the tick before the last and of the last.
  private(set) var frames: (previous: RenderFrame, current: RenderFrame)
  /// Where the session is recorded into, if it is.
  private(set) var recording: RecordingFile?

  /// Whether the session is recorded.
  package var isRecording: Bool { recording != nil }

  /// Shows a session.
  ///
  /// - Parameters:
  ///   - session: What is played.
  ///   - cache: Where the pictures that the scene names come from.
  ///   - watch: What looks at its files.
  ///   - path: Where the scene comes from.
  public init(
    _ session: Session, cache: RenderCache, watch: SceneWatcher? = nil, path: String = ""
  ) {
    self.session = session
    self.cache = cache
    self.watch = watch
    self.path = path
    let frame = RenderFrame(session.scene, cache: cache)
    frames = (frame, frame)
  }

  /// Runs a tick; its picture is made only if it may be seen.
  func step(isSeen: Bool) {
    if var player = bot {
      session.step(1, with: &player)
      bot = player
    } else {
      session.step()
    }
    guard isSeen else { return }
    frames = (frames.current, RenderFrame(session.scene, cache: cache))
  }

  /// Shows at once what was changed besides ticks, without a motion.
  func redraw() {
    let frame = RenderFrame(session.scene, cache: cache)
    frames = (frame, frame)
  }

  /// Begins a recording.
  ///
  /// - Throws: why the file cannot be made.
  func record(into path: String) throws(FileProblem) {
    finishRecording()
    let file = try RecordingFile(path: path)
    file.record(session, scene: self.path)
    recording = file
  }

  /// Ends the recording.
  ///
  /// - Returns: What went wrong with the file, if anything did.
  @discardableResult func finishRecording() -> String? {
    guard let recording else { return nil }
    session.finishRecording()
    self.recording = nil
    return recording.problem
  }
}
