import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Hit testing")
struct HitTestTests {
  let scene = Scene()
  /// Three boxes of one meter along −Z, at 0, −3 and −6, the last a child of the second.
  let boxes: [Node]

  init() {
    boxes = ["near", "middle", "far"].map { Node(name: $0, geometry: .box()) }
    scene.rootNode.addChildNode(boxes[0])
    scene.rootNode.addChildNode(boxes[1])
    boxes[1].addChildNode(boxes[2])
    boxes[1].position = Vector3(0, 0, -3)
    boxes[2].position = Vector3(0, 0, -3)
  }

  func hits(_ change: (inout HitTestOptions) -> Void = { _ in }) -> [String] {
    var options = HitTestOptions()
    change(&options)
    return scene.hitTest(from: Vector3(0.1, 0.2, 10), to: Vector3(0.1, 0.2, -10), options: options)
      .map { $0.node.name ?? "" }
  }

  @Test("Defaults are SceneKit's")
  func defaults() {
    let options = HitTestOptions()
    #expect(options.clipToZRange && options.backFaceCulling && options.ignoreHiddenNodes)
    #expect(!options.boundingBoxOnly && !options.ignoreChildNodes && options.rootNode == nil)
    #expect(options.categoryBitMask == .max && options.searchMode == .closest)
  }

  @Test("Search modes return the nearest hit, all hits sorted by distance, or any hit")
  func searchModes() {
    #expect(hits() == ["near"])
    #expect(hits { $0.searchMode = .all } == ["near", "middle", "far"])
    #expect(hits { $0.searchMode = .any }.count == 1)
    #expect(scene.hitTest(from: Vector3(2, 0, 10), to: Vector3(2, 0, -10)).isEmpty)
    #expect(scene.hitTest(from: .zero, to: .zero).isEmpty)
    #expect(scene.hitTest(from: Vector3(.nan, 0, 0), to: .zero).isEmpty)
    // The segment ends before the box.
    #expect(scene.hitTest(from: Vector3(0, 0, 10), to: Vector3(0, 0, 1)).isEmpty)
  }

  @Test("Back faces (backs) are hit if not culled or if the material is double-sided")
  func culling() {
    func all(_ culls: Bool) -> [String] {
      hits {
        $0.searchMode = .all
        $0.backFaceCulling = culls
      }
    }
    #expect(all(false) == ["near", "near", "middle", "middle", "far", "far"])
    let material = Material(diffuse: .black)
    material.isDoubleSided = true
    boxes[1].geometry?.materials = [material]
    #expect(all(true) == ["near", "middle", "middle", "far"])
    // Mirrored geometry keeps its outside.
    boxes[0].scale = Vector3(-1, 1, 1)
    #expect(all(true) == ["near", "middle", "middle", "far"])
  }

  @Test("Root, children, hidden nodes and categories restrict the tested nodes")
  func bounds() {
    #expect(hits { $0.rootNode = boxes[1] } == ["middle"])
    #expect(hits { $0.rootNode = boxes[2] } == ["far"])
    let root = boxes[1]
    let alone = hits {
      $0.rootNode = root
      $0.ignoreChildNodes = true
      $0.searchMode = .all
    }
    #expect(alone == ["middle"])
    boxes[0].categoryBitMask = 2
    #expect(hits { $0.categoryBitMask = 1 } == ["middle"])
    boxes[1].isHidden = true
    #expect(hits { $0.searchMode = .all } == ["near"])
    let hidden = hits {
      $0.searchMode = .all
      $0.ignoreHiddenNodes = false
    }
    #expect(hidden == ["near", "middle", "far"])
  }

  @Test("A result has positions in node and world space, and the face")
  func fields() throws {
    let node = boxes[0]
    node.position = Vector3(1, 0, 0)
    node.eulerAngles = Vector3(0, .pi / 2, 0)
    node.scale = Vector3(2, 1, 4)
    let hits = scene.hitTest(from: Vector3(1.4, 0.25, 10), to: Vector3(1.4, 0.25, -10))
    let hit = try #require(hits.first)
    #expect(hit.node === node)
    // Rotated by 90°: the world's +Z is the node's −X, one meter away.
    #expect(isNear(hit.worldCoordinates, Vector3(1.4, 0.25, 1)))
    #expect(isNear(hit.localCoordinates, Vector3(-0.5, 0.25, 0.1)))
    #expect(isNear(hit.localNormal, -.unitX) && isNear(hit.worldNormal, .unitZ))
    #expect(abs(hit.fraction - 0.45) < 1e-6)
    #expect(hit.modelTransform == node.worldTransform)
    let mesh = try #require(node.geometry?.mesh)
    let indices = mesh.elements[hit.geometryIndex].indices
    for i in 0..<3 {
      #expect(mesh.positions[Int(indices[hit.faceIndex * 3 + i])].x == -0.5)
    }
    let plane = Node(geometry: .plane(width: 2, height: 2))
    plane.position = Vector3(0, 0, 5)
    scene.rootNode.addChildNode(plane)
    let flat = try #require(
      scene.hitTest(from: Vector3(0.5, 0.5, 9), to: Vector3(0.5, 0.5, 0)).first)
    let place = flat.textureCoordinates(withMappingChannel: 0)
    #expect(abs(place.x - 0.75) < 1e-6 && abs(place.y - 0.25) < 1e-6)
    #expect(flat.textureCoordinates(withMappingChannel: 7) == .zero)
  }

  @Test("Boxes replace surfaces if requested")
  func boxesOnly() throws {
    let ball = Node(name: "ball", geometry: .sphere(radius: 1))
    ball.position = Vector3(0, 0, 5)
    scene.rootNode.addChildNode(ball)
    var options = HitTestOptions()
    let corner = (Vector3(0.9, 0.9, 10), Vector3(0.9, 0.9, 3))
    #expect(scene.hitTest(from: corner.0, to: corner.1).isEmpty)
    options.boundingBoxOnly = true
    let hit = try #require(scene.hitTest(from: corner.0, to: corner.1, options: options).first)
    #expect(hit.node === ball && isNear(hit.worldCoordinates, Vector3(0.9, 0.9, 6), 1e-4))
    #expect(hit.worldNormal == .unitZ && hit.faceIndex == -1 && hit.geometryIndex == -1)
    #expect(hits { $0.boundingBoxOnly = true } == ["ball"])
  }

  @Test("The segment may be given in a node's own space")
  func localSegment() {
    boxes[1].eulerAngles = Vector3(0, .pi / 2, 0)
    let hits = boxes[1].hitTestWithSegment(from: Vector3(0, 0, 5), to: Vector3(0, 0, -5))
    #expect(hits.first?.node === boxes[1])
    #expect(isNear(hits.first?.worldCoordinates ?? .zero, Vector3(0.5, 0, -3)))
  }

  @Test("The presentation is hit")
  func hitsWhatIsShown() {
    let target = Node()
    target.position = Vector3(5, 0, 0)
    scene.rootNode.addChildNode(target)
    boxes[0].constraints = [.replicator(ReplicatorConstraint(position: target))]
    scene.step()
    #expect(hits() == ["middle"])
    #expect(scene.hitTest(from: Vector3(5, 0, 9), to: Vector3(5, 0, -9)).first?.node === boxes[0])
  }

  // MARK: Points of the view

  @Test("A point of the view hits what the camera renders there", arguments: [false, true])
  func byPoint(_ isOrthographic: Bool) {
    let eye = Node(name: "eye")
    var camera = Camera()
    camera.usesOrthographicProjection = isOrthographic
    camera.orthographicScale = 4
    eye.camera = camera
    eye.position = Vector3(3, 4, 6)
    eye.look(at: Vector3(0, 0, -1))
    scene.rootNode.addChildNode(eye)
    let aspect: Float = 1.5
    for node in boxes {
      let toClip = camera.projection(aspect: aspect) * Camera.viewMatrix(of: eye.worldTransform)
      let c = toClip * Vector4(node.worldPosition, 1)
      let point = Vector2(0.5 + 0.5 * c.x / c.w, 0.5 - 0.5 * c.y / c.w)
      #expect(scene.hitTest(point, aspect: aspect).first?.node === node)
      #expect(scene.hitTest(point, aspect: aspect, from: eye).first?.node === node)
    }
    #expect(scene.hitTest(Vector2(0.99, 0.01), aspect: aspect).isEmpty)
    #expect(scene.hitTest(Vector2(0.5, 0.5), aspect: aspect, from: boxes[0]).isEmpty)
  }

  @Test("Hits are between the planes of the camera by default")
  func clipsToZRange() {
    let eye = Node()
    eye.camera = Camera(fieldOfView: 1, zNear: 4, zFar: 5)
    eye.position = Vector3(0, 0, 2)
    scene.rootNode.addChildNode(eye)
    let middle = Vector2(0.5, 0.5)
    #expect(scene.hitTest(middle, aspect: 1).first?.node === boxes[1])
    var options = HitTestOptions()
    options.clipToZRange = false
    options.searchMode = .all
    let found = scene.hitTest(middle, aspect: 1, options: options).map(\.node.name)
    #expect(found == ["near", "middle", "far"])
  }

  @Test("Nodes in the view's pyramid are returned, others are not")
  func frustum() {
    let eye = Node()
    eye.camera = Camera(fieldOfView: .pi / 2, zNear: 1, zFar: 20)
    eye.position = Vector3(0, 0, 10)
    scene.rootNode.addChildNode(eye)
    func names() -> [String] {
      scene.nodesInsideFrustum(of: eye, aspect: 1).map { $0.name ?? "" }
    }
    #expect(names() == ["near", "middle", "far"])
    boxes[0].position = Vector3(10.4, 0, 0)
    #expect(names() == ["near", "middle", "far"])
    boxes[0].position = Vector3(11.1, 0, 0)
    #expect(names() == ["middle", "far"])
    #expect(!scene.isNode(boxes[0], insideFrustumOf: eye, aspect: 1))
    #expect(scene.isNode(boxes[0], insideFrustumOf: eye, aspect: 1.3))
    boxes[1].position = Vector3(0, 0, 12)
    #expect(names() == ["far"])
    boxes[2].isHidden = true
    #expect(names() == [])
    #expect(scene.isNode(boxes[2], insideFrustumOf: eye, aspect: 1))
    #expect(!scene.isNode(boxes[2], insideFrustumOf: boxes[1], aspect: 1))
  }
}
