import CPrefetch
import CaromMaths

/// The result of a comparison of four pairs of lanes.
typealias LaneMask = SIMDMask<SIMD4<Int32>>

/// The stack capacity of a traversal: three entries for each level, and one.
private let stackCapacity: Int = 192

extension MeshView: TriangleSurface {
  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool) {
    let wide = WideBox(box)
    search(wide) { block in self.visit(block: block, wide, visit) }
  }

  /// Calls `visit` with the triangles of a block that overlap a box; returns false if `visit` did.
  @inline(__always)
  func visit(block number: Int32, _ box: WideBox, _ visit: (_ id: Int32) -> Bool) -> Bool {
    var bits: Int = box.touched(blocks + Int(number))
    while bits != 0 {
      let lane: Int32 = Int32(truncatingIfNeeded: bits.trailingZeroBitCount)
      if !visit(number &* 4 &+ lane) { return false }
      bits &= bits &- 1
    }
    return true
  }

  /// Begins to load the triangles of a block.
  @inline(__always)
  func prefetch(block number: Int32) {
    let block = UnsafeRawPointer(blocks + Int(number))
    carom_prefetch(block)
    carom_prefetch(block + 64)
    carom_prefetch(block + 128)
  }

  /// Calls `visit` with each block whose box overlaps `box`, in ascending order, until it returns
  /// false.
  @inline(__always)
  func search(_ box: WideBox, _ visit: (_ block: Int32) -> Bool) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: stackCapacity) { stack in
      guard let stack = stack.baseAddress else { return }
      stack[0] = 0
      var top: Int = 1
      while top > 0 {
        top &-= 1
        let child: Int32 = stack[top]
        if child < 0 {
          if !visit(-1 &- child) { return }
          continue
        }
        let node: UnsafePointer<MeshNode> = nodes + Int(child)
        let bits: Int = box.touched(node)
        // In reverse, so that the first child is on top.
        if bits & 8 != 0 {
          stack[top] = node.pointee.children[3]
          top &+= 1
        }
        if bits & 4 != 0 {
          stack[top] = node.pointee.children[2]
          top &+= 1
        }
        if bits & 2 != 0 {
          stack[top] = node.pointee.children[1]
          top &+= 1
        }
        if bits & 1 != 0 {
          stack[top] = node.pointee.children[0]
          top &+= 1
        }
      }
    }
  }

  func sweep(
    origin: Vector3, translation: Vector3, half: Vector3, limit: Float,
    _ visit: (_ id: Int32, _ limit: Float) -> Float
  ) {
    let ray = MeshRay(origin: origin, translation: translation, half: half)
    traverse(ray, limit: limit) { number, limit in
      var limit: Float = limit
      let block: UnsafePointer<TriangleBlock> = blocks + number
      let (ax, bx, cx) = (block.pointee.ax, block.pointee.bx, block.pointee.cx)
      let (ay, by, cy) = (block.pointee.ay, block.pointee.by, block.pointee.cy)
      let (az, bz, cz) = (block.pointee.az, block.pointee.bz, block.pointee.cz)
      let entered: F4 = ray.enter(
        vmin(ax, vmin(bx, cx)), vmin(ay, vmin(by, cy)), vmin(az, vmin(bz, cz)),
        vmax(ax, vmax(bx, cx)), vmax(ay, vmax(by, cy)),
        vmax(az, vmax(bz, cz)),
        limit)
      for lane in 0..<4 where entered[lane] <= limit {
        limit = visit(Int32(truncatingIfNeeded: number &* 4 &+ lane), limit)
      }
      return limit
    }
  }

  /// Calls `visit` with the blocks that a ray enters before `limit`, nearer ones first.
  ///
  /// `visit` returns the new limit, or a negative number to stop.
  func traverse(
    _ ray: MeshRay, limit start: Float, _ visit: (_ block: Int, _ limit: Float) -> Float
  ) {
    var limit: Float = start
    withUnsafeTemporaryAllocation(of: (Int32, Float).self, capacity: stackCapacity) { stack in
      guard let stack = stack.baseAddress else { return }
      stack[0] = (0, 0)
      var top: Int = 1
      while top > 0 {
        top &-= 1
        let (child, enter) = stack[top]
        if enter > limit { continue }
        if child < 0 {
          limit = visit(Int(-1 &- child), limit)
          if limit < 0 { return }
          continue
        }
        let node: UnsafePointer<MeshNode> = nodes + Int(child)
        let entered: F4 = ray.enter(
          node.pointee.minX, node.pointee.minY, node.pointee.minZ, node.pointee.maxX,
          node.pointee.maxY, node.pointee.maxZ, limit)
        let children: SIMD4<Int32> = node.pointee.children
        let base: Int = top
        for lane in 0..<4 where entered[lane] <= limit {
          // The nearest child goes on top, by insertion.
          var slot: Int = top
          while slot > base && stack[slot &- 1].1 < entered[lane] {
            stack[slot] = stack[slot &- 1]
            slot &-= 1
          }
          stack[slot] = (children[lane], entered[lane])
          top &+= 1
        }
      }
    }
  }

  /// The nearest triangle whose front a ray hits, with the fraction.
  ///
  /// - Source: T. Möller, B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
  ///   Edges are widened by a few rounding errors, so that no ray passes between two triangles.
  func rayCast(origin: Vector3, translation: Vector3) -> (id: Int32, fraction: Float)? {
    let ray = MeshRay(origin: origin, translation: translation, half: Vector3())
    var best: Int32 = -1
    var nearest: Float = 1
    traverse(ray, limit: 1) { number, limit in
      let fractions: F4 = ray.cross(blocks[number], limit)
      for lane in 0..<4 where fractions[lane] <= nearest {
        // If two triangles are at the same fraction, the one with the lower number is used.
        let id = Int32(truncatingIfNeeded: number &* 4 &+ lane)
        if fractions[lane] == nearest && best >= 0 && best < id { continue }
        nearest = fractions[lane]
        best = id
      }
      return nearest
    }
    return best < 0 ? nil : (best, nearest)
  }
}

/// A ray prepared for tests against four boxes or triangles at a time.
struct MeshRay {
  private var ox: F4
  private var oy: F4
  private var oz: F4
  private var dx: F4
  private var dy: F4
  private var dz: F4
  private var inverseX: F4
  private var inverseY: F4
  private var inverseZ: F4
  private var hx: F4
  private var hy: F4
  private var hz: F4

  init(origin: Vector3, translation: Vector3, half: Vector3) {
    ox = F4(repeating: origin.x)
    oy = F4(repeating: origin.y)
    oz = F4(repeating: origin.z)
    dx = F4(repeating: translation.x)
    dy = F4(repeating: translation.y)
    dz = F4(repeating: translation.z)
    inverseX = F4(repeating: Self.inverse(translation.x))
    inverseY = F4(repeating: Self.inverse(translation.y))
    inverseZ = F4(repeating: Self.inverse(translation.z))
    // Rounding must not make a ray in the plane of a face miss.
    let extent: Vector3 = origin.magnitudes + translation.magnitudes
    let slack = Vector3(repeating: extent.greatest * 1e-6 + 1e-9)
    let h: Vector3 = half + slack
    hx = F4(repeating: h.x)
    hy = F4(repeating: h.y)
    hz = F4(repeating: h.z)
  }

  /// The reciprocal of `d`, or a great finite number for one near zero, so that its product with
  /// zero is zero.
  private static func inverse(_ d: Float) -> Float {
    abs(d) < 1e-30 ? (d < 0 ? -1e30 : 1e30) : 1 / d
  }

  /// The fractions at which the ray enters four boxes, or infinity where it misses before `limit`.
  @inline(__always) func enter(
    _ minX: F4, _ minY: F4, _ minZ: F4, _ maxX: F4, _ maxY: F4, _ maxZ: F4,
    _ limit: Float
  ) -> F4 {
    let lowX: F4 = (minX - hx - ox) * inverseX
    let highX: F4 = (maxX + hx - ox) * inverseX
    let lowY: F4 = (minY - hy - oy) * inverseY
    let highY: F4 = (maxY + hy - oy) * inverseY
    let lowZ: F4 = (minZ - hz - oz) * inverseZ
    let highZ: F4 = (maxZ + hz - oz) * inverseZ
    var near: F4 = vmax(vmin(lowX, highX), F4(repeating: 0))
    near = vmax(vmin(lowY, highY), near)
    near = vmax(vmin(lowZ, highZ), near)
    var far: F4 = vmin(vmax(lowX, highX), F4(repeating: limit))
    far = vmin(vmax(lowY, highY), far)
    far = vmin(vmax(lowZ, highZ), far)
    let isMissed: LaneMask = .!(near .<= far) .| (minX .> maxX)
    return near.replacing(with: .infinity, where: isMissed)
  }

  /// The fractions at which the ray hits the fronts of four triangles, or infinity.
  @inline(__always) func cross(_ t: TriangleBlock, _ limit: Float) -> F4 {
    let (ux, uy, uz) = (t.bx - t.ax, t.by - t.ay, t.bz - t.az)
    let (vx, vy, vz) = (t.cx - t.ax, t.cy - t.ay, t.cz - t.az)
    let px: F4 = dy * vz - dz * vy
    let py: F4 = dz * vx - dx * vz
    let pz: F4 = dx * vy - dy * vx
    let determinant: F4 = ux * px + uy * py + uz * pz
    let (sx, sy, sz) = (ox - t.ax, oy - t.ay, oz - t.az)
    let u: F4 = sx * px + sy * py + sz * pz
    let qx: F4 = sy * uz - sz * uy
    let qy: F4 = sz * ux - sx * uz
    let qz: F4 = sx * uy - sy * ux
    let v: F4 = dx * qx + dy * qy + dz * qz
    let w: F4 = vx * qx + vy * qy + vz * qz
    let slack: F4 = determinant * -2e-6
    let zero = F4(repeating: 0)
    var isHit: LaneMask = (determinant .> zero) .& (u .>= slack) .& (v .>= slack)
    isHit = isHit .& (u + v .<= determinant - slack) .& (w .>= zero)
    isHit = isHit .& (w .<= determinant * limit)
    return (w / determinant).replacing(with: .infinity, where: .!isHit)
  }
}
