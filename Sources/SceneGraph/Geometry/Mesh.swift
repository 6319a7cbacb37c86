public import CaromMaths

/// A mesh for rendering: vertex attributes and elements that index them.
///
/// Immutable, so it can be shared between threads. Front faces are counterclockwise. All attribute
/// arrays have the length of ``positions``, except ``texcoords2`` and ``colors``, which may be
/// empty.
public final class Mesh: Sendable {
  /// The vertex positions, in meters, in local space.
  public let positions: [Vector3]
  /// The vertex normals; unit length.
  public let normals: [Vector3]
  /// The tangents along increasing u, with the handedness in `w`.
  ///
  /// `cross(normal, tangent) * w` points to the top of the texture (−v), so that normal maps with
  /// green pointing up are lit correctly.
  public let tangents: [Vector4]
  /// The texture coordinates; (0, 0) is the top left corner of a texture and (1, 1) the bottom
  /// right.
  public let texcoords: [Vector2]
  /// The texture coordinates of mapping channel 1; may be empty.
  public let texcoords2: [Vector2]
  /// The linear vertex colors with alpha, which multiply the diffuse slot; may be empty.
  public let colors: [Vector4]
  /// The elements, each drawn with one material.
  public let elements: [MeshElement]
  /// The bounding box of the vertices.
  public let bounds: AABB
  /// The original vertices of the duplicated ones.
  ///
  /// Vertices between mirrored and unmirrored texture mapping are duplicated when tangents are
  /// computed. The copies follow all original vertices, in the order of this list.
  public let copiedVertices: [UInt32]

  /// Creates a mesh; missing normals and tangents are computed.
  ///
  /// - Precondition: Every index is less than `positions.count`, and each attribute array is empty
  ///   or as long as `positions`.
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
    let coordinates = texcoords.isEmpty ? Array(repeating: .zero, count: count) : texcoords
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
    self.texcoords = extended(coordinates)
    self.texcoords2 = extended(texcoords2)
    self.colors = extended(colors)
    self.tangents = frames.tangents
    self.elements = frames.elements
    copiedVertices = frames.copiedVertices
    var box = AABB.empty
    for p in positions { box = box.union(p) }
    bounds = box
  }

  /// The empty mesh.
  public static let empty = Mesh(positions: [], elements: [])

  /// The number of triangles of all elements.
  public var triangleCount: Int { elements.reduce(0) { $0 + $1.indices.count / 3 } }
}

/// A part of a mesh that is drawn with one material.
public struct MeshElement: Hashable, Sendable {
  /// Three vertex indices per triangle.
  public var indices: [UInt32]
  /// Two vertex indices per line.
  public var lines: [UInt32]
  /// One vertex index per point.
  public var points: [UInt32]

  /// Creates an element from vertex indices.
  public init(indices: [UInt32], lines: [UInt32] = [], points: [UInt32] = []) {
    self.indices = indices
    self.lines = lines
    self.points = points
  }

  /// Returns the vertex indices of the triangle whose first index is at `start`.
  func triangle(_ start: Int) -> (Int, Int, Int) {
    (Int(indices[start]), Int(indices[start + 1]), Int(indices[start + 2]))
  }
}
