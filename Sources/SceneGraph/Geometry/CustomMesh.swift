public import CaromMaths
public import CaromProperties

/// A mesh given by its vertices and elements.
///
/// Missing normals are computed as smooth normals of the triangles that share a vertex; duplicate
/// vertices for hard edges. Missing tangents are computed from the texture coordinates.
public struct CustomMesh: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A mesh given by its vertices and elements"

  /// The vertex positions, in meters.
  public var positions: [Vector3] = []
  /// One normal per vertex; empty computes smooth normals.
  public var normals: [Vector3] = []
  /// One color per vertex, which multiplies the diffuse slot; or empty.
  public var colors: [Color] = []
  /// One texture coordinate per vertex, or empty.
  public var texcoords: [Vector2] = []
  /// One texture coordinate of mapping channel 1 per vertex, or empty.
  public var texcoords2: [Vector2] = []
  /// One tangent per vertex with the handedness in `w`; empty computes tangents.
  public var tangents: [Vector4] = []
  /// The elements, each drawn with one material.
  public var elements: [GeometryElement] = []

  /// Creates an empty mesh.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("positions", \.positions, "Vertex positions", .meters)
    p.property("normals", \.normals, "One normal per vertex; smooth normals if left out")
    p.property("colors", \.colors, "One color per vertex, which multiplies the diffuse slot")
    p.property("texcoords", \.texcoords, "One texture coordinate per vertex")
    p.property(
      "texcoords2", \.texcoords2,
      "One texture coordinate of mapping channel 1 per vertex")
    p.property(
      "tangents", \.tangents, "One tangent per vertex; computed if left out")
    p.property("elements", \.elements, "Elements, each drawn with one material")
  }

  /// The inconsistency between the arrays, or nil.
  public var problem: String? {
    let count = positions.count
    for (name, own) in [
      ("normals", normals.count), ("colors", colors.count), ("texcoords", texcoords.count),
      ("texcoords2", texcoords2.count), ("tangents", tangents.count),
    ] where own != 0 && own != count {
      return "there are \(own) \(name) for \(count) positions"
    }
    if let bad = positions.firstIndex(where: { !$0.isFinite }) {
      return "position \(bad) is \(positions[bad]); finite numbers are accepted"
    }
    for (i, element) in elements.enumerated() {
      if let problem = element.problem(vertexCount: count) { return "element \(i) \(problem)" }
    }
    return nil
  }
}

// MARK: Sources

extension CustomMesh {
  /// Creates a mesh from attributes and elements.
  ///
  /// - Throws: ``GeometryProblem`` if there are no positions, duplicate sources, different vertex
  ///   counts, values that are not finite, or invalid indices.
  public init(sources: [GeometrySource], elements: [GeometryElement]) throws(GeometryProblem) {
    self.init()
    self.elements = elements
    for source in sources {
      if let bad = source.values.firstIndex(where: { !$0.isFinite }) {
        throw GeometryProblem(
          "number \(bad) of the \(source.semantic.rawValue) source is \(source.values[bad]); "
            + "finite numbers are accepted")
      }
      switch source.semantic {
      case .vertex where positions.isEmpty: positions = source.vectors3
      case .normal where normals.isEmpty: normals = source.vectors3
      case .color where colors.isEmpty:
        colors = source.vectors4.map { Color($0.x, $0.y, $0.z, alpha: $0.w) }
      case .texcoord where texcoords.isEmpty: texcoords = source.vectors2
      case .texcoord where texcoords2.isEmpty: texcoords2 = source.vectors2
      case .tangent where tangents.isEmpty: tangents = source.vectors4
      case .vertex, .normal, .color, .texcoord, .tangent:
        let most = source.semantic == .texcoord ? "two are" : "one is"
        throw GeometryProblem(
          "there is another \(source.semantic.rawValue) source; \(most) accepted")
      }
    }
    guard sources.contains(where: { $0.semantic == .vertex }) else {
      throw GeometryProblem("there is no vertex source; one is needed")
    }
    if let problem { throw GeometryProblem(problem) }
  }

  /// The attributes, as sources.
  public var sources: [GeometrySource] {
    var all = [GeometrySource(vertices: positions)]
    if !normals.isEmpty { all.append(GeometrySource(normals: normals)) }
    if !colors.isEmpty { all.append(GeometrySource(colors: colors)) }
    if !texcoords.isEmpty { all.append(GeometrySource(textureCoordinates: texcoords)) }
    if !texcoords2.isEmpty { all.append(GeometrySource(textureCoordinates: texcoords2)) }
    if !tangents.isEmpty { all.append(GeometrySource(tangents: tangents)) }
    return all
  }
}

extension Geometry {
  /// Creates a geometry from vertex sources and elements.
  ///
  /// - Parameters:
  ///   - sources: The attributes of the vertices; one of them contains the positions.
  ///   - elements: The elements, each drawn with one material.
  ///   - materials: The materials of the elements, in order.
  /// - Throws: ``GeometryProblem`` if the sources or elements are invalid.
  public convenience init(
    sources: [GeometrySource], elements: [GeometryElement], materials: [Material] = []
  ) throws(GeometryProblem) {
    self.init(
      .mesh(try CustomMesh(sources: sources, elements: elements)), materials: materials)
  }

  /// The vertex attributes that were given, or those of the mesh of a primitive.
  public var sources: [GeometrySource] {
    if case .mesh(let mesh) = primitive { return mesh.sources }
    let mesh = mesh
    return [
      GeometrySource(vertices: mesh.positions), GeometrySource(normals: mesh.normals),
      GeometrySource(textureCoordinates: mesh.texcoords), GeometrySource(tangents: mesh.tangents),
    ]
  }

  /// The elements that were given, or those of the mesh of a primitive.
  public var elements: [GeometryElement] {
    if case .mesh(let mesh) = primitive { return mesh.elements }
    return mesh.elements.map { GeometryElement(indices: $0.indices.map { Int32($0) }) }
  }
}

extension CustomMesh: MeshGenerator {
  var bounds: AABB {
    var box = AABB.empty
    for p in positions { box = box.union(p) }
    return box.isEmpty ? AABB(min: .zero, max: .zero) : box
  }

  /// Returns the mesh, or an empty mesh if ``problem`` is not nil.
  func makeMesh() -> Mesh {
    guard problem == nil else { return .empty }
    return Mesh(
      positions: positions, normals: normals.map { $0.normalized(or: .unitY) },
      texcoords: texcoords, texcoords2: texcoords2, colors: colors.map(\.linear),
      tangents: tangents.map { Vector4($0.xyz.normalized(or: .unitX), $0.w < 0 ? -1 : 1) },
      elements: elements.map { $0.meshElement(positions) })
  }
}
