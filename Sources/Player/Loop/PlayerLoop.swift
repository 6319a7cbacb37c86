public import CaromContent
import CaromImages
import CaromMaths
public import CaromRendering
import CaromSceneFiles
public import CaromSimulation

/// Plays a session in a window: takes the player's events, runs ticks in real time, draws.
///
/// Everything the player does goes through the session's queue, so that the same events give the same
/// game without a window. Pictures show a moment between the last two ticks; that never feeds back.
public final class PlayerLoop {
  /// Pictures shown in a second, at most.
  public static let framesPerSecond: UInt64 = 60
  /// The most pixels that are drawn for a picture; it is scaled up to the window.
  public static let mostPixels = 640 * 360

  /// What is played.
  public let session: Session
  /// Where it is shown.
  public let window: Window
  /// The clock it follows.
  public let time: any TimeSource
  /// Looks at the scene's files four times a second, if it is set; mistakes show on the picture.
  public var watch: SceneWatch?
  private var framesToWatch = 0
  private let renderer: Renderer
  private let cache: RenderCache

  private var controls = Controls()
  private var pacer: TickPacer
  private var sizer: PictureSizer
  private var previous: RenderFrame
  private var current: RenderFrame
  private var nextFrame: UInt64
  private var isFinished = false
  private var missingPictures: String?

  /// Prepares to play from where the session is; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - session: What is played; nobody else may step it meanwhile.
  ///   - window: Where it is shown.
  ///   - renderer: What draws the pictures.
  ///   - cache: Where the pictures that the scene names come from.
  ///   - time: The clock to follow.
  public init(
    session: Session, window: Window, renderer: Renderer, cache: RenderCache,
    time: any TimeSource = SystemTime()
  ) {
    self.session = session
    self.window = window
    self.renderer = renderer
    self.time = time
    self.cache = cache
    pacer = TickPacer(timeStep: session.tickLength)
    // A quarter of the frame's time is left for the ticks and for showing the picture.
    let frame = 1_000_000_000 / Self.framesPerSecond
    sizer = PictureSizer(most: Self.mostPixels, allowance: frame * 3 / 4)
    current = RenderFrame(session.scene, cache: cache)
    previous = current
    nextFrame = time.nanoseconds
    let size = window.size
    session.send(.viewport(width: size.width, height: size.height))
  }

  /// Plays until the player quits.
  ///
  /// - Throws: ``PlayerError/noPicture(_:)`` when the window cannot show pictures any more.
  public func run() throws(PlayerError) {
    while try frame() {}
  }

  /// Plays one frame: events, the ticks that are due, one picture, and the wait for the next frame.
  ///
  /// - Returns: False once the player has quit.
  /// - Throws: ``PlayerError/noPicture(_:)`` when the window cannot show the picture.
  public func frame() throws(PlayerError) -> Bool {
    takeEvents()
    guard !isFinished else { return false }
    look()
    let ticks = pacer.advance(to: time.nanoseconds)
    for index in 0..<ticks {
      session.step()
      // Only the last two ticks can be seen.
      if index >= ticks - 2 {
        previous = current
        current = RenderFrame(session.scene, cache: cache)
      }
    }
    try draw()
    nextFrame = max(nextFrame + 1_000_000_000 / Self.framesPerSecond, time.nanoseconds)
    time.wait(until: nextFrame)
    return true
  }

  private func takeEvents() {
    let size = window.size
    let picture = Letterbox(picture: sizer.size(for: size), window: size)
    var frame = FrameEvents()
    // Of two presses of the key within a slow frame, the second takes the first back.
    var isPaused = session.isPaused
    while let event = window.nextEvent() {
      switch event {
      case .quit, .key(.escape, isDown: true, _): isFinished = true
      default: break
      }
      for input in controls.events(for: event, in: picture, isPaused: isPaused) {
        if case .command(let command) = input { isPaused = command.name == .pause }
        frame.add(input)
      }
    }
    for event in frame.events { session.send(event) }
  }

  /// What is wrong with changed files, or with the pictures that they name.
  private var message: String? { watch?.message ?? missingPictures }

  /// Takes changed files; what they change is shown at once, without a motion.
  private func look() {
    guard let watch else { return }
    framesToWatch -= 1
    guard framesToWatch <= 0 else { return }
    framesToWatch = Int(Self.framesPerSecond / 4)
    guard let report = watch.look(), !report.isEmpty else { return }
    cache.forget(images: report.images)
    do throws(MissingImages) {
      try cache.load(session.scene)
      missingPictures = nil
    } catch { missingPictures = error.description }
    current = RenderFrame(session.scene, cache: cache)
    previous = current
  }

  /// A message over the top of the picture; not part of the scene.
  private static func items(_ message: String) -> [RenderFrame.OverlayItem] {
    let lines = message.split(separator: "\n").prefix(6).map { $0.prefix(110) }
    let height = Float(lines.count) * 18 + 16
    return [
      RenderFrame.OverlayItem(
        .rectangle(size: Vector2(4_000, height)), color: Vector4(0.1, 0, 0, 0.8)),
      RenderFrame.OverlayItem(
        .text(lines.joined(separator: "\n"), size: 18, alignment: 0), offset: Vector2(8, 8),
        color: Vector4(1, 0.6, 0.5, 1)),
    ]
  }

  private func draw() throws(PlayerError) {
    let start = time.nanoseconds
    let size = sizer.size(for: window.size)
    var frame = RenderFrame.blended(previous, current, share: pacer.blend)
    if let message { frame.overlay += Self.items(message) }
    let picture = renderer.render(frame, width: size.width, height: size.height)
    sizer.note(nanoseconds: time.nanoseconds - start)
    try window.present(picture.bytes, width: size.width, height: size.height)
  }
}
