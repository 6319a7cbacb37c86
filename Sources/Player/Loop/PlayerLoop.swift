import CaromContent
import CaromImages
import CaromMaths
public import CaromRendering
import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation

/// Plays sessions in a window: takes the player's events, runs ticks in real time, draws, sounds.
///
/// Everything the player does goes through the session's queue, so that the same events give the same
/// game without a window. Pictures may show a moment between the last two ticks; that never feeds back.
public final class PlayerLoop {
  /// The numbers of pictures in a second that may be asked for: fewer than 15 would leave out ticks.
  public static let frameRates = 15...240
  /// The most pixels that are drawn for a picture; it is scaled up to the window.
  public static let mostPixels = 1920 * 1080
  /// The pixels that the first pictures have.
  public static let firstPixels = 640 * 360

  /// What is on the screen.
  public internal(set) var stage: Stage
  /// What is played.
  public var session: Session { stage.session }
  /// Where it is shown.
  public let window: Window
  /// The clock it follows.
  public let time: any TimeSource
  /// What is heard; nil for silence.
  public var sound: SoundOutput?
  /// Whether the scene's files are looked at four times a second; mistakes show on the picture.
  public var looksAtFiles = false
  /// Whether the game stands still when the window loses the keyboard or a pad is unplugged.
  public var pausesWhenLeft = true
  /// When this many ticks have run it ends; nil to go on until the player quits.
  public var lastTick: UInt64?
  /// Makes the stage of a game by its name, with a bot where one is to show it; for a title.
  public var makeStage: ((_ game: String, _ isShown: Bool) throws -> Stage)?
  /// Where screenshots and recordings go; nil for nowhere.
  public var userData: UserData?
  /// Where high scores are kept; nil for nowhere.
  public var scoreFile: String?

  /// Which screen the player is on.
  public internal(set) var screens: Screens
  /// The best games so far.
  public var scores = HighScores()

  /// Pictures shown in a second, at most.
  public let framesPerSecond: Int

  let renderer: Renderer
  var controls: Controls
  var pacer: TickPacer
  var sizer: PictureSizer
  /// The events of the frame for the session.
  var pending = FrameEvents()
  var isFinished = false
  var isFullscreen = false
  /// How many of the lines for debugging are shown: none, numbers, numbers and shapes.
  var debugLevel = 0
  var notice: (text: String, frames: Int)?
  var ending: ScreenPicture.Ending?
  var missingPictures: String?
  private var wasOver: Bool
  /// The tick at which the game began that is played.
  var begunAt: UInt64
  private var framesToLook = 0
  /// The least time from one picture to the next, in nanoseconds.
  private let shortestFrame: UInt64
  private var nextFrame: UInt64
  /// What a frame takes of late, in seconds.
  private var frameTime: Double = 0

  /// The size of the pictures that are drawn now, and scaled up to the window.
  package var pictureSize: (width: Int, height: Int) { sizer.size(for: window.size) }

  /// Prepares to play one session from where it is; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - session: What is played; nobody else may step it meanwhile.
  ///   - window: Where it is shown.
  ///   - renderer: What draws the pictures.
  ///   - cache: Where the pictures that the scene names come from.
  ///   - time: The clock to follow.
  public convenience init(
    session: Session, window: Window, renderer: Renderer, cache: RenderCache,
    time: any TimeSource = SystemTime()
  ) {
    self.init(
      stage: Stage(session, cache: cache), window: window, renderer: renderer, time: time)
  }

  /// Prepares to play what is on a stage; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - stage: What is on the screen first.
  ///   - window: Where it is shown.
  ///   - renderer: What draws the pictures.
  ///   - screens: The title, or nothing but the game.
  ///   - keys: What the keys do.
  ///   - scale: The share of the window's pixels, each way, that is drawn; nil for as many as there is
  ///     time for.
  ///   - framesPerSecond: The most pictures a second, kept within ``frameRates``; nil for 60, or for as
  ///     many as the screen takes where the window waits for it.
  ///   - time: The clock to follow.
  public init(
    stage: Stage, window: Window, renderer: Renderer, screens: Screens = Screens(),
    keys: KeyMap = KeyMap(), scale: Double? = nil, framesPerSecond: Int? = nil,
    time: any TimeSource = SystemTime()
  ) {
    self.stage = stage
    self.window = window
    self.renderer = renderer
    self.screens = screens
    self.time = time
    controls = Controls(keys: keys)
    pacer = TickPacer(timeStep: stage.session.tickLength)
    let rate = framesPerSecond ?? window.screenRate ?? 60
    self.framesPerSecond = max(
      Self.frameRates.lowerBound, min(Self.frameRates.upperBound, rate))
    let frame = UInt64(1_000_000_000 / self.framesPerSecond)
    // A screen that is waited for sets the pace; this only holds back a window that is hidden.
    shortestFrame = framesPerSecond == nil && window.screenRate != nil ? frame * 3 / 4 : frame
    // A quarter of the frame's time is left for the ticks and for showing the picture.
    sizer = PictureSizer(
      most: Self.mostPixels, start: Self.firstPixels, allowance: frame * 3 / 4)
    sizer.scale = scale
    nextFrame = time.nanoseconds
    wasOver = stage.session.game.state.isOver
    begunAt = stage.session.tick
    sendSize()
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
    let start = time.nanoseconds
    takeEvents()
    guard !isFinished else { return false }
    look()
    let ticks = pacer.advance(to: time.nanoseconds)
    for index in 0..<ticks {
      // Only the last two ticks can be seen.
      stage.step(isSeen: index >= ticks - 2)
      sound?.tick(session)
      noteEnd()
      if let lastTick, session.tick >= lastTick {
        isFinished = true
        break
      }
    }
    sound?.supply(isRunning: true)
    try draw()
    let end = time.nanoseconds
    frameTime += (Double(end - min(start, end)) * 1e-9 - frameTime) * 0.1
    nextFrame = max(nextFrame + shortestFrame, end)
    time.wait(until: nextFrame)
    return !isFinished
  }

  private func sendSize() {
    let size = window.size
    session.send(.viewport(width: size.width, height: size.height))
  }

  /// Puts another session on the screen.
  func show(_ other: Stage) {
    if let problem = finishRecording() { tell(problem) }
    stage = other
    pending = FrameEvents()
    pacer = TickPacer(timeStep: session.tickLength)
    (wasOver, begunAt, ending) = (session.game.state.isOver, session.tick, nil)
    missingPictures = nil
    applyDebugging()
    sendSize()
  }

  /// Tells the player something for a few seconds.
  func tell(_ text: String) {
    notice = (text, framesPerSecond * 4)
  }

  /// Notices that a game of a person ended, and keeps its score.
  private func noteEnd() {
    let state = session.game.state
    defer { wasOver = state.isOver }
    guard stage.bot == nil, state.isOver != wasOver else { return }
    guard state.isOver else {
      (begunAt, ending) = (session.tick, nil)
      return
    }
    let place = scores.add(
      game: type(of: session.game).name, score: state.score, ticks: session.tick - begunAt,
      of: session)
    ending = ScreenPicture.Ending(score: state.score, place: place)
    guard let scoreFile else { return }
    do { try scores.save(scoreFile) } catch { tell("\(error)") }
  }

  // MARK: Files

  private func look() {
    guard looksAtFiles else { return }
    framesToLook -= 1
    guard framesToLook <= 0 else { return }
    framesToLook = framesPerSecond / 4
    reload()
  }

  /// Takes changed files; what they change is shown at once.
  ///
  /// - Returns: Whether anything was changed.
  @discardableResult func reload() -> Bool {
    guard let report = stage.watch?.poll(), !report.isEmpty else { return false }
    stage.cache.invalidate(images: report.images)
    do throws(MissingImages) {
      try stage.cache.load(session.scene)
      missingPictures = nil
    } catch { missingPictures = error.description }
    stage.redraw()
    return true
  }

  // MARK: Pictures

  func applyDebugging() {
    stage.cache.debugOptions =
      debugLevel == 2 ? [.showPhysicsShapes, .showContacts, .showConstraints] : []
    stage.redraw()
  }

  private func draw() throws(PlayerError) {
    let start = time.nanoseconds
    let size = pictureSize
    let picture = renderer.render(shownFrame(), width: size.width, height: size.height)
    sizer.note(nanoseconds: time.nanoseconds - start)
    if let (text, frames) = notice { notice = frames > 1 ? (text, frames - 1) : nil }
    try window.present(picture.bytes, width: size.width, height: size.height)
  }

  /// What the picture shows now: the scene, and over it what game and player say.
  package func shownFrame() -> RenderFrame {
    var frame = RenderFrame.interpolated(
      stage.frames.previous, stage.frames.current, fraction: pacer.blend)
    switch screens.screen {
    case .playing: break
    // A menu has the middle for itself: what the game says there would lie under it.
    case .paused: frame.overlay.removeAll { $0.anchor.y == 0.5 }
    // The title has all of it.
    case .title: frame.overlay = []
    }
    frame.overlay += overlay()
    if debugLevel > 0 { frame.add(session.scene.statistics, frameTime: frameTime) }
    return frame
  }

  /// What lies over the picture, none of it part of the scene.
  private func overlay() -> [RenderFrame.OverlayItem] {
    var picture = ScreenPicture()
    let game = type(of: session.game).name
    if let ending, screens.screen == .playing {
      picture.ending(ending, best: scores.best(of: game))
    }
    picture.menu(screens, best: scores.best(of: screens.chosen?.name ?? game))
    if let notice {
      picture.notice(notice.text)
    } else if stage.recording != nil, screens.screen == .playing {
      picture.notice("recording")
    }
    if let message = stage.watch?.message ?? missingPictures { picture.problem(message) }
    return picture.items
  }
}
