import CaromMaths
import CaromSceneGraph
import TestSupport
import Testing

/// Hit tests of many triangles, compared with a linear search.
@Suite("Hit testing of large meshes")
struct HitTestMeshTests {
  /// Random triangles of all sizes in a box, in three elements, some of them equal.
  static func soup(_ count: Int, _ random: inout RandomStream) -> CustomMesh {
    var mesh = CustomMesh()
    var lists = [[Int32]](repeating: [], count: 3)
    for t in 0..<count {
      let middle = vector(&random, 10)
      let size = t % 7 == 0 ? Float(4) : 0.6
      for _ in 0..<3 {
        let isTwin = t % 11 == 10 && mesh.positions.count >= 3
        let place = isTwin ? mesh.positions[mesh.positions.count - 3] : nil
        lists[t % 3].append(Int32(mesh.positions.count))
        mesh.positions.append(place ?? middle + vector(&random, size))
      }
    }
    mesh.elements = lists.map { GeometryElement(indices: $0) }
    return mesh
  }

  static func vector(_ random: inout RandomStream, _ size: Float) -> Vector3 {
    Vector3(
      random.float(in: -size...size), random.float(in: -size...size),
      random.float(in: -size...size))
  }

  /// The intersections of a segment with all triangles, by Cramer's rule in Double.
  static func bruteForce(
    _ mesh: CustomMesh, _ a: Vector3, _ b: Vector3, culls: Bool
  ) -> [(element: Int, face: Int, fraction: Double)] {
    typealias D = SIMD3<Double>
    func d(_ v: Vector3) -> D { D(Double(v.x), Double(v.y), Double(v.z)) }
    func cross(_ u: D, _ v: D) -> D {
      D(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    func dot(_ u: D, _ v: D) -> Double { (u * v).sum() }
    let way = d(b) - d(a)
    var found: [(element: Int, face: Int, fraction: Double)] = []
    for (e, element) in mesh.elements.enumerated() {
      for face in 0..<element.indices.count / 3 {
        let p = (0..<3).map { d(mesh.positions[Int(element.indices[face * 3 + $0])]) }
        let (u, v) = (p[1] - p[0], p[2] - p[0])
        let h = cross(way, v)
        let determinant = dot(u, h)
        if determinant == 0 || (culls && determinant < 0) { continue }
        let s = d(a) - p[0]
        let x = dot(s, h) / determinant
        let q = cross(s, u)
        let y = dot(way, q) / determinant
        let t = dot(v, q) / determinant
        if x >= 0, y >= 0, x + y <= 1, t >= 0, t <= 1 { found.append((e, face, t)) }
      }
    }
    return found.sorted { $0.fraction < $1.fraction }
  }

  @Test("Every mode agrees with a search through all triangles", arguments: [3, 40, 2_000])
  func agreesWithBruteForce(_ count: Int) {
    var random = RandomStream(seed: 7)
    let mesh = Self.soup(count, &random)
    let scene = Scene()
    let node = Node(geometry: Geometry(.mesh(mesh)))
    scene.rootNode.addChildNode(node)
    var hitCount = 0
    for round in 0..<300 {
      var (a, b) = (Self.vector(&random, 15), Self.vector(&random, 15))
      // Along an axis as well.
      if round % 5 == 0 { b = Vector3(a.x, a.y, b.z) }
      if round % 7 == 0 { (a, b) = (Vector3(-15, a.y, a.z), Vector3(15, a.y, a.z)) }
      for culls in [true, false] {
        let expected = Self.bruteForce(mesh, a, b, culls: culls)
        var options = HitTestOptions()
        options.backFaceCulling = culls
        options.searchMode = .all
        let all = scene.hitTest(from: a, to: b, options: options)
        #expect(all.count == expected.count)
        for (hit, other) in zip(all, expected) {
          #expect(abs(Double(hit.fraction) - other.fraction) < 1e-5)
        }
        options.searchMode = .closest
        let closest = scene.hitTest(from: a, to: b, options: options)
        #expect(closest.count == min(1, all.count))
        #expect(closest.first?.faceIndex == all.first?.faceIndex)
        #expect(closest.first?.geometryIndex == all.first?.geometryIndex)
        options.searchMode = .any
        #expect(scene.hitTest(from: a, to: b, options: options).count == min(1, all.count))
        hitCount += all.count
      }
    }
    #expect(hitCount >= count / 3)
  }

  @Test("No segment passes between triangles that share an edge or a corner")
  func isWatertight() {
    let scene = Scene()
    let ball = Node(geometry: .sphere(radius: 1))
    scene.rootNode.addChildNode(ball)
    ball.eulerAngles = Vector3(0.1, 0.2, 0.3)
    let mesh = ball.geometry?.mesh ?? .empty
    for element in mesh.elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let corners = (0..<3).map { mesh.positions[Int(element.indices[t + $0])] }
        for i in 0..<3 {
          let middle = ball.convertPosition((corners[i] + corners[(i + 1) % 3]) / 2, to: nil)
          let hits = scene.hitTest(from: middle * 4, to: .zero)
          #expect(hits.count == 1)
          let corner = ball.convertPosition(corners[i], to: nil)
          #expect(scene.hitTest(from: corner * 4, to: .zero).count == 1)
        }
      }
    }
  }

  @Test("A hundred thousand triangles are tested quickly after the first test")
  func isQuick() {
    var random = RandomStream(seed: 3)
    let scene = Scene()
    var sphere = Sphere(radius: 1)
    sphere.segmentCount = 230
    let ball = Node(geometry: Geometry(.sphere(sphere)))
    scene.rootNode.addChildNode(ball)
    #expect((ball.geometry?.mesh.triangleCount ?? 0) > 50_000)
    let first = cpuTime { _ = scene.hitTest(from: Vector3(0, 0, 2), to: .zero) }
    var count = 0
    let later = cpuTime {
      for _ in 0..<200 {
        let from = Self.vector(&random, 3)
        count += scene.hitTest(from: from, to: .zero).count
      }
    }
    print("first hit test \(first), later ones \(later / 200)")
    #expect(count > 150)
    #if !DEBUG
      #expect(first < .milliseconds(300))
      #expect(later < .microseconds(100) * 200)
    #endif
  }
}
