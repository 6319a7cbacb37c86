import CaromMaths

/// World-space vertices, cached from frame to frame.
///
/// They depend only on mesh and transform, so the shadow maps, reflections and the image of a frame
/// share them, and draws that did not move reuse those of the last frame. The cache never changes a
/// pixel.
struct WorldVertexCache {
  /// The vertices of the entries, followed by those that clipping adds in the current view.
  private(set) var vertices = GrowableBuffer<RasterVertex>()
  private var entries: [Entry] = []
  /// The entry of each draw of this frame, and of the last one; −1 for none.
  private var entryOfDraw: [Int32] = []
  private var previousEntries: [Int32] = []
  /// The offset from the index of a draw in this frame to its index in the last one.
  private var listOffset = 0
  /// The end of the entries in `vertices`.
  private var end = 0
  /// The number of vertices in entries that this frame uses.
  private var liveVertexCount = 0
  private var frame: UInt64 = 0
  private var dirtyEntries: [Int32] = []
  private var chunks = GrowableBuffer<GeometryChunk>()

  /// The vertices of a mesh with a transform.
  private struct Entry {
    /// Retained, so that the identity is not reused.
    var mesh: PreparedMesh
    var node: UInt64
    var transform: Matrix4
    var first: Int
    var hasTangents: Bool
    var isDirty = true
    /// The last frame that used the entry.
    var frame: UInt64
  }

  func free() {
    vertices.free()
    chunks.free()
  }

  /// Begins a frame.
  mutating func begin(_ frame: RenderFrame) {
    self.frame += 1
    swap(&previousEntries, &entryOfDraw)
    entryOfDraw.removeAll(keepingCapacity: true)
    entryOfDraw.append(contentsOf: repeatElement(-1, count: frame.draws.count))
    listOffset = 0
    // When more than half of the memory is unused, the cache is cleared.
    if end > 2 * liveVertexCount + 65_536 || entries.count > 2 * previousEntries.count + 1_024 {
      entries.removeAll()
      previousEntries.removeAll()
      end = 0
    }
    liveVertexCount = 0
    dirtyEntries.removeAll()
    vertices.truncate(to: end)
  }

  /// Begins a view and discards the vertices that clipping added in the last one.
  mutating func beginView() { vertices.truncate(to: end) }

  /// Returns the entry of a draw and the index of its first vertex, filled by the next
  /// ``update(_:)``.
  ///
  /// Draws of one mesh with one transform may share an entry.
  mutating func allocateVertices(for draw: RenderFrame.Draw, _ index: Int) -> (
    entry: Int, first: Int
  ) {
    let hasTangents = draw.surface.normal != nil
    var entryIndex = Int(entryOfDraw[index])
    if entryIndex < 0 {
      entryIndex = cachedEntry(draw, index) ?? newEntry(draw)
      entryOfDraw[index] = Int32(truncatingIfNeeded: entryIndex)
    }
    if hasTangents && !entries[entryIndex].hasTangents {
      entries[entryIndex].hasTangents = true
      markDirty(entryIndex)
    }
    return (entryIndex, entries[entryIndex].first)
  }

  /// The entry of the same draw in the last frame, or of the preceding draw where both share a
  /// mesh.
  private mutating func cachedEntry(_ draw: RenderFrame.Draw, _ index: Int) -> Int? {
    if index > 0, entryOfDraw[index - 1] >= 0 {
      let entryIndex = Int(entryOfDraw[index - 1])
      let isSame =
        entries[entryIndex].mesh === draw.mesh
        && entries[entryIndex].transform.hasSameBits(as: draw.transform)
      if isSame { return entryIndex }
    }
    guard let entryIndex = candidate(draw, index) else { return nil }
    if entries[entryIndex].frame != frame { liveVertexCount += draw.mesh.vertexCount }
    entries[entryIndex].frame = frame
    if !entries[entryIndex].transform.hasSameBits(as: draw.transform) {
      entries[entryIndex].transform = draw.transform
      entries[entryIndex].hasTangents = false
      markDirty(entryIndex)
    }
    return entryIndex
  }

  /// An entry of the last frame with the same mesh and node that is not in use, or has the same
  /// transform.
  private mutating func candidate(_ draw: RenderFrame.Draw, _ index: Int) -> Int? {
    // Insertions and removals shift the lists by a few indices.
    for step in 0..<32 {
      let position = index + listOffset + (step & 1 == 0 ? step / 2 : -(step + 1) / 2)
      guard previousEntries.indices.contains(position), previousEntries[position] >= 0 else {
        continue
      }
      let entryIndex = Int(previousEntries[position])
      guard entries[entryIndex].mesh === draw.mesh, entries[entryIndex].node == draw.node,
        entries[entryIndex].frame != frame
          || entries[entryIndex].transform.hasSameBits(as: draw.transform)
      else { continue }
      listOffset = position - index
      return entryIndex
    }
    return nil
  }

  private mutating func newEntry(_ draw: RenderFrame.Draw) -> Int {
    let entryIndex = entries.count
    entries.append(
      Entry(
        mesh: draw.mesh, node: draw.node, transform: draw.transform,
        first: vertices.extend(by: draw.mesh.vertexCount), hasTangents: false, isDirty: false,
        frame: frame))
    end = vertices.count
    liveVertexCount += draw.mesh.vertexCount
    markDirty(entryIndex)
    return entryIndex
  }

  private mutating func markDirty(_ entryIndex: Int) {
    if entries[entryIndex].isDirty { return }
    entries[entryIndex].isDirty = true
    dirtyEntries.append(Int32(truncatingIfNeeded: entryIndex))
  }

  /// Transforms the vertices of new and changed entries.
  mutating func update(_ parallelFor: GeometryPass.ParallelFor) {
    if dirtyEntries.isEmpty { return }
    chunks.removeAll()
    for entryIndex in dirtyEntries {
      let entry = entries[Int(entryIndex)]
      entries[Int(entryIndex)].isDirty = false
      for start in stride(from: 0, to: entry.mesh.vertexCount, by: GeometryChunk.size) {
        chunks.append(
          GeometryChunk(
            source: Int(entryIndex), draw: 0, first: start,
            count: min(GeometryChunk.size, entry.mesh.vertexCount - start),
            firstVertex: entry.first))
      }
    }
    dirtyEntries.removeAll(keepingCapacity: true)
    let work = TransformJob(entries: entries, vertices: vertices.base, chunks: chunks.base)
    parallelFor(chunks.count) { work.run($0) }
  }

  /// Adds a vertex that clipping made; valid until the next view begins.
  mutating func append(_ vertex: RasterVertex) { vertices.append(vertex) }

  /// Copies vertices to the end and returns the index of the first; valid until the next view
  /// begins.
  mutating func copy(_ count: Int, from first: Int) -> Int {
    let start = vertices.extend(by: count)
    (vertices.base + start).initialize(from: vertices.base + first, count: count)
    return start
  }

  /// Transforms vertices to world space chunk by chunk, in any order and on any thread.
  private struct TransformJob: @unchecked Sendable {
    // Unchecked because of the pointers: each chunk writes its own memory, and everything else is
    // only read.

    let entries: [Entry]
    let vertices: UnsafeMutablePointer<RasterVertex>
    let chunks: UnsafeMutablePointer<GeometryChunk>

    /// Transforms the vertices of a chunk.
    func run(_ chunkIndex: Int) {
      let chunk = chunks[chunkIndex]
      let (mesh, m) = (entries[chunk.source].mesh, entries[chunk.source].transform)
      let hasTangents = entries[chunk.source].hasTangents
      let (mx, my, mz, mw) = (F4(m.x.xyz, 0), F4(m.y.xyz, 0), F4(m.z.xyz, 0), F4(m.w.xyz, 0))
      // The cofactor matrix: the inverse transpose times the determinant, without a division.
      let l = m.linear
      let flip: Float = l.determinant < 0 ? -1 : 1
      let nx = F4(l.y.cross(l.z) * flip, 0)
      let ny = F4(l.z.cross(l.x) * flip, 0)
      let nz = F4(l.x.cross(l.y) * flip, 0)
      let handedness = F4(1, 1, 1, flip)
      let out = vertices + chunk.firstVertex
      guard let source = mesh.vertices.baseAddress else { return }
      // Empty buffers have a base address too.
      let colors = mesh.colors.isEmpty ? nil : mesh.colors.baseAddress
      let texCoords1 = mesh.texCoords1.isEmpty ? nil : mesh.texCoords1.baseAddress
      let none = F4(repeating: 0)
      var i = chunk.first
      let end = chunk.first &+ chunk.count
      while i < end {
        let p: F4 = source[i].position
        let n: F4 = source[i].normal
        var position: F4 = mx * F4(repeating: p.x) + my * F4(repeating: p.y)
        position = position + mz * F4(repeating: p.z) + mw
        position.w = p.w
        var normal: F4 = nx * F4(repeating: n.x) + ny * F4(repeating: n.y)
        normal = unit(normal + nz * F4(repeating: n.z))
        normal.w = n.w
        var tangent = none
        if hasTangents {
          let t: F4 = source[i].tangent
          tangent = mx * F4(repeating: t.x) + my * F4(repeating: t.y)
          tangent = unit(tangent + mz * F4(repeating: t.z))
          tangent.w = t.w
          tangent = tangent * handedness
        }
        (out + i).initialize(
          to: RasterVertex(
            position: position, normal: normal, tangent: tangent,
            texCoord1: texCoords1.map { $0[i] } ?? none,
            color: colors.map { $0[i] } ?? F4(repeating: 1)))
        i = i &+ 1
      }
    }

    /// The normalized vector; w is zero.
    @inline(__always) private func unit(_ v: F4) -> F4 {
      let s: F4 = v * v
      let squaredLength: Float = s.x + s.y + s.z
      return v * F4(repeating: 1 / (squaredLength + 1e-30).squareRoot())
    }
  }
}

extension Matrix4 {
  /// Bitwise equality; zeros of different sign differ.
  func hasSameBits(as other: Matrix4) -> Bool {
    haveSameBits(
      (F4(x), F4(y), F4(z), F4(w)), (F4(other.x), F4(other.y), F4(other.z), F4(other.w)))
  }
}

/// Bitwise equality of two matrices.
func haveSameBits(_ a: (F4, F4, F4, F4), _ b: (F4, F4, F4, F4)) -> Bool {
  func differences(_ a: F4, _ b: F4) -> U4 {
    unsafeBitCast(a, to: U4.self) ^ unsafeBitCast(b, to: U4.self)
  }
  let all: U4 =
    (differences(a.0, b.0) | differences(a.1, b.1))
    | (differences(a.2, b.2) | differences(a.3, b.3))
  return all == U4(repeating: 0)
}
