import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation

/// A game that counts the signals of behaviors.
final class Referee: Game {
  static let name = "referee"
  static let title = "Referee"
  static let summary = "Counts what behaviors signal"
  static let scenePath = ""

  struct State: GameState, Hashable {
    static let summary = "What behaviors signaled"
    var score: Int32 = 0
    var lives: Int32?
    var wins: Int32 = 0
    var losses: Int32 = 0
    var message = ""
    var phaseName: String { wins > 0 ? "won" : losses > 0 ? "lost" : "playing" }
    init() {}
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The points")
      p.property("lives", \.lives, "The lives")
      p.property("wins", \.wins, "How often it was won")
      p.property("losses", \.losses, "How often it was lost")
      p.property("message", \.message, "The last message")
    }
  }

  var state = State()

  func didReceive(_ signal: BehaviorSignal, in session: Session) {
    switch signal {
    case .score(let points): state.score += points
    case .lives(let lives): state.lives = lives
    case .win(let message): (state.wins, state.message) = (state.wins + 1, message)
    case .lose(let message): (state.losses, state.message) = (state.losses + 1, message)
    }
  }
}

/// A session of a scene given by the JSON of its nodes.
struct BehaviorLevel {
  let session: Session
  let referee = Referee()

  static func text(_ nodes: String, _ more: String = "") -> String {
    "{ \"format\": \"carom.scene/1\", \(more)\n\"nodes\": [\(nodes)] }"
  }

  static var reader: SceneReader {
    SceneReader(root: SceneRoot.nowhere, roles: Referee.allRoles)
  }

  init(_ nodes: String, _ more: String = "") throws {
    let scene = try Self.reader.load(Self.text(nodes, more), at: "level.json").scene
    session = try Session(scene: scene, game: referee)
  }

  /// The problems of a scene with these nodes.
  static func problems(_ nodes: String) -> [String] {
    do throws(SceneFileError) {
      _ = try reader.load(text(nodes), at: "level.json")
      return []
    } catch {
      return error.problems.map { "\($0)" }
    }
  }

  /// The warnings of a scene with these nodes.
  static func warnings(_ nodes: String) throws -> [String] {
    try reader.load(text(nodes), at: "level.json").warnings.map { "\($0)" }
  }

  var state: Referee.State { referee.state }

  func node(_ path: String) throws -> Node {
    guard let node = session.scene.rootNode.node(atPath: path) else {
      throw GameError(["there is no node \(path)"])
    }
    return node
  }

  func role<R: Role>(_ path: String, _ type: R.Type = R.self) throws -> R {
    guard let role: R = try node(path).role() else { throw GameError(["\(path) has no such role"]) }
    return role
  }

  /// Steps until a condition holds; returns the number of ticks that have run, or nil after `most`.
  func steps(most: Int, until condition: () throws -> Bool) rethrows -> Int? {
    for _ in 0..<most {
      session.step()
      if try condition() { return Int(session.tick) }
    }
    return nil
  }
}

/// A ball without weight that moves along X at 6 m/s, that is 0.1 m in a tick.
func flyingBall(
  _ more: String = "", x: Double = 0, z: Double = 0, role: String = ""
) -> String {
  """
  { "name": "ball", "position": [\(x), 0, \(z)], "geometry": { "sphere": { "radius": 0.5 } },
    "physics": { "type": "dynamic", "mass": 1, "isAffectedByGravity": false, "damping": 0,
      "angularDamping": 0, "velocity": [6, 0, 0], "allowsResting": false \(more) }\(role) }
  """
}

/// A sensor of 2 m from 4 m to 6 m along X, with a role.
func zone(_ role: String, name: String = "zone", x: Double = 5, z: Double = 0) -> String {
  """
  { "name": "\(name)", "position": [\(x), 0, \(z)], "physics": { "type": "static", "isSensor": true,
    "shape": { "box": { "width": 2, "height": 2, "length": 2 } } }, "role": \(role) }
  """
}
