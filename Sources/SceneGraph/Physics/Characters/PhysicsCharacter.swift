public import CaromMaths
import CaromPhysics
public import CaromProperties

/// How a character is built and what it can do; the declared part of ``PhysicsCharacter``.
public struct CharacterState: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Makes its node walk, climb steps, slide along walls and jump"

  /// The radius of its capsule, in metres; not scaled with the node.
  public var radius: Float = 0.3
  /// The height of its capsule with both round ends, in metres, at least twice the radius.
  public var height: Float = 1.8
  /// The direction in which it stands, in the world.
  public var up = Vector3.unitY
  /// The steepest ground on which it stands, in radians from level.
  public var slopeLimit: Float = .pi / 4
  /// The highest step that it takes without a jump, in metres.
  public var stepHeight: Float = 0.35
  /// The mass with which it weighs on dynamic ground, in kilograms.
  public var mass: Float = 80
  /// The greatest force with which it pushes dynamic bodies out of its way, in newtons.
  public var pushForce: Float = 400
  /// How fast it can change its way in the air, in metres a second squared.
  public var airAcceleration: Float = 10
  /// True when gravity pulls it.
  public var isAffectedByGravity = true
  /// What it is to the masks of bodies.
  public var categoryBitMask: UInt32 = 1
  /// The categories of bodies that stop it; both must agree.
  public var collisionBitMask = UInt32.max
  /// How it wants to walk, in metres a second, in the world; the part along up does not count.
  public var walkingVelocity = Vector3.zero

  /// Makes a person of 1.8 m who stands still.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "The radius of its capsule", .metres, 0.002...900)
    p.property("height", \.height, "The height of its capsule", .metres, 0.004...9_000)
    p.property("up", \.up, "The direction in which it stands", .ratio, -1e5...1e5)
    p.degrees("slopeLimitDegrees", \.slopeLimit, "The steepest ground it stands on", 0...89)
    p.property("stepHeight", \.stepHeight, "The highest step it takes", .metres, 0...1e4)
    p.property("mass", \.mass, "What it weighs on its ground", .kilograms, 0...1e9)
    p.property("pushForce", \.pushForce, "How hard it pushes bodies", .newtons, 0...1e9)
    p.property(
      "airAcceleration", \.airAcceleration, "How fast it can turn in the air",
      .metresPerSecondSquared, 0...1e6)
    p.property("isAffectedByGravity", \.isAffectedByGravity, "Whether gravity pulls it")
    p.property("categoryBitMask", \.categoryBitMask, "What it is to bodies", .mask)
    p.property("collisionBitMask", \.collisionBitMask, "What stops it", .mask)
    p.property(
      "walkingVelocity", \.walkingVelocity, "How it wants to walk", .metresPerSecond, -1e4...1e4)
  }

  /// What is wrong with it, or nil.
  public var problem: String? { settings.error.map { "\($0)" } }

  /// The same for the simulation.
  var settings: CharacterSettings {
    var s = CharacterSettings()
    (s.radius, s.height, s.up, s.slopeLimit) = (radius, height, up, slopeLimit)
    (s.stepHeight, s.mass, s.pushForce) = (stepHeight, mass, pushForce)
    (s.airAcceleration, s.isAffectedByGravity) = (airAcceleration, isAffectedByGravity)
    s.filter = CollisionFilter(
      category: categoryBitMask, collision: collisionBitMask, contactTest: 0)
    return s
  }
}

/// Makes its node walk, climb steps, slide along walls, ride platforms and jump; not in SceneKit.
///
///     hero.character = PhysicsCharacter()
///     hero.character?.walkingVelocity = Vector3(stick.x, 0, stick.y) * 4
///     if hero.character?.isOnGround == true { hero.character?.jump(speed: 5) }
///
/// The origin of the node is the middle of an upright capsule. After the bodies of a tick it moves
/// as it wants to walk, as far as bodies let it. Nothing else pushes it. Where code moves the node,
/// it goes on from there. To be met by others the node gets a kinematic body besides, which does not
/// stop the character itself. A hidden character stands still.
@dynamicMemberLookup
public final class PhysicsCharacter: DescribedPart {
  /// The node that walks.
  public internal(set) unowned(unsafe) var node: Node?
  /// Everything it is, at once.
  public var state = CharacterState()
  /// How it moves; nil before its first tick.
  private var mover: CharacterMover?
  /// Where it left its node, in the world.
  private var lastPlace = Vector3.zero
  /// How fast the next tick jumps; 0 for no jump.
  private var jumpSpeed: Float = 0

  /// Makes a person of 1.8 m.
  public init() {}

  /// Makes a character of a description.
  public init(_ state: CharacterState) { self.state = state }

  /// A property of the description, live.
  public subscript<Value>(dynamicMember path: WritableKeyPath<CharacterState, Value>) -> Value {
    get { state[keyPath: path] }
    set { state[keyPath: path] = newValue }
  }

  /// A character with the same description for another node, which stands in the air at first.
  public func copy() -> PhysicsCharacter { PhysicsCharacter(state) }

  /// Leaves the ground in the next tick with a speed along up, in metres a second, 0 or more.
  ///
  /// Works in the air as well; ask ``isOnGround`` first for one that cannot fly.
  public func jump(speed: Float) { jumpSpeed = max(0, speed) }

  /// How it moves, in metres a second, what carries it included.
  public var velocity: Vector3 {
    get { mover?.velocity ?? .zero }
    set { mover?.velocity = newValue }
  }
  /// True when it stands on ground that it can walk on.
  public var isOnGround: Bool { mover?.isGrounded ?? false }
  /// The normal of the ground, of unit length; up in the air.
  public var groundNormal: Vector3 { mover?.groundNormal ?? state.up.normalized(or: .unitY) }
  /// The node whose body carries it, or nil in the air.
  public var groundNode: Node? {
    guard let ground = mover?.ground, let scene = node?.scene else { return nil }
    return scene.node(of: ground)
  }

  // MARK: In the simulation

  /// Moves the node as it wants to walk.
  func move(_ node: Node, _ scene: Scene, by time: Float) {
    var settings = state.settings
    settings.ownBody = node.physicsBody?.handle
    let place = node.worldPosition
    guard !node.isHiddenInScene, place.isFinite else { return }
    if let error = settings.error {
      return scene.reportProblem("a character cannot be: \(error)", on: node, "character")
    }
    guard var moving = mover ?? (try? CharacterMover(settings, at: place)) else {
      return scene.reportProblem("a character cannot be so far out", on: node, "position")
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

  /// Appends the description and how it moves.
  public func save(_ sink: inout StateSink) {
    state.save(&sink)
    sink.put(lastPlace)
    sink.put(jumpSpeed)
    sink.put(mover != nil)
    mover?.save(into: &sink)
  }

  /// Reads the description back, and how it moves.
  public func load(_ source: inout StateSource) {
    state.load(&source)
    lastPlace = source.get()
    jumpSpeed = source.get()
    mover = source.getBool() ? CharacterMover(from: &source) : nil
  }
}

extension Node {
  /// Takes a place in the world that it walked to, and leads its body there in the next step.
  fileprivate func walk(to place: Vector3) {
    storage.position = parent.map { $0.convertPosition(place, from: nil) } ?? place
    if !storage.constraints.isEmpty { constraintOverlay.mask.insert(.moved) }
    invalidate(includingBody: true)
  }
}
