public import CaromProperties
public import CaromSceneGraph

/// The rules of a game, bound to a scene by the roles of its nodes.
///
/// Levels are data: a game finds its nodes by role and does not depend on a particular file. It
/// uses no clock, no file and no device. External input arrives as ``InputEvent``s, and random
/// numbers come from ``Session/random``. Everything that affects the future is in ``state``, in the
/// scene or in the session, so that a snapshot of the three is complete. Other stored properties
/// can only be caches that ``bind(to:)`` fills again.
public protocol Game: AnyObject, SendableMetatype {
  /// The state of the game that is neither in the scene nor in the session.
  associatedtype State: GameState

  /// The name on the command line and in scene files, such as `marble-maze`.
  static var name: String { get }
  /// The title that is displayed to the user.
  static var title: String { get }
  /// A sentence that describes the goal and the controls.
  static var summary: String { get }
  /// The levels, in order; empty for a game that is only played in scene files.
  static var levels: [Level] { get }
  /// The roles that nodes can have.
  static var roles: [any Role.Type] { get }
  /// The inputs that the game uses, for tools that generate random input.
  static var controls: GameControls { get }
  /// The actions of players by name, which key bindings, help texts and prompts use.
  static var actions: [InputAction] { get }
  /// Which results are better; see ``Scoring``.
  static var scoring: Scoring { get }
  /// The conditions that hold after every tick, whatever the input; `carom fuzz` checks them.
  static var invariants: [Invariant] { get }
  /// Returns a bot for demonstrations and long tests, or nil if the game has none.
  static func makeBot() -> (any Bot)?
  /// Returns the text of a new level's scene file, or nil if the game cannot make levels.
  ///
  /// The text depends on the request alone. Whether the level can be won need not be known:
  /// `carom generate` searches for a win, and asks for another level if it finds none.
  static func makeLevel(_ request: LevelRequest) -> String?
  /// Returns the mistakes in a level that its author has to correct, such as a ball without walls.
  ///
  /// Called for each level that is read from a file, before its first tick. A level with a problem
  /// is not played; `carom scene check` reports it. What ``bind(to:)`` throws need not be repeated.
  static func problems(of scene: Scene) -> [LevelProblem]

  /// Creates the game before its first tick.
  init()
  /// The phase, score, lives, timers: everything that affects the future.
  var state: State { get set }

  /// Finds the nodes that the game needs and registers functions.
  ///
  /// Called for each level when a session is created, at the beginning of each level, after each
  /// restored snapshot, and after each event that sets a property. Changes neither the scene nor
  /// the state.
  ///
  /// - Throws: ``GameError`` if the scene lacks required nodes.
  func bind(to session: Session) throws(GameError)
  /// Sets up the scene before its first tick; called at the beginning of each level, also when it
  /// is restarted.
  func start(_ session: Session)
  /// Called for each event of a tick, after it was applied to ``Session/input``.
  func handle(_ event: InputEvent, in session: Session)
  /// Called when a player operates a control of the overlay, such as a button or a slider.
  ///
  /// The event that operated it is not passed to ``handle(_:in:)``.
  func didUse(_ event: ControlEvent, in session: Session)
  /// Called at the start of a tick, after the events.
  func update(_ session: Session)
  /// Called after actions and animations were evaluated.
  func didApplyAnimations(_ session: Session)
  /// Called when two bodies start to touch; velocities set here override the collision response.
  func didBegin(_ contact: PhysicsContact, in session: Session)
  /// Called in each further tick in which the two bodies touch.
  func didUpdate(_ contact: PhysicsContact, in session: Session)
  /// Called when two bodies stop touching.
  func didEnd(_ contact: PhysicsContact, in session: Session)
  /// Called when a joint breaks.
  func didBreak(_ event: PhysicsJointBreak, in session: Session)
  /// Called when a behavior of the scene scores, wins or loses; see ``Behaviors``.
  ///
  /// The default reports a problem of the scene, because the rules of the level have no effect.
  func didReceive(_ signal: BehaviorSignal, in session: Session)
  /// Whether the behaviors of the scene run; false once a game is over, for example.
  var runsBehaviors: Bool { get }
  /// Called after the physics simulation and all contact callbacks.
  func didSimulatePhysics(_ session: Session)
  /// Called after constraints were applied, at the end of a tick.
  func didApplyConstraints(_ session: Session)
}

extension Game {
  /// No levels.
  public static var levels: [Level] { [] }
  /// Keyboard, tilt and pointer input; see ``GameControls/standard``.
  public static var controls: GameControls { .standard }
  /// No named actions.
  public static var actions: [InputAction] { [] }
  /// More points are better.
  public static var scoring: Scoring { .mostPoints }
  /// No invariants besides those that hold for every game.
  public static var invariants: [Invariant] { [] }
  /// No roles.
  public static var roles: [any Role.Type] { [] }
  /// No bot.
  public static func makeBot() -> (any Bot)? { nil }
  /// Makes no levels.
  public static func makeLevel(_ request: LevelRequest) -> String? { nil }
  /// Accepts every level.
  public static func problems(of scene: Scene) -> [LevelProblem] { [] }
  /// Requires no nodes.
  public func bind(to session: Session) throws(GameError) {}
  /// Leaves the scene unchanged.
  public func start(_ session: Session) {}
  /// Does nothing.
  public func handle(_ event: InputEvent, in session: Session) {}
  /// Does nothing.
  public func didUse(_ event: ControlEvent, in session: Session) {}
  /// Does nothing.
  public func update(_ session: Session) {}
  /// Does nothing.
  public func didApplyAnimations(_ session: Session) {}
  /// Does nothing.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {}
  /// Does nothing.
  public func didUpdate(_ contact: PhysicsContact, in session: Session) {}
  /// Does nothing.
  public func didEnd(_ contact: PhysicsContact, in session: Session) {}
  /// Does nothing.
  public func didBreak(_ event: PhysicsJointBreak, in session: Session) {}
  /// Reports that the game has no rule for the signal, except for lives, which the player's
  /// behavior keeps itself.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    let name =
      switch signal {
      case .score: "score"
      case .win: "win"
      case .lose: "lose"
      case .lives: ""
      }
    guard !name.isEmpty else { return }
    session.scene.reportProblem(
      "the game \(Self.name) has no rule for the effect \(name) of behaviors; "
        + "one that implements didReceive is accepted, such as rules")
  }
  /// Behaviors always run.
  public var runsBehaviors: Bool { true }
  /// Does nothing.
  public func didSimulatePhysics(_ session: Session) {}
  /// Does nothing.
  public func didApplyConstraints(_ session: Session) {}
}

/// The declared state of a game.
public protocol GameState: Part {
  /// The name of the phase, such as `playing`.
  var phaseName: String { get }
  /// The current score.
  var score: Int32 { get }
  /// The remaining lives, or nil if the game has no lives.
  var lives: Int32? { get }
  /// Whether the game is over and its score final.
  var isOver: Bool { get }
  /// Whether the game is over because the player has reached its goal.
  var isWon: Bool { get }
  /// Whether the player has begun; false while the game waits for the player to start, such as
  /// before the first serve of a level.
  ///
  /// Runs are timed and raced from there.
  var hasBegun: Bool { get }
  /// Whether the result counts for the high scores when the game is over; false after a race that
  /// was not finished, for example.
  var isRanked: Bool { get }
  /// The stored properties that stay when the session presents another level, such as the score
  /// and the lives; all others start again.
  ///
  /// ```swift
  /// static var carriedOver: [PartialKeyPath<Self>] { [\.score, \.livesLeft] }
  /// ```
  static var carriedOver: [PartialKeyPath<Self>] { get }
}

extension GameState {
  /// The game has no lives.
  public var lives: Int32? { nil }
  /// The game never ends.
  public var isOver: Bool { false }
  /// The game has no goal.
  public var isWon: Bool { false }
  /// The game does not wait.
  public var hasBegun: Bool { true }
  /// Every result counts.
  public var isRanked: Bool { true }
  /// Nothing stays.
  public static var carriedOver: [PartialKeyPath<Self>] { [] }
}

/// The error of a scene that lacks nodes that a game requires.
public struct GameError: Error, Sendable, CustomStringConvertible {
  /// A sentence for each missing node, with the roles that are accepted.
  public var problems: [String]
  /// The level whose scene lacks the nodes; nil for a scene that is not a level.
  public internal(set) var level: Level?

  /// Creates an error; `problems` has at least one element.
  public init(_ problems: [String]) { self.problems = problems }

  /// All problems, one per line.
  public var description: String { problems.joined(separator: "\n") }
}
