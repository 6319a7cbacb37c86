public import CaromMaths
public import CaromSceneGraph

/// A game being played: a scene, its rules, a clock of ticks, seeded chance and a queue of input.
///
/// Nothing moves time but ``step(_:)``. The state after a tick depends on the scene, the seed and
/// the events alone. A session is used by one thread at a time.
public final class Session {
  /// The rules.
  public let game: any Game
  /// What is played on.
  public let scene: Scene
  /// What it began with; ``storage`` says what became of the stored numbers.
  public internal(set) var launch: Launch
  /// What all chance comes from.
  public var seed: UInt64 { launch.seed }

  /// How many ticks have run; restarts and pauses do not turn it back or stop it.
  public internal(set) var tick: UInt64 = 0
  /// What the player holds just now.
  public internal(set) var input = InputState()
  /// Named streams of random numbers; a stream depends on the seed and its name only.
  public var random: RandomStreams
  /// What outlives a restart, such as the best score.
  public var storage: Storage
  /// The events that the last tick applied, in order, for recorders.
  ///
  /// Not part of the state.
  public internal(set) var appliedEvents: [TimedInput] = []
  /// What was wrong with changes that the last tick was asked for, in order; not part of the state.
  public internal(set) var refusals: [String] = []
  /// The contacts that began and ended in the last tick, in order.
  ///
  /// Those that one of both bodies asks for by its `contactTestBitMask`; not part of the state.
  public internal(set) var contacts: [ContactEvent] = []
  /// Writes down what happens, if there is one; not part of the state.
  public internal(set) var recorder: ReplayRecorder?

  /// What ``seek(to:)`` goes back by, if it is kept; not part of the state.
  public internal(set) var history: SessionHistory?

  /// Events that wait for their tick, sorted by tick, then by sending.
  var queue: [TimedInput] = []
  /// The state before the first tick, for restarts.
  var beginning = Snapshot()
  let buffer = SnapshotBuffer()
  private var stage: Stage?

  /// Begins a game on a scene that was just read.
  ///
  /// The scene belongs to the session from now on.
  ///
  /// - Throws: what the scene lacks to be played.
  public convenience init(scene: Scene, game: any Game, seed: UInt64 = 1) throws(GameError) {
    try self.init(scene: scene, game: game, launch: Launch(seed: seed))
  }

  /// Begins a game on a scene that was just read, with date, arguments and stored numbers.
  ///
  /// The scene belongs to the session from now on.
  ///
  /// - Throws: what the scene lacks to be played.
  public init(scene: Scene, game: any Game, launch: Launch) throws(GameError) {
    self.scene = scene
    self.game = game
    self.launch = launch
    storage = launch.storage
    random = RandomStreams(seed: launch.seed)
    // What a scene leaves to chance differs from seed to seed, like all else.
    var sceneSeed = StateHash(seed: launch.seed)
    sceneSeed.combine(scene.seed)
    scene.random = RandomStreams(seed: sceneSeed.value)
    scene.roleTypes = type(of: game).roles
    let stage = Stage(self)
    self.stage = stage
    scene.physicsWorld.contactDelegate = stage
    try game.bind(to: self)
    scene.createBodies()
    game.start(self)
    beginning = snapshot()
  }

  /// Makes a restart begin as another session of the same game did, whose files are newer.
  ///
  /// The game finds its nodes again, and a ``history`` begins anew; nothing else changes now.
  ///
  /// - Throws: what the scene lacks to be played.
  public func adoptBeginning(of other: Session) throws(GameError) {
    precondition(type(of: other.game) == type(of: game), "A session begins as one of its own game")
    beginning = other.beginning
    try game.bind(to: self)
    // States of the older files do not fit any more.
    history?.begin(self)
  }

  // MARK: Time

  /// Runs a number of ticks: the only thing that moves time.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int = 1) {
    precondition(ticks >= 0, "Time moves forwards only")
    for _ in 0..<ticks { runTick() }
  }

  /// Runs a number of ticks with a bot as the player.
  ///
  /// - Precondition: `ticks` is not negative.
  public func step(_ ticks: Int, with bot: inout any Bot) {
    precondition(ticks >= 0, "Time moves forwards only")
    for _ in 0..<ticks {
      for event in bot.play(self) { send(event) }
      runTick()
    }
  }

  /// The length of a tick, in seconds of the game.
  public var tickLength: Double { scene.physicsWorld.timeStep }

  /// How long the session has run, in seconds of the game; for people, never for rules.
  public var seconds: Double { Double(tick) * tickLength }

  /// The date of the world: that of the launch and the time that has run since.
  public var date: WorldDate { launch.start.advanced(bySeconds: seconds) }

  /// True while the scene stands still; ticks go on being counted.
  public var isPaused: Bool { scene.isPaused }

  /// The sounds that began in the last tick, in order.
  public var sounds: [SoundEvent] { scene.isPaused ? [] : scene.soundEvents }

  /// The sounds that went on through the last tick, in order; each is told anew in every tick.
  public var sustainedSounds: [SoundEvent] { scene.isPaused ? [] : scene.sustainedSounds }

  private func runTick() {
    if !appliedEvents.isEmpty { appliedEvents.removeAll(keepingCapacity: true) }
    if !refusals.isEmpty { refusals = [] }
    if !contacts.isEmpty { contacts.removeAll(keepingCapacity: true) }
    history?.willStep(self)
    if let first = queue.first, first.tick <= tick { applyEvents() }
    recorder?.willStep(self)
    if !scene.isPaused, let stage { scene.step(stage) }
    tick += 1
    recorder?.didStep(self)
    history?.didStep(self)
  }

  // MARK: Input

  /// Sends an event for the next tick.
  public func send(_ event: InputEvent) { insert(TimedInput(event, tick: tick)) }

  /// Sends an event for a tick to come; `tick` ticks have run before it applies.
  ///
  /// - Throws: ``LateInput`` when that tick has already run.
  public func send(_ event: InputEvent, at tick: UInt64) throws(LateInput) {
    guard tick >= self.tick else { throw LateInput(tick: tick, now: self.tick) }
    insert(TimedInput(event, tick: tick))
  }

  /// The events that wait for their tick, in order.
  public var pendingEvents: [TimedInput] { queue }

  /// Forgets the events that wait for their tick.
  func dropPendingEvents() { queue = [] }

  /// Puts an event into the queue, behind those of its tick.
  func insert(_ input: TimedInput) {
    history?.willInsert(input, at: tick)
    var index = queue.count
    while index > 0, queue[index - 1].tick > input.tick { index -= 1 }
    queue.insert(input, at: index)
  }

  private func applyEvents() {
    var count = 0
    while count < queue.count, queue[count].tick <= tick { count += 1 }
    appliedEvents.append(contentsOf: queue[..<count])
    queue.removeFirst(count)
    for index in 0..<count {
      let event = appliedEvents[index].event
      input.apply(event)
      switch event {
      case .command(let command):
        switch command.name {
        case .restart: restart()
        case .pause: scene.isPaused = true
        case .resume: scene.isPaused = false
        }
      case .set(let change):
        if let problem = apply(change), refusals.count < 100 { refusals.append(problem) }
      case .key, .pointer, .tilt, .axis, .button, .viewport: break
      }
      game.handle(event, in: self)
    }
  }
}

/// An event for a tick that has already run.
public struct LateInput: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tick the event was for.
  public let tick: UInt64
  /// How many ticks had run.
  public let now: UInt64

  /// The whole message.
  public var description: String {
    "an event for tick \(tick) is late: \(now) ticks have run; \(now) and later are accepted"
  }
}

/// Hands what happens in a scene to the game, without making that part of the session's interface.
private final class Stage: SceneDelegate, ContactDelegate {
  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func update(_ scene: Scene) { session.game.update(session) }
  func didApplyAnimations(_ scene: Scene) { session.game.didApplyAnimations(session) }
  func didSimulatePhysics(_ scene: Scene) { session.game.didSimulatePhysics(session) }
  func didApplyConstraints(_ scene: Scene) { session.game.didApplyConstraints(session) }
  func didBegin(_ contact: PhysicsContact) {
    session.contacts.append(ContactEvent(.began, contact))
    session.game.didBegin(contact, in: session)
  }
  func didUpdate(_ contact: PhysicsContact) { session.game.didUpdate(contact, in: session) }
  func didEnd(_ contact: PhysicsContact) {
    session.contacts.append(ContactEvent(.ended, contact))
    session.game.didEnd(contact, in: session)
  }
  func didBreak(_ event: PhysicsJointBreak) { session.game.didBreak(event, in: session) }
}
