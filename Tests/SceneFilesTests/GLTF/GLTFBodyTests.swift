import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF bodies")
struct GLTFBodyTests {
  /// A model whose nodes have KHR_physics_rigid_bodies data, with the given shapes and tables.
  private func model(_ nodes: [String], shapes: String = "", tables: String = "") -> GLTFSample {
    GLTFSample(
      "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[\(shapes)]}"
        + (tables.isEmpty ? "" : ",\"KHR_physics_rigid_bodies\":{\(tables)}") + "}",
      "\"nodes\":[\(nodes.joined(separator: ","))]")
  }
  private func says(_ text: String) -> String {
    "\"extensions\":{\"KHR_physics_rigid_bodies\":{\(text)}}"
  }
  static let box = "{\"type\":\"box\",\"box\":{\"size\":[1,2,3]}}"
  static let ball = "{\"type\":\"sphere\",\"sphere\":{\"radius\":0.25}}"

  /// The shape of a static body on a scaled node with a collider.
  private func shape(_ json: String, _ more: String = "") throws -> PhysicsShape? {
    let node = "{\(says("\"collider\":{\"geometry\":{\"shape\":0}}"))\(more)}"
    return try scene(of: model([node], shapes: json)).rootNode.childNodes.first?.physicsBody?.shape
  }

  @Test("Every implicit shape is converted (KHR_implicit_shapes)")
  func shapes() throws {
    #expect(try shape(Self.box) == .box(Box(width: 1, height: 2, length: 3)))
    #expect(try shape(Self.ball) == .sphere(Sphere(radius: 0.25)))
    #expect(try shape("{\"type\":\"sphere\"}") == .sphere(Sphere(radius: 0.5)))
    #expect(
      try shape(
        "{\"type\":\"cylinder\",\"cylinder\":{\"height\":2,\"radiusTop\":1,\"radiusBottom\":1}}")
        == .cylinder(Cylinder(radius: 1, height: 2)))
    #expect(
      try shape(
        "{\"type\":\"cylinder\",\"cylinder\":{\"height\":2,\"radiusTop\":0,\"radiusBottom\":1}}")
        == .cone(Cone(topRadius: 0, bottomRadius: 1, height: 2)))
    #expect(try shape("{\"type\":\"capsule\"}") == .capsule(Capsule(capRadius: 0.25, height: 1)))
    #expect(try shape("{\"type\":\"plane\"}") == .floor(.init()))
  }

  // Symptom: a capsule with two radii was one with their mean.
  @Test("A capsule with two radii is tapered, between spheres at their places in the file")
  func taperedCapsules() throws {
    func compound(_ bottom: Float, _ top: Float, _ height: Float) throws -> PlacedShape {
      let capsule =
        "{\"type\":\"capsule\",\"capsule\":{\"height\":\(height),\"radiusBottom\":\(bottom),"
        + "\"radiusTop\":\(top)}}"
      guard case .compound(let parts) = try shape(capsule), parts.count == 1 else {
        throw TestError()
      }
      return parts[0]
    }
    let cone = try compound(0.5, 0.25, 2)
    guard case .taperedCapsule(let tapered) = cone.shape else { throw TestError() }
    #expect(tapered.bottomRadius == 0.5 && tapered.topRadius == 0.25 && tapered.height == 2.75)
    #expect(tapered.topCenter + cone.position.y == 1)
    #expect(tapered.bottomCenter + cone.position.y == -1)
    // A sphere that contains the other one is the whole capsule.
    let ball = try compound(1, 0.25, 0.5)
    #expect(ball.shape == .sphere(Sphere(radius: 1)) && ball.position == Vector3(0, -0.25, 0))
  }

  private struct TestError: Error {}

  @Test("The shape of a moving node contains the colliders below it, down to the next moving node")
  func compound() throws {
    let moving =
      "\"motion\":{\"mass\":2,\"linearVelocity\":[1,0,0],\"gravityFactor\":0},"
      + "\"collider\":{\"geometry\":{\"shape\":0},\"physicsMaterial\":0}"
    let nodes = [
      "{\"name\":\"a\",\"children\":[1,3],\(says(moving))}",
      "{\"name\":\"b\",\"translation\":[0,1,0],\"scale\":[2,2,2],\"children\":[2]}",
      "{\"name\":\"c\",\"translation\":[1,0,0],\(says("\"collider\":{\"geometry\":{\"shape\":1}}"))}",
      "{\"name\":\"d\",\(says("\"motion\":{\"isKinematic\":true},\"collider\":{\"geometry\":{\"shape\":1}}"))}",
    ]
    let scene = try scene(
      of: model(
        nodes, shapes: Self.box + "," + Self.ball,
        tables: "\"physicsMaterials\":[{\"dynamicFriction\":0.25,\"restitution\":0.75,"
          + "\"restitutionCombine\":\"maximum\"}]"))
    let body = try #require(scene.rootNode.node(atPath: "/a")?.physicsBody)
    #expect(body.type == .dynamic && body.mass == 2 && body.state.velocity == .unitX)
    #expect(body.state.isAffectedByGravity == false && body.friction == 0.25)
    #expect(body.restitution == 0.75 && body.state.restitutionCombine == .maximum)
    guard case .compound(let parts) = body.shape else {
      Issue.record("the shape is \(String(describing: body.shape))")
      return
    }
    #expect(parts.count == 2)
    #expect(parts[1].position == Vector3(2, 1, 0) && parts[1].shape == .sphere(Sphere(radius: 0.5)))
    #expect(scene.rootNode.node(atPath: "/a/b/c")?.physicsBody == nil)
    #expect(scene.rootNode.node(atPath: "/a/d")?.physicsBody?.type == .kinematic)
    scene.step(nil)
  }

  @Test("A ball falls on the ground of a model and comes to rest")
  func falling() throws {
    let nodes = [
      "{\"name\":\"ball\",\"translation\":[0,2,0],\(says("\"motion\":{},\"collider\":{\"geometry\":{\"shape\":0}}"))}",
      "{\"name\":\"ground\",\(says("\"collider\":{\"geometry\":{\"shape\":1}}"))}",
    ]
    let scene = try scene(
      of: model(nodes, shapes: Self.ball + ",{\"type\":\"box\",\"box\":{\"size\":[9,1,9]}}"))
    for _ in 0..<300 { scene.step(nil) }
    let y = try #require(scene.rootNode.node(atPath: "/ball")).position.y
    #expect(abs(y - 0.75) < 0.01, "the height is \(y)")
  }

  @Test("Triggers are sensors; on a node with a body they are on a child node")
  func triggers() throws {
    let both =
      "\"motion\":{},\"collider\":{\"geometry\":{\"shape\":0}},"
      + "\"trigger\":{\"geometry\":{\"shape\":1}}"
    let nodes = [
      "{\"name\":\"zone\",\(says("\"trigger\":{\"geometry\":{\"shape\":0}}"))}",
      "{\"name\":\"car\",\(says(both))}",
      "{\"name\":\"two\",\"children\":[3,4],\(says("\"trigger\":{\"nodes\":[3,4]}"))}",
      "{\"translation\":[1,0,0],\(says("\"trigger\":{\"geometry\":{\"shape\":1}}"))}",
      "{\"translation\":[2,0,0],\(says("\"trigger\":{\"geometry\":{\"shape\":1}}"))}",
    ]
    let scene = try scene(of: model(nodes, shapes: Self.box + "," + Self.ball))
    let zone = try #require(scene.rootNode.node(atPath: "/zone")?.physicsBody)
    #expect(zone.isSensor && zone.type == .static)
    let car = try #require(scene.rootNode.node(atPath: "/car"))
    #expect(car.physicsBody?.isSensor == false)
    let inner = try #require(car.childNodes.first)
    #expect(inner.name == "trigger" && inner.physicsBody?.isSensor == true)
    #expect(inner.physicsBody?.type == .kinematic)
    let two = try #require(scene.rootNode.node(atPath: "/two"))
    guard case .compound(let parts) = two.physicsBody?.shape else {
      Issue.record("the shape is \(String(describing: two.physicsBody?.shape))")
      return
    }
    #expect(parts.map(\.position.x) == [1, 2])
    #expect(two.childNodes.allSatisfy { $0.physicsBody == nil })
  }

  // Symptom: in the authors' samples, crates fell through a ground that is in two systems. Cause:
  // all systems of the ground had to be among those that a crate collides with; any is enough.
  @Test("Filters let bodies with any common system collide, for every pair of bodies")
  func filters() throws {
    // Systems, and the systems that each collides with or not.
    let filters: [(systems: [String], only: [String]?, not: [String])] = [
      (["a"], nil, []), (["b"], ["a"], []), (["a", "b"], nil, ["b"]), ([], nil, ["a", "b"]),
      (["c"], [], []), (["a", "b"], ["a", "b"], []), (["b"], ["b"], []),
    ]
    func list(_ names: [String]) -> String {
      "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    let table = filters.map { filter in
      var parts = filter.systems.isEmpty ? [] : ["\"collisionSystems\":\(list(filter.systems))"]
      if let only = filter.only { parts.append("\"collideWithSystems\":\(list(only))") }
      if !filter.not.isEmpty { parts.append("\"notCollideWithSystems\":\(list(filter.not))") }
      return "{\(parts.joined(separator: ","))}"
    }
    let nodes = filters.indices.map {
      "{\(says("\"motion\":{},\"collider\":{\"geometry\":{\"shape\":0},\"collisionFilter\":\($0)}"))}"
    }
    let scene = try scene(
      of: model(
        nodes, shapes: Self.ball, tables: "\"collisionFilters\":[\(table.joined(separator: ","))]"))
    let bodies = scene.rootNode.childNodes.compactMap(\.physicsBody)
    #expect(bodies.count == filters.count)
    func meets(_ a: Int, _ b: Int) -> Bool {
      let (a, b) = (filters[a], filters[b])
      let isAllowed = a.systems.isEmpty || a.systems.contains { b.only?.contains($0) ?? true }
      return isAllowed && (a.systems.isEmpty || !Set(a.systems).isSubset(of: b.not))
    }
    for i in filters.indices {
      for j in filters.indices {
        let ours =
          bodies[i].categoryBitMask & bodies[j].collisionBitMask != 0
          && bodies[j].categoryBitMask & bodies[i].collisionBitMask != 0
        #expect(ours == (meets(i, j) && meets(j, i)), "\(i) and \(j)")
      }
    }
  }

  // Symptom: all colliders of a body had the filter and the material of the first, with a warning.
  // Cause: bodies had one filter and one material.
  @Test("Each collider of a body has the filter and the material that the file gives it")
  func surfacesOfColliders() throws {
    func collider(_ more: String) -> String {
      "\"collider\":{\"geometry\":{\"shape\":0}\(more)}"
    }
    let first = collider(",\"collisionFilter\":0,\"physicsMaterial\":0")
    let second = collider(",\"collisionFilter\":1,\"physicsMaterial\":1")
    let nodes = [
      "{\"name\":\"body\",\"children\":[1,2],\(says("\"motion\":{}," + first))}",
      "{\"translation\":[2,0,0],\(says(second))}",
      "{\"translation\":[4,0,0],\(says(collider("")))}",
    ]
    let tables =
      "\"collisionFilters\":[{\"collisionSystems\":[\"a\"],\"notCollideWithSystems\":[\"b\"]},"
      + "{\"collisionSystems\":[\"b\"]}],"
      + "\"physicsMaterials\":[{\"dynamicFriction\":0.25,\"restitution\":0.5},"
      + "{\"dynamicFriction\":0.25,\"restitution\":0.75,\"restitutionCombine\":\"maximum\"}]"
    let model = model(nodes, shapes: Self.ball, tables: tables)
    #expect(try !warnings(of: model).contains { $0.contains("collider") })
    let body = try #require(try scene(of: model).rootNode.node(atPath: "/body")?.physicsBody)
    #expect(body.friction == 0.25 && body.restitution == 0.5)
    guard case .compound(let parts) = body.shape, parts.count == 3 else {
      Issue.record("the shape is \(String(describing: body.shape))")
      return
    }
    #expect(parts[0].properties == ColliderProperties())
    let other = parts[1].properties
    #expect(other.friction == nil && other.restitution == 0.75)
    #expect(other.frictionCombine == nil && other.restitutionCombine == .maximum)
    #expect(other.categoryBitMask != nil && other.categoryBitMask != body.categoryBitMask)
    #expect(body.collisionBitMask & (other.categoryBitMask ?? 0) == 0)
    // Without a filter and a material it has the defaults of bodies.
    let third = parts[2].properties
    #expect(third.friction == 0.5 && third.frictionCombine == .multiply)
    #expect(third.categoryBitMask == 1 && third.collisionBitMask == .max)
  }

  @Test("The center of mass and the moments of inertia are read from the file")
  func mass() throws {
    let heavy =
      "\"motion\":{\"mass\":3,\"centerOfMass\":[0,-0.5,0],\"inertiaDiagonal\":[1,2,3],"
      + "\"inertiaOrientation\":[0,0,0.7071068,0.7071068]},\"collider\":{\"geometry\":{\"shape\":0}}"
    let nodes = ["{\(says(heavy))}"]
    let body = try #require(
      try scene(of: model(nodes, shapes: Self.box)).rootNode.childNodes.first?.physicsBody)
    #expect((body.centerOfMassOffset - Vector3(0, -0.5, 0)).length < 1e-6)
    let inertia = try #require(body.momentOfInertia)
    // A rotation by 90° about z exchanges x and y.
    #expect((inertia - Vector3(2, 1, 3)).length < 1e-5)
  }

  @Test("A collider can be the hull of a mesh, and on a body that forces do not move its triangles")
  func hulls() throws {
    let nodes = [
      "{\"mesh\":0,\(says("\"collider\":{\"geometry\":{\"node\":0,\"convexHull\":true}}"))}",
      "{\(says("\"motion\":{},\"collider\":{\"geometry\":{\"mesh\":0}}"))}",
      "{\(says("\"collider\":{\"geometry\":{\"mesh\":0}}"))}",
    ]
    var sample = model(nodes)
    sample.floats([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
    let indices = sample.indices([0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2])
    sample.members.append(
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":\(indices)}]}]")
    let bodies = try scene(of: sample).rootNode.childNodes.compactMap(\.physicsBody)
    #expect(bodies.count == 3)
    guard case .mesh(let surface) = bodies.last?.shape else {
      Issue.record("the shape is \(String(describing: bodies.last?.shape))")
      return
    }
    #expect(surface.indices.count == 12 && surface.problem == nil)
    for body in bodies.dropLast() {
      guard case .hull(let hull) = body.shape else {
        Issue.record("the shape is \(String(describing: body.shape))")
        continue
      }
      #expect(Set(hull.points) == [.zero, .unitX, .unitY, .unitZ])
    }
  }

  /// Invalid physics: shapes, node data, tables and the expected message.
  static let refused: [(String, String, String, String)] = [
    (
      "{\"type\":\"sphere\",\"sphere\":{\"radius\":0}}",
      "\"collider\":{\"geometry\":{\"shape\":0}}", "",
      "/shapes/0/sphere/radius: 0 is outside"
    ),
    (
      "{\"type\":\"torus\"}", "", "",
      "/shapes/0/type: there is no \"torus\" here; accepted are sphere, box"
    ),
    (
      box, "\"collider\":{\"geometry\":{\"shape\":1}}", "",
      "there is no shape 1; 0 to 0 are accepted"
    ),
    (box, "\"collider\":{}", "", "/collider: the key \"geometry\" is missing"),
    (
      box, "\"collider\":{\"geometry\":{}}", "",
      "the geometry has none of \"shape\", \"mesh\" and \"node\""
    ),
    (
      box, "\"collider\":{\"geometry\":{\"shape\":0},\"physicsMaterial\":0}", "",
      "there is no physics material 0"
    ),
    (
      box, "\"motion\":{\"mass\":-1},\"collider\":{\"geometry\":{\"shape\":0}}", "",
      "/motion/mass: -1 is outside"
    ),
    (box, "\"motion\":4", "", "/motion: this is a number; an object is accepted"),
    (
      box, "",
      "\"collisionFilters\":[{\"collideWithSystems\":[\"a\"],\"notCollideWithSystems\":[\"b\"]}]",
      "both collideWithSystems and notCollideWithSystems; one of them is accepted"
    ),
    (box, "\"trigger\":{\"nodes\":[0]}", "", "node 0 is not a descendant with a trigger"),
  ]

  @Test("Invalid physics is rejected with its position", arguments: refused)
  func refusals(shapes: String, node: String, tables: String, message: String) throws {
    let problems = try problems(of: model(["{\(says(node))}"], shapes: shapes, tables: tables))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }
}
