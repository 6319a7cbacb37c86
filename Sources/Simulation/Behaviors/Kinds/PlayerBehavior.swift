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
    p.property("onLoss", \.onLoss, "The effects of each loss")
    p.property("message", \.message, "The message when no life is left")
    p.property("livesLeft", \.livesLeft, "The remaining lives", .none, 0...1_000, in: .state)
    p.property(
      "respawnPosition", \.respawnPosition, "The position to which it returns", .meters,
      in: .state)
  }

  /// Reports a missing body and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    if node.nodeWithBody == nil {
      reader.fail(json, "a player has a body; \"physics\" on its node, or below, is accepted")
    }
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
    guard let node = context.node.nodeWithBody else { return }
    context.perform(onLoss, by: node)
    if lives > 0 {
      guard livesLeft > 0 else { return }
      livesLeft -= 1
      context.signal(.lives(livesLeft))
      if livesLeft == 0 { context.signal(.lose(message: message)) }
    }
    node.teleport(to: respawnPosition)
  }
}
