import CaromMaths

/// A box in all four lanes, for tests against four others at a time.
struct WideBox {
  private let lowX: F4
  private let lowY: F4
  private let lowZ: F4
  private let highX: F4
  private let highY: F4
  private let highZ: F4

  @inline(__always)
  init(_ box: AABB) {
    (lowX, highX) = (F4(repeating: box.min.x), F4(repeating: box.max.x))
    (lowY, highY) = (F4(repeating: box.min.y), F4(repeating: box.max.y))
    (lowZ, highZ) = (F4(repeating: box.min.z), F4(repeating: box.max.z))
  }

  /// The children of a node whose boxes overlap, as bits.
  @inline(__always)
  func touched(_ node: UnsafePointer<MeshNode>) -> Int {
    let x: LaneMask = (node.pointee.minX .<= highX) .& (node.pointee.maxX .>= lowX)
    let y: LaneMask = (node.pointee.minY .<= highY) .& (node.pointee.maxY .>= lowY)
    let z: LaneMask = (node.pointee.minZ .<= highZ) .& (node.pointee.maxZ .>= lowZ)
    return laneBits(x .& y .& z)
  }

  /// The triangles of a block whose boxes overlap, as bits.
  @inline(__always)
  func touched(_ block: UnsafePointer<TriangleBlock>) -> Int {
    let (ax, bx, cx) = (block.pointee.ax, block.pointee.bx, block.pointee.cx)
    let (ay, by, cy) = (block.pointee.ay, block.pointee.by, block.pointee.cy)
    let (az, bz, cz) = (block.pointee.az, block.pointee.bz, block.pointee.cz)
    let x: LaneMask =
      (vmin(ax, vmin(bx, cx)) .<= highX) .& (vmax(ax, vmax(bx, cx)) .>= lowX)
    let y: LaneMask =
      (vmin(ay, vmin(by, cy)) .<= highY) .& (vmax(ay, vmax(by, cy)) .>= lowY)
    let z: LaneMask =
      (vmin(az, vmin(bz, cz)) .<= highZ) .& (vmax(az, vmax(bz, cz)) .>= lowZ)
    return laneBits(x .& y .& z)
  }
}
