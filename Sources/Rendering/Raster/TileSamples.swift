import CaromMaths

/// The four samples of a pixel in multisample antialiasing (MSAA).
///
/// Visibility is computed per sample; shading runs once per pixel for each visible triangle.
struct TileSamples {
  /// Sample offsets from the center in units of 1/256 pixel: a rotated grid, with no two in a row
  /// or column.
  static let offsets: [(x: Int32, y: Int32)] = [(-32, -96), (96, -32), (-96, 32), (32, 96)]
  /// The maximum offset along an axis.
  static let maxOffset: Int32 = 96

  let a: TileVisibility
  let b: TileVisibility
  let c: TileVisibility
  let d: TileVisibility
  /// The coverage of each pixel by a transparent triangle; zero between triangles.
  let coverage: UnsafeMutablePointer<F4>

  /// Lays the samples out in the memory of a tile.
  init(
    _ tile: TileVisibility, floats: UnsafeMutablePointer<F4>, ids: UnsafeMutablePointer<U4>
  ) {
    func sample(_ number: Int) -> TileVisibility {
      let position = TileSamples.offsets[number]
      return TileVisibility(
        depth: number == 0 ? tile.depth : floats + (number - 1) * Tile.groupCount,
        ids: number == 0 ? tile.ids : ids + (number - 1) * Tile.groupCount,
        blocks: tile.blocks.forSample(number), x: tile.x, y: tile.y, offsetX: position.x,
        offsetY: position.y)
    }
    (a, b, c, d) = (sample(0), sample(1), sample(2), sample(3))
    coverage = floats + 3 * Tile.groupCount
    for tile in [a, b, c, d] { tile.clear() }
    coverage.initialize(repeating: F4(repeating: 0), count: Tile.groupCount)
  }

  /// Rasterizes an opaque triangle with a depth test.
  func rasterize(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    a.rasterize(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    b.rasterize(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    c.rasterize(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    d.rasterize(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
  }

  /// Adds a quarter of coverage for each sample at which a triangle is visible.
  func addCoverage(_ t: UnsafePointer<RasterTriangle>, always: I4) {
    for tile in [a, b, c, d] {
      let plane = DepthPlane(t, tile.offsetX, tile.offsetY)
      tile.forEachCoveredGroup(
        t, unless: { _, _, _, _ in false },
        { group, pixelX, pixelY, covered in
          let z: F4 = plane.depth(pixelX, pixelY)
          let visible: I4 = covered & (greater(z, tile.depth[group]) | always)
          coverage[group] =
            coverage[group] + select(visible, F4(repeating: 0.25), F4(repeating: 0))
        })
    }
  }
}

extension ShadingContext {
  /// Resolves each pixel of a tile to the mean color of its samples.
  func resolveTile(
    _ samples: TileSamples, _ background: BackgroundUniforms, into out: TileColors, rows: Int
  ) {
    for row in 0..<rows {
      let pixelY: Int32 = samples.a.y &+ Int32(truncatingIfNeeded: row)
      for column in 0..<Tile.groups {
        let group = row &* Tile.groups &+ column
        let pixelX: Int32 = samples.a.x &+ Int32(truncatingIfNeeded: column &* 4)
        let c = mean(samples, group, background, pixelX, pixelY)
        out.r[group] = c.x
        out.g[group] = c.y
        out.b[group] = c.z
      }
    }
  }

  /// The mean colors of the samples of four pixels.
  private func mean(
    _ samples: TileSamples, _ group: Int, _ background: BackgroundUniforms, _ pixelX: Int32,
    _ pixelY: Int32
  ) -> Vector3W {
    let ids = (
      samples.a.ids[group], samples.b.ids[group], samples.c.ids[group], samples.d.ids[group]
    )
    let none = F4(repeating: 0)
    let quarter = F4(repeating: 0.25)
    var sum = Vector3W(none, none, none)
    // For each sample, a bit for each lane without a color.
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
      let weight: F4 = ab + (select(mc, quarter, none) + select(md, quarter, none))
      left.0 &= ~signBits(ma)
      left.1 &= ~signBits(mb)
      left.2 &= ~signBits(mc)
      left.3 &= ~signBits(md)
      let color: Vector3W
      if id == 0 {
        color = background.color(pixelX, pixelY)
      } else {
        let live = signBits(ma | mb | mc | md)
        let c = shade(triangles + Int(id &- 1), pixelX, pixelY, live: live)
        color = Vector3W(c.r, c.g, c.b)
      }
      // Lanes that are not live may be NaN, which multiplication by zero does not remove.
      let isSeen: I4 = greater(weight, none)
      sum =
        sum
        + Vector3W(
          select(isSeen, color.x * weight, none), select(isSeen, color.y * weight, none),
          select(isSeen, color.z * weight, none))
    }
  }
}
