import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Primitive meshes")
struct PrimitiveMeshTests {
  /// A primitive and the expected properties of its mesh.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let primitive: Primitive
    var geometry: Geometry { Geometry(primitive) }
    let elements: Int
    let isClosed: Bool
    var testDescription: String { name }
  }

  static func box(_ chamfer: Float, _ segments: Int32 = 1) -> Primitive {
    var box = Box(width: 1, height: 2, length: 3, chamferRadius: chamfer)
    box.widthSegmentCount = segments
    box.lengthSegmentCount = segments + 1
    return .box(box)
  }

  static func closed(_ name: String, _ primitive: Primitive, elements: Int = 1) -> Case {
    Case(name: name, primitive: primitive, elements: elements, isClosed: true)
  }

  static var cases: [Case] {
    [
      Case(
        name: "plane", primitive: .plane(Plane(width: 2, height: 3)), elements: 1, isClosed: false),
      Case(name: "floor", primitive: .floor(Floor()), elements: 1, isClosed: false),
      closed("box", box(0), elements: 6),
      closed("box in cells", box(0, 4), elements: 6),
      closed("rounded box", box(0.2), elements: 6),
      closed("rounded box in cells", box(0.3, 3), elements: 6),
      closed("box rounded wholly", box(9), elements: 6),
      closed("sphere", .sphere(Sphere(radius: 2))),
      closed("cylinder", .cylinder(Cylinder(radius: 2, height: 3)), elements: 3),
      closed("cone", .cone(Cone(bottomRadius: 2, height: 3)), elements: 3),
      closed("cone cut off", .cone(Cone(topRadius: 2, bottomRadius: 1, height: 3)), elements: 3),
      closed("pyramid", .pyramid(Pyramid(width: 2, height: 3, length: 1)), elements: 5),
      closed("capsule", .capsule(Capsule(capRadius: 1, height: 5))),
      closed("capsule without side", .capsule(Capsule(capRadius: 1, height: 1))),
      closed("geodesic sphere", geodesic(24)),
      closed("octahedron", geodesic(3)),
      closed("pyramid in cells", .pyramid(cells()), elements: 5),
      closed("tube", .tube(Tube(innerRadius: 1, outerRadius: 2, height: 3)), elements: 4),
      closed("torus", .torus(Torus(ringRadius: 2, pipeRadius: 0.5))),
      closed("shape with holes", .shape(frame()), elements: 3),
      Case(
        name: "plane with round corners", primitive: .plane(roundPlane()), elements: 1,
        isClosed: false),
    ]
  }

  static func geodesic(_ segments: Int32) -> Primitive {
    var sphere = Sphere(radius: 2)
    sphere.segmentCount = segments
    sphere.isGeodesic = true
    return .sphere(sphere)
  }

  /// A square of four meters with a square hole of two, which contains a triangle; the windings
  /// differ.
  static func frame() -> ExtrudedShape {
    func square(_ half: Float) -> [Vector2] {
      [
        Vector2(-half, -half), Vector2(half, -half), Vector2(half, half), Vector2(-half, half),
      ]
    }
    return ExtrudedShape(
      paths: [square(1), square(2).reversed(), [Vector2(0, 0), Vector2(0, 0.5), Vector2(0.5, 0)]],
      extrusionDepth: 3)
  }

  static func cells() -> Pyramid {
    var pyramid = Pyramid(width: 2, height: 3, length: 1)
    (pyramid.widthSegmentCount, pyramid.heightSegmentCount) = (3, 5)
    pyramid.lengthSegmentCount = 7
    return pyramid
  }

  static func roundPlane() -> Plane {
    var plane = Plane(width: 2, height: 1)
    plane.cornerRadius = 0.25
    return plane
  }

  @Test("Every mesh has the documented number of elements", arguments: cases)
  func hasElements(_ c: Case) { #expect(c.geometry.mesh.elements.count == c.elements) }

  @Test(
    "Is closed: every edge belongs to two triangles that run along it both ways", arguments: cases)
  func isClosed(_ c: Case) {
    let mesh = c.geometry.mesh
    var edges: [[UInt32]: Int] = [:]
    func key(_ i: UInt32) -> [UInt32] {
      let p = mesh.positions[Int(i)]
      // Positive and negative zero are the same position.
      return [(p.x + 0).bitPattern, (p.y + 0).bitPattern, (p.z + 0).bitPattern]
    }
    for element in mesh.elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        for k in 0..<3 {
          let (a, b) = (element.indices[t + k], element.indices[t + (k + 1) % 3])
          edges[key(a) + key(b), default: 0] += 1
          edges[key(b) + key(a), default: 0] -= 1
        }
      }
    }
    #expect(edges.values.allSatisfy { $0 == 0 } == c.isClosed)
  }

  @Test("Normals have unit length, point outwards and agree with the triangles", arguments: cases)
  func pointsOutwards(_ c: Case) {
    let mesh = c.geometry.mesh
    // The origin is outside of a torus and a tube.
    let isHollow = ["tube", "torus", "shape with holes"].contains(c.name)
    let inside = c.geometry.boundingBox.center
    #expect(mesh.normals.allSatisfy { abs($0.length - 1) < 1e-5 })
    for element in mesh.elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let (a, b, c3) = (
          Int(element.indices[t]), Int(element.indices[t + 1]), Int(element.indices[t + 2])
        )
        let (p, q, r) = (mesh.positions[a], mesh.positions[b], mesh.positions[c3])
        let face = (q - p).cross(r - p)
        #expect(face.dot(mesh.normals[a] + mesh.normals[b] + mesh.normals[c3]) > 0)
        // Relative to an inside point, which for a pyramid is not the origin.
        if c.isClosed, !isHollow { #expect(face.dot(p - inside) > 0) }
      }
    }
  }

  @Test(
    "The mesh lies within the exact bounds and extends to within one percent of them",
    arguments: cases)
  func fitsBounds(_ c: Case) {
    let geometry = c.geometry
    let (exact, mesh) = (geometry.boundingBox, geometry.mesh.bounds)
    #expect(exact.expanded(by: 1e-5).contains(mesh))
    // A circle of three segments extends a quarter less.
    let slack: Float = c.name == "octahedron" ? 0.3 : 0.01
    #expect((exact.size - mesh.size).greatest <= slack * exact.size.greatest)
    let ball = geometry.boundingSphere
    #expect(
      geometry.mesh.positions.allSatisfy { $0.distance(to: ball.center) <= ball.radius * 1.00001 })
  }

  @Test("Tangents are orthogonal to normals and follow u", arguments: cases)
  func hasTangents(_ c: Case) {
    let mesh = c.geometry.mesh
    #expect(mesh.tangents.count == mesh.positions.count)
    for (t, n) in zip(mesh.tangents, mesh.normals) {
      #expect(abs(t.xyz.length - 1) < 1e-5)
      #expect(abs(t.xyz.dot(n)) < 1e-4)
      #expect(t.w == 1 || t.w == -1)
    }
  }

  @Test("A closed mesh has the volume of the ideal shape, up to its tessellation")
  func hasVolume() {
    func volume(_ g: Geometry) -> Float {
      var sum: Float = 0
      for e in g.mesh.elements {
        for t in stride(from: 0, to: e.indices.count, by: 3) {
          let p = (0..<3).map { g.mesh.positions[Int(e.indices[t + $0])] }
          sum += p[0].dot(p[1].cross(p[2])) / 6
        }
      }
      return sum
    }
    #expect(abs(volume(.box(width: 1, height: 2, length: 3)) - 6) < 1e-4)
    #expect(abs(volume(.sphere(radius: 1)) / (4 / 3 * Float.pi) - 1) < 0.03)
    #expect(abs(volume(.cylinder(radius: 1, height: 2)) / (2 * Float.pi) - 1) < 0.01)
    #expect(
      abs(volume(.capsule(capRadius: 1, height: 4)) / (2 * .pi + 4 / 3 * Float.pi) - 1) < 0.01)
    // A box of side 2 rounded by 0.5: 1 + 6·0.5 + 12·π/16 + 4/3·π/8.
    let rounded = volume(.box(width: 2, height: 2, length: 2, chamferRadius: 0.5))
    let ideal: Float = 1 + 3 + 0.75 * .pi + .pi / 6
    #expect(abs(rounded / ideal - 1) < 0.01)
  }

  /// The ideal volume and area of a closed primitive.
  static var ideal: [(Case, volume: Float, area: Float)] {
    let pi = Float.pi
    func of(_ name: String) -> Case { cases.first { $0.name == name } ?? cases[0] }
    let slope = (Float(9) + 4).squareRoot()
    return [
      (of("box"), 6, 22), (of("box in cells"), 6, 22),
      (of("sphere"), 32 / 3 * pi, 16 * pi), (of("geodesic sphere"), 32 / 3 * pi, 16 * pi),
      (of("cylinder"), 12 * pi, 20 * pi), (of("cone"), 4 * pi, 4 * pi + 2 * pi * slope),
      (of("cone cut off"), 7 * pi, 5 * pi + 3 * pi * Float(10).squareRoot()),
      (of("pyramid"), 2, 2 + 2 * Float(9.25).squareRoot() + Float(10).squareRoot()),
      (of("pyramid in cells"), 2, 2 + 2 * Float(9.25).squareRoot() + Float(10).squareRoot()),
      (of("capsule"), 3 * pi + 4 / 3 * pi, 10 * pi),
      (of("tube"), 9 * pi, 24 * pi), (of("torus"), pi * pi, 4 * pi * pi),
      // (16 − 4 + 1/8) of face, and 16 + 8 + 1 + √½ of outline.
      (of("shape with holes"), 36.375, 24.25 + 3 * (25 + Float(0.5).squareRoot())),
    ]
  }

  @Test("Volume and area are those of the ideal solid, up to the tessellation")
  func volumesAndAreas() {
    for (c, volume, area) in Self.ideal {
      let mesh = c.geometry.mesh
      var (enclosed, surface) = (Float(0), Float(0))
      for e in mesh.elements {
        for t in stride(from: 0, to: e.indices.count, by: 3) {
          let p = (0..<3).map { mesh.positions[Int(e.indices[t + $0])] }
          enclosed += p[0].dot(p[1].cross(p[2])) / 6
          surface += (p[1] - p[0]).cross(p[2] - p[0]).length * 0.5
        }
      }
      // The chord of 1/24 of a circle omits (π/24)²/6 of its arc, in each of two directions.
      let isFlat = ["box", "pyr", "sha"].contains(String(c.name.prefix(3)))
      let slack: Float = isFlat ? 1e-4 : 0.05
      #expect(enclosed <= volume * 1.0001 && enclosed >= volume * (1 - slack), "\(c.name)")
      #expect(surface <= area * 1.0001 && surface >= area * (1 - slack), "\(c.name)")
    }
  }

  @Test(
    "Texture coordinates stay within the picture, except for a floor, which repeats it every meter",
    arguments: cases)
  func texcoordsStayInside(_ c: Case) {
    guard c.name != "floor" else { return }
    #expect(
      c.geometry.mesh.texcoords.allSatisfy {
        $0.x >= -1e-6 && $0.y >= -1e-6 && $0.x <= 1 + 1e-6 && $0.y <= 1 + 1e-6
      })
  }

  @Test("Triangles of a geodesic sphere differ less in size than those of one with poles")
  func geodesicIsEven() {
    func spread(_ primitive: Primitive) -> Float {
      let mesh = Geometry(primitive).mesh
      var areas: [Float] = []
      for t in stride(from: 0, to: mesh.elements[0].indices.count, by: 3) {
        let p = (0..<3).map { mesh.positions[Int(mesh.elements[0].indices[t + $0])] }
        areas.append((p[1] - p[0]).cross(p[2] - p[0]).length)
      }
      return (areas.max() ?? 0) / (areas.min() ?? 1)
    }
    #expect(spread(Self.geodesic(24)) < 2)
    #expect(spread(.sphere(Sphere(radius: 2))) > 5)
    #expect(Geometry(Self.geodesic(24)).mesh.triangleCount == 8 * 36)
  }

  @Test("Defaults are SceneKit's")
  func hasDefaults() {
    #expect(Geometry.box().boundingBox.size == Vector3(1, 1, 1))
    #expect(Geometry.sphere().boundingBox.size == Vector3(1, 1, 1))
    #expect(Geometry.capsule().boundingBox.size == Vector3(1, 2, 1))
    #expect(Geometry.cylinder().boundingBox.size == Vector3(1, 1, 1))
    #expect(Sphere().segmentCount == 24 && Cylinder().radialSegmentCount == 48)
    #expect(Box().chamferSegmentCount == 5 && Capsule().capSegmentCount == 24)
    #expect(Geometry.box().mesh.triangleCount == 12)
    #expect(Geometry.plane().mesh.triangleCount == 2)
    #expect(Geometry.sphere().mesh.triangleCount == 24 * 23 * 2)
    #expect(Geometry.cylinder().mesh.triangleCount == 48 * 4)
  }

  @Test("A size of zero gives an empty mesh, a segment count of zero the minimum")
  func survivesNothing() {
    #expect(Geometry.sphere(radius: 0).mesh.triangleCount == 0)
    #expect(Geometry.box(width: -1).mesh.triangleCount == 0)
    var sphere = Sphere(radius: 1)
    sphere.segmentCount = 0
    #expect(Geometry(.sphere(sphere)).mesh.triangleCount == 12)
  }

  @Test("The texture is upright on every face of a box, as seen from outside")
  func picturesAreUpright() {
    let mesh = Geometry.box().mesh
    for element in mesh.elements.prefix(4) {
      for i in element.indices {
        let (p, t) = (mesh.positions[Int(i)], mesh.texcoords[Int(i)])
        #expect(t.y == 0.5 - p.y)
      }
    }
    let front = mesh.elements[0].indices.map { (mesh.positions[Int($0)], mesh.texcoords[Int($0)]) }
    #expect(front.allSatisfy { $0.0.z == 0.5 && $0.1.x == $0.0.x + 0.5 })
    // The green component of a normal map points up.
    #expect(mesh.tangents.allSatisfy { $0.w == 1 })
  }

  @Test("A changed primitive gets a new mesh, an unchanged one keeps it")
  func cachesMesh() {
    let g = Geometry.sphere(radius: 1)
    let first = g.mesh
    #expect(g.mesh === first)
    g.primitive = .sphere(Sphere(radius: 2))
    #expect(g.mesh !== first)
    #expect(g.boundingSphere.radius == 2)
  }

  @Test("An invalid custom mesh reports a problem and draws nothing")
  func refusesWrongNumbers() {
    var mesh = CustomMesh()
    mesh.positions = [.zero, .unitX, .unitY]
    mesh.elements = [GeometryElement(indices: [0, 1, 2])]
    #expect(mesh.problem == nil)
    #expect(Geometry(.mesh(mesh)).mesh.normals == [.unitZ, .unitZ, .unitZ])
    mesh.elements = [GeometryElement(indices: [0, 1, 3])]
    #expect(mesh.problem == "element 0 has the index 3, but there are 3 positions")
    #expect(Geometry(.mesh(mesh)).mesh.triangleCount == 0)
  }
}
