import CaromContent
import CaromGames
import CaromSceneGraph
import CaromSimulation
import TestSupport
import Testing

/// The mistakes in levels that the rules see when a level is read.
@Suite("Mistakes in levels of Brick Breaker")
struct BrickBreakerChecksTests {
  /// A level without mistakes, one node a line.
  private static let nodes: KeyValuePairs = [
    "camera": #"{ "name": "camera", "camera": {}, "position": [0, 17, 9] }"#,
    "ball": #"{ "name": "ball", "scene": "ball.json", "role": { "ball": {} } }"#,
    "paddle":
      #"{ "name": "paddle", "scene": "paddle.json", "position": [0, 0, 7], "role": { "paddle": { "range": 6.6 } } }"#,
    "walls": #"{ "name": "walls", "scene": "arena.json" }"#,
    "powers": #"{ "name": "powers", "scene": "powers.json" }"#,
    "bricks":
      #"{ "name": "brick", "scene": "brick.json", "position": [-4, 0, -5], "repeat": { "line": { "count": 5, "spacing": [1, 0, 0] } }, "role": { "brick": {} } }"#,
  ]

  /// The problems of the level with other nodes, from line 3 on.
  ///
  /// Empty ones are left out.
  private func problems(_ changes: [String: String] = [:]) throws -> [String] {
    let nodes = Self.nodes.map { changes[$0.key] ?? $0.value }.filter { !$0.isEmpty }
    let text = """
      { "format": "carom.scene/1", "game": "brick-breaker",
      "nodes": [
      \(nodes.joined(separator: ",\n"))
      ] }
      """
    return try levelProblems(text, at: "brick-breaker/checks-test.json")
  }

  /// The node with a piece of its text replaced.
  private func node(_ name: String, _ old: String, _ new: String) throws -> [String: String] {
    let text = try #require(Self.nodes.first { $0.key == name }).value
    try #require(text.contains(old))
    return [name: text.replacing(old, with: new)]
  }

  @Test("A level without mistakes has no problem, and the shipped levels have none")
  func sound() throws {
    #expect(try problems() == [])
    for level in BrickBreaker.levels {
      let scene = try readLevel(BrickBreaker.self, level)
      #expect(BrickBreaker.problems(of: scene) == [], "\(level.name)")
    }
  }

  @Test("Bricks outside of the court are one error, however often they are repeated")
  func bricks() throws {
    let far = try problems(node("bricks", "[-4, 0, -5]", "[9, 0, -5]"))
    try #require(far.count == 1)
    #expect(
      far[0].hasSuffix(
        "checks-test.json:8:55: /nodes/5/position: the brick is outside of the court; x from -8 to "
          + "8 m and z from -9 to 8.7 m are accepted"), "\(far)")
    let high = try problems(node("bricks", "[-4, 0, -5]", "[-4, 0.6, -5]"))
    #expect(high.count == 1 && high[0].contains("no ball reaches the brick"), "\(high)")
    // A low brick that balls touch is accepted.
    #expect(try problems(node("bricks", "[-4, 0, -5]", "[-4, -0.4, -5]")) == [])
  }

  @Test("Bricks that drop what is no power-up are one error, however often they are repeated")
  func drops() throws {
    let wrong = try problems(
      node("bricks", #""brick": {}"#, #""brick": { "drop": "/walls" }"#))
    #expect(
      wrong.count == 1
        && wrong[0].hasSuffix("the brick drops /walls; a node with the role powerUp is accepted"),
      "\(wrong)")
    let right = try node("bricks", #""brick": {}"#, #""brick": { "drop": "/powers/wide" }"#)
    #expect(try problems(right) == [])
  }

  @Test("A ball whose top speed is below its speed is an error")
  func speed() throws {
    let slow = try problems(node("ball", "{} }", #"{ "speed": 12, "topSpeed": 10 } }"#))
    #expect(
      slow.count == 1
        && slow[0].contains("checks-test.json:4:")
        && slow[0].hasSuffix(
          "topSpeed is 10 m/s, below the speed; at least the speed, 12 m/s, is accepted"),
      "\(slow)")
    #expect(try problems(node("ball", "{} }", #"{ "speed": 12, "topSpeed": 12 } }"#)) == [])
  }

  @Test("A paddle that moves into the walls is an error")
  func paddle() throws {
    // The walls are 8 m away, the paddle is 2.5 m wide, and the ball has a radius of 0.25 m.
    let wide = try problems(node("paddle", "6.6", "7.1"))
    #expect(
      wide.count == 1 && wide[0].contains("checks-test.json:5:")
        && wide[0].hasSuffix(
          "the paddle moves into the walls; a range of at most 7 m is accepted"),
      "\(wide)")
    #expect(try problems(node("paddle", "6.6", "7")) == [])
    // The range is about the parent's origin, wherever the paddle starts.
    #expect(try problems(node("paddle", "[0, 0, 7]", "[3, 0, 7]")) == [])
  }

  @Test("A court without walls is one error, and one with some walls names the others")
  func walls() throws {
    let none = try problems(["walls": ""])
    #expect(
      none.count == 1
        && none[0].hasSuffix(
          "there is no wall on the left, on the right, on the far side, on the near side of the "
            + "paddle, and balls leave the court; nodes with the role barrier on all four sides "
            + "are accepted"),
      "\(none)")
    let behind = try problems(node("paddle", "[0, 0, 7]", "[0, 0, 12]"))
    #expect(
      behind.count == 1 && behind[0].contains("on the left, on the right, on the near side of"),
      "\(behind)")
  }

  @Test("A level without a camera is an error")
  func camera() throws {
    let blind = try problems(["camera": ""])
    #expect(
      blind.count == 1
        && blind[0].hasSuffix(
          "checks-test.json:1:38: /game: the level has no camera; a node with a camera is accepted"),
      "\(blind)")
  }

  @Test("All mistakes of a level are reported together, in the order of the file")
  func all() throws {
    let changes = try node("bricks", "[-4, 0, -5]", "[9, 0, -5]")
      .merging(node("paddle", "6.6", "60")) { first, _ in first }
      .merging(["camera": ""]) { first, _ in first }
    let found = try problems(changes)
    #expect(found.count == 3, "\(found)")
    #expect(found.first?.contains("camera") == true && found.last?.contains("brick") == true)
    // What the game requires is reported with them.
    let more = try problems(changes.merging(["ball": ""]) { first, _ in first })
    #expect(more.count == 4 && more.contains { $0.contains("role ball") }, "\(more)")
  }
}
