public import CaromProperties
public import CaromSceneGraph

/// The rules of a game, bound to a scene by the roles of its nodes.
///
/// Levels are data: a game finds its ball, bricks or pearls by role and knows no file. It touches
/// no clock, no file and no device; what comes from outside comes as ``InputEvent``s, chance comes
/// from ``Session/random``. Everything that decides what happens next is in ``state``, in the scene
/// or in the session, so that a snapshot of the three is complete: other stored properties may only
/// be what ``bind(to:)`` finds again.
public protocol Game: AnyObject, SendableMetatype {
  /// What of the game is neither in the scene nor in the session.
  associatedtype State: GameState

  /// The name on the command line and in scene files, such as `marble-maze`.
  static var name: String { get }
  /// The name for people.
  static var title: String { get }
  /// What it is about and how it is played, in a sentence.
  static var summary: String { get }
  /// The scene it begins with, from the root of the scenes: `marble-maze/level1.json`.
  static var scenePath: String { get }
  /// What nodes can be to it.
  static var roles: [any Role.Type] { get }
  /// The inputs that it listens to, for players that try things out.
  static var controls: GameControls { get }
  /// Makes a player for demonstrations and long tests, or nil when it has none.
  static func makeBot() -> (any Bot)?

  /// Makes the game before its first tick.
  init()
  /// Phase, score, lives, timers: all that decides what happens next.
  var state: State { get set }

  /// Finds the nodes it needs and registers functions; again after each restored snapshot.
  ///
  /// Changes neither the scene nor the state.
  ///
  /// - Throws: what the scene lacks.
  func bind(to session: Session) throws(GameError)
  /// Sets up the scene before the first tick; called once in the life of a session.
  func start(_ session: Session)
  /// An event is applied, after ``Session/input`` took it in and before the tick runs.
  func handle(_ event: InputEvent, in session: Session)
  /// The tick begins.
  func update(_ session: Session)
  /// Actions have run.
  func didApplyAnimations(_ session: Session)
  /// Two bodies touch that did not before; what is done to their velocities overrides the bounce.
  func didBegin(_ contact: PhysicsContact, in session: Session)
  /// Two bodies still touch.
  func didUpdate(_ contact: PhysicsContact, in session: Session)
  /// Two bodies do not touch any more.
  func didEnd(_ contact: PhysicsContact, in session: Session)
  /// A joint broke.
  func didBreak(_ event: PhysicsJointBreak, in session: Session)
  /// Bodies have moved and contacts were told.
  func didSimulatePhysics(_ session: Session)
  /// Constraints have been applied; the tick ends.
  func didApplyConstraints(_ session: Session)
}

extension Game {
  /// Space, arrows, tilt and pointer.
  public static var controls: GameControls { .standard }
  /// No roles.
  public static var roles: [any Role.Type] { [] }
  /// Plays by itself for nobody.
  public static func makeBot() -> (any Bot)? { nil }
  /// Needs nothing of the scene.
  public func bind(to session: Session) throws(GameError) {}
  /// Leaves the scene as it is.
  public func start(_ session: Session) {}
  /// Does nothing.
  public func handle(_ event: InputEvent, in session: Session) {}
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
  /// Does nothing.
  public func didSimulatePhysics(_ session: Session) {}
  /// Does nothing.
  public func didApplyConstraints(_ session: Session) {}
}

/// The declared state of a game.
public protocol GameState: Part {
  /// The phase by its name in files, such as `playing`.
  var phaseName: String { get }
  /// The points so far.
  var score: Int32 { get }
  /// The lives left, or nil when the game counts none.
  var lives: Int32? { get }
  /// Whether the game has ended, so that its score counts.
  var isOver: Bool { get }
}

extension GameState {
  /// No lives are counted.
  public var lives: Int32? { nil }
  /// It never ends.
  public var isOver: Bool { false }
}

/// What a scene lacks to be played.
public struct GameError: Error, Sendable, CustomStringConvertible {
  /// One sentence for each thing that is missing, with the roles that would be accepted.
  public var problems: [String]

  /// Makes an error of at least one problem.
  public init(_ problems: [String]) { self.problems = problems }

  /// All problems, one a line.
  public var description: String { problems.joined(separator: "\n") }
}
