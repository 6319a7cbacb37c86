import CaromMaths

/// Caches the static casters of a shadow map from frame to frame.
///
/// A map stores the nearest depth of each texel regardless of drawing order, so static casters stay
/// in it. Only tiles that dynamic casters touch, or touched in the last frame, are drawn again: the
/// static depths are copied, then the dynamic casters are drawn over them. The result is bit for
/// bit that of a map drawn from scratch.
struct ShadowCache {
  /// The state of a shadow caster that its depths depend on.
  private struct Caster {
    /// Retained, so that the identity is not reused.
    var mesh: PreparedMesh
    var element: Int
    var transform: Matrix4
    var sides: RenderFrame.Sides
    /// Alpha-masked casters depend on textures and are always dynamic.
    var isAlphaMasked: Bool

    init(_ draw: RenderFrame.Draw) {
      mesh = draw.mesh
      element = draw.element
      transform = draw.transform
      sides = draw.surface.sides
      isAlphaMasked = draw.surface.isAlphaMasked
    }

    func matches(_ other: Caster) -> Bool {
      !isAlphaMasked && !other.isAlphaMasked && mesh === other.mesh && element == other.element
        && sides == other.sides && transform.hasSameBits(as: other.transform)
    }
  }

  /// The number of frames with resting dynamic casters after which the static set is rebuilt.
  private static let rebuildThreshold = 30
  /// The static casters, and all casters of the last frame, in frame order.
  private var staticCasters: [Caster] = []
  private var last: [Caster] = []
  private var target: UnsafeMutablePointer<Float>?
  private var view: ViewTransform?
  private var restFrames = 0
  /// For each tile, the index of the copy of its static depths; −1 for none.
  private var copyOfTile: [Int32] = []
  /// Whether each tile shows a dynamic caster.
  private var dirty: [Bool] = []
  private var copies = GrowableBuffer<Float>()

  /// Frees the memory; the cache must not be used afterwards.
  func free() { copies.free() }

  /// Discards the cached depths.
  mutating func invalidate() { view = nil }

  /// Draws the shadow map of a light, or updates its changed tiles.
  mutating func draw(
    _ frame: RenderFrame, _ view: ViewTransform, categoryBitMask: UInt32,
    into target: UnsafeMutablePointer<Float>, _ geometry: inout GeometryPass,
    _ vertexCache: inout WorldVertexCache, _ scratch: TileScratch,
    _ parallelFor: GeometryPass.ParallelFor
  ) {
    var drawIndices: [Int] = []
    var casters: [Caster] = []
    for (index, draw) in frame.draws.enumerated()
    where draw.castsShadow(fromMask: categoryBitMask) {
      drawIndices.append(index)
      casters.append(Caster(draw))
    }
    defer { last = casters }
    let scene = (frame: frame, target: target, scratch: scratch)
    guard let cachedView = self.view, cachedView.hasSameBits(as: view), self.target == target else {
      (self.view, self.target) = (view, target)
      return drawStatic(scene, drawIndices, casters, &geometry, &vertexCache, parallelFor)
    }
    var moving = ShadowCache.indices(of: casters, notIn: staticCasters)
    if let found = moving {
      if found.isEmpty && !dirty.contains(true) { return }
      var isAtRest = [Bool](repeating: false, count: casters.count)
      for i in ShadowCache.common(casters, last) { isAtRest[i] = true }
      restFrames = found.contains { isAtRest[$0] } ? restFrames + 1 : 0
      if restFrames > ShadowCache.rebuildThreshold { moving = nil }
    }
    if moving == nil {
      // A static caster moved or disappeared, or dynamic casters came to rest.
      let unmoved = ShadowCache.common(casters, last)
      if unmoved.count * 2 < casters.count {
        return drawStatic(scene, drawIndices, casters, &geometry, &vertexCache, parallelFor)
      }
      drawStatic(
        scene, unmoved.map { drawIndices[$0] }, unmoved.map { casters[$0] }, &geometry,
        &vertexCache,
        parallelFor)
      moving = ShadowCache.indices(of: casters, notIn: staticCasters)
    }
    drawDynamic(scene, (moving ?? []).map { drawIndices[$0] }, &geometry, &vertexCache, parallelFor)
  }

  private typealias Target = (
    frame: RenderFrame, target: UnsafeMutablePointer<Float>, scratch: TileScratch
  )

  /// Draws some casters as the static set.
  private mutating func drawStatic(
    _ scene: Target, _ drawIndices: [Int], _ casters: [Caster], _ geometry: inout GeometryPass,
    _ vertexCache: inout WorldVertexCache, _ parallelFor: GeometryPass.ParallelFor
  ) {
    guard let view else { return }
    let tiles = (view.width / Tile.side) * (view.height / Tile.side)
    copyOfTile = [Int32](repeating: -1, count: tiles)
    dirty = [Bool](repeating: false, count: tiles)
    copies.removeAll()
    (staticCasters, restFrames) = (casters, 0)
    geometry.prepareShadows(
      scene.frame, view, drawIndices, vertexCache: &vertexCache, parallelFor: parallelFor)
    let job = ShadowJob(
      geometry: geometry, vertexCache: vertexCache, depths: scene.target, size: view.width,
      scratch: scene.scratch)
    parallelFor(tiles) { job.run($0) }
  }

  /// Draws dynamic casters over the static depths.
  private mutating func drawDynamic(
    _ scene: Target, _ drawIndices: [Int], _ geometry: inout GeometryPass,
    _ vertexCache: inout WorldVertexCache, _ parallelFor: GeometryPass.ParallelFor
  ) {
    guard let view else { return }
    geometry.prepareShadows(
      scene.frame, view, drawIndices, vertexCache: &vertexCache, parallelFor: parallelFor)
    let job = ShadowJob(
      geometry: geometry, vertexCache: vertexCache, depths: scene.target, size: view.width,
      scratch: scene.scratch)
    let size = Tile.side * Tile.side
    var tiles: [Int] = []
    for tile in dirty.indices {
      let isTouched = geometry.binStarts.base[tile] != geometry.binStarts.base[tile + 1]
      if !isTouched && !dirty[tile] { continue }
      dirty[tile] = isTouched
      tiles.append(tile)
      if copyOfTile[tile] < 0 {
        let first = copies.extend(by: size)
        job.copy(tile, to: copies.base + first)
        copyOfTile[tile] = Int32(truncatingIfNeeded: first / size)
      }
    }
    let work = CompositeJob(job: job, tiles: tiles, copies: copies.base, copyOfTile: copyOfTile)
    parallelFor(tiles.count) { work.run($0) }
  }

  /// Draws dynamic casters over copies of tiles, in any order and on any thread.
  private struct CompositeJob: @unchecked Sendable {
    // Unchecked because of the pointer, whose memory is only read.

    let job: ShadowJob
    let tiles: [Int]
    let copies: UnsafeMutablePointer<Float>
    let copyOfTile: [Int32]

    func run(_ index: Int) {
      let tile = tiles[index]
      job.run(tile, over: copies + Int(copyOfTile[tile]) * (Tile.side * Tile.side))
    }
  }

  /// The indices of casters that are not in `list`, or nil when `list` is not a subsequence of
  /// them.
  private static func indices(of casters: [Caster], notIn list: [Caster]) -> [Int]? {
    var indices: [Int] = []
    var next = 0
    for (i, caster) in casters.enumerated() {
      if next < list.count, list[next].matches(caster) {
        next += 1
      } else {
        indices.append(i)
      }
    }
    return next == list.count ? indices : nil
  }

  /// The indices of casters that `list` has at the same index, counted from the start or from the
  /// end.
  private static func common(_ casters: [Caster], _ list: [Caster]) -> [Int] {
    let offset = casters.count - list.count
    return casters.indices.filter { i in
      let j = i - offset
      return (i < list.count && list[i].matches(casters[i]))
        || (j >= 0 && j < list.count && list[j].matches(casters[i]))
    }
  }
}
