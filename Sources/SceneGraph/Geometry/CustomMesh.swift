public import CaromMaths
public import CaromProperties

/// Triangles given one by one.
public struct CustomMesh: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Triangles given one by one"

  /// Places of the vertices, in metres.
  public var positions: [Vector3] = []
  /// One direction for each vertex; empty makes smooth ones.
  public var normals: [Vector3] = []
  /// One place on the picture for each vertex, or none.
  public var texcoords: [Vector2] = []
  /// The parts, each drawn with one material.
  public var elements: [CustomElement] = []

  /// Makes an empty mesh.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("positions", \.positions, "Places of the vertices", .metres)
    p.property("normals", \.normals, "One direction a vertex; smooth ones where left out")
    p.property("texcoords", \.texcoords, "One place on the picture a vertex")
    p.property("elements", \.elements, "The parts, each drawn with one material")
  }

  /// What is wrong with the numbers, or nil when they make a mesh.
  public var problem: String? {
    if !normals.isEmpty && normals.count != positions.count {
      return "there are \(normals.count) normals for \(positions.count) positions"
    }
    if !texcoords.isEmpty && texcoords.count != positions.count {
      return "there are \(texcoords.count) texcoords for \(positions.count) positions"
    }
    for (i, element) in elements.enumerated() {
      if element.indices.count % 3 != 0 {
        return "element \(i) has \(element.indices.count) indices, which is not a multiple of 3"
      }
      if let bad = element.indices.first(where: { $0 < 0 || Int($0) >= positions.count }) {
        return "element \(i) has the index \(bad), but there are \(positions.count) positions"
      }
    }
    return nil
  }
}

/// A part of a custom mesh drawn with one material.
public struct CustomElement: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A part of a mesh drawn with one material"

  /// Three vertex numbers for each triangle, counterclockwise from outside.
  public var indices: [Int32] = []

  /// Makes an empty element.
  public init() {}

  /// Makes an element from vertex numbers, three for each triangle.
  public init(indices: [Int32]) { self.indices = indices }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("indices", \.indices, "Three vertex numbers for each triangle", .none, 0...1e9)
  }
}

extension CustomMesh: Solid {
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
      texcoords: texcoords,
      elements: elements.map { MeshElement(indices: $0.indices.map { UInt32($0) }) })
  }
}
