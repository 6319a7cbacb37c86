public import CaromMaths
public import CaromSceneGraph

/// A running game: a scene, its rules, a tick counter, seeded random streams and an input queue.
///
/// Only ``step(_:)`` advances time. The state after a tick depends only on the scene, the seed and
/// the events. A session is not thread-safe: use it from one thread at a time.
public final class Session {
  /// The rules.
  public let game: any Game
  /// The scene of the current level; another object after a change of level.
  public internal(set) var scene: Scene
  /// The options that the session was launched with; ``storage`` contains the current stored
  /// numbers.
  public internal(set) var launch: Launch
  /// The seed of the random streams.
  public var seed: UInt64 { launch.seed }

  /// The number of ticks that have run; neither a restart nor a pause resets or stops the counter.
  public internal(set) var tick: UInt64 = 0
  /// The current state of the input devices.
  public internal(set) var input = InputState()
  /// The named random streams; each depends only on the seed and on its name.
  public var random: RandomStreams
  /// The numbers that persist across restarts, such as the best score.
  public var storage: Storage
  /// The events that the last tick applied, in order; not part of the state.
  public internal(set) var appliedEvents: [TimedInput] = []
  /// The reasons why changes of properties and commands of the last tick were rejected, in order;
  /// not part of the state.
  public internal(set) var rejectedChanges: [String] = []
  /// The contacts that began or ended in the last tick, in order; not part of the state.
  ///
  /// Only contacts that match the `contactTestBitMask` of at least one body are reported.
  public internal(set) var contacts: [ContactChange] = []
  /// What players did with controls of the overlay in the last tick, in order; not part of the
  /// state.
  public internal(set) var controlEvents: [ControlEvent] = []
  /// Whether the game completed a level in the last tick, or since a snapshot was restored; not
  /// part of the state.
  public internal(set) var hasJustCompletedLevel = false
  /// The active recorder, if any; not part of the state.
  public internal(set) var recorder: ReplayRecorder?

  /// The snapshots for ``seek(to:)``, if recorded; not part of the state.
  public internal(set) var history: SessionHistory?

  /// The pending events, sorted by tick, then by the order of sending.
  var queue: [TimedInput] = []
  /// The scenes that can be presented; at least one.
  var levelScenes: [LevelScene]
  /// The index of the level in which the session started.
  let firstLevel: Int
  var levelState = LevelState()
  /// Whether the state before the first tick is not the one of a launch.
  var continuesGame = false
  /// The state of the game before it started in the current level, for restarts.
  var entryState: any GameState
  let buffer = SnapshotBuffer()
  private(set) var callbacks: SceneCallbacks?
  private(set) var contactCallbacks: ContactCallbacks?
  /// Runs the behaviors of the scene.
  let behaviors = BehaviorRunner()

  /// Starts a game on a newly read scene.
  ///
  /// The session takes ownership of the scene.
  ///
  /// - Throws: ``GameError`` if the scene lacks nodes that the game requires.
  public convenience init(scene: Scene, game: any Game, seed: UInt64 = 1) throws(GameError) {
    try self.init(scene: scene, game: game, launch: Launch(seed: seed))
  }

  /// Starts a game on a newly read scene with date, arguments and stored numbers.
  ///
  /// The session takes ownership of the scene.
  ///
  /// - Throws: ``GameError`` if the scene lacks nodes that the game requires.
  public convenience init(scene: Scene, game: any Game, launch: Launch) throws(GameError) {
    try self.init([LevelScene(level: nil, scene: scene)], startingAt: 0, game, launch)
  }

  /// Starts a game in one of its levels.
  ///
  /// The session takes ownership of the scenes. The game binds to all of them, so that no later
  /// change of level can fail.
  ///
  /// - Parameters:
  ///   - levels: The levels in order, each with its newly read scene.
  ///   - index: The index of the first level.
  ///   - game: The rules.
  ///   - launch: The seed, date, arguments and stored numbers.
  /// - Throws: ``GameError`` with the level whose scene lacks nodes that the game requires.
  /// - Precondition: `index` is the index of a level, and the names of the levels differ.
  public convenience init(
    levels: [(level: Level, scene: Scene)], startingAt index: Int = 0, game: any Game,
    launch: Launch = Launch()
  ) throws(GameError) {
    precondition(levels.indices.contains(index), "There is no level with the index \(index)")
    let names = Set(levels.map(\.level.name))
    precondition(names.count == levels.count, "The names of the levels of a game differ")
    try self.init(
      levels.map { LevelScene(level: $0.level, scene: $0.scene) }, startingAt: index, game, launch)
  }

  init(
    _ scenes: [LevelScene], startingAt index: Int, _ game: any Game, _ launch: Launch
  ) throws(GameError) {
    scene = scenes[index].scene
    levelScenes = scenes
    firstLevel = index
    levelState.index = Int32(index)
    entryState = game.state
    self.game = game
    self.launch = launch
    storage = launch.storage
    random = RandomStreams(seed: launch.seed)
    callbacks = SceneCallbacks(self)
    contactCallbacks = ContactCallbacks(self)
    // The first level last, because the game stays bound to it.
    for other in scenes.indices where other != index { try prepareLevel(other) }
    try prepareLevel(index)
    game.start(self)
    behaviors.start(self)
    scene.updatePresentation()
  }

  /// Uses the initial state of another session of the same game for future restarts of the level.
  ///
  /// For a scene whose files were changed while the session runs. The game binds to its nodes again
  /// and ``history`` is cleared. Of the current state, only behaviors that were added start.
  ///
  /// - Throws: ``GameError`` if the scene lacks nodes that the game requires.
  public func adoptInitialState(of other: Session) throws(GameError) {
    precondition(type(of: other.game) == type(of: game), "The sessions must play the same game")
    adoptBeginning(of: other)
    try game.bind(to: self)
    behaviors.startAdded(self)
    // Snapshots of the older files can no longer be restored.
    history?.begin(self)
  }

  // MARK: Time

  /// Advances the session by a number of ticks.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int = 1) {
    precondition(ticks >= 0, "The number of ticks must not be negative")
    for _ in 0..<ticks { runTick() }
  }

  /// Advances the session by a number of ticks with a bot as the player.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int, with bot: inout any Bot) {
    precondition(ticks >= 0, "The number of ticks must not be negative")
    for _ in 0..<ticks {
      for event in bot.play(self) { send(event) }
      runTick()
    }
  }

  /// The length of a tick, in seconds of simulated time.
  public var tickLength: Double { scene.physicsWorld.timeStep }

  /// The elapsed simulated time in seconds; for display, not for rules.
  public var seconds: Double { Double(tick) * tickLength }

  /// The simulated date: the launch date plus the elapsed time.
  public var date: WorldDate { launch.start.advanced(bySeconds: seconds) }

  /// Whether the scene is paused; ticks are still counted.
  public var isPaused: Bool { scene.isPaused }

  /// Whether the scene did not change in the last tick: it is paused, or levels change.
  private var isStill: Bool { scene.isPaused || levelState.stoodStill }

  /// The sounds that started in the last tick, in order.
  public var sounds: [SoundEvent] { isStill ? [] : scene.soundEvents }

  /// The sounds that continued through the last tick, in order; repeated every tick while they
  /// last.
  public var sustainedSounds: [SoundEvent] { isStill ? [] : scene.sustainedSounds }

  private func runTick() {
    if !appliedEvents.isEmpty { appliedEvents.removeAll(keepingCapacity: true) }
    if !rejectedChanges.isEmpty { rejectedChanges = [] }
    if !contacts.isEmpty { contacts.removeAll(keepingCapacity: true) }
    if !controlEvents.isEmpty { controlEvents = [] }
    hasJustCompletedLevel = false
    history?.willStep(self)
    beginLevelIfDue()
    // Rules see the state, of which the preview is no part.
    scene.clearPreview()
    let isFading = levelState.isFading
    if let first = queue.first, first.tick <= tick { applyEvents(reachGame: !isFading) }
    recorder?.willStep(self)
    if !scene.isPaused {
      // An event can end a transition, and one that begins now starts with the next tick.
      if isFading, levelState.isFading {
        runTransitionTick()
      } else if let callbacks {
        scene.step(callbacks)
      }
    }
    tick += 1
    if isStill { scene.updatePresentation() }
    recorder?.didStep(self)
    history?.didStep(self)
  }

  // MARK: Input

  /// Sends an event to the next tick.
  public func send(_ event: InputEvent) { insert(TimedInput(event, tick: tick)) }

  /// Sends an event to a later tick; it is applied after `tick` ticks have run.
  ///
  /// - Throws: ``LateInput`` if that tick has already run.
  public func send(_ event: InputEvent, at tick: UInt64) throws(LateInput) {
    guard tick >= self.tick else { throw LateInput(tick: tick, now: self.tick) }
    insert(TimedInput(event, tick: tick))
  }

  /// The pending events, in order.
  public var pendingEvents: [TimedInput] { queue }

  /// Removes all pending events.
  func removePendingEvents() { queue = [] }

  /// Inserts an event into the queue, after other events of its tick.
  func insert(_ input: TimedInput) {
    history?.willInsert(input, at: tick)
    var index = queue.count
    while index > 0, queue[index - 1].tick > input.tick { index -= 1 }
    queue.insert(input, at: index)
  }

  private func applyEvents(reachGame: Bool) {
    var count = 0
    while count < queue.count, queue[count].tick <= tick { count += 1 }
    appliedEvents.append(contentsOf: queue[..<count])
    queue.removeFirst(count)
    for index in 0..<count {
      let event = appliedEvents[index].event
      let isTaken = reachGame && operateControls(event)
      input.apply(event, isTaken: isTaken)
      switch event {
      case .command(let command):
        switch command.name {
        case .restart: restart()
        case .pause: scene.isPaused = true
        case .resume: scene.isPaused = false
        case .present: reject(present(levelNamed: command.level))
        }
      case .set(let change): reject(apply(change) ?? bindAgain())
      case .key, .pointer, .wheel, .text, .tilt, .axis, .button, .viewport: break
      }
      if reachGame, !isTaken { game.handle(event, in: self) }
    }
  }

  /// Applies an event to the controls of the overlay and informs the game.
  ///
  /// - Returns: Whether a control takes the event, so that it must not reach the game.
  private func operateControls(_ event: InputEvent) -> Bool {
    guard !scene.overlay.controls.isEmpty else { return false }
    let result = ControlInput(event, to: scene.overlay, input)
    if result.overlay != scene.overlay { scene.overlay = result.overlay }
    for event in result.events {
      controlEvents.append(event)
      game.didUse(event, in: self)
      behaviors.didUse(event, self)
    }
    return result.isTaken
  }

  /// Lets the game look at the scene again, after a change that the rules may depend on.
  ///
  /// A restored snapshot does the same, so that the session and its copy continue alike.
  private func bindAgain() -> String? {
    do throws(GameError) { try game.bind(to: self) } catch { return "\(error)" }
    return nil
  }

  private func reject(_ problem: String?) {
    if let problem, rejectedChanges.count < 100 { rejectedChanges.append(problem) }
  }
}

/// The error of an event for a tick that has already run.
public struct LateInput: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tick of the event.
  public let tick: UInt64
  /// The number of ticks that had run.
  public let now: UInt64

  /// The message.
  public var description: String {
    "an event for tick \(tick) is late: \(now) ticks have run; \(now) and later are accepted"
  }
}
