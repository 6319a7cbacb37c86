import CaromMaths
import CaromWorkers

/// Which node each pixel of a picture shows.
public struct NodePicture: Sendable {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Zero, or one more than a place in `nodes`.
  private let numbers: [UInt32]
  private let nodes: [UInt64]

  init(width: Int, height: Int, numbers: [UInt32], nodes: [UInt64]) {
    (self.width, self.height) = (width, height)
    (self.numbers, self.nodes) = (numbers, nodes)
  }

  /// The identity of the node in a pixel, counted from the top left; nil for the background.
  ///
  /// - Precondition: the pixel is inside.
  public subscript(x: Int, y: Int) -> UInt64? {
    precondition(x >= 0 && y >= 0 && x < width && y < height, "The pixel is inside of the picture")
    let number = numbers[y * width + x]
    return number == 0 ? nil : nodes[Int(number) - 1]
  }
}

extension Renderer {
  /// Finds which node each pixel of a frame shows: the nearest whose surface is there.
  ///
  /// A surface that lets something through counts where it is half solid at least. What a floor mirrors
  /// does not count, nor does the overlay. Takes about a tenth of the time of a picture.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``.
  public func nodes(of frame: RenderFrame, width: Int, height: Int) -> NodePicture {
    checkSize(width, height)
    let numbers = [UInt32](unsafeUninitializedCapacity: width * height) { memory, count in
      count = width * height
      guard let base = memory.baseAddress else { return }
      mark(frame, width: width, height: height, into: DrawPicture(numbers: base))
    }
    return nodePicture(frame, width: width, height: height, numbers)
  }

  /// The nodes of the draws whose numbers, plus one, the pixels of the last frame hold.
  func nodePicture(
    _ frame: RenderFrame, width: Int, height: Int, _ numbers: [UInt32]
  ) -> NodePicture {
    let sources = UnsafeBufferPointer(start: geometry.sources.base, count: geometry.sources.count)
    return NodePicture(
      width: width, height: height, numbers: numbers,
      nodes: sources.map { frame.draws[Int($0)].node })
  }

  func checkSize(_ width: Int, _ height: Int) {
    precondition(
      width >= 1 && height >= 1 && width <= Renderer.maximumSide && height <= Renderer.maximumSide,
      "A picture is 1 to \(Renderer.maximumSide) pixels a side")
  }

  func mark(_ frame: RenderFrame, width: Int, height: Int, into out: DrawPicture) {
    let view = ViewTransform(frame.view, width: width, height: height)
    world.begin(frame)
    geometry.prepare(
      frame, view, shadows: Array(repeating: nil, count: frame.lights.count), mirrors: [:],
      world: &world, share: { pool.run(chunks: $0, $1) })
    geometry.bin(view)
    let job = TileJob(
      geometry: geometry, world: world, view: view, backdrop: Backdrop(.color(.zero), view),
      fog: ShadeFog(nil, frame.view, view), mirrors: mirrors.mirrors.base, target: .draws(out),
      scratch: scratch, probe: nil)
    pool.run(chunks: job.tileCount) { job.run($0) }
  }
}

/// Where it is written which draw each pixel shows.
struct DrawPicture {
  /// Numbers of draws plus one, in the order of drawing; zero where nothing is seen.
  var numbers: UnsafeMutablePointer<UInt32>
  /// Unit normals in the world, and how far ahead of the eye the place is; nil if nobody asks.
  var points: UnsafeMutablePointer<F4>?
  var eye = F4(repeating: 0)
  /// Where the eye looks.
  var ahead = F4(repeating: 0)
}

extension ShadeScene {
  /// Enters a transparent triangle where it is seen and half solid.
  func mark(_ t: UnsafePointer<RasterTriangle>, id: UInt32, in tile: TileVisibility) {
    let flags = draws[Int(t.pointee.drawAndFacing &>> 1)].flags
    if flags.contains(.depthOnly) { return }
    let always = I4(repeating: flags.contains(.readsDepth) ? 0 : -1)
    let plane = DepthPlane(t)
    tile.forEachCoveredGroup(
      t, unless: { _, _, _, _ in false },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let visible: I4 = covered & (greater(z, tile.depth[group]) | always)
        let live = signBits(visible)
        if live == 0 { return }
        let c = shade(t, pixelX, pixelY, live: live)
        let solid: I4 = visible & greater(c.a, F4(repeating: 0.499))
        tile.ids[group] = select(solid, U4(repeating: id), tile.ids[group])
      })
  }

  /// Copies the numbers of the draws of a tile, plus one, from pixel `first`; `stride` pixels a row.
  func copyDraws(
    _ tile: TileVisibility, into out: DrawPicture, first: Int, stride: Int, columns: Int, rows: Int
  ) {
    for row in 0..<rows {
      for column in 0..<columns {
        let id = tile.ids[row * Tile.groups + (column >> 2)][column & 3]
        let pixel = first + row * stride + column
        let number = id == 0 ? 0 : (triangles[Int(id) - 1].drawAndFacing &>> 1) &+ 1
        (out.numbers + pixel).initialize(to: number)
        guard let points = out.points else { continue }
        var seen = F4(repeating: 0)
        if id != 0 {
          let t = triangles + (Int(id) - 1)
          let (x, y) = (tile.x &+ Int32(column & ~3), tile.y &+ Int32(row))
          seen = surface(t, x, y, lane: column & 3, from: out.eye, ahead: out.ahead)
        }
        (points + pixel).initialize(to: seen)
      }
    }
  }

  /// The normal of a triangle at one of four pixels, and how far ahead of the eye the place is.
  private func surface(
    _ t: UnsafePointer<RasterTriangle>, _ pixelX: Int32, _ pixelY: Int32, lane: Int, from eye: F4,
    ahead: F4
  ) -> F4 {
    let p = point(t, [], pixelX, pixelY, isRare: false)
    let n = p.normal.normalized
    let distance: F4 = (p.place - Lanes3(repeating: eye)).dot(Lanes3(repeating: ahead))
    let side: Float = t.pointee.drawAndFacing & 1 == 0 ? 1 : -1
    return F4(n.x[lane] * side, n.y[lane] * side, n.z[lane] * side, distance[lane])
  }
}
