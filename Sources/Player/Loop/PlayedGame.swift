public import CaromContent
import CaromDocuments
import CaromImages
public import CaromRendering
import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation

/// A session on screen: its last two frames, its files, and its bot.
public final class PlayedGame {
  /// The session; nothing else may step it.
  public let session: Session
  /// The cache with the images of the scene.
  public let cache: RenderCache
  /// Watches the scene's files, if they may change.
  public let watch: SceneWatcher?
  /// The folder of its sounds, if there is one.
  public let sounds: String?
  /// The path of the scene in recordings.
  public let path: String
  /// The bot that plays instead of a person, if any.
  public var bot: (any Bot)?

  /// The run that the player races against, in the current level; nil for none.
  package private(set) var ghost: Ghost?
  /// Makes the ghost of the level that the session is in.
  var makeGhost: ((PlayedGame) -> Ghost?)? {
    didSet { ghost = makeGhost?(self) }
  }
  /// The opacity of a ghost, at which also a bright steel ball is no second one.
  private static let ghostOpacity: Float = 0.25

  /// The warnings of the scenes that were not reported yet, and the files of all levels.
  private var warnings: [Problem] = []
  private var files: [SceneFile] = []
  /// The number of the scenes' problems that were reported before.
  private var takenProblems = 0

  /// The frames of the last two ticks.
  private(set) var frames: (previous: RenderFrame, current: RenderFrame)
  /// Whether the last two frames are the same, so that there is nothing to interpolate.
  private(set) var isStill = true
  /// The view of a free camera, in place of that of the scene; nil for none.
  var freeView: RenderFrame.View?
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
  ///   - sounds: The folder of its sounds.
  public init(
    _ session: Session, cache: RenderCache, watch: SceneWatcher? = nil, path: String = "",
    sounds: String? = nil
  ) {
    self.session = session
    self.cache = cache
    self.watch = watch
    self.path = path
    self.sounds = sounds
    let frame = RenderFrame(session.scene, cache: cache)
    frames = (frame, frame)
  }

  /// Runs a tick; its frame is extracted only if it may be visible.
  func step(isVisible: Bool) {
    let (scene, wasPaused) = (session.scene, session.isPaused)
    if var player = bot {
      session.step(1, with: &player)
      bot = player
    } else {
      session.step()
    }
    // Nothing moves from one level to the next.
    if session.scene !== scene {
      ghost = makeGhost?(self)
      ghost?.follow(session)
      return redraw()
    }
    ghost?.follow(session)
    // Nothing moves while a game is paused, unless an event changes something.
    if wasPaused, session.isPaused, session.appliedEvents.isEmpty {
      if !isStill { (frames.previous, isStill) = (frames.current, true) }
      return
    }
    if isVisible { extractFrame() }
  }

  /// Extracts the frame of the last tick, which follows the current one.
  func extractFrame() {
    frames = (frames.current, newFrame())
    isStill = frames.previous == frames.current
  }

  private func newFrame() -> RenderFrame {
    var frame = RenderFrame(session.scene, through: freeView, cache: cache)
    if let node = ghost?.shownNode {
      frame.addGhost(node, opacity: Self.ghostOpacity, cache: cache)
    }
    return frame
  }

  /// Prepares to report the warnings of all levels and the problems that their ticks find.
  func tells(_ warnings: [Problem], of files: [SceneFile]) {
    (self.warnings, self.files) = (warnings, files)
  }

  /// The warnings of the scenes and the problems of their ticks since the last call.
  func takeProblems() -> [Problem] {
    let count =
      files.isEmpty
      ? session.scene.problems.count : files.reduce(0) { $0 + $1.scene.problems.count }
    defer { (warnings, takenProblems) = ([], count) }
    guard count != takenProblems else { return warnings }
    let found =
      files.isEmpty
      ? session.scene.problems.map { Problem($0) } : files.flatMap(\.runtimeProblems)
    return warnings + found.map(\.asWarning)
  }

  /// Shows changes other than ticks immediately, without interpolation.
  func redraw() {
    let frame = newFrame()
    (frames, isStill) = ((frame, frame), true)
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
