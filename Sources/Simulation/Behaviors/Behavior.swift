public import CaromSceneGraph

/// A role with rules of its own, such as a trigger or a timer, for levels without Swift code.
///
/// Every game has the roles of ``Behaviors/all``; a game can declare further behaviors among its
/// ``Game/roles``. The properties of a behavior are declared, including its run-time state, so they
/// are in snapshots and hashes, and locators find them as `[role.timer]`.
///
/// A behavior does not act on other nodes itself. It requests effects from its context, which are
/// performed once the behavior has returned.
public protocol Behavior: Role {
  /// Whether ``update(_:)`` is called in every tick.
  static var updatesEveryTick: Bool { get }
  /// Prepares the run-time state: before the first tick, and for copies made by a spawner.
  mutating func start(_ context: inout BehaviorContext)
  /// Called in every tick after the game's own update, unless the node is hidden or paused.
  mutating func update(_ context: inout BehaviorContext)
  /// Called when a body of the node begins to touch another body.
  mutating func didBegin(_ contact: BehaviorContact, _ context: inout BehaviorContext)
  /// Called when the two bodies stop touching, also because one of them was hidden or removed.
  mutating func didEnd(_ contact: BehaviorContact, _ context: inout BehaviorContext)
  /// Called when a player uses a control of the overlay, also while the scene is paused or the game
  /// is over.
  mutating func didUse(_ event: ControlEvent, _ context: inout BehaviorContext)
  /// The categories of bodies whose contacts are reported to the behavior; 0 for none.
  var contactBitMask: UInt32 { get }
}

extension Behavior {
  /// Behaviors run in every scene.
  public static var needsGame: Bool { false }
  /// Most behaviors wait for contacts or effects.
  public static var updatesEveryTick: Bool { false }
  /// Does nothing.
  public mutating func start(_ context: inout BehaviorContext) {}
  /// Does nothing.
  public mutating func update(_ context: inout BehaviorContext) {}
  /// Does nothing.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {}
  /// Does nothing.
  public mutating func didEnd(_ contact: BehaviorContact, _ context: inout BehaviorContext) {}
  /// Does nothing.
  public mutating func didUse(_ event: ControlEvent, _ context: inout BehaviorContext) {}
  /// No contacts.
  public var contactBitMask: UInt32 { 0 }
}

/// A contact as a behavior sees it.
public struct BehaviorContact {
  /// The node of the body that belongs to the behavior: the behavior's node or one below it.
  public let node: Node
  /// The node of the other body.
  public let other: Node
}

/// What a behavior can use while it runs, and the effects that it requests.
public struct BehaviorContext {
  /// The session.
  public let session: Session
  /// The node with the behavior.
  public let node: Node
  /// The requests so far, in order.
  var requests: [BehaviorRequest] = []

  /// The scene.
  public var scene: Scene { session.scene }

  init(_ session: Session, _ node: Node) {
    self.session = session
    self.node = node
  }

  /// Requests effects; they are performed in order once the behavior has returned.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - activator: The node that caused them, to which effects without a target apply.
  public mutating func perform(_ effects: [BehaviorEffect], by activator: Node? = nil) {
    for effect in effects {
      requests.append(BehaviorRequest(kind: .effect(effect), node: node, activator: activator))
    }
  }

  /// Tells the game that something happened, after the effects requested so far.
  public mutating func signal(_ signal: BehaviorSignal) {
    requests.append(BehaviorRequest(kind: .signal(signal), node: node, activator: nil))
  }

  /// Whether a number of ticks is a duration in seconds, to the nearest tick, or longer.
  public func haveTicks(_ ticks: Int32, reached duration: Double) -> Bool {
    Double(ticks) + 0.5 >= duration / session.tickLength
  }
}

/// A request of a behavior.
struct BehaviorRequest {
  enum Kind {
    case effect(BehaviorEffect)
    case signal(BehaviorSignal)
  }
  let kind: Kind
  /// The node of the behavior.
  let node: Node
  /// The node that caused the request.
  let activator: Node?
}

/// What behaviors tell the game; see ``Game/didReceive(_:in:)``.
public enum BehaviorSignal: Hashable, Sendable {
  /// Points were scored.
  case score(Int32)
  /// A player has a new number of lives.
  case lives(Int32)
  /// The level is won; with a message, which may be empty.
  case win(message: String)
  /// The level is lost; with a message, which may be empty.
  case lose(message: String)
}
