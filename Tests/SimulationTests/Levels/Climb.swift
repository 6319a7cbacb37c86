import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A game of three levels, in which a ball falls to a floor and keys change the level.
///
/// Right cuts to the next level, up fades to it, left completes the level.
final class Climb: Game {
  static let name = "climb"
  static let title = "Climb"
  static let summary = "Goes up the stairs"
  static var levels: [Level] {
    [
      Level("climb/low.json", title: "The Low Step"), Level("climb/middle.json"),
      Level("climb/high.json"),
    ]
  }
  static var scoring: Scoring { .fewestPoints }

  struct State: GameState, Hashable {
    static let summary = "What was counted"
    /// The events so far, in all levels.
    var score: Int32 = 0
    /// The ticks in this level.
    var ticks: Int32 = 0
    /// The height of the ball when the level began.
    var height: Float = 0
    /// The last random number.
    var chance: Float = 0
    var phaseName: String { "climbing" }
    static var carriedOver: [PartialKeyPath<Self>] { [\.score] }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Events so far")
      p.property("ticks", \.ticks, "Ticks in this level")
      p.property("height", \.height, "The height at the beginning", .meters)
      p.property("chance", \.chance, "The last random number")
    }
  }
  var state = State()
  private(set) var ball: Node?

  func bind(to session: Session) throws(GameError) {
    ball = session.scene.rootNode.childNode(withName: "ball")
    if ball == nil { throw GameError(["there is no ball"]) }
  }
  func start(_ session: Session) {
    state.height = ball?.worldPosition.y ?? 0
    session.scene.playSound("start")
  }
  func handle(_ event: InputEvent, in session: Session) {
    state.score += 1
    guard case .key(let key) = event, key.isDown else { return }
    if key.code == .left { session.completeLevel() }
    guard key.code == .right || key.code == .up, let next = session.nextLevel else { return }
    session.scene.playSound("won")
    session.present(next, with: key.code == .up ? .fade(duration: 20.0 / 60) : .cut)
  }
  func update(_ session: Session) {
    state.ticks += 1
    state.chance = session.random["climb"].float()
    ball?.physicsBody?.velocity.x += session.scene.random["wind"].float() * 0.1
  }
}

/// The scene of a level: a ball at a height over a floor, with a node that its name tells apart.
func climbScene(_ index: Int, height: Float? = nil) -> Scene {
  let scene = makeScene(height: height ?? Float(index + 2))
  scene.rootNode.childNode(withName: "ball")?.role = nil
  scene.rootNode.childNode(withName: "ball")?.removeAllActions()
  for number in 0...index { scene.rootNode.addChildNode(Node(name: "step\(number)")) }
  scene.seed = UInt64(index + 1)
  return scene
}

/// A session of the three levels.
func makeClimb(at index: Int = 0, seed: UInt64 = 1) throws -> Session {
  try Session(
    levels: Climb.levels.enumerated().map { ($1, climbScene($0)) }, startingAt: index,
    game: Climb(), launch: Launch(seed: seed))
}

extension Session {
  var climb: Climb.State { (game as? Climb)?.state ?? Climb.State() }
}
