public import CaromDocuments
public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// The body that the player is responsible for: it has lives, returns to checkpoints and can be
/// steered.
public struct PlayerBehavior: Behavior {
  /// The name in files.
  public static let name = "player"
  /// A one-line description for the schema.
  public static let summary = "A body with lives that returns to checkpoints and can be steered"
  /// It is steered in every tick.
  public static let updatesEveryTick = true

  /// The acceleration at full input in meters per second squared; 0 if it is not steered.
  public var acceleration: Float = 0
  /// The height below which it is lost, in meters.
  public var fallHeight: Float = -1_000
  /// The number of lives at the start; 0 for any number.
  public var lives: Int32 = 0
  /// The spawner whose copies take its place; nil for none.
  ///
  /// While a copy is in the scene, a loss costs no life: the player continues with the position and
  /// the velocity of the newest copy, which is removed. So only the last ball in play costs one.
  public var spares: NodeReference?
  /// The effects of each loss, before it returns.
  public var onLoss: [BehaviorEffect] = []
  /// The message when no life is left; that of the game if empty.
  public var message = ""
  /// The remaining lives.
  public var livesLeft: Int32 = 0
  /// The position to which it returns, in the world, in meters.
  public var respawnPosition = Vector3.zero

  /// Creates a player that is not steered.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "acceleration", \.acceleration,
      "The acceleration at full input, along X and Z of the world; 0 if it is not steered",
      .metersPerSecondSquared, 0...1_000)
    p.property(
      "fallHeight", \.fallHeight, "The height below which it is lost", .meters, -1e6...1e6)
    p.property("lives", \.lives, "The lives at the start; 0 for any number", .none, 0...1_000)
    p.property(
      "spares", \.spares,
      "The node with the role spawner whose copies take its place: while one is in the scene, a "
        + "loss costs no life")
    p.property("onLoss", \.onLoss, "The effects of each loss")
    p.property("message", \.message, "The message when no life is left")
    p.property("livesLeft", \.livesLeft, "The remaining lives", .none, 0...1_000, in: .state)
    p.property(
      "respawnPosition", \.respawnPosition, "The position to which it returns", .meters,
      in: .state)
  }

  /// Reports a missing body and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    if let owner = node.nodeWithBody {
      if owner.physicsBody?.type == .static, owner.character == nil {
        reader.warn(
          json,
          "the player never moves, because its body is static; \"type\": \"dynamic\" is accepted")
      }
      if fallHeight > owner.worldPosition.y {
        reader.warn(
          json["fallHeight"] ?? json,
          "the player falls in the first tick, because it starts at the height "
            + "\(owner.worldPosition.y); a lower \"fallHeight\" is accepted")
      }
    } else {
      reader.fail(json, "a player has a body; \"physics\" on its node, or below, is accepted")
    }
    spares?.check(SpawnerBehavior.self, from: node, json["spares"], &reader)
    onLoss.check(node, json["onLoss"], &reader)
  }

  /// Begins with all lives at its position.
  public mutating func start(_ context: inout BehaviorContext) {
    livesLeft = lives
    respawnPosition = (context.node.nodeWithBody ?? context.node).worldPosition
    if lives > 0 { context.signal(.lives(livesLeft)) }
  }

  /// Steers the body, and detects a fall.
  public mutating func update(_ context: inout BehaviorContext) {
    guard let node = context.node.nodeWithBody, let body = node.physicsBody else { return }
    if node.worldPosition.y < fallHeight { return respawn(&context) }
    guard acceleration > 0 else { return }
    let input = context.session.input
    let sum = input.direction + input.tilt
    let length = sum.length
    let direction = length > 1 ? sum * (1 / length) : sum
    guard direction != .zero else { return }
    body.velocity +=
      Vector3(direction.x, 0, -direction.y) * (acceleration * Float(context.session.tickLength))
  }

  /// Takes a life and returns the body to the last checkpoint; without a life left, the level is
  /// lost.
  public mutating func respawn(_ context: inout BehaviorContext) {
    guard let node = context.node.nodeWithBody, !takesPlaceOfSpare(node, context) else { return }
    context.perform(onLoss, by: node)
    if lives > 0 {
      guard livesLeft > 0 else { return }
      livesLeft -= 1
      context.signal(.lives(livesLeft))
      if livesLeft == 0 { context.signal(.lose(message: message)) }
    }
    node.teleport(to: respawnPosition)
  }

  /// Puts the player in the place of the newest copy of its spawner.
  ///
  /// - Returns: Whether there was one.
  private func takesPlaceOfSpare(_ node: Node, _ context: BehaviorContext) -> Bool {
    let scene = context.scene
    guard let spawner: SpawnerBehavior = spares?.node(in: scene)?.role() else { return false }
    let copies = spawner.copies.reversed().compactMap { scene.node(withID: $0) }
    guard let copy = copies.first, let spare = copy.nodeWithBody, let body = spare.physicsBody
    else { return false }
    let (velocity, spin) = (body.velocity, body.angularVelocity)
    node.teleport(to: spare.worldPosition, velocity: velocity, spin: spin)
    copy.removeFromParentNode()
    return true
  }
}
