import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// Scenes of the kinds that the authors of KHR_physics_rigid_bodies test importers with, made in
/// code.
@Suite("Kinds of glTF physics assets")
struct GLTFPhysicsAssetTests {
  private static func says(_ text: String) -> String {
    "\"extensions\":{\"KHR_physics_rigid_bodies\":{\(text)}}"
  }

  /// A file with nodes, with a cube of one meter as its only mesh.
  private func model(_ nodes: [String], tables: String = "{}") -> GLTFSample {
    var sample = GLTFSample()
    let corners: [Float] = (0..<8).flatMap { i in
      (0..<3).map { i >> $0 & 1 == 0 ? -0.5 : 0.5 as Float }
    }
    let positions = sample.floats(corners)
    let indices = sample.indices([
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1,
      3, 5, 3, 7, 5,
    ])
    sample.members = [
      """
      "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
      "meshes": [{ "primitives": [{ "attributes": { "POSITION": \(positions) },
                                    "indices": \(indices) }] }],
      "extensions": { "KHR_implicit_shapes": { "shapes": [
        { "type": "sphere" }, { "type": "box" }, { "type": "capsule" },
        { "type": "cylinder", "cylinder": { "height": 1, "radiusTop": 0.5, "radiusBottom": 0.5 } },
        { "type": "box", "box": { "size": [20, 1, 20] } }] },
        "KHR_physics_rigid_bodies": \(tables) },
      "nodes": [\(nodes.joined(separator: ","))]
      """
    ]
    return sample
  }

  // MARK: Collider types

  /// Every kind of geometry; all of them are one meter high.
  static let geometries = [
    "\"shape\":0", "\"shape\":1", "\"shape\":2", "\"shape\":3", "\"mesh\":0,\"convexHull\":true",
    "\"mesh\":0",
  ]

  @Test(
    "A body of any geometry rests on a static body of any geometry", arguments: geometries,
    geometries)
  func matrix(dynamic: String, fixed: String) throws {
    let scene = try scene(
      of: model([
        "{\"translation\":[0,-5,0],\"scale\":[10,10,10],"
          + "\(Self.says("\"collider\":{\"geometry\":{\(fixed)}}"))}",
        "{\"name\":\"body\",\"translation\":[0,0.6,0],"
          + "\(Self.says("\"motion\":{},\"collider\":{\"geometry\":{\(dynamic)}}"))}",
      ]))
    let body = try #require(scene.rootNode.childNode(withName: "body"))
    for _ in 0..<120 { scene.step() }
    #expect(body.position.y > 0.2 && body.position.y < 0.7, "it is at \(body.position)")
    #expect(body.position.x.magnitude < 1 && body.position.z.magnitude < 1)
    #expect(scene.problems.isEmpty)
  }

  // MARK: Motion

  /// A box and the scene that it is in.
  private struct Moved {
    let scene: Scene
    let node: Node
    var position: Vector3 { node.position }
    var body: PhysicsBody? { node.physicsBody }
  }

  private func moved(_ motion: String) throws -> Moved {
    let scene = try scene(
      of: model([
        "{\"name\":\"body\","
          + "\(Self.says("\"motion\":{\(motion)},\"collider\":{\"geometry\":{\"shape\":1}}"))}"
      ]))
    scene.physicsWorld.gravity = Vector3(0, -10, 0)
    for _ in 0..<60 { scene.step() }
    return Moved(scene: scene, node: try #require(scene.rootNode.childNode(withName: "body")))
  }

  @Test("Motion: gravity, velocities, kinematic bodies and infinite masses")
  func motion() throws {
    #expect(abs(try moved("").position.y + 5) < 0.1)
    #expect(try moved("\"gravityFactor\":0").position == .zero)
    // Symptom: other factors counted as 1. Cause: bodies had none.
    #expect(abs(try moved("\"gravityFactor\":0.5").position.y + 2.5) < 0.05)
    #expect(abs(try moved("\"gravityFactor\":-2").position.y - 10) < 0.2)
    let pushed = try moved("\"gravityFactor\":0,\"linearVelocity\":[1,2,3]").position
    #expect(pushed.distance(to: Vector3(1, 2, 3)) < 1e-3)
    let spun = try moved("\"gravityFactor\":0,\"angularVelocity\":[0,1,0]")
    #expect(abs(2 * Portable.atan2(spun.node.orientation.y, spun.node.orientation.w) - 1) < 1e-2)
    let kinematic = try moved("\"isKinematic\":true,\"linearVelocity\":[1,0,0]")
    #expect(kinematic.body?.type == .kinematic)
    #expect(kinematic.body?.velocity == Vector3(1, 0, 0))
    #expect(try moved("\"mass\":0").position.y == 0, "zero means an infinite mass")
    #expect(try moved("\"mass\":7").body?.mass == 7)
    // A body whose inertia is infinite about an axis does not turn about it.
    let fixed = try moved("\"gravityFactor\":0,\"inertiaDiagonal\":[1,0,1]")
    fixed.body?.apply(angularImpulse: Vector3(0, 5, 0))
    fixed.scene.step()
    #expect(fixed.body?.angularVelocity.y == 0)
    // The center of mass moves in a straight line, so that the node turns about it.
    let heavy = try moved(
      "\"gravityFactor\":0,\"centerOfMass\":[1,0,0],\"angularVelocity\":[0,0,1.5707964]")
    #expect(heavy.position.distance(to: Vector3(1, -1, 0)) < 0.05, "it is at \(heavy.position)")
  }

  // MARK: Materials

  @Test("Materials: friction stops, restitution bounces, and combine modes decide for a pair")
  func materials() throws {
    func slide(_ friction: Float, _ bounce: Float, _ mode: String, _ y: Float) throws -> Vector3 {
      let scene = try scene(
        of: model(
          [
            "{\"translation\":[0,-0.5,0],\(Self.says("\"collider\":{\"geometry\":{\"shape\":4},\"physicsMaterial\":1}"))}",
            "{\"name\":\"body\",\"translation\":[0,\(y),0],"
              + Self.says(
                "\"motion\":{\"linearVelocity\":[3,0,0]},"
                  + "\"collider\":{\"geometry\":{\"shape\":1},\"physicsMaterial\":0}") + "}",
          ],
          tables:
            "{\"physicsMaterials\":[{\"dynamicFriction\":\(friction),\"restitution\":\(bounce),"
            + "\"frictionCombine\":\"\(mode)\",\"restitutionCombine\":\"\(mode)\"},"
            + "{\"dynamicFriction\":0,\"restitution\":0,\"frictionCombine\":\"\(mode)\","
            + "\"restitutionCombine\":\"\(mode)\"}]}"))
      let body = try #require(scene.rootNode.childNode(withName: "body"))
      var highest: Float = 0
      var hasTouched = false
      for _ in 0..<120 {
        scene.step()
        if body.position.y < 0.52 { hasTouched = true }
        if hasTouched { highest = max(highest, body.position.y) }
      }
      return Vector3(body.position.x, highest, 0)
    }
    // v²/(2 μ g) with μ = 0.5 · (0.9 + 0): a sliding box stops there.
    let stop: Float = 9 / (2 * 0.45 * 9.8)
    #expect(abs(try slide(0.9, 0, "average", 0.5).x - stop) < 0.1)
    #expect(abs(try slide(0.9, 0, "maximum", 0.5).x - stop / 2) < 0.1)
    #expect(abs(try slide(0.9, 0, "minimum", 0.5).x - 6) < 0.1)
    #expect(abs(try slide(0.9, 0, "multiply", 0.5).x - 6) < 0.1)
    // A fall of 1 m with restitution e rises e² m.
    #expect(abs(try slide(0, 0.8, "maximum", 1.5).y - 1.14) < 0.08)
    #expect(try slide(0, 0.8, "minimum", 1.5).y < 0.55)
  }

  // MARK: Filters

  @Test(
    "Filters: of two bodies one rests on the ground and the other falls through", arguments: [0, 1])
  func filters(kind: Int) throws {
    let lists = [
      "[{\"collisionSystems\":[\"a\"],\"collideWithSystems\":[\"ground\"]},"
        + "{\"collisionSystems\":[\"b\"],\"collideWithSystems\":[\"b\"]},"
        + "{\"collisionSystems\":[\"ground\",\"all\"]}]",
      "[{\"collisionSystems\":[\"a\"],\"notCollideWithSystems\":[\"b\"]},"
        + "{\"collisionSystems\":[\"b\"],\"notCollideWithSystems\":[\"ground\",\"all\"]},"
        + "{\"collisionSystems\":[\"ground\",\"all\"]}]",
    ]
    func body(_ x: Float, _ filter: Int) -> String {
      "{\"name\":\"b\(filter)\",\"translation\":[\(x),1,0],"
        + Self.says(
          "\"motion\":{},\"collider\":{\"geometry\":{\"shape\":1},\"collisionFilter\":\(filter)}")
        + "}"
    }
    let scene = try scene(
      of: model(
        [
          "{\"translation\":[0,-0.5,0],\(Self.says("\"collider\":{\"geometry\":{\"shape\":4},\"collisionFilter\":2}"))}",
          body(-3, 0), body(3, 1),
        ], tables: "{\"collisionFilters\":\(lists[kind])}"))
    for _ in 0..<90 { scene.step() }
    let heights = ["b0", "b1"].compactMap { scene.rootNode.childNode(withName: $0)?.position.y }
    #expect(heights.count == 2 && abs(heights[0] - 0.5) < 0.05 && heights[1] < -2, "\(heights)")
  }
}
