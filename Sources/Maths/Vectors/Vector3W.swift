/// Four vectors, one lane each.
@frozen @usableFromInline
package struct Vector3W: BitwiseCopyable {
  @usableFromInline package var x: F4
  @usableFromInline package var y: F4
  @usableFromInline package var z: F4

  @inlinable @inline(__always)
  package init(_ x: F4, _ y: F4, _ z: F4) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inlinable @inline(__always)
  package static var zero: Vector3W { Vector3W(F4(), F4(), F4()) }

  @inlinable @inline(__always)
  package static func + (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  @inlinable @inline(__always)
  package static func - (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  @inlinable @inline(__always)
  package static func * (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x * b.x, a.y * b.y, a.z * b.z)
  }

  @inlinable @inline(__always)
  package static func * (v: Vector3W, scale: F4) -> Vector3W {
    Vector3W(v.x * scale, v.y * scale, v.z * scale)
  }

  @inlinable @inline(__always)
  package func dot(_ o: Vector3W) -> F4 { x * o.x + y * o.y + z * o.z }

  @inlinable @inline(__always)
  package func cross(_ o: Vector3W) -> Vector3W {
    Vector3W(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }

  /// The vector where the comparison holds, zero elsewhere.
  @inlinable @inline(__always)
  package func masked(where mask: SIMDMask<I4>) -> Vector3W {
    Vector3W(keep(x, where: mask), keep(y, where: mask), keep(z, where: mask))
  }
}
