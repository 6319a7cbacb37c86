import CaromMaths

/// Rasterizes the depths of a shadow map tile by tile.
struct ShadowJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own texels, and everything else is only
  // read.

  private let triangles: UnsafeMutablePointer<RasterTriangle>
  /// Evaluates alpha masks; nil when no caster has one.
  private let masks: ShadingInput?
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let depths: UnsafeMutablePointer<Float>
  private let columns: Int
  private let scratch: TileScratch
  let tileCount: Int

  init(
    geometry: GeometryPass, vertexCache: WorldVertexCache,
    depths: UnsafeMutablePointer<Float>, size: Int,
    scratch: TileScratch
  ) {
    self.scratch = scratch
    triangles = geometry.triangles.base
    masks =
      geometry.draws.count == 0
      ? nil
      : ShadingInput(
        triangles: geometry.triangles.base, vertices: vertexCache.vertices.base,
        draws: geometry.draws.base,
        lights: LightList(all: geometry.lights.base, indices: geometry.lightIndices.base),
        eye: F4(repeating: 0), fog: FogUniforms(), reflections: nil)
    binStarts = geometry.binStarts.base
    binned = geometry.binned.base
    self.depths = depths
    columns = size / Tile.side
    tileCount = columns * columns
  }

  /// Draws one tile, over the depths of `below` if given.
  func run(_ tile: Int, over below: UnsafeMutablePointer<Float>? = nil) {
    scratch.use { run(tile, below, $0, $1) }
  }

  private func run(
    _ tile: Int, _ below: UnsafeMutablePointer<Float>?, _ depth: UnsafeMutablePointer<F4>,
    _ ids: UnsafeMutablePointer<U4>
  ) {
    let left = tile % columns * Tile.side
    let top = tile / columns * Tile.side
    let visibility = TileVisibility(
      depth: depth, ids: ids,
      blocks: HierarchicalDepth(
        depth + TileScratch.firstBlockFloat, ids + TileScratch.firstBlockNumber),
      x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    visibility.clearDepth()
    if let below {
      UnsafeMutableRawPointer(depth)
        .copyMemory(from: below, byteCount: Tile.groupCount * MemoryLayout<F4>.stride)
    }
    let masks = masks.map {
      ShadingContext(input: $0, setups: TriangleSetups(depth + TileScratch.firstSetupFloat))
    }
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let t = triangles + Int(binned[i])
      if let masks, masks.draws[Int(t.pointee.drawAndFacing &>> 1)].flags.contains(.alphaMasked) {
        visibility.rasterizeExtended(
          t, id: 0, [.alphaMasked, .readsDepth, .writesDepth, .depthOnly], masks)
      } else {
        visibility.rasterizeDepth(t)
      }
      i = i &+ 1
    }
    for row in 0..<Tile.side {
      UnsafeMutableRawPointer(depths + (top + row) * columns * Tile.side + left)
        .copyMemory(
          from: depth + row * Tile.groups, byteCount: Tile.groups * MemoryLayout<F4>.stride)
    }
  }

  /// Copies the depths of a tile, row by row.
  func copy(_ tile: Int, to out: UnsafeMutablePointer<Float>) {
    let first = depths + (tile / columns * columns * Tile.side + tile % columns) * Tile.side
    for row in 0..<Tile.side {
      (out + row * Tile.side).update(from: first + row * columns * Tile.side, count: Tile.side)
    }
  }
}
