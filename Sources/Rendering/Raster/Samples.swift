/// The four samples of a pixel whose edges are smoothed.
///
/// Depth and triangle are found for each of them, colours once for each triangle that a pixel shows.
struct TileSamples {
  /// Where they lie, from the centre in units of 1/256 pixel: no two in a row or a column.
  static let places: [(x: Int32, y: Int32)] = [(-32, -96), (96, -32), (-96, 32), (32, 96)]
  /// The greatest distance along an axis.
  static let reach: Int32 = 96

  let a: TileVisibility
  let b: TileVisibility
  let c: TileVisibility
  let d: TileVisibility
  /// How much of each pixel a transparent triangle covers; zero between triangles.
  let cover: UnsafeMutablePointer<F4>

  /// Lays the samples out in the memory of a tile.
  init(
    _ tile: TileVisibility, floats: UnsafeMutablePointer<F4>, ids: UnsafeMutablePointer<U4>
  ) {
    func sample(_ number: Int) -> TileVisibility {
      let place = TileSamples.places[number]
      return TileVisibility(
        depth: number == 0 ? tile.depth : floats + (number - 1) * Tile.groupCount,
        ids: number == 0 ? tile.ids : ids + (number - 1) * Tile.groupCount,
        blocks: tile.blocks.of(sample: number), x: tile.x, y: tile.y, offsetX: place.x,
        offsetY: place.y)
    }
    (a, b, c, d) = (sample(0), sample(1), sample(2), sample(3))
    cover = floats + 3 * Tile.groupCount
    for tile in [a, b, c, d] { tile.clear() }
    cover.initialize(repeating: F4(repeating: 0), count: Tile.groupCount)
  }

  /// Enters a solid triangle where it is nearer than what is there.
  func enter(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    a.enter(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    b.enter(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    c.enter(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    d.enter(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
  }

  /// Adds to the cover of each pixel a quarter for every sample where a triangle is seen.
  func addCover(_ t: UnsafePointer<RasterTriangle>, always: I4) {
    for tile in [a, b, c, d] {
      let plane = DepthPlane(t, tile.offsetX, tile.offsetY)
      tile.forEachCoveredGroup(
        t, unless: { _, _, _, _ in false },
        { group, pixelX, pixelY, covered in
          let z: F4 = plane.depth(pixelX, pixelY)
          let visible: I4 = covered & (greater(z, tile.depth[group]) | always)
          cover[group] =
            cover[group] + select(visible, F4(repeating: 0.25), F4(repeating: 0))
        })
    }
  }
}

extension ShadeScene {
  /// Gives every pixel of a tile the mean colour of its samples.
  func paint(_ samples: TileSamples, _ backdrop: Backdrop, into out: TileColors, rows: Int) {
    for row in 0..<rows {
      let pixelY: Int32 = samples.a.y &+ Int32(truncatingIfNeeded: row)
      for column in 0..<Tile.groups {
        let group = row &* Tile.groups &+ column
        let pixelX: Int32 = samples.a.x &+ Int32(truncatingIfNeeded: column &* 4)
        let c = mean(samples, group, backdrop, pixelX, pixelY)
        out.r[group] = c.x
        out.g[group] = c.y
        out.b[group] = c.z
      }
    }
  }

  /// The mean colours of the samples of four pixels.
  private func mean(
    _ samples: TileSamples, _ group: Int, _ backdrop: Backdrop, _ pixelX: Int32, _ pixelY: Int32
  ) -> Lanes3 {
    let ids = (
      samples.a.ids[group], samples.b.ids[group], samples.c.ids[group], samples.d.ids[group]
    )
    let none = F4(repeating: 0)
    let quarter = F4(repeating: 0.25)
    var sum = Lanes3(none, none, none)
    // A bit for each lane whose sample is still without a colour.
    var left: (UInt32, UInt32, UInt32, UInt32) = (15, 15, 15, 15)
    while true {
      let id: UInt32
      if left.0 != 0 {
        id = ids.0[left.0.trailingZeroBitCount]
      } else if left.1 != 0 {
        id = ids.1[left.1.trailingZeroBitCount]
      } else if left.2 != 0 {
        id = ids.2[left.2.trailingZeroBitCount]
      } else if left.3 != 0 {
        id = ids.3[left.3.trailingZeroBitCount]
      } else {
        return sum
      }
      let wanted = U4(repeating: id)
      let (ma, mb) = (equal(ids.0, wanted), equal(ids.1, wanted))
      let (mc, md) = (equal(ids.2, wanted), equal(ids.3, wanted))
      let ab: F4 = select(ma, quarter, none) + select(mb, quarter, none)
      let share: F4 = ab + (select(mc, quarter, none) + select(md, quarter, none))
      left.0 &= ~signBits(ma)
      left.1 &= ~signBits(mb)
      left.2 &= ~signBits(mc)
      left.3 &= ~signBits(md)
      let color: Lanes3
      if id == 0 {
        color = backdrop.color(pixelX, pixelY)
      } else {
        let live = signBits(ma | mb | mc | md)
        let c = shade(triangles + Int(id &- 1), pixelX, pixelY, live: live)
        color = Lanes3(c.r, c.g, c.b)
      }
      // Lanes that are not live may hold what is no number, which no share takes away.
      let isSeen: I4 = greater(share, none)
      sum =
        sum
        + Lanes3(
          select(isSeen, color.x * share, none), select(isSeen, color.y * share, none),
          select(isSeen, color.z * share, none))
    }
  }
}
