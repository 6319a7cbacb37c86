public import CaromMaths

extension WideTree.View {
  /// Calls `visit` with each sphere that a ray hits and each box that it enters, nearer ones first.
  ///
  /// The ray starts at `origin` and ends at `origin + translation`. `visit` receives the item's
  /// number, the fraction at which a sphere is hit (with the bits of
  /// ``Shape/rayCast(origin:translation:at:)``) or −1 for a box, and the fraction of the ray that
  /// is left to search. It returns the new limit: the received one to continue, the fraction of a
  /// hit to search no farther, or a negative number to stop.
  public func rayCast(
    origin: Vector3, translation: Vector3, limit: Float = 1,
    _ visit: (UInt32, Float, Float) -> Float
  ) {
    if count == 0 { return }
    cast(WideRay(origin, translation, .zero), limit) { ray, four, fractions, start in
      let (bits, found) = ray.hits(four, start)
      fractions.pointee = found
      let fraction = UnsafeRawPointer(fractions).assumingMemoryBound(to: Float.self)
      var limit: Float = start
      var left: Int = bits
      while left != 0 {
        let lane: Int = left.trailingZeroBitCount
        left &= left &- 1
        let hit: Float = fraction[lane]
        if hit > limit { continue }
        limit = visit(four.pointee.data[lane], hit, limit)
        if limit < 0 { break }
      }
      return limit
    } _: { data, limit in
      visit(data, -1, limit)
    }
  }

  /// Calls `visit` with each item whose box a moving box hits, nearer ones first.
  ///
  /// The box moves by `translation`. `visit` receives the item's number and the fraction that is
  /// left to search, and returns the new limit as in ``rayCast(origin:translation:limit:_:)``.
  public func boxCast(
    _ box: AABB, translation: Vector3, limit: Float = 1, _ visit: (UInt32, Float) -> Float
  ) {
    if count == 0 { return }
    let slabs = SlabRay(origin: box.center, translation: translation, halfExtents: box.halfExtents)
    cast(WideRay(box.center, translation, box.halfExtents), limit) { _, four, _, start in
      var limit: Float = start
      for lane in 0..<4 where four.pointee.x[lane] < .infinity {
        let center = Vector3(four.pointee.x[lane], four.pointee.y[lane], four.pointee.z[lane])
        let own = AABB(center: center, halfExtents: Vector3(repeating: four.pointee.radius[lane]))
        if slabs.enter(own, limit) > limit { continue }
        limit = visit(four.pointee.data[lane], limit)
        if limit < 0 { break }
      }
      return limit
    } _: { data, limit in
      visit(data, limit)
    }
  }

  /// Traverses the nodes that a ray or a moving box may hit, nearer boxes first.
  ///
  /// Both closures return the new limit, or a negative number to stop.
  @inline(__always)
  private func cast(
    _ ray: WideRay, _ start: Float,
    _ visitSpheres: (
      WideRay, UnsafePointer<WideSpheres>, UnsafeMutablePointer<SIMD4<Float>>, Float
    ) -> Float,
    _ visitBox: (UInt32, Float) -> Float
  ) {
    let nodes = UnsafeRawPointer(nodes)
    var limit: Float = start
    withUnsafeTemporaryAllocation(of: StackEntry.self, capacity: stackCapacity) {
      scratch in
      guard let stack = scratch.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 1) { lanes in
        guard let fractions = lanes.baseAddress else { return }
        let fraction = UnsafeRawPointer(fractions).assumingMemoryBound(to: Float.self)
        var top: Int = 0
        var code: Int32 = 0
        while true {
          if code >= 0 {
            let node = nodes + Int(code) &* MemoryLayout<WideNode>.stride
            let (bits, near) = ray.meets(node, limit)
            if bits != 0 {
              let child = (node + 96).assumingMemoryBound(to: Int32.self)
              var left: Int = bits
              let lane: Int = left.trailingZeroBitCount
              left &= left &- 1
              if left == 0 {
                code = child[lane]
                continue
              }
              fractions.pointee = near
              let base: Int = top
              stack[top] = StackEntry(code: child[lane], near: fraction[lane])
              top &+= 1
              while left != 0 {
                let lane: Int = left.trailingZeroBitCount
                left &= left &- 1
                let enter: Float = fraction[lane]
                var slot: Int = top
                while slot > base && stack[slot &- 1].near < enter {
                  stack[slot] = stack[slot &- 1]
                  slot &-= 1
                }
                stack[slot] = StackEntry(code: child[lane], near: enter)
                top &+= 1
              }
            }
          } else if code & 1 != 0 {
            // The complement of an even number is odd.
            limit = visitSpheres(ray, spheres + Int(~code >> 1), fractions, limit)
            if limit < 0 { return }
          } else {
            limit = visitBox(leaves[Int(~code >> 1)], limit)
            if limit < 0 { return }
          }
          repeat {
            if top == 0 { return }
            top &-= 1
          } while stack[top].near > limit
          code = stack[top].code
        }
      }
    }
  }
}

/// A node or item that waits on the stack, and the fraction at which the ray enters it.
private struct StackEntry {
  var code: Int32
  var near: Float
}

/// A ray or a moving box, prepared for four tests at a time; see ``SlabRay`` for the method.
private struct WideRay {
  let originX: SIMD4<Float>
  let originY: SIMD4<Float>
  let originZ: SIMD4<Float>
  let stepX: SIMD4<Float>
  let stepY: SIMD4<Float>
  let stepZ: SIMD4<Float>
  /// The square of the ray's length.
  let squared: SIMD4<Float>
  let nearX: SIMD4<Float>
  let nearY: SIMD4<Float>
  let nearZ: SIMD4<Float>
  let farX: SIMD4<Float>
  let farY: SIMD4<Float>
  let farZ: SIMD4<Float>
  let rateX: SIMD4<Float>
  let rateY: SIMD4<Float>
  let rateZ: SIMD4<Float>
  /// The offsets in a node of the planes that the ray meets first; the opposite planes are 48 bytes
  /// away.
  let firstX: Int
  let firstY: Int
  let firstZ: Int

  @inline(__always) init(_ origin: Vector3, _ translation: Vector3, _ halfExtents: Vector3) {
    let ray = SlabRay(origin: origin, translation: translation, halfExtents: halfExtents)
    originX = SIMD4(repeating: origin.x)
    originY = SIMD4(repeating: origin.y)
    originZ = SIMD4(repeating: origin.z)
    stepX = SIMD4(repeating: translation.x)
    stepY = SIMD4(repeating: translation.y)
    stepZ = SIMD4(repeating: translation.z)
    squared = SIMD4(repeating: translation.lengthSquared)
    nearX = SIMD4(repeating: ray.nearOrigin.x)
    nearY = SIMD4(repeating: ray.nearOrigin.y)
    nearZ = SIMD4(repeating: ray.nearOrigin.z)
    farX = SIMD4(repeating: ray.farOrigin.x)
    farY = SIMD4(repeating: ray.farOrigin.y)
    farZ = SIMD4(repeating: ray.farOrigin.z)
    rateX = SIMD4(repeating: ray.rate.x)
    rateY = SIMD4(repeating: ray.rate.y)
    rateZ = SIMD4(repeating: ray.rate.z)
    firstX = ray.rate.x < 0 ? 48 : 0
    firstY = ray.rate.y < 0 ? 64 : 16
    firstZ = ray.rate.z < 0 ? 80 : 32
  }

  /// Which of a node's boxes the ray enters before `limit`, and the fractions at which it does.
  @inline(__always)
  func meets(_ node: UnsafeRawPointer, _ limit: Float) -> (bits: Int, near: SIMD4<Float>) {
    let x0 = node.load(fromByteOffset: firstX, as: SIMD4<Float>.self)
    let y0 = node.load(fromByteOffset: firstY, as: SIMD4<Float>.self)
    let z0 = node.load(fromByteOffset: firstZ, as: SIMD4<Float>.self)
    let x1 = node.load(fromByteOffset: 48 &- firstX, as: SIMD4<Float>.self)
    let y1 = node.load(fromByteOffset: 80 &- firstY, as: SIMD4<Float>.self)
    let z1 = node.load(fromByteOffset: 112 &- firstZ, as: SIMD4<Float>.self)
    let enterXY = vmax((x0 - nearX) * rateX, (y0 - nearY) * rateY)
    let enter = vmax(enterXY, vmax((z0 - nearZ) * rateZ, SIMD4(repeating: 0)))
    let leaveXY = vmin((x1 - farX) * rateX, (y1 - farY) * rateY)
    let leave = vmin(leaveXY, vmin((z1 - farZ) * rateZ, SIMD4(repeating: limit)))
    return (laneBits(enter .<= leave * SIMD4(repeating: 1.000002)), enter)
  }

  /// Which of four spheres the ray hits before `limit`, and the fractions at which it does.
  ///
  /// The same operations in the same order as for a single ``SphereShape``.
  @inline(__always)
  func hits(_ four: UnsafePointer<WideSpheres>, _ limit: Float) -> (bits: Int, at: SIMD4<Float>) {
    let x = originX - four.pointee.x
    let y = originY - four.pointee.y
    let z = originZ - four.pointee.z
    let own = four.pointee.radius * four.pointee.radius
    let outside = x * x + y * y + z * z - own
    let nearest = -(x * stepX + y * stepY + z * stepZ) / squared
    let offX = x + stepX * nearest
    let offY = y + stepY * nearest
    let offZ = z + stepZ * nearest
    let halfChordSquared = own - (offX * offX + offY * offY + offZ * offZ)
    let zero = SIMD4<Float>(repeating: 0)
    let inside = outside .<= zero
    let ahead = (halfChordSquared .>= zero) .& (nearest .> zero)
    if laneBits(ahead .| inside) == 0 { return (0, zero) }
    let at = vmax(zero, nearest - vsqrt(halfChordSquared / squared))
    // A ray that starts inside hits at fraction zero.
    let hit = unsafeBitCast(
      unsafeBitCast(at, to: SIMD4<Int32>.self) & ~unsafeBitCast(inside, to: SIMD4<Int32>.self),
      to: SIMD4<Float>.self)
    return (laneBits((ahead .| inside) .& (hit .<= SIMD4(repeating: limit))), hit)
  }
}
