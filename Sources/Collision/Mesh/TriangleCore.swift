import CaromMaths

/// The requirement of distance queries on a convex solid.
protocol SupportMapping {
  /// The farthest point along `d`, which need not have unit length.
  func support(_ d: Double3) -> Double3
}

/// A triangle as a convex solid without thickness.
struct TriangleCore: SupportMapping {
  var a: Double3
  var b: Double3
  var c: Double3

  init(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    self.a = Double3(a)
    self.b = Double3(b)
    self.c = Double3(c)
  }

  @inline(__always) func support(_ d: Double3) -> Double3 {
    let (onA, onB, onC) = (a.dot(d), b.dot(d), c.dot(d))
    if onA >= onB && onA >= onC { return a }
    return onB >= onC ? b : c
  }
}
