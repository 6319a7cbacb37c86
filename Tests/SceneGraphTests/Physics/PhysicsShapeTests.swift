import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Physics shapes of geometry")
struct PhysicsShapeTests {
  /// The solid that the simulation makes of a shape, or what it says against it.
  private func solid(
    _ shape: PhysicsShape?, _ geometry: Geometry? = nil, scale: Vector3 = .one,
    type: BodyKind = .static
  ) -> (shape: Shape?, problems: [String]) {
    let scene = Scene()
    let node = Node(name: "n")
    node.geometry = geometry
    node.scale = scale
    node.physicsBody = PhysicsBody(type, shape: shape)
    scene.rootNode.addChildNode(node)
    scene.createBodies()
    let handle = node.physicsBody?.handle
    return (
      handle.flatMap { scene.physicsWorld.simulation.body($0)?.shape },
      scene.bodyProblems.map(\.reason)
    )
  }

  @Test("Parity PhysicsShape(geometry:): a primitive becomes the ideal solid")
  func analytic() {
    #expect(
      solid(PhysicsShape(geometry: .sphere(radius: 2))).shape == .sphere(SphereShape(radius: 2)))
    #expect(
      solid(PhysicsShape(geometry: .box(width: 1, height: 2, length: 3))).shape
        == .box(BoxShape(size: Vector3(1, 2, 3))))
    #expect(
      solid(PhysicsShape(geometry: .cylinder(radius: 1, height: 4))).shape
        == .cylinder(CylinderShape(radius: 1, halfHeight: 2)))
    #expect(
      solid(PhysicsShape(geometry: .capsule(capRadius: 1, height: 4))).shape
        == .capsule(CapsuleShape(radius: 1, halfLength: 1)))
    #expect(
      solid(PhysicsShape(geometry: .cone(bottomRadius: 1, height: 4))).shape
        == .cone(ConeShape(topRadius: 0, bottomRadius: 1, halfHeight: 2)))
    #expect(
      solid(PhysicsShape(geometry: .pyramid())).shape
        == .pyramid(PyramidShape(width: 1, height: 1, length: 1)))
    #expect(solid(PhysicsShape(geometry: .floor())).shape == .plane(PlaneShape()))
  }

  @Test("Tapered capsules and rounded boxes scale evenly only, and have keys in files")
  func roundedShapes() throws {
    let skittle = TaperedCapsuleShape(topRadius: 0.2, bottomRadius: 0.4, height: 1.5)
    let die = RoundedBoxShape(halfExtents: Vector3(1, 0.5, 0.5), cornerRadius: 0.25)
    #expect(
      solid(.taperedCapsule(skittle), scale: Vector3(repeating: 2)).shape
        == .taperedCapsule(TaperedCapsuleShape(topRadius: 0.4, bottomRadius: 0.8, height: 3)))
    #expect(solid(.roundedBox(die)).shape == .roundedBox(die))
    #expect(solid(.roundedBox(die), scale: Vector3(1, 2, 1)).problems.count == 1)
  }

  @Test("Parity convexHull, boundingBox, concavePolyhedron: what each makes of a torus")
  func types() throws {
    let torus = Geometry.torus(ringRadius: 2, pipeRadius: 0.5)
    let hull = try #require(solid(PhysicsShape(geometry: torus)).shape)
    // The hull closes the hole: a disc of radius 2 and height 1 with half a torus around.
    #expect(hull.volume > 15 && hull.isBounded)
    let box = solid(PhysicsShape(geometry: torus, options: .init(type: .boundingBox))).shape
    #expect(box == .box(BoxShape(size: Vector3(5, 1, 5))))
    let concave = solid(PhysicsShape(geometry: torus, options: .init(type: .concavePolyhedron)))
    guard case .mesh(let mesh) = try #require(concave.shape) else {
      Issue.record("no mesh")
      return
    }
    // Through the hole.
    #expect(
      Shape.mesh(mesh).rayCast(
        origin: Vector3(0, 5, 0), translation: Vector3(0, -10, 0), at: .identity) == nil)
    #expect(
      Shape.mesh(mesh).rayCast(
        origin: Vector3(2, 5, 0), translation: Vector3(0, -10, 0), at: .identity) != nil)
    let moving = solid(
      PhysicsShape(geometry: torus, options: .init(type: .concavePolyhedron)), type: .dynamic)
    #expect(moving.shape == nil && moving.problems.count == 1)
  }

  @Test("Parity scale: the option scales the shape, the node's own scale comes on top")
  func scale() throws {
    let shape = PhysicsShape(geometry: .sphere(radius: 1), options: .init(scale: Vector3(2, 2, 2)))
    #expect(
      try #require(solid(shape, scale: Vector3(3, 3, 3)).shape).bounds(at: .identity).size.x == 12)
    // Scaled unevenly a ball is no ball: the hull of its mesh.
    let flat = try #require(
      solid(PhysicsShape(geometry: .sphere(radius: 1)), scale: Vector3(1, 0.5, 1)).shape)
    let size = flat.bounds(at: .identity).size
    #expect(abs(size.y - 1) < 0.02 && abs(size.x - 2) < 0.03)
    if case .hull = flat {} else { Issue.record("no hull") }
  }

  @Test("Parity 20: scale inherited from a parent is in the shape, and follows when it changes")
  func inheritedScale() throws {
    let scene = Scene()
    let pillar = Node(name: "pillar")
    pillar.scale = Vector3(0.8, 1, 0.8)
    let block = Node(name: "block", geometry: .box(width: 1, height: 3, length: 1))
    block.physicsBody = .static()
    pillar.addChildNode(block)
    scene.rootNode.addChildNode(pillar)
    scene.step()
    func size() throws -> Vector3 {
      let handle = try #require(block.physicsBody?.handle)
      return try #require(scene.physicsWorld.simulation.body(handle)).shape.bounds(at: .identity)
        .size
    }
    #expect(try size().distance(to: Vector3(0.8, 3, 0.8)) < 1e-5)
    pillar.scale = Vector3(2, 2, 2)
    scene.step()
    #expect(try size().distance(to: Vector3(2, 6, 2)) < 1e-5)
    // Mirrored is as large.
    pillar.scale = Vector3(-2, 1, 1)
    scene.step()
    #expect(try size().distance(to: Vector3(2, 3, 1)) < 1e-5)
  }

  /// Two rails beside each other, the second with one below that is scaled.
  private func rails() -> Node {
    let node = Node(name: "rails")
    let left = Node(name: "left", geometry: .cylinder(radius: 0.3, height: 10))
    left.position = Vector3(0, 0.5, 0)
    let right = Node(name: "right", geometry: .cylinder(radius: 0.3, height: 10))
    right.position = Vector3(0, -0.5, 0)
    let knob = Node(name: "knob", geometry: .sphere(radius: 0.5))
    knob.scale = Vector3(2, 2, 2)
    knob.position = Vector3(3, 0, 0)
    right.addChildNode(knob)
    let own = Node(name: "own body", geometry: .box(width: 99))
    own.physicsBody = .static()
    for child in [left, right, own] { node.addChildNode(child) }
    return node
  }

  @Test("Parity keepAsCompound: true by default, one solid for each geometry in its place")
  func compound() throws {
    #expect(PhysicsShapeOptions().keepAsCompound && PhysicsShapeOptions().type == .convexHull)
    let shape = try #require(solid(PhysicsShape(node: rails())).shape)
    guard case .compound(let whole) = shape else {
      Issue.record("no compound")
      return
    }
    #expect(whole.children.count == 3)
    #expect(
      whole.children[0]
        == ShapeLeaf(
          shape: .cylinder(CylinderShape(radius: 0.3, halfHeight: 5)),
          placement: Transform(position: Vector3(0, 0.5, 0))))
    #expect(
      whole.children[2]
        == ShapeLeaf(
          shape: .sphere(SphereShape(radius: 1)),
          placement: Transform(position: Vector3(3, -0.5, 0))))
    // Takes precedence over the type, which says what each becomes.
    let boxes = PhysicsShape(node: rails(), options: .init(type: .boundingBox))
    guard case .compound(let all) = try #require(solid(boxes).shape) else {
      Issue.record("no compound")
      return
    }
    #expect(all.children.count == 3)
  }

  @Test("Parity keepAsCompound false: one solid around all")
  func whole() throws {
    for type in PhysicsShapeType.allCases {
      let options = PhysicsShapeOptions(type: type, keepAsCompound: false)
      let shape = try #require(solid(PhysicsShape(node: rails(), options: options)).shape)
      let box = shape.bounds(at: .identity)
      #expect(
        abs(box.max.x - 4) < 0.02 && abs(box.max.y - 5.5) < 1e-4 && abs(box.min.y + 5.5) < 1e-4)
      if case .compound(let c) = shape { #expect(c.children.count == 1) }
    }
  }

  @Test("Parity PhysicsShape(shapes:transforms:): each is placed, turned and scaled")
  func shapes() throws {
    let shape = PhysicsShape(
      shapes: [.sphere(Sphere(radius: 1)), .box(Box())],
      transforms: [
        .identity,
        Matrix4(
          position: Vector3(5, 0, 0), orientation: Quaternion(axis: .unitZ, angle: .pi / 2),
          scale: Vector3(4, 1, 1)),
      ])
    let box = try #require(solid(shape).shape).bounds(at: .identity)
    #expect(abs(box.max.x - 5.5) < 1e-4 && abs(box.max.y - 2) < 1e-4 && box.min.x == -1)
  }

  @Test("Points without a valid hull and triangles without a valid mesh are reported")
  func problems() {
    let flat = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(1, 1, 0)]
    #expect(
      HullPoints(flat).problem
        == "all points lie in one plane; at least four points that do not lie in one plane are accepted"
    )
    #expect(HullPoints(flat + [.unitZ]).problem == nil)
    #expect(solid(.hull(HullPoints(flat))).problems == ["all points lie in one plane"])
    #expect(
      solid(.convexHull(EmptyPayload()), .plane()).problems == ["all points lie in one plane"])
    #expect(SurfaceTriangles(vertices: flat, indices: [0, 1]).problem != nil)
    #expect(SurfaceTriangles(vertices: flat, indices: [0, 1, 2]).problem == nil)
  }

  @Test("Parity 28: a body that says nothing has SceneKit's mass, friction and masks")
  func bodyDefaults() {
    let body = PhysicsBody.dynamic()
    #expect(body.mass == 1 && body.friction == 0.5 && body.restitution == 0.5)
    #expect(body.damping == 0.1 && body.angularDamping == 0.1)
    #expect(body.velocityFactor == .one && body.angularVelocityFactor == .one)
    #expect(body.categoryBitMask == 1 && body.collisionBitMask == .max)
    #expect(body.contactTestBitMask == 0 && body.isAffectedByGravity && body.allowsResting)
    #expect(PhysicsBody.static().categoryBitMask == 2)
    let world = Scene().physicsWorld
    #expect(world.gravity == Vector3(0, -9.8, 0) && world.timeStep == 1.0 / 60 && world.speed == 1)
  }
}
