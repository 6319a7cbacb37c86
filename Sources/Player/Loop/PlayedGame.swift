public import CaromContent
import CaromImages
public import CaromRendering
public import CaromSimulation

/// A session on screen: its last two frames, its files, and its bot.
public final class PlayedGame {
  /// The session; nothing else may step it.
  public let session: Session
  /// The cache with the images of the scene.
  public let cache: RenderCache
  /// Watches the scene's files, if they may change.
  public let watch: SceneWatcher?
  /// The path of the scene in recordings.
  public let path: String
  /// The bot that plays instead of a person, if any.
  public var bot: (any Bot)?

  /// The frames of the last two ticks.
  private(set) var frames: (previous: RenderFrame, current: RenderFrame)
  /// The file that the session is recorded to, if any.
  private(set) var recording: RecordingFile?

  /// Whether the session is recorded.
  package var isRecording: Bool { recording != nil }

  /// Creates a game on screen.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - cache: The cache with the images of the scene.
  ///   - watch: The watch of its files.
  ///   - path: The path of the scene.
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

  /// Runs a tick; its frame is extracted only if it may be visible.
  func step(isVisible: Bool) {
    if var player = bot {
      session.step(1, with: &player)
      bot = player
    } else {
      session.step()
    }
    guard isVisible else { return }
    frames = (frames.current, RenderFrame(session.scene, cache: cache))
  }

  /// Shows changes other than ticks immediately, without interpolation.
  func redraw() {
    let frame = RenderFrame(session.scene, cache: cache)
    frames = (frame, frame)
  }

  /// Starts a recording.
  ///
  /// - Throws: An error if the file cannot be created.
  func record(into path: String) throws(FileProblem) {
    finishRecording()
    let file = try RecordingFile(path: path)
    file.record(session, scene: self.path)
    recording = file
  }

  /// Ends the recording.
  ///
  /// - Returns: The error of the file, if any.
  @discardableResult func finishRecording() -> String? {
    guard let recording else { return nil }
    session.finishRecording()
    self.recording = nil
    return recording.problem
  }
}
