import CaromMaths

/// A box in all four lanes, for tests against four others at once.
struct WideBox {
  private let lowX: Lanes
  private let lowY: Lanes
  private let lowZ: Lanes
  private let highX: Lanes
  private let highY: Lanes
  private let highZ: Lanes

  @inline(__always)
  init(_ box: AABB) {
    (lowX, highX) = (Lanes(repeating: box.min.x), Lanes(repeating: box.max.x))
    (lowY, highY) = (Lanes(repeating: box.min.y), Lanes(repeating: box.max.y))
    (lowZ, highZ) = (Lanes(repeating: box.min.z), Lanes(repeating: box.max.z))
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
      (laneMin(ax, laneMin(bx, cx)) .<= highX) .& (laneMax(ax, laneMax(bx, cx)) .>= lowX)
    let y: LaneMask =
      (laneMin(ay, laneMin(by, cy)) .<= highY) .& (laneMax(ay, laneMax(by, cy)) .>= lowY)
    let z: LaneMask =
      (laneMin(az, laneMin(bz, cz)) .<= highZ) .& (laneMax(az, laneMax(bz, cz)) .>= lowZ)
    return laneBits(x .& y .& z)
  }
}
