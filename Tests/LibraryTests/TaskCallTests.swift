import CaromAutomation
import CaromLibrary
import CaromSimulation
import Foundation
import TestSupport
import Testing

@Suite("Tasks through functions of C")
struct TaskCallTests {
  static let mazeTask = """
    {
      "act": ["tilt"], "frameSkip": 4, "maximumTicks": 400, "start": "start",
      "observe": [
        { "select": "ball", "property": "worldPosition" },
        { "select": "ball", "property": "physics.velocity" },
        { "select": "ball", "property": "orientation" },
        { "select": "ball", "property": "physics.mass" },
        { "select": "ball", "property": "position.y", "scale": 10 },
        { "select": "game", "property": "lifeTicks" },
        { "select": "game", "property": "phase" },
        { "select": "game", "property": "tilt" },
        { "select": "//node[@role='pearl']", "property": "worldPosition", "count": 3,
          "relativeTo": "ball" },
        { "select": "//node[@role='pearl']", "property": "role.pearl.life" },
        { "select": "count(//node[@role='pearl'][@isHidden='false'])" }
      ]
    }
    """

  private func steps(
    _ game: OpenGame, _ actions: [Float], observations: Int
  ) -> (numbers: [Float], reward: Double, terminated: Bool, truncated: Bool, status: carom_status) {
    var numbers = [Float](repeating: -1, count: observations)
    var (reward, terminated, truncated): (Double, UInt8, UInt8) = (0, 0, 0)
    var session = game.session
    let status = actions.withUnsafeBufferPointer { actions in
      numbers.withUnsafeMutableBufferPointer { numbers in
        withUnsafeMutablePointer(to: &reward) { reward in
          withUnsafeMutablePointer(to: &terminated) { terminated in
            withUnsafeMutablePointer(to: &truncated) { truncated in
              var steps = carom_steps()
              steps.size = UInt32(MemoryLayout<carom_steps>.size)
              (steps.action_count, steps.observation_count) = (actions.count, numbers.count)
              (steps.actions, steps.observations) = (actions.baseAddress, numbers.baseAddress)
              (steps.rewards, steps.terminated, steps.truncated) = (reward, terminated, truncated)
              return carom_step_many(&session, 1, &steps)
            }
          }
        }
      }
    }
    return (numbers, reward, terminated != 0, truncated != 0, status)
  }

  @Test("Observed numbers are those that queries return as text")
  func numbers() throws {
    let game = try OpenGame(seed: 4)
    #expect(carom_set_task(game.session, Self.mazeTask) == 0, "\(lastError())")
    #expect(carom_reset(game.session, 4) == 0)
    let step = steps(game, [0.3, 1], observations: 27)
    #expect(step.status == 0, "\(lastError())")
    func value(_ selector: String, _ property: String) throws -> [Float] {
      let text = try text { carom_get(game.session, selector, property, $0, $1, $2) }
      return text.split(separator: " ").compactMap { Float($0) }
    }
    let position = try value("ball", "worldPosition")
    #expect(Array(step.numbers[0..<3]) == position && position.count == 3)
    #expect(Array(step.numbers[3..<6]) == (try value("ball", "physics.velocity")))
    #expect(Array(step.numbers[6..<10]) == (try value("ball", "orientation")))
    #expect([step.numbers[10]] == (try value("ball", "physics.mass")))
    #expect(step.numbers[11] == position[1] * 10)
    #expect([step.numbers[12]] == (try value("game", "lifeTicks")))
    // ready, playing, …: the order of the cases.
    #expect(step.numbers[13] == 1)
    #expect(Array(step.numbers[14..<16]) == (try value("game", "tilt")))
    for pearl in 0..<3 {
      let place = try value("(//node[@role='pearl'])[\(pearl + 1)]", "worldPosition")
      for axis in 0..<3 {
        #expect(step.numbers[16 + pearl * 3 + axis] == place[axis] - position[axis])
      }
    }
    #expect([step.numbers[25]] == (try value("(//node[@role='pearl'])[1]", "role.pearl.life")))
    let layout = try text { carom_layout(game.session, $0, $1, $2) }
    #expect(
      layout.contains(
        #"{"name":"ball.physics.velocity.y","summary":"Linear velocity","unit":"m/s","minimum":-1000000"#
      ))
  }

  @Test("Actions are events only where they change the input, and a recording of them verifies")
  func actionsAreEvents() throws {
    let game = try OpenGame(seed: 4)
    #expect(carom_set_task(game.session, Self.mazeTask) == 0)
    #expect(carom_reset(game.session, 4) == 0)
    #expect(carom_record(game.session) == 0)
    for action: [Float] in [[0.5, 0], [0.5, 0], [9, 9], [9, 9], [0, 0]] {
      #expect(steps(game, action, observations: 27).status == 0)
    }
    let recording = try text { carom_recording(game.session, $0, $1, $2) }
    #expect(
      recording.split(separator: "\n").filter { $0.contains("tilt\":[") && !$0.contains("head") }
        .count == 3)
    var ticks: UInt64 = 0
    #expect(carom_verify(recording, recording.utf8.count, &ticks) == 0, "\(lastError())")
    #expect(ticks == 20)
  }

  @Test("Episodes are truncated at their length, and end with the game")
  func ends() throws {
    let game = try OpenGame(seed: 4)
    #expect(carom_set_task(game.session, Self.mazeTask) == 0)
    #expect(carom_reset(game.session, 4) == 0)
    var count = 0
    while count < 200 {
      count += 1
      let step = steps(game, [0, 0], observations: 27)
      if step.truncated || step.terminated {
        #expect(step.truncated && !step.terminated)
        break
      }
    }
    var tick: UInt64 = 0
    #expect(carom_tick(game.session, &tick) == 0 && tick == 400)
    // The marble rolls off the stones, and the only life is lost.
    let fall =
      #"{"act":["tilt"],"frameSkip":10,"start":"start","observe":[{"select":"game","property":"phase"}]}"#
    #expect(carom_set_task(game.session, fall) == 0 && carom_reset(game.session, 4) == 0)
    var last = steps(game, [1, 0], observations: 1)
    for _ in 0..<200 where !last.terminated { last = steps(game, [1, 0], observations: 1) }
    #expect(last.terminated && !last.truncated)
    #expect(try text { carom_describe(game.session, $0, $1, $2) }.contains(#""isOver":true"#))
  }

  @Test("The reward is the change of the score, or the terms of the task")
  func rewards() throws {
    let game = try OpenGame(seed: 4)
    let terms = """
      {"act":["tilt"],"start":"start","observe":[{"select":"game","property":"score"}],
       "reward":[{"select":"game","property":"score","weight":2},
         {"select":"ball","property":"worldPosition.x","kind":"value","weight":0.5},
         {"select":"ball","property":"worldPosition","distanceTo":"//node[@role='goal']","weight":-1}]}
      """
    #expect(carom_set_task(game.session, terms) == 0, "\(lastError())")
    #expect(carom_reset(game.session, 4) == 0)
    func goal() throws -> (x: Double, distance: Double) {
      func place(_ selector: String) throws -> [Double] {
        try text { carom_get(game.session, selector, "worldPosition", $0, $1, $2) }
          .split(separator: " ").compactMap { Double($0) }
      }
      let (ball, goal) = (try place("ball"), try place("//node[@role='goal']"))
      let sum = zip(ball, goal).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return (ball[0], sum.squareRoot())
    }
    let before = try goal()
    let step = steps(game, [1, 1], observations: 1)
    let after = try goal()
    #expect(abs(step.reward - (0.5 * after.x - (after.distance - before.distance))) < 1e-5)
    let plain =
      #"{"act":["tilt"],"start":"start","observe":[{"select":"game","property":"score"}]}"#
    #expect(carom_set_task(game.session, plain) == 0)
    #expect(carom_set(game.session, "game", "score", "40") == 0)
    let scored = steps(game, [0, 0], observations: 1)
    #expect(scored.reward == 40 && scored.numbers == [40])
  }

  @Test("Many sessions have the results of one at a time, for any number of threads")
  func manySessions() throws {
    let task = Self.mazeTask
    var results: [[UInt64]] = []
    for threads: UInt32 in [1, 2, 3] {
      let games = try (0..<6).map { _ in try OpenGame(seed: 1) }
      for game in games { #expect(carom_set_task(game.session, task) == 0) }
      var random = RandomActions()
      var handles = games.map(\.session)
      var seeds = (0..<6).map { UInt64($0 + 10) }
      var observations = [Float](repeating: 0, count: 6 * 27)
      var resets = [UInt8](repeating: 1, count: 6)
      for _ in 0..<60 {
        var actions = (0..<12).map { _ in random.next() }
        var steps = carom_steps()
        steps.size = UInt32(MemoryLayout<carom_steps>.size)
        (steps.threads, steps.action_count, steps.observation_count) = (threads, 2, 27)
        actions.withUnsafeMutableBufferPointer { actions in
          observations.withUnsafeMutableBufferPointer { observations in
            resets.withUnsafeMutableBufferPointer { resets in
              seeds.withUnsafeMutableBufferPointer { seeds in
                (steps.actions, steps.observations) = (
                  UnsafePointer(actions.baseAddress), observations.baseAddress
                )
                (steps.resets, steps.seeds) = (
                  UnsafePointer(resets.baseAddress), UnsafePointer(seeds.baseAddress)
                )
                #expect(carom_step_many(&handles, 6, &steps) == 0, "\(lastError())")
              }
            }
          }
        }
        resets = [UInt8](repeating: 0, count: 6)
      }
      results.append(games.map(\.hash) + observations.map { UInt64($0.bitPattern) })
    }
    #expect(results[0] == results[1] && results[0] == results[2])
    #expect(Set(results[0].prefix(6)).count == 6)
  }

  private struct RandomActions {
    var state: UInt32 = 1
    mutating func next() -> Float {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 16) / 32_768 - 1
    }
  }

  @Test(
    "Errors of tasks say where, what, and what is accepted",
    arguments: [
      (#"{"acts":[]}"#, 1, "acts"),
      (#"{"act":["tilts"]}"#, 1, "tilt, pointer"),
      (#"{"observe":[{"select":"nobody","property":"position"}]}"#, 6, "nobody"),
      (#"{"observe":[{"select":"game","property":"phases"}]}"#, 6, "phase, score"),
      (#"{"observe":[{"select":"ball","property":"physics.velocit"}]}"#, 6, "velocity"),
      (#"{"observe":[{"property":"position"}]}"#, 1, "select"),
      (#"{"observe":[{"select":"//[","property":"position"}]}"#, 1, "column"),
      (#"{"frameSkip":0}"#, 1, "1"),
      (#"{"reward":[{"select":"ball","property":"position"}]}"#, 1, "distanceTo"),
      (#"{"#, 1, "task"),
    ])
  func errors(task: String, code: Int32, hint: String) throws {
    let game = try OpenGame()
    #expect(carom_set_task(game.session, task) == code, "\(lastError())")
    #expect(lastError().contains(hint), "\(lastError())")
  }

  @Test("Every game and level has a default task with finite numbers")
  func defaults() throws {
    for (name, levels) in [("marble-maze", 14), ("brick-breaker", 13), ("pinball", 2)] {
      for level in stride(from: 1, through: levels, by: 4) {
        let game = try OpenGame(name, level: "\(level)")
        #expect(carom_set_task(game.session, "{}") == 0, "\(name) \(level): \(lastError())")
        let layout = try text { carom_layout(game.session, $0, $1, $2) }
        let json = try JSONSerialization.jsonObject(with: Data(layout.utf8)) as? [String: Any]
        let (actions, numbers) = (json?["actions"] as? [Any], json?["observations"] as? [Any])
        let count = try #require(numbers?.count)
        let action = [Float](repeating: 0, count: try #require(actions?.count))
        let step = steps(game, action, observations: count)
        #expect(step.status == 0 && step.numbers.allSatisfy { $0.isFinite })
      }
    }
  }
}
