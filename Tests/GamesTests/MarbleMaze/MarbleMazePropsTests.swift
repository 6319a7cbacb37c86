import CaromGames
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Lives, checkpoints, forms, props and the board, in small scenes of their own.
@Suite("Props of Marble Maze")
struct MarbleMazePropsTests {
  /// A floor with the marble on it, and further nodes.
  private func play(_ role: String = "{ \"lives\": 3 }", _ nodes: String = "") throws
    -> Play<MarbleMaze>
  {
    let text = """
      {
        "format": "carom.scene/1", "game": "marble-maze",
        "physics": { "gravity": [0, -36, 0] }, "pointOfView": "/camera",
        "nodes": [
          { "name": "ball", "scene": "objects/ball.json", "position": [0, 0.45, 0],
            "role": { "ball": \(role) } },
          { "name": "floor", "position": [0, -0.5, 0],
            "geometry": { "box": { "width": 40, "height": 1, "length": 40 } },
            "physics": { "type": "static" } },
          \(nodes)
          { "name": "camera", "position": [8, 8, 0], "eulerAnglesDegrees": [-45, 90, 0],
            "camera": {} }
        ]
      }
      """
    let reader = try SceneReader(
      root: SceneRoot(Repository.url("Scenes").path), roles: MarbleMaze.allRoles)
    let play = try Play(MarbleMaze.self, scene: reader.load(text, at: "level.json").scene)
    play.session.step(70)
    play.press(.space)
    #expect(play.game.state.phase == .playing)
    return play
  }

  private func fall(_ play: Play<MarbleMaze>) {
    play.put(Vector3(60, -4, 0))
    while play.game.state.phase == .playing { play.session.step() }
  }

  @Test("A marble with lives returns to its checkpoint, and the last life ends the run")
  func lives() throws {
    let play = try self.play(
      "{ \"lives\": 2 }",
      #"{ "name": "c", "scene": "objects/checkpoint.json", "position": [5, 0.5, 0] },"#)
    play.game.state.lifeTicks = 300
    play.put(Vector3(5, 0.45, 0))
    play.session.step(2)
    // The checkpoint restores the light.
    #expect(play.game.state.lifeTicks > 900)
    fall(play)
    #expect(play.game.state.phase == .fallen && play.game.state.livesLeft == 1)
    play.session.step(60)
    #expect(play.game.state.phase == .playing)
    #expect(play.ball.position.distance(to: Vector3(5, 1.1, 0)) < 0.1)
    #expect(play.velocity.length < 1)
    fall(play)
    #expect(play.game.state.phase == .gameOver && play.game.state.livesLeft == 0)
    play.session.step(30)
    play.press(.space)
    // The next run begins at the start, with all lives.
    #expect(play.game.state.phase == .tapToPlay && play.game.state.livesLeft == 2)
    #expect(play.ball.position.distance(to: Vector3(0, 0.45, 0)) < 0.1)
  }

  @Test("A transformer changes mass, friction and category, and a fall restores the form")
  func forms() throws {
    let play = try self.play(
      "{ \"lives\": 3 }",
      #"{ "name": "t", "scene": "objects/transformer-stone.json", "position": [5, 0.7, 0] },"#)
    let body = try #require(play.ball.physicsBody)
    #expect(body.mass == 1)
    play.put(Vector3(5, 0.45, 0.5), velocity: Vector3(0, 0, -3))
    play.session.step(10)
    #expect(body.mass == 10 && body.categoryBitMask == 4097)
    // The marble loses its speed.
    #expect(play.velocity.length < 0.5)
    #expect(try !play.node("/ball/stone").isHidden)
    #expect(try play.node("/ball/wood").isHidden)
    fall(play)
    play.session.step(60)
    #expect(body.mass == 1 && body.categoryBitMask == 1)
    #expect(try play.node("/ball/stone").isHidden)
  }

  @Test("Paper, wood and stone accelerate as their forms declare", arguments: ["paper", "wood"])
  func acceleration(form: String) throws {
    let play = try self.play("{ \"form\": \"\(form)\" }")
    play.session.send(.tilt(x: 1, y: 0))
    play.session.step(30)
    let early = play.velocity.x
    play.session.step(6)
    let node = try play.node("/ball/\(form)")
    let rules = try #require(node.role(as: Form.self))
    let gained = (play.velocity.x - early) / 0.1
    // Five sevenths of the tilt and the damping move a rolling ball; its rotation is damped by the
    // remaining two sevenths.
    let speed = (play.velocity.x + early) / 2
    let wanted =
      (rules.acceleration + Portable.log(1 - rules.damping) * speed) * 5 / 7
      + Portable.log(0.9) * speed * 2 / 7
    #expect(abs(gained - wanted) < 0.3)
  }

  @Test("A form that the marble does not have is reported, with those that it has")
  func unknownForm() {
    let error = #expect(throws: GameError.self) { try play("{ \"form\": \"gold\" }") }
    #expect(error?.description.contains("no form \"gold\"; glass, paper, wood, stone") ?? false)
  }

  @Test("Planks break under stone but carry glass, and are whole again after a fall")
  func planks() throws {
    func broken(_ form: String) throws -> (Int, Play<MarbleMaze>) {
      let play = try self.play(
        "{ \"form\": \"\(form)\", \"lives\": 3 }",
        #"{ "name": "p", "scene": "objects/planks.json", "position": [0, 5, 0] },"#)
      play.put(Vector3(0, 5.5, 0))
      play.session.step(60)
      let planks = try play.node("/p").childNodes(withRole: Prop.self)
      #expect(planks.count == 5)
      return (planks.filter { $0.joints.first?.state.isBroken ?? false }.count, play)
    }
    let (glass, first) = try broken("glass")
    #expect(glass == 0 && abs(first.ball.position.y - 5.45) < 0.02)
    let (stone, play) = try broken("stone")
    #expect(stone >= 1 && play.ball.position.y < 3)
    fall(play)
    play.session.step(90)
    let planks = try play.node("/p").childNodes(withRole: Prop.self)
    #expect(planks.allSatisfy { !($0.joints.first?.state.isBroken ?? true) })
    #expect(planks.allSatisfy { abs($0.worldPosition.y - 4.9) < 0.02 })
  }

  @Test("A button opens a door, which is closed again after a fall")
  func door() throws {
    let play = try self.play(
      "{ \"lives\": 3 }",
      """
      { "name": "d", "scene": "objects/door.json", "position": [0, 0, -5] },
      { "name": "b", "scene": "objects/button.json", "position": [5, 0.25, 0],
        "overrides": { ".": { "role": { "trigger": { "onEnter": [
          { "motor": { "node": "/d/slab", "speed": -2 } } ] } } } } },
      """)
    let slab = try play.node("/d/slab")
    #expect(abs(slab.worldPosition.y - 0.75) < 0.02)
    play.put(Vector3(5, 0.45, 0))
    play.session.step(90)
    #expect(slab.worldPosition.y > 2.2)
    fall(play)
    play.session.step(90)
    #expect(abs(slab.worldPosition.y - 0.75) < 0.02)
  }

  @Test("A fan lifts paper and leaves wood on the floor")
  func fan() throws {
    func height(_ form: String) throws -> Float {
      let play = try self.play(
        "{ \"form\": \"\(form)\" }",
        #"{ "name": "f", "scene": "objects/fan.json", "position": [0, 0, 0] },"#)
      play.session.step(60)
      return play.ball.position.y
    }
    #expect(try height("paper") > 2)
    #expect(try height("wood") < 0.6)
  }

  @Test("A conveyor, a magnet, a jump pad, a spring and the wind move a marble at rest")
  func movers() throws {
    func moved(_ object: String, _ position: String, from start: Vector3) throws -> Vector3 {
      let play = try play(
        "{}", #"{ "name": "o", "scene": "objects/\#(object).json", "position": \#(position) },"#)
      play.put(start)
      var highest: Float = 0
      for _ in 0..<30 {
        play.session.step()
        highest = max(highest, play.ball.position.y)
      }
      let offset = play.ball.position - start
      return Vector3(offset.x, highest, offset.z)
    }
    let rest = Vector3(5, 0.45, 0)
    #expect(try moved("conveyor", "[5, 0.2, 0]", from: Vector3(5, 0.85, 0)).z > 0.3)
    #expect(try moved("magnet", "[6.8, 0.25, 0]", from: rest).x > 0.3)
    #expect(try moved("jump-pad", "[5, 0.25, 0]", from: rest).y > 1.5)
    #expect(try moved("spring", "[5, 0.3, 0]", from: rest).y > 1.5)
    #expect(try moved("wind", "[5, 0.5, 0]", from: rest).x > 0.3)
  }

  @Test("A goal with pearls is hidden until they are collected")
  func goal() throws {
    let play = try self.play(
      "{}",
      """
      { "name": "p", "scene": "objects/pearl.json", "position": [5, 0.5, 0],
        "role": { "pearl": {} } },
      { "name": "g", "scene": "objects/goal.json", "position": [0, 0.6, 5],
        "role": { "goal": { "pearls": 1 } } },
      """)
    let goal = try play.node("/g")
    #expect(goal.isHidden)
    play.put(Vector3(0, 0.45, 5))
    play.session.step(5)
    #expect(play.game.state.phase == .playing)
    play.put(Vector3(5, 0.45, 0))
    play.session.step(2)
    #expect(!goal.isHidden && play.game.state.pearls == 1)
    play.put(Vector3(0, 0.45, 5))
    play.session.step(5)
    #expect(play.game.state.phase == .finished)
  }

  @Test("Seconds below the par time are points at the goal")
  func par() throws {
    let play = try self.play(
      "{ \"secondPoints\": 5 }",
      #"{ "name": "g", "scene": "objects/goal.json", "position": [0, 0.6, 5] },"#)
    var par = ParValues()
    par.duration = 10
    play.session.scene.par = par
    play.session.step(125)
    play.put(Vector3(0, 0.45, 5))
    play.session.step(2)
    #expect(play.game.state.phase == .finished)
    // The run took two seconds and a little.
    #expect(play.game.state.bonus == 35 && play.game.state.score == 35)
  }

  @Test("A calibrated sensor is level where it was calibrated")
  func calibration() throws {
    let play = try self.play("{}")
    play.session.send(.tilt(x: 0.2, y: -0.5))
    play.session.step()
    play.press(.c)
    let tilt = play.game.state.tilt
    play.session.step(120)
    #expect(play.game.state.tilt.length < 1e-3, "was \(tilt)")
    #expect((play.game.state.calibration - Vector2(0.2, -0.5)).length < 1e-6)
  }

  @Test("The board tilts with the view if the level says so")
  func view() throws {
    func direction(_ role: String) throws -> Vector3 {
      let play = try self.play(role)
      play.session.send(.tilt(x: 0, y: 1))
      play.session.step(30)
      return play.velocity.normalized(or: .zero)
    }
    // The camera looks along −X.
    #expect(try direction("{}").z < -0.99)
    #expect(try direction("{ \"tiltsWithView\": true }").x < -0.99)
  }

  @Test("The tilt is clamped to the range of the board and smoothed from tick to tick")
  func smoothing() throws {
    let play = try self.play("{}")
    play.session.send(.tilt(x: 1, y: 1))
    play.session.send(.press(.right))
    var last = Vector2.zero
    for _ in 0..<120 {
      play.session.step()
      let tilt = play.game.state.tilt
      #expect(tilt.length <= 1 + 1e-6)
      // A tenth of a second is the time constant.
      #expect((tilt - last).length < 0.17)
      last = tilt
    }
    #expect(last.length > 0.99)
  }
}
