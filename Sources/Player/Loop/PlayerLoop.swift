import CaromContent
import CaromDocuments
import CaromImages
import CaromMaths
public import CaromRendering
import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation
import CaromSounds

/// Plays sessions in a window: handles input, runs ticks in real time, renders and plays sound.
///
/// All input passes through the session's queue, so the same events give the same game without a
/// window. Frames can be interpolated between the last two ticks, which does not affect the
/// session.
public final class PlayerLoop {
  /// The accepted maximum frame rates; below 15, ticks would be dropped.
  public static let frameRates = 15...240
  /// The maximum number of pixels to render; frames are scaled up to the window.
  public static let maximumPixelCount = 1920 * 1080
  /// The number of pixels of the first frames.
  public static let initialPixelCount = 640 * 360

  /// The game on screen.
  public internal(set) var playedGame: PlayedGame
  /// The session of the game.
  public var session: Session { playedGame.session }
  /// The window.
  public let window: Window
  /// The clock.
  public let time: any TimeSource
  /// The audio output; nil for silence.
  public var sound: SoundOutput?
  /// Whether the scene's files are checked for changes four times a second; errors are shown on
  /// screen.
  public var watchesFiles = false
  /// Whether the game pauses when the window loses focus or a gamepad is disconnected.
  public var pausesOnFocusLoss = true
  /// Receives each warning of the played scenes once, in addition to the message on screen.
  public var printWarning: (String) -> Void = { _ in }
  /// The tick after which the loop ends; nil to continue until the player quits.
  public var lastTick: UInt64?
  /// Loads a game by name, in a level or in the first one, with a bot for a demo; for the menus.
  public var loadGame: ((_ game: String, _ level: String?, _ isDemo: Bool) throws -> PlayedGame)?
  /// Starts levels of a game without an end, for the menus; nil to offer none.
  package var startEndless:
    ((_ game: String) -> (() throws -> (game: PlayedGame, title: String)?)?)?
  /// The player's runs of the level.
  var runs = PlayerRuns()
  /// Where the mouse was last, and the position that was sent for it; see ``PointerGame``.
  var aim: Vector2?
  var aimed = Vector2.zero
  /// What is played, for the high scores.
  var scored = ScoredRun()
  /// The folders of screenshots, recordings and best runs; nil to disable them.
  public var userData: UserData?
  /// The file of high scores; nil to disable it.
  public var scoreFile: String?
  /// The file of key bindings that the screen of keys changes; nil to disable it.
  public var keyFile: String?
  /// What the next key is bound to.
  var awaitedKey: ScreenContent.KeyMeaning?
  /// The file of settings; nil to disable it.
  public var settingsFile: String?
  /// The games of the program, whose keys and levels the title screen lists.
  public var games: [any Game.Type] = []
  /// The demos of the title screen.
  var demos = TitleDemos()

  /// The title screen, menus and results.
  public let screens: Screens
  /// The high scores.
  public var scores = HighScores()

  /// The maximum frame rate.
  public let framesPerSecond: Int

  let renderer: Renderer
  var translator: InputTranslator
  var pacer: TickPacer
  var resolution: ResolutionScaler
  /// The events of the current frame.
  var pending = CoalescedEvents()
  var isFinished = false
  var isFullscreen = false
  /// The number of frames that were rendered.
  package private(set) var renderedFrameCount = 0
  /// The picture that the window shows; nil if it has to be presented again.
  var presented: Presented?
  /// The number of frames in which the picture has not changed.
  private var stillFrameCount = 0
  /// The number of such frames after which every pixel of the picture is rendered.
  private static let sharpeningDelay = 15
  /// The bytes of the picture that was presented last.
  private var pixels: [UInt8] = []
  /// The level of the debug overlay: 0 off, 1 statistics, 2 statistics and physics shapes.
  package var debugLevel = 0
  var notification: PlayerNotification?
  var result: ScreenContent.GameResult?
  var missingPictures: String?
  /// The warnings that were reported.
  private var told: Set<String> = []
  var wasOver: Bool
  /// The free camera, and the time that it stops.
  var tools = MakerTools()
  /// The box around the selected node, as it was drawn last.
  var outline: ToolOutline?
  /// The level and the stored numbers after the last tick.
  var seen: (level: Int?, storage: Storage)
  /// The tick at which the current game started.
  var startTick: UInt64
  var framesUntilFileCheck = 0
  /// The minimum time between frames, in nanoseconds.
  private let minimumFrameTime: UInt64
  private var nextFrame: UInt64
  /// The running mean of the frame time, in seconds.
  private var frameTime: Double = 0
  /// The frame time in the statistics, which stays while the picture does: a paused game would be
  /// rendered for a number.
  private var displayedFrameTime: Double = 0
  /// The tick in the statistics; ticks are counted in a pause as well.
  private var displayedTick: UInt64 = 0

  /// The current render size, before scaling to the window.
  package var renderSize: (width: Int, height: Int) { resolution.size(for: window.size) }

  /// Creates a loop for one session in its current state; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - session: The session; nothing else may step it.
  ///   - window: The window.
  ///   - renderer: The renderer.
  ///   - cache: The cache with the images of the scene.
  ///   - time: The clock.
  public convenience init(
    session: Session, window: Window, renderer: Renderer, cache: RenderCache,
    time: any TimeSource = SystemTime()
  ) {
    self.init(
      playedGame: PlayedGame(session, cache: cache), window: window, renderer: renderer, time: time)
  }

  /// Creates a loop for a game; sends it the size of the view.
  ///
  /// - Parameters:
  ///   - playedGame: The first game on screen.
  ///   - window: The window.
  ///   - renderer: The renderer.
  ///   - screens: The title screen, or only the game.
  ///   - keys: The key bindings.
  ///   - scale: The fraction of the window's width and height to render; nil to adapt it.
  ///   - framesPerSecond: The maximum frame rate, clamped to ``frameRates``; nil for 60, or for the
  ///     refresh rate of the display if frames are synchronized with it.
  ///   - time: The clock.
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
    translator = InputTranslator(keys: keys)
    translator.actions = type(of: playedGame.session.game).actions
    pacer = TickPacer(timeStep: playedGame.session.tickLength)
    let rate = framesPerSecond ?? window.refreshRate ?? 60
    self.framesPerSecond = max(
      Self.frameRates.lowerBound, min(Self.frameRates.upperBound, rate))
    let frame = UInt64(1_000_000_000 / self.framesPerSecond)
    // With synchronization the display sets the pace; this only limits the rate of a hidden window.
    minimumFrameTime = framesPerSecond == nil && window.refreshRate != nil ? frame * 3 / 4 : frame
    // A quarter of the frame is reserved for ticks and presentation.
    resolution = ResolutionScaler(
      maximumPixelCount: Self.maximumPixelCount, start: Self.initialPixelCount,
      frameBudget: frame * 3 / 4)
    resolution.scale = scale
    nextFrame = time.nanoseconds
    wasOver = playedGame.session.game.state.isOver
    seen = (playedGame.session.levelIndex, playedGame.session.storage)
    startTick = playedGame.session.tick
    noteMode()
    recordHistory()
    sendSize()
    showEarlierEnd()
    if !screens.isInGame { keepDemo() }
  }

  /// Plays until the player quits.
  ///
  /// - Throws: ``PlayerError/noPicture(_:)`` if the window can no longer present frames.
  public func run() throws(PlayerError) {
    while try frame() {}
  }

  /// Plays one frame: input, the ticks that are due, one rendered frame, and the wait for the next.
  ///
  /// - Returns: False once the player has quit.
  /// - Throws: ``PlayerError/noPicture(_:)`` if the window cannot present the frame.
  public func frame() throws(PlayerError) -> Bool {
    let start = time.nanoseconds
    processEvents()
    guard !isFinished else { return false }
    showDueDemo()
    checkFiles()
    runTicks()
    if !session.isPaused || tools.isOn { displayedTick = session.tick }
    tellProblems()
    sound?.fillBuffer(isRunning: !tools.isHeld)
    try draw()
    let end = time.nanoseconds
    frameTime += (Double(end - min(start, end)) * 1e-9 - frameTime) * 0.1
    if !playedGame.isStill { displayedFrameTime = frameTime }
    nextFrame = max(nextFrame + minimumFrameTime, end)
    time.wait(until: nextFrame)
    return !isFinished
  }

  /// Runs the ticks that are due.
  private func runTicks() {
    let ticks = tools.takeTicks(pacer.advance(to: tools.clock.scaled(time.nanoseconds)))
    for index in 0..<ticks {
      if isInPast {
        replayTick()
      } else {
        // Only the last two ticks are visible.
        playedGame.step(isVisible: index >= ticks - 2)
        noteRun()
        recordGameEnd()
        noteLevel()
        noteFinale()
        if showNextGame() { break }
      }
      sound?.tick(session)
      if let lastTick, session.tick >= lastTick {
        isFinished = true
        break
      }
    }
    // What stands still is shown where it is.
    if tools.isHeld, ticks > 0 { playedGame.redraw() }
  }

  /// Takes note of a state that no tick led to: it neither ends nor begins a game.
  func noteTimeChange() {
    tools.goesOn = false
    wasOver = session.game.state.isOver
    if !wasOver { result = nil }
    seen = (session.levelIndex, session.storage)
  }

  func sendSize() {
    let size = window.size
    let event = InputEvent.viewport(width: size.width, height: size.height)
    session.send(event)
    screens.send(event)
  }

  /// Replaces the game on screen.
  func show(_ other: PlayedGame) {
    if let problem = finishRecording() { notify(problem) }
    playedGame = other
    translator.actions = type(of: session.game).actions
    pending = CoalescedEvents()
    pacer = TickPacer(timeStep: session.tickLength)
    (wasOver, startTick, result) = (session.game.state.isOver, session.tick, nil)
    (runs.tracker, runs.ticks, runs.isCompleted) = (RunTracker(), 0, false)
    aim = nil
    noteMode()
    seen = (session.levelIndex, session.storage)
    missingPictures = nil
    tools.reset()
    translator.usesTools = false
    recordHistory()
    applyDebugging()
    renewGhost()
    sendSize()
  }

  /// Reports parts of the scene that have no effect, each problem once.
  private func tellProblems() {
    let new = playedGame.takeProblems().map(\.description).filter { told.insert($0).inserted }
    new.forEach(printWarning)
    guard let first = new.first else { return }
    notify(new.count == 1 ? first : "\(first), and \(new.count - 1) more")
  }

  // MARK: Frames

  func applyDebugging() {
    playedGame.cache.debugOptions =
      debugLevel == 2 ? [.showPhysicsShapes, .showContacts, .showConstraints] : []
    playedGame.redraw()
  }

  /// Renders and presents the current frame, unless the window already shows it.
  private func draw() throws(PlayerError) {
    ageNotification()
    updatePrompts()
    updateScreens()
    let start = time.nanoseconds
    let picture = Presented(
      frame: displayedFrame(), rendered: renderSize, shown: pictureSize, samples: resolution.samples
    )
    if picture == presented { return try sharpen(picture) }
    (presented, stillFrameCount) = (picture, 0)
    try present(picture.frame, samples: picture.samples, size: picture.rendered, picture.shown)
    resolution.record(
      nanoseconds: time.nanoseconds - start, isComplete: picture.rendered == picture.shown)
  }

  /// Renders every pixel of what has not changed for a while: there is time for one slow frame.
  private func sharpen(_ picture: Presented) throws(PlayerError) {
    stillFrameCount += 1
    guard stillFrameCount == Self.sharpeningDelay, resolution.scale == nil,
      picture.rendered != picture.shown
    else { return }
    try present(picture.frame, samples: 1, size: picture.shown, picture.shown)
  }

  /// Renders a frame at a size, and presents it at another one.
  private func present(
    _ frame: RenderFrame, samples: Int, size: (width: Int, height: Int),
    _ shown: (width: Int, height: Int)
  ) throws(PlayerError) {
    renderedFrameCount += 1
    renderer.samples = samples
    // Fresh memory for each frame would cost as much as scaling the image.
    if pixels.count != shown.width * shown.height * 4 {
      pixels = [UInt8](repeating: 0, count: shown.width * shown.height * 4)
    }
    pixels.withUnsafeMutableBytes {
      renderer.render(frame, width: size.width, height: size.height, scaledTo: shown, into: $0)
    }
    try window.present(pixels, width: shown.width, height: shown.height)
  }

  /// The size of the picture with its overlay: that of the window, within the renderer's limit.
  private var pictureSize: (width: Int, height: Int) {
    let size = window.size
    let share = min(1, Double(Renderer.maximumSide) / Double(max(size.width, size.height)))
    return share == 1
      ? size : (max(1, Int(Double(size.width) * share)), max(1, Int(Double(size.height) * share)))
  }

  /// The frame to display: the scene, with the overlays of the game and of the player.
  package func displayedFrame() -> RenderFrame {
    // Interpolation between equal frames is not exact.
    var frame =
      playedGame.isStill
      ? playedGame.frames.current
      : RenderFrame.interpolated(
        playedGame.frames.previous, playedGame.frames.current, fraction: pacer.interpolation)
    // A menu, and the panels of the tools, cover the overlay of the game.
    if screens.screen != .playing || tools.isOn { frame.overlay = [] }
    if screens.content.result != nil {
      let covered = RenderFrame.OverlayItem.items(centralOverlay, playedGame.cache)
      frame.overlay.removeAll { covered.contains($0) }
    }
    frame.overlay += RenderFrame.OverlayItem.items(
      screens.session.scene.overlay, playedGame.cache)
    addTools(to: &frame)
    if debugLevel > 0 {
      var statistics = session.scene.statistics
      // As on the panel of the tools and in recordings: the scene's clock stops in a pause.
      statistics.tick = displayedTick
      frame.add(statistics, frameTime: displayedFrameTime)
    }
    return frame
  }
}
