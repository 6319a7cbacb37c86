public import CaromMaths

/// A mesh in the memory layout of the rasterizer; immutable.
public final class PreparedMesh: @unchecked Sendable {
  // Unchecked because of the pointers, whose memory is not written after init.

  /// The bounding box of the vertices.
  public let bounds: AABB
  /// The number of vertices.
  public let vertexCount: Int
  /// Three vertex indices for each triangle, element by element.
  let indices: UnsafeMutableBufferPointer<UInt32>
  /// The start of each element in `indices`, followed by the end of the last.
  let elementStarts: [Int]
  /// The vertices.
  let vertices: UnsafeMutableBufferPointer<Vertex>

  /// Linear vertex colors; empty without vertex colors.
  let colors: UnsafeMutableBufferPointer<F4>

  /// Texture coordinate set 1; empty without one.
  let texCoords1: UnsafeMutableBufferPointer<F4>

  /// The corners of lines and points; nil for other meshes.
  let corners: BillboardCorners?

  /// Whether a vertex color has an alpha below one.
  let isTransparent: Bool

  /// A vertex, with texture coordinates in the unused lanes.
  struct Vertex {
    /// x, y, z, u.
    var position: F4
    /// x, y, z, v.
    var normal: F4
    /// x, y, z, sign of the bitangent.
    var tangent: F4
  }

  /// Creates a mesh from vertex attributes and elements of triangle indices.
  ///
  /// - Precondition: All attributes have the same count, every index is below it, and the index
  ///   count of each element is a multiple of three.
  public convenience init(
    positions: [Vector3], normals: [Vector3], tangents: [Vector4], texcoords: [Vector2],
    texcoords2: [Vector2] = [], colors vertexColors: [Vector4] = [], elements: [[UInt32]]
  ) {
    self.init(
      positions: positions, normals: normals, tangents: tangents, texcoords: texcoords,
      texcoords2: texcoords2, colors: vertexColors, elements: elements, corners: nil)
  }

  init(
    positions: [Vector3], normals: [Vector3], tangents: [Vector4], texcoords: [Vector2],
    texcoords2: [Vector2] = [], colors vertexColors: [Vector4] = [], elements: [[UInt32]],
    corners: BillboardCorners?
  ) {
    self.corners = corners
    let count = positions.count
    precondition(
      normals.count == count && tangents.count == count && texcoords.count == count,
      "A mesh has one normal, tangent and texcoord for each position")
    precondition(
      vertexColors.isEmpty || vertexColors.count == count, "A mesh has one color for each position")
    precondition(
      texcoords2.isEmpty || texcoords2.count == count,
      "A mesh has one second texcoord for each position")
    texCoords1 = .allocate(capacity: texcoords2.count)
    for (i, c) in texcoords2.enumerated() {
      texCoords1.initializeElement(at: i, to: F4(c.x, c.y, 0, 0))
    }
    colors = .allocate(capacity: vertexColors.count)
    for (i, c) in vertexColors.enumerated() { colors.initializeElement(at: i, to: F4(c)) }
    isTransparent = vertexColors.contains { $0.w < 1 }
    vertexCount = count
    vertices = .allocate(capacity: count)
    var box = AABB.empty
    for i in 0..<count {
      let (p, n, t, c) = (positions[i], normals[i], tangents[i], texcoords[i])
      vertices.initializeElement(
        at: i,
        to: Vertex(
          position: F4(p.x, p.y, p.z, c.x), normal: F4(n.x, n.y, n.z, c.y),
          tangent: F4(t.x, t.y, t.z, t.w)))
      box = box.union(p)
    }
    bounds = box
    indices = .allocate(capacity: elements.reduce(0) { $0 + $1.count })
    var starts = [0]
    var next = 0
    for element in elements {
      precondition(element.count % 3 == 0, "A mesh element has three indices a triangle")
      for index in element {
        precondition(Int(index) < count, "A mesh index is below the vertex count")
        indices.initializeElement(at: next, to: index)
        next += 1
      }
      starts.append(next)
    }
    elementStarts = starts
  }

  deinit {
    vertices.deallocate()
    colors.deallocate()
    texCoords1.deallocate()
    indices.deallocate()
  }

  /// The number of elements.
  public var elementCount: Int { elementStarts.count - 1 }
}

// Access for benchmarks of other renderers.
extension PreparedMesh {
  /// Three vectors per vertex: position and u, normal and v, tangent and the sign of the bitangent.
  package var interleavedVertices: [SIMD4<Float>] {
    vertices.flatMap { [$0.position, $0.normal, $0.tangent] }
  }

  /// Three vertex indices per triangle, element by element.
  package var triangleIndices: [UInt32] { Array(indices) }

  /// The range of an element in ``triangleIndices``.
  package func indexRange(ofElement element: Int) -> Range<Int> {
    elementStarts[element]..<elementStarts[element + 1]
  }

  /// Whether vertices have colors.
  package var hasVertexColors: Bool { !colors.isEmpty }
}
