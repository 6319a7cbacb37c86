import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Custom geometry: sources and elements")
struct GeometrySourceTests {
  static let square = [
    Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0),
  ]
  /// The upright texture coordinates of the square.
  static let picture = [Vector2(0, 1), Vector2(1, 1), Vector2(1, 0), Vector2(0, 0)]

  static func area(_ geometry: Geometry) -> Float {
    let mesh = geometry.mesh
    var sum: Float = 0
    for element in mesh.elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let p = (0..<3).map { mesh.positions[Int(element.indices[t + $0])] }
        sum += (p[1] - p[0]).cross(p[2] - p[0]).z * 0.5
      }
    }
    return sum
  }

  @Test("Every kind of element covers the surface it describes, with its winding")
  func kindsOfElements() throws {
    let vertices = GeometrySource(vertices: Self.square)
    for element in [
      GeometryElement(indices: [0, 1, 2, 0, 2, 3]),
      GeometryElement(indices: [0, 1, 3, 2], primitiveType: .triangleStrip),
      GeometryElement(indices: [0, 1, 3, 3, 1, 1, 1, 2, 3], primitiveType: .triangleStrip),
      GeometryElement(indices: [0, 1, 2, 3], primitiveType: .polygon),
      GeometryElement(polygons: [[0, 1, 2], [0, 2, 3]]),
    ] {
      let geometry = try Geometry(sources: [vertices], elements: [element])
      #expect(Self.area(geometry) == 1, "\(element)")
      #expect(geometry.mesh.normals.allSatisfy { $0 == .unitZ })
      #expect(geometry.elements == [element] && geometry.sources == [vertices])
    }
    let lines = GeometryElement(indices: [0, 1, 1, 2], primitiveType: .line)
    let points = GeometryElement(indices: [3], primitiveType: .point)
    let thin = try Geometry(sources: [vertices], elements: [lines, points]).mesh
    #expect(thin.triangleCount == 0 && thin.elements.count == 2)
    #expect(thin.elements[0].lines == [0, 1, 1, 2] && thin.elements[1].points == [3])
    #expect(lines.primitiveCount == 2 && points.primitiveCount == 1)
  }

  @Test(
    "A polygon that is not convex is cut into triangles that cover it once, whichever way it faces")
  func concavePolygons() throws {
    // A comb of three teeth, as seen from each of the six sides.
    var comb: [Vector3] = [Vector3(0, 0, 0), Vector3(7, 0, 0), Vector3(7, 3, 0)]
    for tooth in stride(from: Float(6), to: 1, by: -2) {
      comb += [Vector3(tooth, 3, 0), Vector3(tooth, 1, 0), Vector3(tooth - 1, 1, 0)]
      comb += [Vector3(tooth - 1, 3, 0)]
    }
    comb.append(Vector3(0, 3, 0))
    let turns = [
      Quaternion.identity, Quaternion(axis: .unitX, angle: .pi / 2),
      Quaternion(axis: .unitY, angle: .pi / 2), Quaternion(axis: .unitX, angle: .pi),
      Quaternion(axis: .unitY, angle: -.pi / 2), Quaternion(axis: .unitX, angle: -.pi / 2),
    ]
    for turn in turns {
      let source = GeometrySource(vertices: comb.map { turn.rotate($0) })
      let polygon = GeometryElement(indices: Array(0..<Int32(comb.count)), primitiveType: .polygon)
      let mesh = try Geometry(sources: [source], elements: [polygon]).mesh
      #expect(mesh.triangleCount == comb.count - 2)
      var (sum, whole) = (Vector3.zero, Float(0))
      let indices = mesh.elements[0].indices
      for t in stride(from: 0, to: indices.count, by: 3) {
        let p = (0..<3).map { mesh.positions[Int(indices[t + $0])] }
        let n = (p[1] - p[0]).cross(p[2] - p[0]) * 0.5
        sum += n
        whole += n.length
      }
      // Three teeth of 1 × 2 between four; no triangles overlap.
      #expect(abs(whole - (21 - 6)) < 1e-4 && abs(sum.length - whole) < 1e-4)
      #expect(sum.dot(turn.rotate(.unitZ)) > 0)
    }
  }

  @Test("Interleaved components are separated by offset and stride")
  func interleaved() throws {
    let values: [Float] = [9, 0, 0, 0, 0.5, 1, 9, 1, 2, 3, 0.25, 0]
    let vertices = try GeometrySource(
      values: values, semantic: .vertex, componentsPerVector: 3, offset: 1, stride: 6)
    let places = try GeometrySource(
      values: values, semantic: .texcoord, componentsPerVector: 2, vectorCount: 2, offset: 4,
      stride: 6)
    let mesh = try CustomMesh(sources: [vertices, places], elements: [])
    #expect(mesh.positions == [.zero, Vector3(1, 2, 3)])
    #expect(mesh.texcoords == [Vector2(0.5, 1), Vector2(0.25, 0)])
    #expect(vertices.vectorCount == 2)
  }

  @Test(
    "The second source of texture coordinates is mapping channel 1; three color components are opaque"
  )
  func channels() throws {
    let colors = try GeometrySource(
      values: [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1], semantic: .color, componentsPerVector: 3)
    let geometry = try Geometry(
      sources: [
        GeometrySource(vertices: Self.square), GeometrySource(textureCoordinates: Self.picture),
        GeometrySource(textureCoordinates: Self.picture.map { $0 * 0.5 }), colors,
      ], elements: [GeometryElement(indices: [0, 1, 2])])
    #expect(geometry.mesh.texcoords == Self.picture)
    #expect(geometry.mesh.texcoords2 == Self.picture.map { $0 * 0.5 })
    #expect(
      geometry.mesh.colors == [
        Vector4(1, 0, 0, 1), Vector4(0, 1, 0, 1), Vector4(0, 0, 1, 1), Vector4(1, 1, 1, 1),
      ])
  }

  @Test("Invalid sources and elements throw a descriptive error")
  func sentences() {
    func sentence(_ make: () throws -> Void) -> String? {
      do {
        try make()
        return nil
      } catch { return "\(error)" }
    }
    let vertices = GeometrySource(vertices: Self.square)
    func made(_ element: GeometryElement) -> String? {
      sentence { _ = try Geometry(sources: [vertices], elements: [element]) }
    }
    #expect(
      made(GeometryElement(indices: [0, 1]))
        == "element 0 has 2 indices, which is not a multiple of 3")
    #expect(
      made(GeometryElement(indices: [0, 1, 4]))
        == "element 0 has the index 4, but there are 4 positions")
    #expect(
      made(GeometryElement(indices: [0, -1, 2]))
        == "element 0 has the index -1, but there are 4 positions")
    #expect(
      made(GeometryElement(indices: [0, 1], primitiveType: .triangleStrip))
        == "element 0 is a strip of 2 indices; none or at least 3 are accepted")
    #expect(
      made(GeometryElement(indices: [0], primitiveType: .line))
        == "element 0 has 1 indices, which is not a multiple of 2")
    #expect(
      made(GeometryElement(polygons: [[0, 1]]))
        == "element 0 has a polygon of 2 corners; 3…256 are accepted")
    var short = GeometryElement(polygons: [[0, 1, 2, 3]])
    short.polygonSizes = [3]
    #expect(made(short) == "element 0 has 4 indices for polygons of 3 corners together")
    #expect(
      sentence { _ = try Geometry(sources: [], elements: []) }
        == "there is no vertex source; one is needed")
    #expect(
      sentence { _ = try Geometry(sources: [vertices, vertices], elements: []) }
        == "there is another vertex source; one is accepted")
    #expect(
      sentence {
        _ = try Geometry(sources: [vertices, GeometrySource(normals: [.unitY])], elements: [])
      } == "there are 1 normals for 4 positions")
    #expect(
      sentence {
        _ = try Geometry(sources: [GeometrySource(vertices: [Vector3(0, .nan, 0)])], elements: [])
      } == "number 1 of the vertex source is nan; finite numbers are accepted")
    #expect(
      sentence {
        _ = try GeometrySource(values: [1, 2], semantic: .normal, componentsPerVector: 2)
      } == "a normal source has 2 components for each vertex; 3 is accepted")
    #expect(
      sentence {
        _ = try GeometrySource(
          values: [1, 2, 3], semantic: .vertex, componentsPerVector: 3, vectorCount: 2)
      } == "a vertex source of 2 vertices does not fit into 3 numbers; at most 1 do")
  }

  @Test("Missing normals do not depend on the triangulation of a flat side")
  func smoothNormals() throws {
    // The corner of a cube with one side split at the corner: the normal is still the diagonal.
    let corner = GeometrySource(vertices: [.zero, .unitX, .unitY, .unitZ, Vector3(0.5, 0.5, 0)])
    let element = GeometryElement(indices: [0, 4, 1, 0, 2, 4, 0, 3, 2, 0, 1, 3])
    let normal = try Geometry(sources: [corner], elements: [element]).mesh.normals[0]
    #expect(normal.distance(to: Vector3(-1, -1, -1).normalized(or: .unitX)) < 1e-5)
  }

  @Test(
    "Vertices between mirrored and unmirrored mapping are duplicated, each with its own tangent"
  )
  func mirroredPicture() throws {
    // Two adjacent squares; the texture of the right one is mirrored, so both share an edge.
    let positions = [
      Vector3(-1, 0, 0), Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0),
      Vector3(-1, 1, 0),
    ]
    let texcoords = [
      Vector2(0, 1), Vector2(1, 1), Vector2(0, 1), Vector2(0, 0), Vector2(1, 0), Vector2(0, 0),
    ]
    let mesh = try Geometry(
      sources: [
        GeometrySource(vertices: positions), GeometrySource(textureCoordinates: texcoords),
      ], elements: [GeometryElement(polygons: [[0, 1, 4, 5], [1, 2, 3, 4]])]
    ).mesh
    #expect(mesh.positions.count == 8 && mesh.copiedVertices.sorted() == [1, 4])
    #expect(mesh.texcoords.count == 8 && mesh.normals.count == 8 && mesh.tangents.count == 8)
    for t in stride(from: 0, to: mesh.elements[0].indices.count, by: 3) {
      let corners = (0..<3).map { Int(mesh.elements[0].indices[t + $0]) }
      let isRight = corners.contains { mesh.positions[$0].x > 0 }
      for i in corners {
        #expect(mesh.tangents[i] == (isRight ? Vector4(-1, 0, 0, -1) : Vector4(1, 0, 0, 1)))
      }
    }
  }

  @Test("Given tangents are used, normalized")
  func givenTangents() throws {
    let mesh = try Geometry(
      sources: [
        GeometrySource(vertices: Self.square), GeometrySource(textureCoordinates: Self.picture),
        GeometrySource(tangents: Array(repeating: Vector4(0, 3, 0, -1), count: 4)),
      ], elements: [GeometryElement(indices: [0, 1, 2])]
    ).mesh
    #expect(mesh.tangents == Array(repeating: Vector4(0, 1, 0, -1), count: 4))
  }

  @Test("Linear colors become sRGB and back")
  func linearColors() {
    for white in stride(from: Float(0), through: 1, by: 0.125) {
      let linear = Vector4(white, white * 0.5, 1 - white, white)
      let back = Color(linear: linear).linear
      #expect((back.xyz - linear.xyz).length < 1e-5 && back.w == linear.w)
    }
  }
}
