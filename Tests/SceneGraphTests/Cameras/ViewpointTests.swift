import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Projection to the image")
struct ViewpointTests {
  /// A camera under ancestors with translation, rotation and scale, with an independent computation
  /// of its projection.
  struct Setup {
    var camera = Camera()
    let eye = Vector3(3, 4, 5)
    let yaw: Float = 0.7
    let pitch: Float = -0.4

    var node: Node {
      let node = Node(name: "eye")
      node.camera = camera
      node.position = eye
      node.eulerAngles = Vector3(pitch, yaw, 0)
      node.scale = Vector3(2, 2, 2)
      return node
    }

    /// The image point by trigonometry in Double: right, up and forward components, then the field
    /// of view.
    func expected(_ p: Vector3, aspect: Double, tangent: Double) -> (Double, Double, Double) {
      let (cy, sy) = (cosine(yaw), sine(yaw))
      let (cp, sp) = (cosine(pitch), sine(pitch))
      let d = (Double(p.x - eye.x), Double(p.y - eye.y), Double(p.z - eye.z))
      // Undo the yaw about y, then the pitch about x.
      let x = cy * d.0 - sy * d.2
      let z = sy * d.0 + cy * d.2
      let (up, back) = (cp * d.1 + sp * z, -sp * d.1 + cp * z)
      let ahead = -back
      let (n, f) = (Double(camera.zNear), Double(camera.zFar))
      if camera.usesOrthographicProjection {
        let half = Double(camera.orthographicScale)
        return (
          0.5 + x / (2 * half * aspect), 0.5 - up / (2 * half), (ahead - n) / (f - n)
        )
      }
      return (
        0.5 + x / (2 * ahead * tangent * aspect), 0.5 - up / (2 * ahead * tangent),
        f * (ahead - n) / (ahead * (f - n))
      )
    }

    private func sine(_ a: Float) -> Double {
      var (term, sum) = (Double(a), Double(a))
      for i in 1..<12 {
        term *= -Double(a) * Double(a) / Double((2 * i) * (2 * i + 1))
        sum += term
      }
      return sum
    }
    private func cosine(_ a: Float) -> Double { (1 - sine(a) * sine(a)).squareRoot() }
  }

  static let points = [
    Vector3(0, 0, 0), Vector3(1, 2, -3), Vector3(-8, 1, -20), Vector3(-20, -15, -30),
    Vector3(0.5, 3, 1),
  ]

  private func check(_ setup: Setup, aspect: Float, tangent: Double) throws {
    let scene = Scene()
    let node = setup.node
    scene.rootNode.addChildNode(node)
    for point in Self.points {
      let place = try #require(scene.projectPoint(point, from: node, aspect: aspect))
      let (x, y, z) = setup.expected(point, aspect: Double(aspect), tangent: tangent)
      #expect(abs(Double(place.x) - x) < 1e-4, "\(point)")
      #expect(abs(Double(place.y) - y) < 1e-4, "\(point)")
      #expect(abs(Double(place.z) - z) < 1e-4, "\(point)")
      let back = try #require(scene.unprojectPoint(place, from: node, aspect: aspect))
      #expect(back.distance(to: point) < 0.01, "\(point) came back as \(back)")
    }
  }

  @Test(
    "Parity projectPoint and unprojectPoint: perspective projection agrees with trigonometry and is invertible"
  )
  func perspective() throws {
    var setup = Setup()
    setup.camera.fieldOfView = .pi / 2
    try check(setup, aspect: 1.5, tangent: 1)
    setup.camera.projectionDirection = .horizontal
    try check(setup, aspect: 1.5, tangent: 1 / 1.5)
  }

  @Test(
    "Parity usesOrthographicProjection: the orthographic scale is half the height at any distance")
  func orthographic() throws {
    var setup = Setup()
    setup.camera.usesOrthographicProjection = true
    setup.camera.orthographicScale = 7
    try check(setup, aspect: 2, tangent: 0)
  }

  @Test("Depth is 0 on the near plane and 1 on the far plane, and corners project to corners")
  func depths() throws {
    let node = Node()
    node.camera = Camera(fieldOfView: .pi / 2, zNear: 2, zFar: 50)
    let view = try #require(Viewpoint(node, aspect: 1))
    #expect(view.projectPoint(Vector3(0, 0, -2)) == Vector3(0.5, 0.5, 0))
    #expect(abs((view.projectPoint(Vector3(0, 0, -50))?.z ?? 0) - 1) < 1e-5)
    let corner = try #require(view.projectPoint(Vector3(-10, 10, -10)))
    #expect(abs(corner.x) < 1e-6 && abs(corner.y) < 1e-6)
    #expect(view.projectPoint(Vector3(0, 0, 1)) == nil)
    #expect(Viewpoint(Node(), aspect: 1) == nil)
  }

  @Test("Parity 21: by default, nothing nearer than a meter is visible")
  func nearDefault() throws {
    #expect(Camera().zNear == 1 && Camera().zFar == 100 && !Camera().automaticallyAdjustsZRange)
    let node = Node()
    node.camera = Camera()
    // Depth below zero is in front of the near plane: clipped.
    let near = try #require(Viewpoint(node, aspect: 1)?.projectPoint(Vector3(0, 0, -0.9)))
    #expect(near.z < 0)
    node.camera?.zNear = 0.11
    let seen = try #require(Viewpoint(node, aspect: 1)?.projectPoint(Vector3(0, 0, -0.9)))
    #expect(seen.z > 0)
  }

  @Test("Parity automaticallyAdjustsZRange: the range fits the visible content with a small margin")
  func adjustsRange() throws {
    let scene = Scene()
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.camera?.automaticallyAdjustsZRange = true
    eye.position = Vector3(0, 0, 10)
    let ball = Node(name: "ball", geometry: .sphere(radius: 1))
    let hidden = Node(name: "hidden", geometry: .box())
    hidden.position = Vector3(0, 0, -500)
    hidden.isHidden = true
    for node in [eye, ball, hidden] { scene.rootNode.addChildNode(node) }
    var camera = try #require(eye.camera)
    camera.adjustZRange(to: scene.rootNode, seenFrom: eye.worldTransform)
    #expect(camera.zNear > 8.9 && camera.zNear < 9 && camera.zFar > 11 && camera.zFar < 11.1)
    // Points far beyond the default range are then in view.
    ball.position = Vector3(0, 0, -900)
    let place = try #require(scene.projectPoint(Vector3(0, 0, -900), from: eye, aspect: 1))
    #expect(place.z > 0 && place.z < 1)
  }

  @Test("Parity projectionTransform: a given matrix replaces all other settings")
  func givenTransform() throws {
    var camera = Camera()
    camera.projectionTransform = Matrix4.orthographic(halfHeight: 2, aspect: 1, near: 0, far: 10)
    let view = Viewpoint(camera, at: .identity, aspect: 3)
    #expect(view.projectPoint(Vector3(1, 1, -5)) == Vector3(0.75, 0.25, 0.5))
    camera.projectionTransform = Matrix4(.zero, .zero, .zero, .zero)
    #expect(camera.problem == "projectionTransform has no inverse")
    camera.projectionTransform = nil
    camera.zFar = 0.5
    #expect(camera.problem == "zFar 0.5 is not beyond zNear 1.0")
  }

  @Test("Parity camera defaults, and a focal length that follows the field of view")
  func defaults() {
    var camera = Camera()
    #expect(abs(camera.fieldOfView - .pi / 3) < 1e-6 && camera.projectionDirection == .vertical)
    #expect(!camera.usesOrthographicProjection && camera.orthographicScale == 1)
    #expect(camera.categoryBitMask == .max && camera.projectionTransform == nil)
    #expect(camera.sensorHeight == 24 && abs(camera.focalLength - 20.785) < 1e-2)
    camera.focalLength = 12
    #expect(abs(camera.fieldOfView - .pi / 2) < 1e-5)
  }
}
