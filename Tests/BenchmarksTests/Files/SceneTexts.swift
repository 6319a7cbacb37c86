import CaromBenchmarks

/// Texts of physics scenes for tests.
enum SceneTexts {
  static let head = "scene test 60 0 0.6 60 0"

  /// A body of one piece at a position.
  static func body(
    kind: Int = 2, at position: String = "0 0 0", rotation: String = "0 0 0 1",
    velocity: String = "0 0 0 0 0 0", density: String = "1000", bullet: Int = 0,
    life: String = "0 -1", shape: String = "1 0 0 0 0.5 0 -1"
  ) -> String {
    "body \(kind) \(position) \(rotation) \(velocity) \(density) \(bullet) \(life) 1 \(shape) "
      + "0 0 0 0 0 0 1"
  }

  static let floor = body(kind: 0, at: "0 -1 0", shape: "0 50 1 50 0 0 -1")

  /// One of every item, with all kinds of shapes, bodies and joints.
  static let everything = [
    "scene every:1 30 1 0.5 10 4",
    "hull 6 0.35 0 0 -0.35 0 0 0 0.25 0 0 -0.25 0 0 0 0.3 0 0 -0.3",
    "mesh 4 6 -50 -2 -50 50 -2 -50 -50 -2 50 50 -2 50 0 2 1 1 2 3",
    body(kind: 0, shape: "4 0 0 0 0 0 -1"),
    body(kind: 1, at: "0 -1 0", velocity: "0.1 0 0 0 0.5 0", shape: "0 5 1 5 0 0 -1"),
    body(at: "0 0.6 0", shape: "2 0 0 0 0.2 0.3 -1"),
    body(at: "2 0.6 0", rotation: "0 0 0.6 0.8", shape: "3 0 0 0 0 0 0"),
    body(at: "-2 0.6 0", shape: "5 0 0 0 0.2 0.3 -1"),
    body(at: "-2 3 0", velocity: "0 -40 0 0 0 0", bullet: 1, life: "5 20"),
    "body 2 3 2 3 0 0 0 1 0 0 0 0 0 0 500 0 0 -1 2 0 0.2 0.2 0.2 0 0 -1 -0.5 0 0 0 0 0 1 "
      + "1 0 0 0 0.2 0 -1 0.5 0 0 0 0 0 1",
    "joint 0 2 3 1 0.6 0 1 0 0 0 0 0",
    "joint 1 3 4 0 0.6 0 0 0 1 -0.5 0.5 0",
    "joint 2 1 4 -1 0.6 0 0 1 0 -0.25 0.5 0.75",
  ].joined(separator: "\n")

  static func read(_ lines: String...) throws -> PhysicsScene {
    try PhysicsSceneReader.scene(from: Array(lines.joined(separator: "\n").utf8))
  }

  /// The problems of a text; empty if there are none.
  static func problems(_ text: [UInt8]) -> [PhysicsSceneError.Problem] {
    do throws(PhysicsSceneError) {
      _ = try PhysicsSceneReader.scene(from: text)
      return []
    } catch {
      return error.problems
    }
  }
}
