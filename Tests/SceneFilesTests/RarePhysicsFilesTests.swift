import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

/// Files with belts, one-way platforms, groups, poses, gears and water.
@Suite("Rare physics in files")
struct RarePhysicsFilesTests {
  private static let level = """
    "physics": { "isContinuous": false },
    "nodes": [
      { "name": "belt", "geometry": { "box": { "width": 20, "length": 4 } }, "position": [0, -0.5, 0],
        "physics": { "type": "static", "surfaceVelocity": [2, 0, 0], "friction": 1 } },
      { "name": "crate", "geometry": { "box": {} }, "position": [-4, 0.5, 0],
        "physics": { "collisionGroup": -2, "isContinuous": false, "modifiesContacts": true } },
      { "name": "ghost", "geometry": { "box": {} }, "position": [-3.6, 0.5, 0],
        "physics": { "collisionGroup": -2 } },
      { "name": "table", "position": [0, 0, 20], "physics": { "type": "static", "shape": { "compound": [
        { "shape": { "box": { "width": 4, "length": 4 } } },
        { "shape": { "box": { "width": 4, "length": 4 } }, "position": [4, 0, 0],
          "surfaceAngularVelocity": [0, 1, 0] } ] } } },
      { "name": "platform", "geometry": { "box": { "width": 4 } }, "position": [0, 5, 0],
        "physics": { "type": "static", "oneWay": { "angleDegrees": 60 } } },
      { "name": "jumper", "geometry": { "sphere": { "radius": 0.3 } }, "position": [0, 3.5, 0],
        "physics": { "velocity": [0, 9, 0] } },
      { "name": "pool", "position": [0, 0, -20],
        "physicsField": { "type": "buoyancy", "halfExtent": [5, 2, 5],
          "fluid": { "density": 1000, "linearDrag": 3, "angularDrag": 3 } } },
      { "name": "raft", "geometry": { "box": {} }, "position": [0, 2.2, -20],
        "physics": { "density": 500 } },
      { "name": "post", "geometry": { "box": {} }, "position": [20, 5, 0],
        "physics": { "type": "static" } },
      { "name": "arm", "geometry": { "box": {} }, "position": [20, 3, 0], "physics": {},
        "joints": [ { "ballSocket": { "pose": { "frequency": 3 } },
          "bodyB": "/post", "anchorA": [0, 1.5, 0] }, { "filter": {}, "bodyB": "/post" } ] },
      { "name": "wheel", "geometry": { "cylinder": {} }, "position": [30, 0, 0], "physics": {},
        "joints": [ { "hinge": { "motorTargetAngularVelocity": 2, "motorMaximumTorque": 100 },
            "axisA": [0, 1, 0] },
          { "gear": { "ratio": 2 }, "axisA": [0, 1, 0], "bodyB": "/wheel2" },
          { "rackAndPinion": { "radius": 0.5 }, "axisA": [0, 1, 0], "axisB": [1, 0, 0],
            "bodyB": "/rack" } ] },
      { "name": "wheel2", "geometry": { "cylinder": {} }, "position": [34, 0, 0], "physics": {},
        "joints": [ { "hinge": {}, "axisA": [0, 1, 0] } ] },
      { "name": "rack", "geometry": { "box": {} }, "position": [30, 0, 3], "physics": {},
        "joints": [ { "slider": {}, "axisA": [1, 0, 0] } ] },
      { "name": "weight", "geometry": { "box": {} }, "position": [-20, 0, 0], "physics": { "mass": 3 },
        "joints": [ { "pulley": { "groundA": [-20, 10, 0], "groundB": [-16, 10, 0] },
          "bodyB": "/load" } ] },
      { "name": "load", "geometry": { "box": {} }, "position": [-16, 0, 0], "physics": { "mass": 1 } }
    ]
    """

  private func body(_ scene: Scene, _ name: String) throws -> PhysicsBody {
    try #require(scene.rootNode.node(atPath: "/\(name)")?.physicsBody)
  }

  @Test("Every feature acts in a scene as in a world")
  func acts() throws {
    let scenes = try TemporaryScenes(["level.json": file(Self.level)])
    #expect(scenes.problems() == [])
    let scene = try scenes.read()
    #expect(!scene.physicsWorld.simulation.settings.isContinuous)
    for _ in 0..<240 { scene.step() }
    #expect(scene.problems.isEmpty)
    func place(_ name: String) -> Vector3 {
      scene.rootNode.node(atPath: "/\(name)")?.position ?? .zero
    }
    let crate = try body(scene, "crate")
    #expect(abs(crate.velocity.x - 2) < 0.02 && !crate.isContinuous && crate.modifiesContacts)
    #expect(abs(place("ghost").x - place("crate").x - 0.4) < 0.02)
    #expect(abs(place("jumper").y - 5.8) < 0.02)
    #expect(abs(place("raft").y - 2) < 0.01)
    let speed = try body(scene, "wheel").angularVelocity.y
    #expect(abs(abs(speed) - 2) < 0.02)
    #expect(abs(try body(scene, "wheel2").angularVelocity.y + speed / 2) < 0.02)
    #expect(abs(abs(try body(scene, "rack").velocity.x) - 1) < 0.02)
    // The load hangs at its fixed point.
    #expect(place("weight").y < -9 && place("load").y > 9)
    let table = try body(scene, "table").live(in: scene)
    #expect(table?.colliderProperties.last?.surfaceAngularVelocity == Vector3(0, 1, 0))
  }

  @Test("They are written as they were read, and read back to the same state")
  func writes() throws {
    let scenes = try TemporaryScenes(["level.json": file(Self.level)])
    let reader = SceneReader(root: scenes.root)
    let first = try reader.load("level.json")
    let text = try SceneWriter.text(of: first.scene, from: first)
    for part in [
      "\"surfaceVelocity\": [2, 0, 0]", "\"oneWay\"", "\"angleDegrees\": 60",
      "\"collisionGroup\": -2", "\"isContinuous\": false", "\"frequency\": 3",
      "\"ratio\": 2", "\"linearDrag\": 3", "\"modifiesContacts\": true",
      "\"surfaceAngularVelocity\": [0, 1, 0]",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let second = try reader.load(text, at: "level.json")
    #expect(try SceneWriter.text(of: second.scene, from: second) == text)
    #expect(second.scene.hash == first.scene.hash)
  }

  @Test("A restored scene has every property and goes on bit by bit")
  func restores() throws {
    let scenes = try TemporaryScenes(["level.json": file(Self.level)])
    let (scene, other) = (try scenes.read(), try scenes.read())
    for _ in 0..<40 { scene.step() }
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    try body(other, "crate").collisionGroup = 5
    try body(other, "belt").surfaceVelocity = .zero
    other.physicsWorld.isContinuous = true
    other.step()
    var source = StateSource(buffer.bytes)
    try other.load(from: &source)
    #expect(try body(other, "crate").collisionGroup == -2)
    #expect(try body(other, "belt").surfaceVelocity == Vector3(2, 0, 0))
    #expect(abs((try body(other, "platform").oneWay?.angle ?? 0) - .pi / 3) < 1e-6)
    #expect(!other.physicsWorld.isContinuous)
    let arm = try #require(other.rootNode.node(atPath: "/arm")?.joints.first)
    #expect(arm.ballSocket?.pose?.frequency == 3)
    let pool = try #require(other.rootNode.node(atPath: "/pool")?.physicsField)
    #expect(pool.type == .buoyancy && pool.fluid.linearDrag == 3)
    #expect(other.hash == scene.hash)
    for _ in 0..<60 {
      scene.step()
      other.step()
    }
    #expect(other.hash == scene.hash)
  }

  @Test("The target of a pose is read in degrees")
  func pose() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "name": "arm", "geometry": { "box": {} }, "physics": {},
          "joints": [{ "coneTwist": { "pose": { "targetDegrees": [0, 0, 90] } } }] }]
        """)
    ])
    let arm = try scenes.read().rootNode.node(atPath: "/arm")
    let target = try #require(arm?.joints.first?.coneTwist?.pose?.target)
    #expect(target.rotate(.unitX).distance(to: .unitY) < 1e-5)
  }

  @Test("Mistakes are reported where they are")
  func problems() throws {
    func problem(_ physics: String) throws -> String? {
      try TemporaryScenes([
        "level.json": file(
          "\"nodes\": [{ \"name\": \"a\", \"geometry\": { \"box\": {} }, \"physics\": \(physics) }]"
        )
      ]).problems().first
    }
    #expect(
      try problem("{ \"oneWay\": { \"direction\": [0, 0, 0] } }")?.contains("no length") == true)
    #expect(try problem("{ \"surfaceVelocity\": [1e9, 0, 0] }")?.contains("out of range") == true)
    #expect(try problem("{ \"collisionGroup\": 1.5 }") != nil)
    #expect(try problem("{ \"oneway\": {} }")?.contains("oneWay") == true)
  }
}

extension PhysicsBody {
  /// The body in the simulation of a scene.
  fileprivate func live(in scene: Scene) -> Body? {
    handle.flatMap { scene.physicsWorld.simulation.body($0) }
  }
}
