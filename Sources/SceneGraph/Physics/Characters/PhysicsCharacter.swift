public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// The settings and the desired velocity of a character; the declared part of ``PhysicsCharacter``.
///
/// The properties of `CharacterSettings` are accessed directly: `state.radius = 0.4`.
@dynamicMemberLookup
public struct CharacterState: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Makes its node walk, climb steps, slide along walls and jump"

  /// Size and abilities; lengths are not scaled with the node.
  public var settings = CharacterSettings()
  /// The desired velocity in meters per second, in the world; the component along up is ignored.
  public var walkingVelocity = Vector3.zero

  /// Creates a person of 1.8 m who stands still.
  public init() {}

  /// A property of `CharacterSettings`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<CharacterSettings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.settings)
    p.property(
      "walkingVelocity", \.walkingVelocity, "The desired velocity", .metersPerSecond, -1e4...1e4)
  }

  /// The problem with the settings, or nil.
  public var problem: String? { settings.problem }
}

/// Makes its node walk, climb steps, slide along walls, ride platforms and jump; not in SceneKit.
///
///     hero.character = PhysicsCharacter()
///     hero.character?.walkingVelocity = Vector3(stick.x, 0, stick.y) * 4
///     if hero.character?.isOnGround == true { hero.character?.jump(speed: 5) }
///
/// The origin of the node is the center of an upright capsule. The character moves after the bodies
/// of a tick, until bodies stop it; forces do not move it. If code moves the node, the character
/// continues from there. To collide with others the node needs a kinematic body as well, which does
/// not stop the character itself. A hidden character does not move.
@dynamicMemberLookup
public final class PhysicsCharacter: DescribedPart {
  /// The node of the character.
  public internal(set) unowned(unsafe) var node: Node?
  /// The whole description.
  public var state = CharacterState()
  /// The mover; nil before the first tick.
  private var mover: CharacterMover?
  /// The world position of the node after the last tick.
  private var lastPlace = Vector3.zero
  /// The speed of the jump in the next tick; 0 for none.
  private var jumpSpeed: Float = 0

  /// Creates a person of 1.8 m.
  public init() {}

  /// Creates a character from a description.
  public init(_ state: CharacterState) { self.state = state }

  /// A live property of the description.
  public subscript<Value>(dynamicMember path: WritableKeyPath<CharacterState, Value>) -> Value {
    get { state[keyPath: path] }
    set { state[keyPath: path] = newValue }
  }

  /// A character with the same description for another node, initially in the air.
  public func copy() -> PhysicsCharacter { PhysicsCharacter(state) }

  /// Jumps in the next tick with a speed along up, in meters per second, 0 or more.
  ///
  /// It works in the air as well; check ``isOnGround`` first for a character that cannot fly.
  public func jump(speed: Float) { jumpSpeed = max(0, speed) }

  /// The velocity in meters per second, including that of the ground.
  public var velocity: Vector3 {
    get { mover?.velocity ?? .zero }
    set { mover?.velocity = newValue }
  }
  /// Whether the character stands on walkable ground.
  public var isOnGround: Bool { mover?.isGrounded ?? false }
  /// The normal of the ground, of unit length; up in the air.
  public var groundNormal: Vector3 { mover?.groundNormal ?? state.up.normalized(or: .unitY) }
  /// The node of the ground's body, or nil in the air.
  public var groundNode: Node? {
    guard let ground = mover?.ground, let scene = node?.scene else { return nil }
    return scene.node(of: ground)
  }

  // MARK: In the simulation

  /// Moves the node by the desired velocity.
  func move(_ node: Node, _ scene: Scene, by time: Float) {
    var settings = state.settings
    settings.ownBody = node.physicsBody?.handle
    let place = node.worldPosition
    guard !node.isHiddenInScene, place.isFinite else { return }
    if mover?.settings != settings, let error = settings.error {
      return scene.reportProblem("the character is invalid: \(error)", on: node, "character")
    }
    guard var moving = mover ?? (try? CharacterMover(settings, at: place)) else {
      return scene.reportProblem("the character is outside the world", on: node, "position")
    }
    if moving.settings != settings { moving.settings = settings }
    if place != lastPlace { moving.position = place }
    if jumpSpeed > 0, jumpSpeed.isFinite { moving.jump(speed: jumpSpeed) }
    jumpSpeed = 0
    let wish = state.walkingVelocity
    moving.move(
      in: scene.physicsWorld.simulation, by: time, walking: wish.isFinite ? wish : .zero)
    mover = moving
    if moving.position != place { node.walk(to: moving.position) }
    lastPlace = node.worldPosition
  }

  // MARK: State

  /// Appends the description and the state of the mover.
  public func save(_ sink: inout StateSink) {
    sink.rejectSaving()
    state.save(&sink)
    sink.put(lastPlace)
    sink.put(jumpSpeed)
    sink.put(mover != nil)
    mover?.save(into: &sink)
  }

  /// Reads the description and the state of the mover.
  public func load(_ source: inout StateSource) {
    state.load(&source)
    lastPlace = source.get()
    jumpSpeed = source.get()
    mover = source.getBool() ? CharacterMover(from: &source) : nil
  }
}

extension Node {
  /// Moves the node to a world position, and its body in the next step.
  fileprivate func walk(to place: Vector3) {
    storage.position = parent.map { $0.convertPosition(place, from: nil) } ?? place
    if !storage.constraints.isEmpty { constraintOverlay.mask.insert(.moved) }
    invalidate(includingBody: true)
  }
}
