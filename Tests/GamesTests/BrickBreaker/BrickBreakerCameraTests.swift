import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// Key C activated the camera for the other format as it was: in a wide window the one for high
/// windows, whose picture ended above the paddle.
@Suite("Cameras of Brick Breaker")
struct BrickBreakerCameraTests {
  /// The points of the court that a player has to see: the ends of the paddle, the bricks, and the
  /// walls where they are nearest and farthest.
  private static func points(_ scene: Scene) -> [(name: String, point: Vector3)] {
    func box(_ node: Node) -> AABB { node.boundingBox.transformed(by: node.worldTransform) }
    var result: [(String, Vector3)] = []
    var paddleEnd: Float = 0
    for node in scene.rootNode.childNodes(withRole: Paddle.self) {
      result += [("paddle", box(node).min), ("paddle", box(node).max)]
      paddleEnd = box(node).max.z
    }
    for node in scene.rootNode.childNodes(withRole: Brick.self) {
      result += [("brick", box(node).min), ("brick", box(node).max)]
    }
    for node in scene.rootNode.childNodes(withRole: Barrier.self)
    where node.role(as: Barrier.self)?.costsLife == false {
      let (box, center) = (box(node), box(node).center)
      result += [
        ("wall", Vector3(center.x, center.y, max(box.min.z, center.z - 9))),
        ("wall", Vector3(center.x, center.y, min(box.max.z, paddleEnd))),
      ]
    }
    // The overhead view of level 12 ended above it.
    for node in scene.rootNode.childNodes(withRole: Barrier.self)
    where node.role(as: Barrier.self)?.costsLife == true && !node.boundingBox.isEmpty {
      let (box, center) = (box(node), box(node).center)
      result += [
        ("loss line", Vector3(center.x, center.y, box.min.z)),
        ("loss line", Vector3(center.x, center.y, box.max.z)),
      ]
    }
    return result
  }

  @Test(
    "Paddle, walls, bricks and the line of losses are in view of both cameras in any window",
    arguments: [(320, 180), (1_280, 720), (720, 1_280), (800, 800)])
  func views(size: (Int, Int)) throws {
    for level in BrickBreaker.levels {
      let session = try BrickBreakerLevelsTests.session(level)
      session.send(.viewport(width: size.0, height: size.1))
      let aspect = Float(size.0) / Float(size.1)
      for (keys, side) in [(0, 0), (1, -1), (1, 1)] as [(Int, Float)] {
        for _ in 0..<keys { session.send(.press(.c)) }
        // The cameras follow the paddle a little.
        session.send(.pointer(.moved, x: 0.5 + side * 0.5, y: 0.9))
        session.step(90)
        let name = session.scene.pointOfView?.name ?? ""
        for (part, point) in Self.points(session.scene) {
          let place = try #require(session.scene.projectPoint(point, aspect: aspect))
          #expect(
            (-0.005...1.005).contains(place.x) && (-0.005...1.005).contains(place.y),
            "\(level.name), \(name) at \(size): \(part) \(point) at \(place)")
        }
      }
    }
  }

  /// A gamepad had no button for it.
  @Test("Button Y of a gamepad switches the camera, as key C")
  func button() throws {
    let session = try BrickBreakerLevelsTests.session(BrickBreaker.levels[1])
    session.step(2)
    #expect(session.scene.pointOfView?.name == "landscape")
    session.send(.button(ButtonInput(button: .y, isDown: true)))
    session.step(2)
    #expect(session.scene.pointOfView?.name == "portrait")
  }

  @Test("The field of view is that of the file where the court is in view, also after a change")
  func fit() throws {
    let session = try BrickBreakerLevelsTests.session(BrickBreaker.levels[1])
    func field() -> Float { session.scene.pointOfView?.camera?.fieldOfView ?? 0 }
    session.step(2)
    let own = field()
    #expect(session.scene.pointOfView?.name == "landscape")
    session.send(.viewport(width: 720, height: 1_280))
    session.send(.press(.c))
    session.step(2)
    #expect(session.scene.pointOfView?.name == "landscape" && field() > own * 1.2)
    session.send(.viewport(width: 1_280, height: 720))
    session.step(2)
    #expect(field() == own)
  }
}
