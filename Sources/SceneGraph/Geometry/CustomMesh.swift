public import CaromMaths
public import CaromProperties

/// A surface given by its vertices and the triangles between them.
///
/// Normals that are left out are made smooth over the triangles that share a vertex: give a vertex
/// for each side of an edge that is to be seen. Tangents that are left out follow the picture.
public struct CustomMesh: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A surface given by its vertices and triangles"

  /// Places of the vertices, in metres.
  public var positions: [Vector3] = []
  /// One direction for each vertex; empty makes smooth ones.
  public var normals: [Vector3] = []
  /// One colour for each vertex, which multiplies the diffuse slot; or none.
  public var colors: [Color] = []
  /// One place on the picture for each vertex, or none.
  public var texcoords: [Vector2] = []
  /// One place on pictures of mapping channel 1 for each vertex, or none.
  public var texcoords2: [Vector2] = []
  /// One direction of growing u for each vertex with the sign of the third axis; empty makes them.
  public var tangents: [Vector4] = []
  /// The parts, each drawn with one material.
  public var elements: [GeometryElement] = []

  /// Makes an empty mesh.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("positions", \.positions, "Places of the vertices", .metres)
    p.property("normals", \.normals, "One direction a vertex; smooth ones where left out")
    p.property("colors", \.colors, "One colour a vertex, which multiplies the diffuse slot")
    p.property("texcoords", \.texcoords, "One place on the picture a vertex")
    p.property(
      "texcoords2", \.texcoords2,
      "One place on pictures of mapping channel 1 a vertex")
    p.property(
      "tangents", \.tangents, "One direction of growing u a vertex; made where left out")
    p.property("elements", \.elements, "The parts, each drawn with one material")
  }

  /// What is wrong with the numbers, or nil when they make a mesh.
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
  /// Makes a mesh of attributes and elements.
  ///
  /// - Throws: what is wrong: no places, two sources of one kind, other numbers of vertices, values
  ///   that are not finite, or indices without a vertex.
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

  /// The attributes it has, as sources.
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
  /// Makes a surface of vertices and the elements between them.
  ///
  /// - Parameters:
  ///   - sources: The attributes of the vertices; one of them gives their places.
  ///   - elements: The parts, each drawn with one material.
  ///   - materials: Those of the elements, in turn.
  /// - Throws: what is wrong with them, as a sentence.
  public convenience init(
    sources: [GeometrySource], elements: [GeometryElement], materials: [Material] = []
  ) throws(GeometryProblem) {
    self.init(
      .mesh(try CustomMesh(sources: sources, elements: elements)), materials: materials)
  }

  /// The attributes of its vertices: those that were given, or those of the mesh of a primitive.
  public var sources: [GeometrySource] {
    if case .mesh(let mesh) = primitive { return mesh.sources }
    let mesh = mesh
    return [
      GeometrySource(vertices: mesh.positions), GeometrySource(normals: mesh.normals),
      GeometrySource(textureCoordinates: mesh.texcoords), GeometrySource(tangents: mesh.tangents),
    ]
  }

  /// The parts that are drawn with one material each, as given or as the primitive makes them.
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

  /// The mesh, or an empty one when ``problem`` is not nil.
  func makeMesh() -> Mesh {
    guard problem == nil else { return .empty }
    return Mesh(
      positions: positions, normals: normals.map { $0.normalized(or: .unitY) },
      texcoords: texcoords, texcoords2: texcoords2, colors: colors.map(\.linear),
      tangents: tangents.map { Vector4($0.xyz.normalized(or: .unitX), $0.w < 0 ? -1 : 1) },
      elements: elements.map { $0.meshElement(positions) })
  }
}
