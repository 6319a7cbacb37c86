import CaromMaths

/// Three components in 64 bits, for iterations whose rounding errors would accumulate.
struct Double3 {
  var x: Double
  var y: Double
  var z: Double

  @inline(__always) init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
  @inline(__always) init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
  @inline(__always) init() { self.init(0, 0, 0) }

  @inline(__always) static func + (a: Double3, b: Double3) -> Double3 {
    Double3(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  @inline(__always) static func - (a: Double3, b: Double3) -> Double3 {
    Double3(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  @inline(__always) static func * (v: Double3, s: Double) -> Double3 {
    Double3(v.x * s, v.y * s, v.z * s)
  }
  @inline(__always) static prefix func - (v: Double3) -> Double3 { Double3(-v.x, -v.y, -v.z) }
  @inline(__always) static func == (a: Double3, b: Double3) -> Bool {
    a.x == b.x && a.y == b.y && a.z == b.z
  }
  @inline(__always) func dot(_ o: Double3) -> Double { x * o.x + y * o.y + z * o.z }
  @inline(__always) func cross(_ o: Double3) -> Double3 {
    Double3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }
  @inline(__always) var lengthSquared: Double { dot(self) }
  @inline(__always) var single: Vector3 { Vector3(Float(x), Float(y), Float(z)) }
}
