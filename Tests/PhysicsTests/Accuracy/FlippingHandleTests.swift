import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A T-handle spinning about its middle axis in weightlessness, as Dzhanibekov saw it in 1985.
@Suite("Flipping handle")
struct FlippingHandleTests {
  /// A bar with a leg, both cylinders along z and x once placed.
  let shape = Shape.compound(
    CompoundShape([
      ShapeLeaf(shape: .cylinder(CylinderShape(radius: 0.1, halfHeight: 0.5))),
      ShapeLeaf(
        shape: .cylinder(CylinderShape(radius: 0.1, halfHeight: 0.3)),
        placement: Transform(
          position: Vector3(0.4, 0, 0), orientation: Quaternion(axis: .unitZ, angle: .pi / 2))),
    ]))

  /// The times at which the spin about x changes its sign, by Euler's equations.
  ///
  ///     I₁ω̇₁ = (I₂ − I₃)ω₂ω₃ and so on, by Runge and Kutta's fourth order with steps of 0.1 ms.
  func exactFlips(_ inertia: Matrix3, _ start: Vector3, until end: Double) -> [Double] {
    let (a, b, c) = (Double(inertia.x.x), Double(inertia.y.y), Double(inertia.z.z))
    func rate(_ w: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((b - c) / a * w.y * w.z, (c - a) / b * w.z * w.x, (a - b) / c * w.x * w.y)
    }
    var w = SIMD3(Double(start.x), Double(start.y), Double(start.z))
    var flips: [Double] = []
    let h = 1e-4
    for step in 0..<Int(end / h) {
      let k1 = rate(w)
      let k2 = rate(w + k1 * (h / 2))
      let k3 = rate(w + k2 * (h / 2))
      let k4 = rate(w + k3 * h)
      let next = w + (k1 + 2 * k2 + 2 * k3 + k4) * (h / 6)
      if (next.x > 0) != (w.x > 0) { flips.append((Double(step) + w.x / (w.x - next.x)) * h) }
      w = next
    }
    return flips
  }

  @Test("A T-handle flips when Euler's equations say, five times over")
  func flips() throws {
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    let start = Vector3(8, 0.02, 0.05)
    let handle = try t.add(.dynamic, shape) { $0.angularVelocity = start }
    let inertia = handle.worldInertia
    // The middle one of three, or nothing flips.
    #expect(inertia.y.y < inertia.x.x && inertia.x.x < inertia.z.z)
    #expect(abs(inertia.x.y) < 1e-6)
    let exact = exactFlips(inertia, start, until: 40)
    let momentum = inertia * start
    let energy = momentum.dot(start)
    var found: [Double] = []
    var last = start.x
    t.run(2400) { step in
      let spin = handle.orientation.unrotate(handle.angularVelocity).x
      if (spin > 0) != (last > 0) {
        found.append((Double(step) + Double(last / (last - spin))) / 60)
      }
      last = spin
    }
    #expect(exact.count == 5 && found.count == 5)
    for (a, b) in zip(exact, found) {
      // Rotation is of second order in the angle of a substep, 8/240: the period is right to its
      // square, 0.1 %, and a flip takes as long as the unstable axis needs to lose its balance,
      // which multiplies that by the logarithm of how well it was balanced.
      #expect(abs(a - b) < 0.004 * a)
    }
    let end = handle.worldInertia * handle.angularVelocity
    #expect((end - momentum).length < 5e-4 * momentum.length)
    #expect(abs(end.dot(handle.angularVelocity) - energy) < 1e-3 * energy)
  }
}
