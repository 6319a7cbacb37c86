import CaromMaths
import CaromSceneGraph
import Testing

/// True when two vectors are as near as rounding of a few operations explains.
func isNear(_ a: Vector3, _ b: Vector3, _ tolerance: Float = 1e-5) -> Bool {
  a.distance(to: b) <= tolerance
}

@Suite("Node transforms")
struct NodeTransformTests {
  static let degrees = Float.pi / 180

  @Test(
    "Semantics 1: Euler angles turn as R = Rz·Ry·Rx, by the vectors of real scenes",
    arguments: [
      (Vector4(-0.4631, -0.8653, -0.1918, 0.8929), Vector3(-25, -45, 0)),
      (Vector4(-0.9082, 0.3866, 0.1601, 0.8558), Vector3(-45, 20, 0)),
      (Vector4(-0.5525, -0.7701, -0.3190, 1.2867), Vector3(-45, -60, 0)),
    ])
  func eulerOrder(_ rotation: Vector4, _ angles: Vector3) {
    let node = Node()
    node.rotation = rotation
    #expect(isNear(node.eulerAngles, angles * Self.degrees, 2e-4))
    node.eulerAngles = angles * Self.degrees
    #expect(isNear(node.rotation.xyz, rotation.xyz, 2e-4))
  }

  @Test("Euler angles read back as they were set, beyond a full turn too")
  func keepsAngles() {
    let node = Node()
    node.eulerAngles = Vector3(0.1, 7, 0.3)
    #expect(node.eulerAngles == Vector3(0.1, 7, 0.3))
    node.orientation = .identity
    #expect(node.eulerAngles == .zero)
  }

  @Test("Semantics 2: a rotation is an axis of any length and an angle; no axis turns nothing")
  func rotationIsAxisAngle() {
    let node = Node()
    #expect(node.rotation == .zero)
    node.rotation = Vector4(0, 9, 0, .pi / 2)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitZ))
    node.rotation = Vector4(0, 0, 0, 1)
    #expect(node.orientation == .identity)
  }

  @Test("Semantics 3: the translation is the fourth column; scale comes before rotation")
  func matrixLayout() {
    let node = Node()
    node.position = Vector3(1, 2, 3)
    node.eulerAngles = Vector3(0, 0, .pi / 2)
    node.scale = Vector3(2, 1, 1)
    #expect(node.transform.translation == Vector3(1, 2, 3))
    #expect(isNear(node.transform.apply(point: .unitX), Vector3(1, 4, 3)))
  }

  @Test("Setting a matrix sets position, rotation and scale; skew is dropped")
  func setsMatrix() {
    let source = Node()
    source.position = Vector3(1, 2, 3)
    source.eulerAngles = Vector3(0.3, 0.5, 0.7)
    source.scale = Vector3(2, 3, 4)
    let node = Node()
    node.transform = source.transform
    #expect(isNear(node.scale, source.scale))
    #expect(isNear(node.eulerAngles, source.eulerAngles, 1e-4))
    node.transform = Matrix4(
      Vector4(1, 0, 0, 0), Vector4(0.5, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1))
    #expect(abs(node.transform.linear.x.dot(node.transform.linear.y)) < 1e-6)
  }

  @Test("Semantics 4: a pivot moves content and children by its inverse, and not the position")
  func pivotMovesContent() {
    let door = Node(name: "door", geometry: .box(width: 2, height: 1, length: 0.1))
    door.pivot = Matrix4(position: Vector3(-1, 0, 0))
    door.position = Vector3(5, 0, 0)
    let handle = Node()
    handle.position = Vector3(1, 0, 0)
    door.addChildNode(handle)
    #expect(door.position == Vector3(5, 0, 0))
    #expect(isNear(handle.worldPosition, Vector3(7, 0, 0)))
    door.eulerAngles = Vector3(0, .pi / 2, 0)
    // The hinge stays, the handle swings around it.
    #expect(isNear(door.convertPosition(Vector3(-1, 0, 0), to: nil), Vector3(5, 0, 0)))
    #expect(isNear(handle.worldPosition, Vector3(5, 0, -2)))
  }

  @Test("World transforms follow every change above, however often they were read")
  func followsParents() {
    let (a, b, c) = (Node(), Node(), Node())
    a.addChildNode(b)
    b.addChildNode(c)
    c.position = Vector3(1, 0, 0)
    for angle: Float in [0.5, 1, 1.5] {
      a.eulerAngles = Vector3(0, angle, 0)
      b.position = Vector3(0, angle, 0)
      let expected = Quaternion(eulerAngles: Vector3(0, angle, 0)).rotate(Vector3(1, angle, 0))
      #expect(isNear(c.worldPosition, expected))
      #expect(isNear(c.worldTransform.translation, expected))
    }
    a.scale = Vector3(2, 2, 2)
    #expect(isNear(c.worldTransform.linear.x.magnitudes.length * .unitX, Vector3(2, 0, 0)))
  }

  @Test("World setters place a node whatever is above")
  func setsWorld() {
    let (a, b) = (Node(), Node())
    a.position = Vector3(1, 2, 3)
    a.eulerAngles = Vector3(0.4, 1, 0.2)
    a.scale = Vector3(2, 2, 2)
    a.addChildNode(b)
    b.worldPosition = Vector3(-4, 5, 6)
    #expect(isNear(b.worldPosition, Vector3(-4, 5, 6)))
    b.worldOrientation = Quaternion(eulerAngles: Vector3(0, 2, 0))
    #expect(isNear(b.worldFront, Quaternion(eulerAngles: Vector3(0, 2, 0)).rotate(-.unitZ)))
    let goal = Matrix4(position: Vector3(7, 8, 9), orientation: .identity, scale: .one)
    b.worldTransform = goal
    #expect(isNear(b.worldTransform.apply(point: .one), Vector3(8, 9, 10), 1e-4))
  }

  @Test("Conversions go between nodes and the world; directions ignore places")
  func converts() {
    let (a, b) = (Node(), Node())
    a.position = Vector3(10, 0, 0)
    a.eulerAngles = Vector3(0, .pi / 2, 0)
    b.position = Vector3(0, 5, 0)
    #expect(isNear(a.convertPosition(Vector3(0, 0, 1), to: nil), Vector3(11, 0, 0)))
    #expect(isNear(a.convertPosition(Vector3(11, 0, 0), from: nil), Vector3(0, 0, 1)))
    #expect(isNear(a.convertPosition(Vector3(0, 0, 1), to: b), Vector3(11, -5, 0)))
    #expect(isNear(a.convertVector(Vector3(0, 0, 1), to: b), Vector3(1, 0, 0)))
    #expect(isNear(b.convertVector(Vector3(1, 0, 0), to: a), Vector3(0, 0, 1)))
    let m = a.convertTransform(.identity, to: b)
    #expect(isNear(m.translation, Vector3(10, -5, 0)))
    #expect(isNear(a.convertTransform(m, from: b).translation, .zero))
  }

  @Test("A node looks at a point without roll")
  func looks() {
    let (a, b) = (Node(), Node())
    a.eulerAngles = Vector3(0.3, 0.6, 0.9)
    a.addChildNode(b)
    b.position = Vector3(1, 2, 3)
    b.look(at: Vector3(10, -3, 2))
    let toTarget = (Vector3(10, -3, 2) - b.worldPosition).normalized(or: .zero)
    #expect(isNear(b.worldFront, toTarget, 1e-4))
    #expect(abs(b.worldRight.y) < 1e-4)
  }

  @Test("Bounds of a node hold its surface and its children's, in its own space")
  func hasBounds() {
    let a = Node(geometry: .box())
    let b = Node(geometry: .box())
    b.position = Vector3(3, 0, 0)
    b.scale = Vector3(2, 2, 2)
    a.addChildNode(b)
    #expect(a.boundingBox == AABB(min: Vector3(-0.5, -1, -1), max: Vector3(4, 1, 1)))
    #expect(Node().boundingBox.isEmpty)
    #expect(Node().boundingSphere.radius == 0)
  }
}
