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

  /// The handle spinning about its middle axis, `tilt` of its speed off balance.
  func spinning(_ speed: Float, tilt: Float) throws -> (TestWorld, Body, start: Vector3) {
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    let start = Vector3(speed, 0.4 * tilt * speed, tilt * speed)
    return (t, try t.add(.dynamic, shape) { $0.angularVelocity = start }, start)
  }

  // The period of a flip is the logarithm of how well the handle is balanced, which multiplies
  // every error. Velocities are rounded to one in ten million once per step; the integration itself
  // is right to one in a billion.
  @Test(
    "A T-handle flips when Euler's equations say, slow or fast, near the separatrix or not",
    arguments: [0.5, 2, 8, 20] as [Float], [0.1, 0.01, 0.001, 0.0001] as [Float])
  func flips(_ speed: Float, _ tilt: Float) throws {
    let (t, handle, start) = try spinning(speed, tilt: tilt)
    let inertia = handle.worldInertia
    // The middle one of three, or nothing flips.
    #expect(inertia.y.y < inertia.x.x && inertia.x.x < inertia.z.z)
    #expect(abs(inertia.x.y) < 1e-6)
    let seconds = 120 / speed
    let exact = exactFlips(inertia, start, until: Double(seconds))
    var found: [Double] = []
    var last = start.x
    t.run(Int(seconds * 60), checked: false) { step in
      let spin = handle.orientation.unrotate(handle.angularVelocity).x
      if (spin > 0) != (last > 0) {
        found.append((Double(step) + Double(last / (last - spin))) / 60)
      }
      last = spin
    }
    #expect(!exact.isEmpty && exact.count == found.count)
    var worst = 0.0
    for (a, b) in zip(exact, found) { worst = max(worst, abs(b / a - 1)) }
    print("T-handle at \(speed) rad/s, \(tilt) off: \(exact.count) flips, \(worst) of the time off")
    #expect(worst < 0.001)
  }

  @Test(
    "A body in flight keeps its energy and its angular momentum for a minute",
    arguments: [1, 8, 40] as [Float])
  func drift(_ speed: Float) throws {
    let (t, handle, start) = try spinning(speed, tilt: 0.1)
    let momentum = handle.worldInertia * start
    let energy = momentum.dot(start)
    t.run(3600, checked: false)
    let end = handle.worldInertia * handle.angularVelocity
    let turned = (end - momentum).length / momentum.length
    let gained = end.dot(handle.angularVelocity) / energy - 1
    print("T-handle at \(speed) rad/s: momentum \(turned), energy \(gained) off after a minute")
    #expect(turned < 1e-5)
    #expect(abs(gained) < 1e-5)
  }
}
