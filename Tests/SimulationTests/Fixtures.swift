import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A game that logs its callbacks and moves a ball by random numbers and keys.
final class Diary: Game {
  static let name = "diary"
  static let title = "Diary"
  static let summary = "Writes down what is called"
  static var roles: [any Role.Type] { [Ball.self] }
  static func makeBot() -> (any Bot)? { nil }

  struct Ball: Role {
    static let name = "ball"
    static let summary = "What is moved"
    var push: Float = 1
    init() {}
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("push", \.push, "How much a key adds to its velocity")
    }
  }

  struct State: GameState, Hashable {
    static let summary = "What was counted"
    var score: Int32 = 0
    var chance: Float = 0
    var phaseName: String { score > 0 ? "touched" : "free" }
    init() {}
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Contacts so far")
      p.property("chance", \.chance, "The last random number")
    }
  }

  var state = State()
  /// The callbacks of the last ticks; not part of the state.
  var calls: [String] = []
  var usesChance = false
  private var ball: Node?

  func bind(to session: Session) throws(GameError) {
    ball = session.scene.rootNode.childNodes(withRole: Ball.self).first
    guard ball != nil else { throw GameError(["there is no ball"]) }
    session.scene.functions["tell"] = { [unowned self] _ in calls.append("action") }
  }
  func start(_ session: Session) { calls.append("start") }
  func handle(_ event: InputEvent, in session: Session) {
    switch event {
    case .key(let key):
      calls.append("\(key.code) \(key.isDown ? "down" : "up")")
      if key.isDown, let body = ball?.physicsBody { body.velocity.x += 1 }
    case .command(let command): calls.append(command.name.rawValue)
    default: calls.append("event")
    }
  }
  func update(_ session: Session) {
    calls.append("update")
    if usesChance { state.chance = session.random["diary"].float() }
  }
  func didApplyAnimations(_ session: Session) { calls.append("didApplyAnimations") }
  func didBegin(_ contact: PhysicsContact, in session: Session) {
    calls.append("didBegin")
    state.score += 1
    session.scene.playSound("bump", at: ball)
  }
  func didUpdate(_ contact: PhysicsContact, in session: Session) { calls.append("didUpdate") }
  func didEnd(_ contact: PhysicsContact, in session: Session) { calls.append("didEnd") }
  func didSimulatePhysics(_ session: Session) { calls.append("didSimulatePhysics") }
  func didApplyConstraints(_ session: Session) { calls.append("didApplyConstraints") }
}

/// A ball that falls on a floor and reports contacts, with an action that repeats forever.
func makeScene(height: Float = 3) -> Scene {
  let scene = Scene()
  let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
  ball.position = Vector3(0, height, 0)
  ball.role = Diary.Ball()
  let body = PhysicsBody.dynamic()
  body.contactTestBitMask = .max
  ball.physicsBody = body
  ball.runAction(.repeatForever(.sequence([.wait(duration: 0.25), .run("tell")])), forKey: "tell")
  scene.rootNode.addChildNode(ball)
  let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
  floor.position = Vector3(0, -0.5, 0)
  floor.physicsBody = .static()
  scene.rootNode.addChildNode(floor)
  return scene
}

func makeSession(
  seed: UInt64 = 1, usesChance: Bool = false, height: Float = 3
) throws -> (session: Session, diary: Diary) {
  let diary = Diary()
  diary.usesChance = usesChance
  let session = try Session(scene: makeScene(height: height), game: diary, seed: seed)
  diary.calls = []
  return (session, diary)
}
