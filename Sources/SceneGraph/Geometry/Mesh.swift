public import CaromMaths

/// Triangles ready to draw: vertices with their attributes, and elements that index them.
///
/// Immutable, so that it can be shared between threads and kept as long as its geometry lives.
/// Triangles are counterclockwise seen from outside. All attribute arrays are as long as
/// ``positions``.
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
  /// The parts, each drawn with one material.
  public let elements: [MeshElement]
  /// The smallest box around the vertices.
  public let bounds: AABB

  /// Makes a mesh; normals and tangents are computed where they are missing.
  ///
  /// - Precondition: every index is below `positions.count`, and each attribute array is empty or as
  ///   long as `positions`.
  public init(
    positions: [Vector3], normals: [Vector3] = [], texcoords: [Vector2] = [],
    tangents: [Vector4] = [], elements: [MeshElement]
  ) {
    let count = positions.count
    precondition(
      normals.isEmpty || normals.count == count, "A mesh has one normal for each position")
    precondition(
      texcoords.isEmpty || texcoords.count == count, "A mesh has one texcoord for each position")
    precondition(
      tangents.isEmpty || tangents.count == count, "A mesh has one tangent for each position")
    for element in elements {
      precondition(element.indices.count % 3 == 0, "A mesh element has three indices a triangle")
      precondition(
        element.indices.allSatisfy { Int($0) < count }, "A mesh index is below the vertex count")
    }
    self.positions = positions
    self.elements = elements
    self.texcoords =
      texcoords.isEmpty ? Array(repeating: .zero, count: count) : texcoords
    self.normals =
      normals.isEmpty ? Mesh.smoothNormals(positions, elements) : normals
    self.tangents =
      tangents.isEmpty
      ? Mesh.tangents(positions, self.normals, self.texcoords, elements) : tangents
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

  /// Makes an element from vertex numbers, three for each triangle.
  public init(indices: [UInt32]) { self.indices = indices }
}

// MARK: Attributes that were not given

extension Mesh {
  /// Averages the normals of the triangles around each vertex, weighted by their area.
  static func smoothNormals(_ positions: [Vector3], _ elements: [MeshElement]) -> [Vector3] {
    var sums = [Vector3](repeating: .zero, count: positions.count)
    for element in elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let (a, b, c) = element.triangle(t)
        let n = (positions[b] - positions[a]).cross(positions[c] - positions[a])
        sums[a] += n
        sums[b] += n
        sums[c] += n
      }
    }
    return sums.map { $0.normalized(or: .unitY) }
  }

  /// Directions of growing u, made square to the normals.
  ///
  /// - Source: E. Lengyel, "Computing Tangent Space Basis Vectors for an Arbitrary Mesh", 2001.
  static func tangents(
    _ positions: [Vector3], _ normals: [Vector3], _ texcoords: [Vector2], _ elements: [MeshElement]
  ) -> [Vector4] {
    var alongU = [Vector3](repeating: .zero, count: positions.count)
    var alongV = alongU
    for element in elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let (a, b, c) = element.triangle(t)
        let (e, f) = (positions[b] - positions[a], positions[c] - positions[a])
        let (s, u) = (texcoords[b] - texcoords[a], texcoords[c] - texcoords[a])
        let area = s.x * u.y - u.x * s.y
        guard area != 0 else { continue }
        let scale = 1 / area
        let (du, dv) = ((e * u.y - f * s.y) * scale, (f * s.x - e * u.x) * scale)
        for i in [a, b, c] {
          alongU[i] += du
          alongV[i] += dv
        }
      }
    }
    return positions.indices.map { i in
      let n = normals[i]
      let flat = alongU[i] - n * n.dot(alongU[i])
      let t = flat.normalized(or: n.perpendicular)
      return Vector4(t, n.cross(t).dot(alongV[i]) > 0 ? -1 : 1)
    }
  }
}

extension MeshElement {
  /// The vertex numbers of the triangle whose first index is at `start`.
  func triangle(_ start: Int) -> (Int, Int, Int) {
    (Int(indices[start]), Int(indices[start + 1]), Int(indices[start + 2]))
  }
}
