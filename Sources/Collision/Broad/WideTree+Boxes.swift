public import CaromMaths

extension WideTree.View {
  /// Calls `visit` with the number of each item whose box overlaps or touches a box, in any order.
  ///
  /// The box of a sphere is the tight one. Allocates no memory.
  public func query(_ box: AABB, _ visit: (UInt32) -> Void) {
    if count == 0 { return }
    let (low, high) = (box.min, box.max)
    let (lowX, highX) = (SIMD4(repeating: low.x), SIMD4(repeating: high.x))
    let (lowY, highY) = (SIMD4(repeating: low.y), SIMD4(repeating: high.y))
    let (lowZ, highZ) = (SIMD4(repeating: low.z), SIMD4(repeating: high.z))
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: stackCapacity) { scratch in
      guard let stack = scratch.baseAddress else { return }
      stack[0] = 0
      var top: Int = 1
      while top > 0 {
        top &-= 1
        let code: Int32 = stack[top]
        if code >= 0 {
          let node = nodes + Int(code)
          let x = (node.pointee.minX .<= highX) .& (node.pointee.maxX .>= lowX)
          let y = (node.pointee.minY .<= highY) .& (node.pointee.maxY .>= lowY)
          let z = (node.pointee.minZ .<= highZ) .& (node.pointee.maxZ .>= lowZ)
          var left: Int = laneBits(x .& y .& z)
          while left != 0 {
            let lane: Int = left.trailingZeroBitCount
            left &= left &- 1
            stack[top] = node.pointee.child[lane]
            top &+= 1
          }
        } else if code & 1 != 0 {
          // The complement of an even number is odd: a cluster of spheres.
          let four = spheres + Int(~code >> 1)
          let r = four.pointee.radius
          let x = (four.pointee.x - r .<= highX) .& (four.pointee.x + r .>= lowX)
          let y = (four.pointee.y - r .<= highY) .& (four.pointee.y + r .>= lowY)
          let z = (four.pointee.z - r .<= highZ) .& (four.pointee.z + r .>= lowZ)
          var left: Int = laneBits(x .& y .& z)
          while left != 0 {
            visit(four.pointee.data[left.trailingZeroBitCount])
            left &= left &- 1
          }
        } else {
          visit(leaves[Int(~code >> 1)])
        }
      }
    }
  }
}
