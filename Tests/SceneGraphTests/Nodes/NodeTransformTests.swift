import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Returns whether two vectors are equal up to rounding of a few operations.
func isNear(_ a: Vector3, _ b: Vector3, _ tolerance: Float = 1e-5) -> Bool {
  a.distance(to: b) <= tolerance
}

@Suite("Node transforms")
struct NodeTransformTests {
  static let degrees = Float.pi / 180

  @Test("Euler angles read back as they were set, also beyond a full turn")
  func keepsAngles() {
    let node = Node()
    node.eulerAngles = Vector3(0.1, 7, 0.3)
    #expect(node.eulerAngles == Vector3(0.1, 7, 0.3))
    node.orientation = .identity
    #expect(node.eulerAngles == .zero)
  }

  @Test("Setting a matrix sets position, rotation and scale")
  func setsMatrix() {
    let source = Node()
    source.position = Vector3(1, 2, 3)
    source.eulerAngles = Vector3(0.3, 0.5, 0.7)
    source.scale = Vector3(2, 3, 4)
    let node = Node()
    node.transform = source.transform
    #expect(isNear(node.scale, source.scale))
    #expect(isNear(node.eulerAngles, source.eulerAngles, 1e-4))
    source.scale = Vector3(-2, 3, 4)
    node.transform = source.transform
    #expect(isNear(node.transform.apply(point: .one), source.transform.apply(point: .one)))
    source.scale = Vector3(2, 0, 4)
    node.orientation = source.orientation
    node.transform = source.transform
    #expect(isNear(node.scale, Vector3(2, 0, 4)) && node.orientation == source.orientation)
  }

  @Test(
    "A matrix that cannot be decomposed is refused with a message",
    arguments: [
      (
        Matrix4(
          Vector4(1, 0, 0, 0), Vector4(0.5, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1)),
        "the matrix is skewed; one composed of translation, rotation and scale is accepted"
      ),
      (
        Matrix4(Vector4(1, 0, 0, 1), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1)),
        "the matrix is projective; one whose columns end in 0, 0, 0 and 1 is accepted"
      ),
      (
        Matrix4(position: Vector3(.nan, 0, 0)),
        "the matrix holds a number that is not finite; finite numbers are accepted"
      ),
    ])
  func refusesMatrices(_ matrix: Matrix4, _ sentence: String) {
    let node = Node()
    node.position = .unitX
    do {
      try node.setTransform(matrix)
      Issue.record("it was taken")
    } catch {
      #expect(error.description == sentence)
    }
    #expect(node.position == .unitX && node.scale == .one)
  }

  @Test("Setting a skewed matrix in code traps")
  func trapsOnSkew() async {
    await #expect(processExitsWith: .failure) {
      Node().transform = Matrix4(
        Vector4(1, 0, 0, 0), Vector4(0.5, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1))
    }
  }

  @Test("World transforms follow every change of ancestors, also after being read")
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

  @Test("World setters work under any ancestors")
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

  @Test("Conversions work between nodes and the world; directions ignore translation")
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

  @Test("A node moves and turns along its own axes")
  func movesLocally() {
    let node = Node()
    node.position = Vector3(1, 0, 0)
    node.eulerAngles = Vector3(0, .pi / 2, 0)
    node.localTranslate(by: Vector3(0, 0, -2))
    #expect(isNear(node.position, Vector3(-1, 0, 0)))
    node.localRotate(by: Quaternion(axis: .unitX, angle: .pi / 2))
    #expect(isNear(node.worldFront, .unitY) && isNear(node.worldRight, -.unitZ))
    #expect(isNear(node.worldUp, .unitX))
    #expect(Node.localFront == Vector3(0, 0, -1) && Node.localRight == .unitX)
    #expect(Node.localUp == .unitY)
  }

  @Test("A node swings about a point of the world, also under a parent")
  func swings() {
    let (parent, node) = (Node(), Node())
    parent.addChildNode(node)
    parent.position = Vector3(5, 0, 0)
    parent.scale = Vector3(2, 2, 2)
    node.position = Vector3(-1, 0, 0)
    node.rotate(by: Quaternion(axis: .unitY, angle: .pi / 2), aroundTarget: Vector3(1, 0, 0))
    #expect(isNear(node.worldPosition, Vector3(1, 0, -2)))
    #expect(isNear(node.worldFront, -.unitX))
  }

  @Test("A node looks with another local front and another up direction")
  func looksWithOtherSide() {
    let node = Node()
    node.look(at: Vector3(0, 0, 7), up: .unitX, localFront: .unitX)
    #expect(isNear(node.orientation.rotate(.unitX), .unitZ))
    let before = node.orientation
    node.look(at: .zero)
    #expect(node.orientation == before)
  }

  @Test("Bounds that are set override computed ones, also for ancestors, and are state")
  func setsBounds() throws {
    let (a, b) = (Node(), Node(geometry: .box()))
    a.addChildNode(b)
    b.position = Vector3(3, 0, 0)
    b.boundingBox = AABB(min: .zero, max: Vector3(1, 2, 3))
    #expect(a.boundingBox == AABB(min: Vector3(3, 0, 0), max: Vector3(4, 2, 3)))
    #expect(b.boundingSphere.center == Vector3(0.5, 1, 1.5))
    #expect(b.state.json.contains(#""boundingBox":{"max":[1,2,3]}"#))
    #expect(b.clone().boundingBox == b.boundingBox)
    b.resetBoundingBox()
    #expect(a.boundingBox == AABB(min: Vector3(2.5, -0.5, -0.5), max: Vector3(3.5, 0.5, 0.5)))
  }

  @Test("Bounds of a node contain its geometry and its children, in local space")
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
