import CaromMaths

// Computation of missing vertex attributes.

extension Mesh {
  /// Returns smooth normals: the average of the adjacent triangle normals, weighted by their angle.
  ///
  /// Weighting by angle makes the result independent of the triangulation of planar faces.
  ///
  /// - Source: G. Thürmer, C. A. Wüthrich, "Computing Vertex Normals from Polygonal Facets",
  ///   Journal of Graphics Tools 3, 1998.
  static func smoothNormals(_ positions: [Vector3], _ elements: [MeshElement]) -> [Vector3] {
    var sums = [Vector3](repeating: .zero, count: positions.count)
    for element in elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let (a, b, c) = element.triangle(t)
        let (p, q, r) = (positions[a], positions[b], positions[c])
        guard let n = (q - p).cross(r - p).normalized else { continue }
        sums[a] += n * angle(q - p, r - p)
        sums[b] += n * angle(r - q, p - q)
        sums[c] += n * angle(p - r, q - r)
      }
    }
    return sums.map { $0.normalized(or: .unitY) }
  }

  /// Returns the angle between two vectors, in radians; zero if one has zero length.
  static func angle(_ a: Vector3, _ b: Vector3) -> Float {
    Portable.atan2(a.cross(b).length, a.dot(b))
  }
}

/// Tangents of a mesh, and its elements after vertices were duplicated.
///
/// Each triangle has a direction of increasing u. Vertices with equal position, normal and texture
/// coordinates get the angle-weighted average over the triangles, separately for mirrored and
/// unmirrored texture mapping. This is similar to MikkTSpace, but does not consider which triangles
/// share an edge.
///
/// - Source: M. S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited", 2008, chapter 3; E.
///   Lengyel, "Computing Tangent Space Basis Vectors for an Arbitrary Mesh", 2001.
struct TangentFrames {
  var tangents: [Vector4]
  var elements: [MeshElement]
  var copiedVertices: [UInt32] = []

  /// Uses given tangents.
  init(_ tangents: [Vector4], _ elements: [MeshElement]) {
    self.tangents = tangents
    self.elements = elements
  }

  /// Computes tangents; without texture coordinates, arbitrary ones orthogonal to the normals.
  init(
    _ positions: [Vector3], _ normals: [Vector3], _ texcoords: [Vector2], _ elements: [MeshElement]
  ) {
    self.elements = elements
    tangents = normals.map { Vector4($0.perpendicular, 1) }
    guard !texcoords.isEmpty else { return }
    let same = TangentFrames.welded(positions, normals, texcoords)
    // Two sums per vertex: for unmirrored and for mirrored texture mapping.
    var sums = [Vector3](repeating: .zero, count: positions.count * 2)
    for element in elements {
      for t in stride(from: 0, to: element.indices.count, by: 3) {
        let corners = element.triangle(t)
        guard let side = TangentFrames.side(corners, texcoords) else { continue }
        let along = TangentFrames.growingU(corners, positions, texcoords)
        for (a, b, c) in [
          corners, (corners.1, corners.2, corners.0), (corners.2, corners.0, corners.1),
        ] {
          let n = normals[a]
          guard let flat = (along - n * n.dot(along)).normalized else { continue }
          let (e, f) = (positions[b] - positions[a], positions[c] - positions[a])
          sums[same[a] * 2 + side] += flat * Mesh.angle(e - n * n.dot(e), f - n * n.dot(f))
        }
      }
    }
    for i in positions.indices where sums[same[i] * 2] != .zero || sums[same[i] * 2 + 1] != .zero {
      let side = sums[same[i] * 2] != .zero ? 0 : 1
      tangents[i] = tangent(sums[same[i] * 2 + side], normals[i], side)
    }
    splitMirrored(sums, same, normals, texcoords)
  }

  /// Duplicates vertices that are shared by mirrored and unmirrored triangles.
  private mutating func splitMirrored(
    _ sums: [Vector3], _ same: [Int], _ normals: [Vector3], _ texcoords: [Vector2]
  ) {
    var copies: [UInt32: UInt32] = [:]
    for e in elements.indices {
      for t in stride(from: 0, to: elements[e].indices.count, by: 3) {
        let corners = elements[e].triangle(t)
        guard let side = TangentFrames.side(corners, texcoords) else { continue }
        let wanted: Float = side == 0 ? 1 : -1
        for k in t..<(t + 3) {
          let old = elements[e].indices[k]
          guard tangents[Int(old)].w != wanted, sums[same[Int(old)] * 2 + side] != .zero else {
            continue
          }
          if let copy = copies[old] {
            elements[e].indices[k] = copy
            continue
          }
          let copy = UInt32(tangents.count)
          tangents.append(tangent(sums[same[Int(old)] * 2 + side], normals[Int(old)], side))
          copiedVertices.append(old)
          copies[old] = copy
          elements[e].indices[k] = copy
        }
      }
    }
  }

  private func tangent(_ sum: Vector3, _ normal: Vector3, _ side: Int) -> Vector4 {
    let flat = sum - normal * normal.dot(sum)
    return Vector4(flat.normalized(or: normal.perpendicular), side == 0 ? 1 : -1)
  }

  /// Returns 0 for unmirrored and 1 for mirrored texture mapping, or nil if it has no area.
  private static func side(_ corners: (Int, Int, Int), _ texcoords: [Vector2]) -> Int? {
    let (s, u) = (
      texcoords[corners.1] - texcoords[corners.0], texcoords[corners.2] - texcoords[corners.0]
    )
    // v grows downwards, so unmirrored mapping is clockwise in (u, v).
    let area = s.x * u.y - u.x * s.y
    return area == 0 || !area.isFinite ? nil : area < 0 ? 0 : 1
  }

  /// Returns the direction of increasing u on a triangle, of any length.
  private static func growingU(
    _ corners: (Int, Int, Int), _ positions: [Vector3], _ texcoords: [Vector2]
  ) -> Vector3 {
    let (a, b, c) = corners
    let (e, f) = (positions[b] - positions[a], positions[c] - positions[a])
    let (s, u) = (texcoords[b] - texcoords[a], texcoords[c] - texcoords[a])
    let area = s.x * u.y - u.x * s.y
    return (e * u.y - f * s.y) * (area < 0 ? -1 : 1)
  }

  /// Returns, for each vertex, the first with equal position, normal and texture coordinates.
  private static func welded(
    _ positions: [Vector3], _ normals: [Vector3], _ texcoords: [Vector2]
  ) -> [Int] {
    struct Key: Hashable {
      var position: Vector3
      var normal: Vector3
      var texcoord: Vector2
    }
    var first: [Key: Int] = [:]
    first.reserveCapacity(positions.count)
    return positions.indices.map { i in
      let key = Key(position: positions[i], normal: normals[i], texcoord: texcoords[i])
      if let known = first[key] { return known }
      first[key] = i
      return i
    }
  }
}
