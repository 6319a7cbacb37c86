import CaromMaths

/// Four rotations, one lane each.
struct QuaternionW: BitwiseCopyable {
  var x: F4
  var y: F4
  var z: F4
  var w: F4

  @inline(__always)
  init(_ x: F4, _ y: F4, _ z: F4, _ w: F4) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  @inline(__always)
  init(_ columns: (F4, F4, F4, F4)) {
    self.init(columns.0, columns.1, columns.2, columns.3)
  }

  /// The rotation by `b` followed by that by `a`.
  @inline(__always)
  static func * (a: QuaternionW, b: QuaternionW) -> QuaternionW {
    let x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y
    let y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x
    let z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
    let w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z
    return QuaternionW(x, y, z, w)
  }

  @inline(__always)
  var inverse: QuaternionW { QuaternionW(F4() - x, F4() - y, F4() - z, w) }

  /// The angle of the rotation about a unit axis in ±π, apart from the rotation of the axis itself.
  func twist(about axis: Vector3W) -> F4 {
    let sine = Vector3W(x, y, z).dot(axis)
    let isTurned = w .< F4()
    let half = Portable.atan2(select(isTurned, F4() - sine, sine), select(isTurned, F4() - w, w))
    return half + half
  }

  @inline(__always)
  func rotate(_ v: Vector3W) -> Vector3W {
    let u = Vector3W(x, y, z)
    let c = u.cross(v)
    let t = c + c
    return v + t * w + u.cross(t)
  }

  /// Rotates by the inverse.
  @inline(__always)
  func unrotate(_ v: Vector3W) -> Vector3W {
    let u = Vector3W(x, y, z)
    let c = u.cross(v)
    let t = c + c
    return v - t * w + u.cross(t)
  }

  /// The rotated X axis.
  @inline(__always)
  var axisX: Vector3W {
    let (y2, z2) = (y + y, z + z)
    return Vector3W(1 - (y * y2 + z * z2), x * y2 + w * z2, x * z2 - w * y2)
  }

  /// The rotated Y axis.
  @inline(__always)
  var axisY: Vector3W {
    let (x2, z2) = (x + x, z + z)
    return Vector3W(x2 * y - w * z2, 1 - (x * x2 + z * z2), y * z2 + w * x2)
  }

  /// The rotated Z axis.
  @inline(__always)
  var axisZ: Vector3W {
    let (x2, y2) = (x + x, y + y)
    return Vector3W(x2 * z + w * y2, y2 * z - w * x2, 1 - (x * x2 + y * y2))
  }
}

extension Vector3W {
  @inline(__always)
  static prefix func - (v: Vector3W) -> Vector3W { Vector3W(F4() - v.x, F4() - v.y, F4() - v.z) }

  /// The product by components.
  @inline(__always)
  static func * (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x * b.x, a.y * b.y, a.z * b.z)
  }

  @inline(__always)
  mutating func set(_ lane: Int, _ v: Vector3) {
    (x[lane], y[lane], z[lane]) = (v.x, v.y, v.z)
  }

  @inline(__always)
  func lane(_ lane: Int) -> Vector3 { Vector3(x[lane], y[lane], z[lane]) }
}

extension QuaternionW {
  @inline(__always)
  mutating func set(_ lane: Int, _ q: Quaternion) {
    (x[lane], y[lane], z[lane], w[lane]) = (q.x, q.y, q.z, q.w)
  }
}

extension SymmetricW {
  @inline(__always)
  mutating func set(_ lane: Int, _ m: Matrix3) {
    (xx[lane], yy[lane], zz[lane]) = (m.x.x, m.y.y, m.z.z)
    (xy[lane], xz[lane], yz[lane]) = (m.x.y, m.x.z, m.y.z)
  }
}
