import CaromGames
import CaromSceneGraph
import CaromSimulation
import Testing

/// The mistakes in levels that the rules of Marble Maze and Pinball see when a level is read.
@Suite("Mistakes in levels of Marble Maze and Pinball")
struct MarbleMazeChecksTests {
  private func problems(_ nodes: String...) throws -> [String] {
    try levelProblems(
      """
      { "format": "carom.scene/1", "game": "marble-maze",
      "nodes": [
      { "name": "ball", "scene": "../objects/ball.json", "role": { "ball": {} } },
      \(nodes.joined(separator: ",\n"))
      ] }
      """, at: "marble-maze/checks-test.json")
  }

  private let camera = #"{ "name": "camera", "camera": {} }"#
  private let goal =
    #"{ "name": "goal", "scene": "../objects/goal.json", "role": { "goal": { "pearls": 2 } } }"#
  private let pearl =
    #"{ "name": "pearl", "scene": "../objects/pearl.json", "role": { "pearl": {} } }"#

  @Test("The shipped levels have no mistakes")
  func sound() throws {
    for level in MarbleMaze.levels {
      let scene = try readLevel(MarbleMaze.self, level)
      #expect(MarbleMaze.problems(of: scene) == [], "\(level.name)")
    }
    for level in Pinball.levels {
      #expect(try Pinball.problems(of: readLevel(Pinball.self, level)) == [], "\(level.name)")
    }
  }

  @Test("A level without a camera is an error")
  func view() throws {
    let blind = try problems(pearl)
    #expect(
      blind.count == 1 && blind[0].contains("checks-test.json:1:")
        && blind[0].contains("the level has no camera"), "\(blind)")
    #expect(try problems(camera, pearl) == [])
    #expect(MarbleMaze.problems(of: Scene()).count == 1)
    #expect(Pinball.problems(of: Scene()) == MarbleMaze.problems(of: Scene()))
  }

  @Test("A goal that needs pearls in a level without any is an error")
  func pearls() throws {
    let closed = try problems(camera, goal)
    #expect(
      closed.count == 1 && closed[0].contains("checks-test.json:5:")
        && closed[0].hasSuffix(
          "the goal needs pearls, and there are none; a node with the role pearl is accepted"),
      "\(closed)")
    #expect(try problems(camera, goal, pearl) == [])
  }
}
