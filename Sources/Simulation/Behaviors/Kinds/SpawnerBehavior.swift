public import CaromDocuments
public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// A source of copies of a node, at intervals or when an effect asks for one.
///
/// A copy appears beside the spawner, with the spawner's position and orientation; its name is that
/// of the original with a number. The original is best hidden. The spawner rests while its node is
/// hidden or paused.
public struct SpawnerBehavior: Behavior {
  /// The name in files.
  public static let name = "spawner"
  /// A one-line description for the schema.
  public static let summary = "Creates copies of a node, at intervals or by an effect"
  /// It counts ticks.
  public static let updatesEveryTick = true

  /// The node that is copied.
  public var template = NodeReference()
  /// The time between two copies in seconds; 0 if only effects create copies.
  public var interval = 0.0
  /// The time until the first copy, in seconds.
  public var delay = 0.0
  /// The most copies in the scene at a time.
  public var limit: Int32 = 10
  /// The most copies altogether; nil for any number.
  public var total: Int32?
  /// The velocity of a copy's body in the spawner's space, in meters per second.
  public var velocity = Vector3.zero
  /// The time after which a copy is removed, in seconds; 0 for never.
  public var lifetime = 0.0
  /// The effects of each copy, which is the node that causes them.
  public var onSpawn: [BehaviorEffect] = []
  /// The number of copies so far.
  public var spawnCount: Int32 = 0
  /// The ticks since the last copy, or since the start.
  public var elapsedTicks: Int32 = 0
  /// The identities of the copies that were in the scene when they were last counted.
  public var copies: [Int32] = []

  /// Creates a spawner without a template.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("template", \.template, "The node that is copied", in: .required)
    p.property(
      "interval", \.interval, "The time between two copies; 0 if only effects create copies",
      .seconds, 0...1e6)
    p.property("delay", \.delay, "The time until the first copy", .seconds, 0...1e6)
    p.property("limit", \.limit, "The most copies in the scene at a time", .none, 1...1_000)
    p.property(
      "total", \.total, "The most copies altogether; if absent, any number", .none, 0...1e6)
    p.property(
      "velocity", \.velocity, "The velocity of a copy, in the spawner's space", .metersPerSecond,
      -1e4...1e4)
    p.property(
      "lifetime", \.lifetime, "The time after which a copy is removed; 0 for never", .seconds,
      0...1e6)
    p.property("onSpawn", \.onSpawn, "The effects of each copy")
    p.property("spawnCount", \.spawnCount, "The number of copies so far", in: .state)
    p.property("elapsedTicks", \.elapsedTicks, "The time since the last copy", .ticks, in: .state)
    p.property("copies", \.copies, "The identities of the copies", in: .state)
  }

  /// Reports a template that contains the spawner, and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    onSpawn.check(node, json["onSpawn"], &reader)
    var next: Node? = node
    while let here = next {
      if here === template.pending {
        return reader.fail(
          json["template"] ?? json,
          "the spawner is a part of what it copies; a node beside it is accepted")
      }
      next = here.parent
    }
  }

  /// Begins without copies.
  public mutating func start(_ context: inout BehaviorContext) {
    (spawnCount, elapsedTicks, copies) = (0, 0, [])
  }

  /// Creates a copy when it is time.
  public mutating func update(_ context: inout BehaviorContext) {
    guard interval > 0 else { return }
    if elapsedTicks < .max { elapsedTicks += 1 }
    // The first tick is the time 0.
    let isDue =
      spawnCount == 0
      ? context.haveTicks(elapsedTicks - 1, reached: delay)
      : context.haveTicks(elapsedTicks, reached: interval)
    if isDue { spawn(&context) }
  }

  /// Creates a copy, unless there are as many as accepted.
  public mutating func spawn(_ context: inout BehaviorContext) {
    let scene = context.scene
    copies.removeAll { scene.node(withID: $0) == nil }
    guard copies.count < Int(limit), spawnCount < total ?? .max,
      let original = template.node(in: scene), let parent = context.node.parent
    else { return }
    elapsedTicks = 0
    spawnCount += 1
    let copy = original.clone()
    copy.name = "\(original.name ?? "copy")-\(spawnCount)"
    copy.isHidden = false
    copy.position = context.node.position
    copy.orientation = context.node.orientation
    parent.addChildNode(copy)
    copies.append(copy.id)
    if velocity != .zero, let body = copy.nodeWithBody?.physicsBody {
      body.velocity = context.node.worldOrientation.rotate(velocity)
    }
    if lifetime > 0 {
      copy.runAction(.sequence([.wait(duration: lifetime), .removeFromParentNode()]))
    }
    context.session.behaviors.start(copy: copy, context.session)
    context.perform(onSpawn, by: copy)
  }
}
