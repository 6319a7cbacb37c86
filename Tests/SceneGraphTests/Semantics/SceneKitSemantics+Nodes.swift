import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

extension SceneKitSemantics {
  @Test(
    "1: Euler angles are R = Rz·Ry·Rx, tested with vectors of real scenes",
    arguments: [
      (Vector4(-0.4631, -0.8653, -0.1918, 0.8929), Vector3(-25, -45, 0)),
      (Vector4(-0.9082, 0.3866, 0.1601, 0.8558), Vector3(-45, 20, 0)),
      (Vector4(-0.5525, -0.7701, -0.3190, 1.2867), Vector3(-45, -60, 0)),
    ])
  func eulerOrder(_ rotation: Vector4, _ degrees: Vector3) {
    let node = Node()
    let angles = degrees * (.pi / 180)
    node.rotation = rotation
    #expect(isNear(node.eulerAngles, angles, 2e-4))
    node.eulerAngles = angles
    #expect(isNear(node.rotation.xyz, rotation.xyz, 2e-4))
    #expect(abs(node.rotation.w - rotation.w) < 2e-4)
  }

  @Test("1: roll is applied last, about the parent's z")
  func rollIsLast() {
    let node = Node()
    node.eulerAngles = Vector3(0, .pi / 2, .pi / 2)
    // Yaw rotates +X to −Z, which roll keeps; roll rotates −X, the image of +Z, to −Y.
    #expect(isNear(node.orientation.rotate(.unitX), -.unitZ))
    #expect(isNear(node.orientation.rotate(.unitZ), .unitY))
  }

  @Test("2: a rotation is an axis of any length and an angle; a zero axis is no rotation")
  func rotationIsAxisAngle() {
    let node = Node()
    #expect(node.rotation == .zero)
    node.rotation = Vector4(0, 9, 0, .pi / 2)
    #expect(isNear(node.orientation.rotate(.unitX), -.unitZ))
    node.rotation = Vector4(0, 0, 0, 1)
    #expect(node.orientation == .identity)
    let half = Float(0.5).squareRoot()
    node.orientation = Quaternion(0, half, 0, half)
    #expect(isNear(node.rotation.xyz, .unitY) && abs(node.rotation.w - .pi / 2) < 1e-6)
  }

  @Test("3: the translation is the fourth column; a · b applies b first")
  func matrixLayout() {
    let node = Node()
    node.position = Vector3(1, 2, 3)
    node.eulerAngles = Vector3(0, 0, .pi / 2)
    node.scale = Vector3(2, 1, 1)
    #expect(node.transform.w == Vector4(1, 2, 3, 1))
    #expect(isNear(node.transform.apply(point: .unitX), Vector3(1, 4, 3)))
    let move = Matrix4(position: .unitX)
    let grow = Matrix4(scale: Vector3(2, 2, 2))
    #expect((move * grow).apply(point: .zero) == .unitX)
    #expect((grow * move).apply(point: .zero) == Vector3(2, 0, 0))
  }

  @Test(
    "4: a pivot transforms geometry, children, light and camera by its inverse, not the position")
  func pivotMovesContent() {
    let door = Node(name: "door", geometry: .box(width: 2, height: 1, length: 0.1))
    door.pivot = Matrix4(position: Vector3(-1, 0, 0))
    door.position = Vector3(5, 0, 0)
    let handle = Node()
    handle.position = Vector3(1, 0, 0)
    door.addChildNode(handle)
    #expect(door.position == Vector3(5, 0, 0))
    #expect(isNear(handle.worldPosition, Vector3(7, 0, 0)))
    // Attachments of the node use its world transform.
    #expect(isNear(door.worldTransform.translation, Vector3(6, 0, 0)))
    door.eulerAngles = Vector3(0, .pi / 2, 0)
    // The hinge stays, the handle moves around it.
    #expect(isNear(door.convertPosition(Vector3(-1, 0, 0), to: nil), Vector3(5, 0, 0)))
    #expect(isNear(handle.worldPosition, Vector3(5, 0, -2)))
    // The geometry is hit where it is presented.
    let scene = Scene()
    scene.rootNode.addChildNode(door)
    let hits = scene.hitTest(from: Vector3(9, 0, -1), to: Vector3(0, 0, -1))
    #expect(hits.first?.node === door)
    #expect(scene.hitTest(from: Vector3(9, 0, 0.5), to: Vector3(0, 0, 0.5)).isEmpty)
  }

  @Test("5: physics writes the node; animations and constraints write only the presentation")
  func modelAndPresentation() {
    let f = Fixture(ballAt: Vector3(0, 5, 0))
    f.step(30)
    #expect(f.ball.position.y < 4.5)
    #expect(f.ball.presentation.position == f.ball.position)
    let eye = Node()
    f.scene.rootNode.addChildNode(eye)
    eye.constraints = [.replicator(ReplicatorConstraint(position: f.ball, offset: .unitX))]
    f.step(1)
    #expect(eye.position == .zero)
    #expect(eye.presentation.position == f.ball.position + .unitX)
    eye.constraints = []
    #expect(eye.presentation.position == .zero)
  }

  @Test("6: the presented world transform includes the presentation of the ancestors")
  func presentationCountsAncestors() {
    let scene = Scene()
    let (rig, eye, target) = (Node(), Node(), Node())
    scene.rootNode.addChildNode(target)
    scene.rootNode.addChildNode(rig)
    rig.addChildNode(eye)
    eye.position = Vector3(0, 0, 5)
    target.position = Vector3(3, 0, 0)
    rig.constraints = [.replicator(ReplicatorConstraint(position: target))]
    scene.step()
    #expect(eye.worldPosition == Vector3(0, 0, 5))
    #expect(eye.presentation.worldPosition == Vector3(3, 0, 5))
    #expect(eye.presentation.worldTransform.translation == Vector3(3, 0, 5))
  }

  @Test("Opacity multiplies down the tree; hiding a node hides its descendants")
  func inheritance() {
    let (a, b, c) = (Node(), Node(), Node())
    a.addChildNode(b)
    b.addChildNode(c)
    a.opacity = 0.5
    c.opacity = 0.25
    #expect(c.presentation.opacity == 0.25 && c.presentation.worldOpacity == 0.125)
    a.opacity = 7
    #expect(a.opacity == 1)
    a.isHidden = true
    #expect(!c.isHidden && c.isHiddenInScene)
  }

  @Test("7: a position set by code moves a dynamic body, whose velocity is kept unless set")
  func teleports() {
    let f = Fixture(ballAt: Vector3(0, 20, 0))
    f.step(30)
    let speed = f.ball.physicsBody?.velocity.y ?? 0
    #expect(speed < -4)
    f.ball.position = Vector3(3, 40, 0)
    f.step(1)
    #expect(abs(f.ball.position.x - 3) < 1e-4 && abs(f.ball.position.y - 40) < 0.2)
    #expect((f.ball.physicsBody?.velocity.y ?? 0) < speed)
    f.ball.position = Vector3(0, 10, 0)
    f.ball.physicsBody?.velocity = .zero
    f.ball.physicsBody?.angularVelocity = .zero
    f.step(1)
    #expect(f.ball.position.y > 9.99)
  }

  @Test("7: the position of a child is in the space of its rotated and scaled parent")
  func teleportsBelowParent() {
    let f = Fixture()
    let parent = Node()
    parent.position = Vector3(0, 30, 0)
    parent.eulerAngles = Vector3(0, .pi / 2, 0)
    parent.scale = Vector3(2, 2, 2)
    f.scene.rootNode.addChildNode(parent)
    parent.addChildNode(f.ball)
    f.ball.physicsBody?.isAffectedByGravity = false
    f.ball.position = Vector3(1, 0, 0)
    f.step(2)
    #expect(isNear(f.ball.worldPosition, Vector3(0, 30, -2), 1e-4))
    #expect(isNear(f.ball.position, Vector3(1, 0, 0), 1e-4))
  }

  @Test("9: a clone shares geometry and materials, but not bodies and shapes")
  func sharing() {
    let brick = Node(name: "brick", geometry: .box())
    brick.geometry?.materials = [Material(diffuse: .black)]
    brick.physicsBody = .dynamic()
    brick.physicsBody?.mass = 3
    brick.addChildNode(Node(name: "edge", geometry: .sphere()))
    let copy = brick.clone()
    #expect(copy.geometry === brick.geometry)
    #expect(copy.childNodes.first !== brick.childNodes.first)
    #expect(copy.childNodes.first?.geometry === brick.childNodes.first?.geometry)
    #expect(copy.physicsBody !== brick.physicsBody && copy.physicsBody?.mass == 3)
    copy.physicsBody?.mass = 5
    #expect(brick.physicsBody?.mass == 3)
    // Changing a material affects all geometries that share it.
    copy.geometry?.firstMaterial?.shininess = 0.25
    #expect(brick.geometry?.firstMaterial?.shininess == 0.25)
    // A copied geometry still shares the material, until that is copied as well.
    copy.geometry = copy.geometry?.copy()
    #expect(copy.geometry !== brick.geometry)
    #expect(copy.geometry?.firstMaterial === brick.geometry?.firstMaterial)
    copy.geometry?.firstMaterial = copy.geometry?.firstMaterial?.copy()
    copy.geometry?.firstMaterial?.shininess = 0.5
    #expect(brick.geometry?.firstMaterial?.shininess == 0.25)
  }

  @Test("9: a copy is the node without its children")
  func copyIsAlone() {
    let brick = Node(name: "brick", geometry: .box())
    brick.addChildNode(Node())
    let copy = brick.copy()
    #expect(copy.childNodes.isEmpty && copy.geometry === brick.geometry && copy.parent == nil)
  }

  @Test("10: a flattened clone is one node with one geometry and an element per material")
  func flattening() throws {
    let (red, blue) = (Material(diffuse: Color(1, 0, 0)), Material(diffuse: Color(0, 0, 1)))
    let group = Node(name: "group")
    group.position = Vector3(5, 0, 0)
    let (one, two, three) = (Node(), Node(name: "two"), Node())
    one.geometry = Geometry(.box(Box()), materials: [red])
    two.geometry = Geometry(.plane(Plane()), materials: [blue])
    three.geometry = Geometry(.sphere(Sphere()), materials: [red])
    for node in [one, two, three] { group.addChildNode(node) }
    one.position = Vector3(0, 3, 0)
    two.eulerAngles = Vector3(0, .pi / 2, 0)
    // Mirrored geometry keeps its outside.
    three.scale = Vector3(-1, 2, 1)
    two.light = Light()
    two.camera = Camera()
    three.physicsBody = .dynamic()
    let hidden = Node(geometry: .box())
    hidden.isHidden = true
    group.addChildNode(hidden)
    let flat = group.flattenedClone()
    #expect(flat.childNodes.isEmpty && flat.name == "group" && flat.position == group.position)
    #expect(flat.light == nil && flat.camera == nil && flat.physicsBody == nil)
    let geometry = try #require(flat.geometry)
    #expect(geometry.materials.count == 2)
    #expect(geometry.materials[0] === red && geometry.materials[1] === blue)
    let parts = [one, two, three].compactMap { $0.geometry?.mesh.triangleCount }
    #expect(geometry.mesh.triangleCount == parts.reduce(0, +))
    #expect(geometry.mesh.elements.count == 2)
    let scene = Scene()
    scene.rootNode.addChildNode(flat)
    let hit = try #require(scene.hitTest(from: Vector3(9, 0.9, 0), to: Vector3(0, 0.9, 0)).first)
    #expect(hit.worldCoordinates.x > 5.1 && hit.worldNormal.x > 0.3)
    #expect(Node().flattenedClone().geometry == nil)
  }

  @Test("19: a node's category is not its body's; lights, cameras and hit tests use the node's")
  func categories() {
    let f = Fixture(ballAt: Vector3(0, 3, 0))
    f.ball.categoryBitMask = 4
    f.ball.physicsBody?.categoryBitMask = 2
    #expect(Node().categoryBitMask == 1 && f.ball.physicsBody?.categoryBitMask == 2)
    func hits(_ mask: UInt32) -> Bool {
      var options = HitTestOptions()
      options.categoryBitMask = mask
      let found = f.scene.hitTest(
        from: Vector3(0, 3, 9), to: Vector3(0, 3, -9), options: options)
      return found.first?.node === f.ball
    }
    #expect(hits(4) && hits(.max) && !hits(2) && !hits(1))
    // The camera's mask applies to hit tests through it.
    let eye = Node()
    eye.camera = Camera()
    eye.position = Vector3(0, 3, 9)
    f.scene.rootNode.addChildNode(eye)
    let middle = Vector2(0.5, 0.5)
    #expect(f.scene.hitTest(middle, aspect: 1).first?.node === f.ball)
    eye.camera?.categoryBitMask = 2
    #expect(f.scene.hitTest(middle, aspect: 1).isEmpty)
    #expect(!f.scene.nodesInsideFrustum(of: eye, aspect: 1).contains { $0 === f.ball })
  }

  @Test(
    "24: actions go on while the node is hidden, and stand still while it or the scene is paused")
  func actionsOfHiddenNodes() {
    let scene = Scene()
    let (group, brick) = (Node(), Node())
    scene.rootNode.addChildNode(group)
    group.addChildNode(brick)
    brick.isHidden = true
    brick.runAction(.sequence([.wait(duration: 0.5), .unhide()]))
    group.isPaused = true
    for _ in 0..<60 { scene.step() }
    #expect(brick.isHidden)
    group.isPaused = false
    scene.isPaused = true
    for _ in 0..<60 { scene.step() }
    #expect(brick.isHidden)
    scene.isPaused = false
    for _ in 0..<32 { scene.step() }
    #expect(!brick.isHidden)
  }

  @Test("25: look-at works in the world while the parent moves and overrides angles set by code")
  func looksAtInWorld() {
    let scene = Scene()
    let (parent, eye, target) = (Node(), Node(), Node())
    scene.rootNode.addChildNode(target)
    scene.rootNode.addChildNode(parent)
    parent.addChildNode(eye)
    eye.position = Vector3(0, 1, 5)
    var look = LookAtConstraint()
    look.target = NodeReference(target)
    look.isGimbalLockEnabled = true
    eye.constraints = [.lookAt(look)]
    for angle: Float in [0, 0.7, 1.4, 2.8] {
      parent.eulerAngles = Vector3(angle, angle, angle)
      target.position = Vector3(angle, 2, -1)
      eye.eulerAngles = Vector3(angle, 1, 1)
      scene.step()
      let way = (target.position - eye.presentation.worldPosition).normalized(or: .zero)
      #expect(isNear(eye.presentation.worldFront, way, 1e-4))
      #expect(abs(eye.presentation.worldRight.y) < 1e-4)
      #expect(eye.eulerAngles == Vector3(angle, 1, 1))
    }
  }
}
