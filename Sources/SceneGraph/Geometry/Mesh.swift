public import CaromMaths

/// Triangles ready to draw: vertices with their attributes, and elements that index them.
///
/// Immutable, so that it can be shared between threads and kept as long as its geometry lives.
/// Triangles are counterclockwise seen from outside. All attribute arrays are as long as
/// ``positions``, but for ``texcoords2`` and ``colors``, which may be empty.
public final class Mesh: Sendable {
  /// Places of the vertices, in metres, in the space of the geometry.
  public let positions: [Vector3]
  /// Directions away from the surface; unit length.
  public let normals: [Vector3]
  /// Directions in which the texture's u grows, with the sign of the third axis in `w`.
  ///
  /// `cross(normal, tangent) * w` points to the top of the picture, which is where −v grows, so that
  /// normal maps with green pointing up light correctly.
  public let tangents: [Vector4]
  /// Places on the picture: (0, 0) is its top left corner and (1, 1) its bottom right.
  public let texcoords: [Vector2]
  /// Places on pictures of mapping channel 1; empty where there are none.
  public let texcoords2: [Vector2]
  /// Linear colours with alpha that multiply the diffuse slot; empty where there are none.
  public let colors: [Vector4]
  /// The parts, each drawn with one material.
  public let elements: [MeshElement]
  /// The smallest box around the vertices.
  public let bounds: AABB
  /// The vertices that the last ones are copies of.
  ///
  /// A vertex where the picture meets its mirror image is doubled when tangents are made: one for each
  /// side. The copies follow all given vertices, in the order of this list.
  public let copiedVertices: [UInt32]

  /// Makes a mesh; normals and tangents are computed where they are missing.
  ///
  /// - Precondition: every index is below `positions.count`, and each attribute array is empty or as
  ///   long as `positions`.
  public init(
    positions: [Vector3], normals: [Vector3] = [], texcoords: [Vector2] = [],
    texcoords2: [Vector2] = [], colors: [Vector4] = [], tangents: [Vector4] = [],
    elements: [MeshElement]
  ) {
    let count = positions.count
    for (name, own) in [
      ("normal", normals.count), ("texcoord", texcoords.count), ("texcoord2", texcoords2.count),
      ("color", colors.count), ("tangent", tangents.count),
    ] {
      precondition(own == 0 || own == count, "A mesh has one \(name) for each position")
    }
    for element in elements {
      precondition(element.indices.count % 3 == 0, "A mesh element has three indices a triangle")
      precondition(element.lines.count % 2 == 0, "A mesh element has two indices a line")
      for list in [element.indices, element.lines, element.points] {
        precondition(list.allSatisfy { Int($0) < count }, "A mesh index is below the vertex count")
      }
    }
    var normals = normals
    if normals.isEmpty { normals = Mesh.smoothNormals(positions, elements) }
    let places = texcoords.isEmpty ? Array(repeating: .zero, count: count) : texcoords
    var frames = TangentFrames(tangents, elements)
    if tangents.isEmpty {
      frames = TangentFrames(positions, normals, texcoords, elements)
    }
    let copies = frames.copiedVertices.map { Int($0) }
    func extended<T>(_ values: [T]) -> [T] {
      values.isEmpty ? [] : values + copies.map { values[$0] }
    }
    self.positions = extended(positions)
    self.normals = extended(normals)
    self.texcoords = extended(places)
    self.texcoords2 = extended(texcoords2)
    self.colors = extended(colors)
    self.tangents = frames.tangents
    self.elements = frames.elements
    copiedVertices = frames.copiedVertices
    var box = AABB.empty
    for p in positions { box = box.union(p) }
    bounds = box
  }

  /// The mesh without vertices, which draws nothing.
  public static let empty = Mesh(positions: [], elements: [])

  /// How many triangles all elements have together.
  public var triangleCount: Int { elements.reduce(0) { $0 + $1.indices.count / 3 } }
}

/// A part of a mesh drawn with one material.
public struct MeshElement: Hashable, Sendable {
  /// Three vertex numbers for each triangle.
  public var indices: [UInt32]
  /// Two vertex numbers for each line.
  public var lines: [UInt32]
  /// A vertex number for each point.
  public var points: [UInt32]

  /// Makes an element from vertex numbers, three for each triangle.
  public init(indices: [UInt32], lines: [UInt32] = [], points: [UInt32] = []) {
    self.indices = indices
    self.lines = lines
    self.points = points
  }

  /// The vertex numbers of the triangle whose first index is at `start`.
  func triangle(_ start: Int) -> (Int, Int, Int) {
    (Int(indices[start]), Int(indices[start + 1]), Int(indices[start + 2]))
  }
}
