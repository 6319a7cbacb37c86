import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Scene reader")
struct SceneReaderTests {
  @Test("A file is read into a scene with all of its properties")
  func wholeFile() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        // The level.
        "$schema": "../scene.schema.json", "game": "maze",
        "physics": { "gravity": [0, -5, 0] },
        "materials": { "red": { "diffuse": { "color": [1, 0, 0] } } },
        "shapes": { "peg": { "sphere": { "radius": 0.125 } },
                    "two": { "compound": [{ "shape": "peg" }] } },
        "geometries": { "stone": { "box": { "width": 2 }, "materials": ["red"] } },
        "pointOfView": "/camera",
        "nodes": [
          { "name": "a", "geometry": "stone", "position": [1, 2, 3],
            "nodes": [{ "name": "b", "geometry": "stone" }] },
          { "name": "camera", "camera": { "fieldOfViewDegrees": 45 }, "eulerAnglesDegrees": [0, 90, 0],
            "constraints": [{ "follow": { "target": "/a/b", "offset": [0, 3, 3], "rate": 0.6 } }] },
          { "name": "pearl", "role": { "pearl": { "life": 0.5 } }, "physics": { "type": "static", "shape": "two" } },
        ]
        """)
    ])
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let scene = file.scene
    #expect(file.game == "maze" && file.files == ["level.json"])
    #expect(scene.physicsWorld.gravity == Vector3(0, -5, 0))
    let a = try #require(scene.rootNode.node(atPath: "/a"))
    let b = try #require(scene.rootNode.node(atPath: "/a/b"))
    #expect(a.position == Vector3(1, 2, 3))
    #expect(a.geometry === b.geometry && a.geometry?.materials.first?.name == "red")
    #expect(scene.pointOfView?.name == "camera")
    #expect(scene.pointOfView?.constraints.first?.target.node(in: scene) === b)
    let pearl = scene.rootNode.childNodes(withRole: PearlRole.self)
    var peg = Sphere()
    peg.radius = 0.125
    #expect(pearl.first?.physicsBody?.shape == .compound([PlacedShape(.sphere(peg))]))
    #expect(pearl.first?.role(as: PearlRole.self)?.life == 0.5)
    scene.step(nil)
  }

  @Test("A part of a compound has a filter and a material of its own, whose ranges are checked")
  func partsOfCompounds() throws {
    func level(_ friction: Float) throws -> SceneFile {
      let scenes = try TemporaryScenes([
        "level.json": file(
          """
          "nodes": [{ "name": "gate", "physics": { "type": "static", "shape": { "compound": [
            { "shape": { "box": {} }, "friction": \(friction), "frictionCombine": "minimum",
              "categoryBitMask": 4, "collisionBitMask": 12, "contactTestBitMask": 1 },
            { "shape": { "sphere": {} }, "position": [2, 0, 0] }] } } }]
          """)
      ])
      defer { withExtendedLifetime(scenes) {} }  // keeps the folder
      return try SceneReader(root: scenes.root).load("level.json")
    }
    let gate = try level(0.25).scene.rootNode.node(atPath: "/gate")
    guard case .compound(let parts) = gate?.physicsBody?.shape, parts.count == 2 else {
      Issue.record("no compound of two")
      return
    }
    let own = parts[0].properties
    #expect(own.friction == 0.25 && own.frictionCombine == .minimum && own.restitution == nil)
    #expect(own.categoryBitMask == 4 && own.collisionBitMask == 12 && own.contactTestBitMask == 1)
    #expect(parts[1].properties.friction == nil && parts[1].properties.categoryBitMask == nil)
    #expect(throws: SceneFileError.self) { try level(-1) }
  }

  @Test("A file with one top-level node becomes the node that refers to it")
  func referenceToOne() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "name": "ball1", "scene": "objects/ball.json", "position": [0, 10, 0],
                    "overrides": { ".": { "physics": { "mass": 2 } }, "lamp": { "isHidden": true } } },
                  { "name": "ball2", "scene": "objects/ball.json" }]
        """),
      "objects/ball.json": file(
        """
        "materials": { "skin": {} },
        "nodes": [{ "name": "ball", "geometry": { "sphere": {}, "materials": ["skin"] },
          "position": [7, 7, 7], "physics": { "friction": 0.25 },
          "nodes": [{ "name": "lamp", "light": {},
                      "constraints": [{ "lookAt": { "target": "/ball" } }] }] }]
        """),
    ])
    let scene = try scenes.read()
    let ball = try #require(scene.rootNode.node(atPath: "/ball1"))
    let other = try #require(scene.rootNode.node(atPath: "/ball2"))
    #expect(ball.position == Vector3(0, 10, 0) && other.position == Vector3(7, 7, 7))
    #expect(ball.physicsBody?.mass == 2 && ball.physicsBody?.friction == 0.25)
    #expect(other.physicsBody?.mass != 2)
    #expect(ball.childNodes.first?.isHidden == true && other.childNodes.first?.isHidden == false)
    #expect(ball.childNodes.first?.constraints.first?.target.node(in: scene) === ball)
    #expect(ball.geometry !== other.geometry)
  }

  @Test("The top-level nodes of a file become children of the node that refers to it")
  func referenceToSeveral() throws {
    let scenes = try TemporaryScenes([
      "a/level.json": file(
        """
        "nodes": [{ "name": "gate", "scene": "../parts/gate.json", "scale": [2, 2, 2],
          "overrides": { "left": { "position": [-9, 0, 0] } } }]
        """),
      "parts/gate.json": file("\"nodes\": [{ \"name\": \"left\" }, { \"name\": \"right\" }]"),
    ])
    let scene = try scenes.read("a/level.json")
    #expect(scene.rootNode.node(atPath: "/gate/left")?.position.x == -9)
    #expect(scene.rootNode.node(atPath: "/gate/right") != nil)
    #expect(scene.rootNode.node(atPath: "/gate")?.scale == Vector3(2, 2, 2))
  }

  @Test("Classes provide defaults, extend each other, and are overridden by the node's own keys")
  func classes() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "defaults": {
          "solid": { "physics": { "type": "static", "friction": 0.1 }, "opacity": 0.5 },
          "brick": { "extends": "solid", "physics": { "friction": 0.2 }, "geometry": { "box": {} } } },
        "nodes": [{ "name": "a", "class": "brick" },
                  { "name": "b", "class": "brick", "opacity": null, "geometry": null,
                    "physics": { "friction": 0.3 } }]
        """)
    ])
    let scene = try scenes.read()
    let a = try #require(scene.rootNode.node(atPath: "/a"))
    let b = try #require(scene.rootNode.node(atPath: "/b"))
    #expect(a.physicsBody?.type == .static && a.physicsBody?.friction == 0.2 && a.opacity == 0.5)
    #expect(a.geometry != nil)
    #expect(b.physicsBody?.type == .static && b.physicsBody?.friction == 0.3)
    #expect(b.opacity == 1 && b.geometry == nil)
  }

  @Test("The same files result in the same state, and its snapshot fits a new scene of them")
  func sameState() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "name": "floor", "geometry": { "floor": {} }, "physics": { "type": "static" } },
                  { "name": "ball", "geometry": { "sphere": {} }, "physics": {},
                    "position": [0, 3, 0], "role": { "guard": { "post": "/floor" } } }]
        """)
    ])
    let (one, two) = (try scenes.read(), try scenes.read())
    #expect(one.hash == two.hash)
    for _ in 0..<30 {
      one.step(nil)
      two.step(nil)
    }
    #expect(one.hash == two.hash)
    #expect((one.rootNode.node(atPath: "/ball")?.position.y ?? 3) < 2.9)
  }

  @Test("The outline lists each node with its components")
  func tree() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "materials": { "red": {} },
        "nodes": [{ "name": "a", "geometry": { "box": {}, "materials": ["red", {}] }, "physics": {},
                    "nodes": [{ "name": "b", "light": {}, "isHidden": true }, {}] },
                  { "name": "c", "camera": {}, "role": { "pearl": {} },
                    "constraints": [{ "lookAt": { "target": "/a" } }] }]
        """)
    ])
    #expect(
      SceneOutline.text(of: try scenes.read()) == """
        /
        ├─ a  box (red, *), dynamic body
        │  ├─ b  omni light, hidden
        │  └─ *
        └─ c  camera, lookAt constraint, role pearl

        """)
  }

  @Test("A scene of 2,000 nodes is read in 50 ms")
  func speed() throws {
    #if !DEBUG
      let nodes = (0..<2_000).map { i in
        """
        { "name": "n\(i)", "class": "brick", "position": [\(i % 50), \(i / 50), 0.5],
          "eulerAnglesDegrees": [0, 45, 0], "geometry": "brick", "physics": { "friction": 0.3 } }
        """
      }
      let scenes = try TemporaryScenes([
        "level.json": file(
          """
          "materials": { "red": { "shininess": 20 } },
          "geometries": { "brick": { "box": { "width": 2 }, "materials": ["red"] } },
          "defaults": { "brick": { "physics": { "type": "static", "restitution": 0.1 } } },
          "nodes": [\(nodes.joined(separator: ",\n"))]
          """)
      ])
      let time = try processorTime {
        let count = try scenes.read().nodeCount
        #expect(count == 2_000)
      }
      print("measured: a scene of 2,000 nodes read in \(time * 1e3) ms")
      #expect(time < 0.150)
    #endif
  }
}
