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
  public static let maximumPixelCount = 1920 * 1080
  /// The pixels that the first pictures have.
  public static let initialPixelCount = 640 * 360

  /// What is on the screen.
  public internal(set) var playedGame: PlayedGame
  /// What is played.
  public var session: Session { playedGame.session }
  /// Where it is shown.
  public let window: Window
  /// The clock it follows.
  public let time: any TimeSource
  /// What is heard; nil for silence.
  public var sound: SoundOutput?
  /// Whether the scene's files are looked at four times a second; mistakes show on the picture.
  public var watchesFiles = false
  /// Whether the game stands still when the window loses the keyboard or a pad is unplugged.
  public var pausesOnFocusLoss = true
  /// When this many ticks have run it ends; nil to go on until the player quits.
  public var lastTick: UInt64?
  /// Makes the playedGame of a game by its name, with a bot where one is to show it; for a title.
  public var loadGame: ((_ game: String, _ isDemo: Bool) throws -> PlayedGame)?
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
  var resolution: ResolutionScaler
  /// The events of the frame for the session.
  var pending = CoalescedEvents()
  var isFinished = false
  var isFullscreen = false
  /// How many of the lines for debugging are shown: none, numbers, numbers and shapes.
  var debugLevel = 0
  var notification: (text: String, frames: Int)?
  var result: ScreenOverlay.GameResult?
  var missingPictures: String?
  private var wasOver: Bool
  /// The tick at which the game began that is played.
  var startTick: UInt64
  private var framesUntilFileCheck = 0
  /// The least time from one picture to the next, in nanoseconds.
  private let minimumFrameTime: UInt64
  private var nextFrame: UInt64
  /// What a frame takes of late, in seconds.
  private var frameTime: Double = 0

  /// The size of the pictures that are drawn now, and scaled up to the window.
  package var renderSize: (width: Int, height: Int) { resolution.size(for: window.size) }

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
      playedGame: PlayedGame(session, cache: cache), window: window, renderer: renderer, time: time)
  }

  /// Prepares to play what is on a playedGame; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - playedGame: What is on the screen first.
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
    playedGame: PlayedGame, window: Window, renderer: Renderer, screens: Screens = Screens(),
    keys: KeyMap = KeyMap(), scale: Double? = nil, framesPerSecond: Int? = nil,
    time: any TimeSource = SystemTime()
  ) {
    self.playedGame = playedGame
    self.window = window
    self.renderer = renderer
    self.screens = screens
    self.time = time
    controls = Controls(keys: keys)
    pacer = TickPacer(timeStep: playedGame.session.tickLength)
    let rate = framesPerSecond ?? window.refreshRate ?? 60
    self.framesPerSecond = max(
      Self.frameRates.lowerBound, min(Self.frameRates.upperBound, rate))
    let frame = UInt64(1_000_000_000 / self.framesPerSecond)
    // A screen that is waited for sets the pace; this only holds back a window that is hidden.
    minimumFrameTime = framesPerSecond == nil && window.refreshRate != nil ? frame * 3 / 4 : frame
    // A quarter of the frame's time is left for the ticks and for showing the picture.
    resolution = ResolutionScaler(
      maximumPixelCount: Self.maximumPixelCount, start: Self.initialPixelCount,
      frameBudget: frame * 3 / 4)
    resolution.scale = scale
    nextFrame = time.nanoseconds
    wasOver = playedGame.session.game.state.isOver
    startTick = playedGame.session.tick
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
    processEvents()
    guard !isFinished else { return false }
    look()
    let ticks = pacer.advance(to: time.nanoseconds)
    for index in 0..<ticks {
      // Only the last two ticks can be seen.
      playedGame.step(isSeen: index >= ticks - 2)
      sound?.tick(session)
      recordGameEnd()
      if let lastTick, session.tick >= lastTick {
        isFinished = true
        break
      }
    }
    sound?.supply(isRunning: true)
    try draw()
    let end = time.nanoseconds
    frameTime += (Double(end - min(start, end)) * 1e-9 - frameTime) * 0.1
    nextFrame = max(nextFrame + minimumFrameTime, end)
    time.wait(until: nextFrame)
    return !isFinished
  }

  private func sendSize() {
    let size = window.size
    session.send(.viewport(width: size.width, height: size.height))
  }

  /// Puts another session on the screen.
  func show(_ other: PlayedGame) {
    if let problem = finishRecording() { notify(problem) }
    playedGame = other
    pending = CoalescedEvents()
    pacer = TickPacer(timeStep: session.tickLength)
    (wasOver, startTick, result) = (session.game.state.isOver, session.tick, nil)
    missingPictures = nil
    applyDebugging()
    sendSize()
  }

  /// Tells the player something for a few seconds.
  func notify(_ text: String) {
    notification = (text, framesPerSecond * 4)
  }

  /// Notices that a game of a person ended, and keeps its score.
  private func recordGameEnd() {
    let state = session.game.state
    defer { wasOver = state.isOver }
    guard playedGame.bot == nil, state.isOver != wasOver else { return }
    guard state.isOver else {
      (startTick, result) = (session.tick, nil)
      return
    }
    let place = scores.add(
      game: type(of: session.game).name, score: state.score, ticks: session.tick - startTick,
      of: session)
    result = ScreenOverlay.GameResult(score: state.score, place: place)
    guard let scoreFile else { return }
    do { try scores.save(scoreFile) } catch { notify("\(error)") }
  }

  // MARK: Files

  private func look() {
    guard watchesFiles else { return }
    framesUntilFileCheck -= 1
    guard framesUntilFileCheck <= 0 else { return }
    framesUntilFileCheck = framesPerSecond / 4
    reload()
  }

  /// Takes changed files; what they change is shown at once.
  ///
  /// - Returns: Whether anything was changed.
  @discardableResult func reload() -> Bool {
    guard let report = playedGame.watch?.poll(), !report.isEmpty else { return false }
    playedGame.cache.invalidate(images: report.images)
    do throws(MissingImages) {
      try playedGame.cache.load(session.scene)
      missingPictures = nil
    } catch { missingPictures = error.description }
    playedGame.redraw()
    return true
  }

  // MARK: Pictures

  func applyDebugging() {
    playedGame.cache.debugOptions =
      debugLevel == 2 ? [.showPhysicsShapes, .showContacts, .showConstraints] : []
    playedGame.redraw()
  }

  private func draw() throws(PlayerError) {
    let start = time.nanoseconds
    let size = renderSize
    let picture = renderer.render(displayedFrame(), width: size.width, height: size.height)
    resolution.record(nanoseconds: time.nanoseconds - start)
    if let (text, frames) = notification { notification = frames > 1 ? (text, frames - 1) : nil }
    try window.present(picture.bytes, width: size.width, height: size.height)
  }

  /// What the picture shows now: the scene, and over it what game and player say.
  package func displayedFrame() -> RenderFrame {
    var frame = RenderFrame.interpolated(
      playedGame.frames.previous, playedGame.frames.current, fraction: pacer.interpolation)
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
    var picture = ScreenOverlay()
    let game = type(of: session.game).name
    if let result, screens.screen == .playing {
      picture.result(result, best: scores.best(of: game))
    }
    picture.menu(screens, best: scores.best(of: screens.chosen?.name ?? game))
    if let notification {
      picture.notification(notification.text)
    } else if playedGame.recording != nil, screens.screen == .playing {
      picture.notification("recording")
    }
    if let message = playedGame.watch?.message ?? missingPictures { picture.problem(message) }
    return picture.items
  }
}
