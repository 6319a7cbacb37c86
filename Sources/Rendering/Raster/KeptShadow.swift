import CaromMaths

/// What a shadow map shows besides what moves, kept from frame to frame.
///
/// A map holds the nearest depth of each texel, whatever the order in which it was drawn. So what stood
/// still since the map was drawn stays in it, and only tiles that moving things touch, or touched in the
/// last frame, are drawn anew: first as they were without these, then these. The texels are those of a
/// map that is drawn anew as a whole, to the bit.
struct KeptShadow {
  /// What throws a shadow: all that its depths depend on besides the light.
  private struct Caster {
    /// Kept, so that no other mesh gets its identity.
    var mesh: PreparedMesh
    var element: Int
    var transform: Matrix4
    var sides: RenderFrame.Sides
    /// Its holes may change with its pictures, so it counts as moving.
    var hasHoles: Bool

    init(_ draw: RenderFrame.Draw) {
      mesh = draw.mesh
      element = draw.element
      transform = draw.transform
      sides = draw.surface.sides
      hasHoles = draw.surface.isMasked
    }

    func isSame(as other: Caster) -> Bool {
      !hasHoles && !other.hasHoles && mesh === other.mesh && element == other.element
        && sides == other.sides && transform.hasSameBits(as: other.transform)
    }
  }

  /// In so many frames in which something that counts as moving stood still, all is drawn anew.
  private static let patience = 30
  /// What was drawn, in the order of the frame, and in the last frame all there was.
  private var still: [Caster] = []
  private var last: [Caster] = []
  private var target: UnsafeMutablePointer<Float>?
  private var view: ViewTransform?
  private var calm = 0
  /// For each tile the number of the copy of what stands still there; −1 for none.
  private var copyOfTile: [Int32] = []
  /// Tiles that show something that moves.
  private var dirty: [Bool] = []
  private var copies = FlatBuffer<Float>()

  /// Gives the memory back; it must not be used afterwards.
  func free() { copies.free() }

  /// Forgets what was drawn.
  mutating func forget() { view = nil }

  /// Draws the map of a light, or what changed in it since the last time.
  mutating func draw(
    _ frame: RenderFrame, _ view: ViewTransform, category: UInt32,
    into target: UnsafeMutablePointer<Float>, _ geometry: inout GeometryStage,
    _ world: inout WorldStage, _ scratch: TileScratch, _ share: GeometryStage.Share
  ) {
    var numbers: [Int] = []
    var casters: [Caster] = []
    for (index, draw) in frame.draws.enumerated()
    where draw.castsShadow && draw.category & category != 0 && !draw.isTransparent
      && draw.mesh.vertexCount > 0
    {
      numbers.append(index)
      casters.append(Caster(draw))
    }
    defer { last = casters }
    let scene = (frame: frame, target: target, scratch: scratch)
    guard let known = self.view, known.hasSameBits(as: view), self.target == target else {
      (self.view, self.target) = (view, target)
      return drawAll(scene, numbers, casters, &geometry, &world, share)
    }
    var moving = KeptShadow.places(of: casters, notIn: still)
    if let found = moving {
      if found.isEmpty && !dirty.contains(true) { return }
      var hasRested = [Bool](repeating: false, count: casters.count)
      for i in KeptShadow.common(casters, last) { hasRested[i] = true }
      calm = found.contains { hasRested[$0] } ? calm + 1 : 0
      if calm > KeptShadow.patience { moving = nil }
    }
    if moving == nil {
      // Something that stood still has moved or gone, or what moved stands still.
      let stay = KeptShadow.common(casters, last)
      if stay.count * 2 < casters.count {
        return drawAll(scene, numbers, casters, &geometry, &world, share)
      }
      drawAll(
        scene, stay.map { numbers[$0] }, stay.map { casters[$0] }, &geometry, &world, share)
      moving = KeptShadow.places(of: casters, notIn: still)
    }
    drawOver(scene, (moving ?? []).map { numbers[$0] }, &geometry, &world, share)
  }

  private typealias Target = (
    frame: RenderFrame, target: UnsafeMutablePointer<Float>, scratch: TileScratch
  )

  /// Draws some casters, and nothing else, as what stands still.
  private mutating func drawAll(
    _ scene: Target, _ numbers: [Int], _ casters: [Caster], _ geometry: inout GeometryStage,
    _ world: inout WorldStage, _ share: GeometryStage.Share
  ) {
    guard let view else { return }
    let tiles = (view.width / Tile.side) * (view.height / Tile.side)
    copyOfTile = [Int32](repeating: -1, count: tiles)
    dirty = [Bool](repeating: false, count: tiles)
    copies.removeAll()
    (still, calm) = (casters, 0)
    geometry.prepareShadows(scene.frame, view, numbers, world: &world, share: share)
    let job = ShadowJob(
      geometry: geometry, world: world, depths: scene.target, size: view.width,
      scratch: scene.scratch)
    share(tiles) { job.run($0) }
  }

  /// Draws what moves over what stands still.
  private mutating func drawOver(
    _ scene: Target, _ numbers: [Int], _ geometry: inout GeometryStage,
    _ world: inout WorldStage, _ share: GeometryStage.Share
  ) {
    guard let view else { return }
    geometry.prepareShadows(scene.frame, view, numbers, world: &world, share: share)
    let job = ShadowJob(
      geometry: geometry, world: world, depths: scene.target, size: view.width,
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
    let work = OverJob(job: job, tiles: tiles, copies: copies.base, copyOfTile: copyOfTile)
    share(tiles.count) { work.run($0) }
  }

  /// Draws over copies of tiles, in any order and by any thread.
  private struct OverJob: @unchecked Sendable {
    // Unchecked because of the pointer, whose memory is only read.

    let job: ShadowJob
    let tiles: [Int]
    let copies: UnsafeMutablePointer<Float>
    let copyOfTile: [Int32]

    func run(_ number: Int) {
      let tile = tiles[number]
      job.run(tile, over: copies + Int(copyOfTile[tile]) * (Tile.side * Tile.side))
    }
  }

  /// The places of casters that are not in another list, or nil when some of that are not in this one;
  /// both are in the order of their frames.
  private static func places(of casters: [Caster], notIn list: [Caster]) -> [Int]? {
    var places: [Int] = []
    var next = 0
    for (i, caster) in casters.enumerated() {
      if next < list.count, list[next].isSame(as: caster) {
        next += 1
      } else {
        places.append(i)
      }
    }
    return next == list.count ? places : nil
  }

  /// The places of casters that another list has at the same place, counted from its beginning or end.
  private static func common(_ casters: [Caster], _ list: [Caster]) -> [Int] {
    let behind = casters.count - list.count
    return casters.indices.filter { i in
      let j = i - behind
      return (i < list.count && list[i].isSame(as: casters[i]))
        || (j >= 0 && j < list.count && list[j].isSame(as: casters[i]))
    }
  }
}
