import CaromAutomation
import CaromContent
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Foundation

/// A sample game for drivers and features: space kicks the ball, taps are counted.
final class Kick: Game {
  static let name = "kick"
  static let title = "Kick"
  static let summary = "Space kicks the ball"
  static let levels = [Level("kick.json")]

  struct State: GameState {
    static let summary = "The state of Kick"
    var score: Int32 = 0
    var taps: Int32 = 0
    var phaseName: String { "playing" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Kicks so far")
      p.property("taps", \.taps, "Taps so far")
    }
  }
  var state = State()

  func update(_ session: Session) {
    guard session.input.isPressed(KeyCode.left) else { return }
    session.scene.sustainSound(
      "hum", gain: Float(session.tick) / 1024, pitch: 1.5,
      at: session.scene.rootNode.childNode(withName: "ball"))
  }

  func handle(_ event: InputEvent, in session: Session) {
    if event == .press(.space) {
      state.score += 1
      let ball = session.scene.rootNode.childNode(withName: "ball")
      ball?.physicsBody?.velocity = Vector3(0, 4, 0)
      session.scene.playSound("kick", gain: 0.3, pitch: 1.1, at: ball)
    }
    if case .pointer(let pointer) = event, pointer.phase == .pressed { state.taps += 1 }
  }
}

/// The scene of the sample game in a temporary folder, with its loader.
enum Sample {
  static let scene = """
    {
      "format": "carom.scene/1",
      "game": "kick",
      "nodes": [
        { "name": "floor", "position": [0, -0.5, 0], "physics": { "type": "static" },
          "geometry": { "box": { "width": 20, "height": 1, "length": 20 } } },
        { "name": "ball", "position": [0, 3, 0], "geometry": { "sphere": { "radius": 0.5 } },
          "physics": { "type": "dynamic", "restitution": 1, "contactTestBitMask": -1 } },
        { "name": "camera", "position": [0, 2, 12], "camera": {} },
        { "name": "sun", "eulerAnglesDegrees": [-50, 30, 0], "light": { "type": "directional" } },
      ],
    }
    """

  /// Creates a folder with the scene and passes the path of the file to a closure.
  static func use<Result>(
    _ scene: String = scene, _ body: (_ scene: String, _ loader: SessionLoader) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "carom-kick-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "kick.json")
    try Data(scene.utf8).write(to: file)
    return try body(file.path, SessionLoader(games: [Kick.self], root: nil))
  }
}
