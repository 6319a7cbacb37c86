import CaromMaths
import Testing

@Suite("Quaternions and angles")
struct QuaternionAnglesTests {
  static let degree: Float = .pi / 180

  /// Rotations of all kinds, including half turns and rotations near the singularity of yaw.
  static let samples: [Quaternion] = {
    var random = RandomStream(seed: 17)
    var all: [Quaternion] = [
      .identity, Quaternion(1, 0, 0, 0), Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0),
    ]
    for offset in [0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01] as [Float] {
      for sign in [-1, 1] as [Float] {
        let euler = Vector3(1.1, sign * (.pi / 2 - offset), -0.7)
        all.append(Quaternion(eulerAngles: euler))
      }
    }
    for _ in 0..<500 {
      let q = Quaternion(
        random.float(in: -1...1), random.float(in: -1...1), random.float(in: -1...1),
        random.float(in: -1...1))
      all.append(q.normalized)
    }
    return all
  }()

  @Test(
    "Angle vectors of the editor's files match its Euler angles",
    arguments: [
      (Vector4(-0.4631, -0.8653, -0.1918, 0.8929), Vector3(-25, -45, 0)),
      (Vector4(-0.9082, 0.3866, 0.1601, 0.8558), Vector3(-45, 20, 0)),
      (Vector4(-0.5525, -0.7701, -0.3190, 1.2867), Vector3(-45, -60, 0)),
    ])
  func goldenEulerAngles(axisAngle: Vector4, degrees: Vector3) {
    let found = Quaternion(axisAngle: axisAngle).eulerAngles / Self.degree
    // Four digits of the axis are accurate to 0.02 degrees.
    #expect((found - degrees).magnitudes.greatest < 0.02)
    let back = Quaternion(eulerAngles: degrees * Self.degree).axisAngle
    #expect((back.xyz - axisAngle.xyz).length < 3e-4)
    #expect(abs(back.w - axisAngle.w) < 3e-4)
  }

  @Test("Euler angles rotate by pitch, then yaw, then roll about the parent's axes")
  func eulerOrder() {
    let (x, y, z) = (0.3, -0.8, 1.9) as (Float, Float, Float)
    let product =
      Quaternion(axis: .unitZ, angle: z) * Quaternion(axis: .unitY, angle: y)
      * Quaternion(axis: .unitX, angle: x)
    #expect(product.angle(to: Quaternion(eulerAngles: Vector3(x, y, z))) < 1e-6)
    let found = product.eulerAngles
    #expect((found - Vector3(x, y, z)).length < 1e-6)
  }

  @Test("Every rotation survives conversion to Euler angles, a matrix, and axis and angle")
  func roundTrips() {
    for q in Self.samples {
      #expect(q.angle(to: Quaternion(eulerAngles: q.eulerAngles)) < 2e-6, "Euler angles of \(q)")
      #expect(q.angle(to: Quaternion(Matrix3(q))) < 1e-6, "matrix of \(q)")
      #expect(q.angle(to: Quaternion(axisAngle: q.axisAngle)) < 1e-6, "axis and angle of \(q)")
      #expect(q.axisAngle.w >= 0 && q.axisAngle.w <= Float.pi.nextUp)
    }
  }

  @Test("At a quarter turn of yaw the roll is zero")
  func gimbalLock() {
    let q = Quaternion(eulerAngles: Vector3(0.5, .pi / 2, 0.2))
    let angles = q.eulerAngles
    #expect(abs(angles.y - .pi / 2) < 1e-3)
    #expect(q.angle(to: Quaternion(eulerAngles: angles)) < 2e-6)
  }

  @Test("The identity has no axis, and an axis without direction is the identity")
  func noAxis() {
    #expect(Quaternion.identity.axisAngle == .zero)
    #expect(Quaternion(axis: .zero, angle: 2) == .identity)
    #expect(Quaternion(axisAngle: .zero) == .identity)
    #expect(
      Quaternion(axis: Vector3(0, 0, 9), angle: .pi / 2).rotate(.unitX).distance(to: .unitY) < 1e-6)
  }

  @Test("The shortest rotation maps one direction to another, including opposite ones")
  func betweenDirections() {
    var random = RandomStream(seed: 23)
    for i in 0..<300 {
      let a = Vector3(random.float(in: -1...1), random.float(in: -1...1), random.float(in: -1...1))
      let tilt = Vector3(random.float(), random.float(), random.float()) * (i % 3 == 0 ? 1e-4 : 1)
      let b = i % 3 == 0 ? -a + tilt : tilt
      guard let start = a.normalized, let end = b.normalized else { continue }
      let q = Quaternion(from: a * 3, to: b)
      #expect(q.rotate(start).distance(to: end) < 1e-6)
      #expect(abs(q.dot(q) - 1) < 1e-6)
    }
    for v in [Vector3.unitX, .unitY, .unitZ] {
      #expect(Quaternion(from: v, to: -v).rotate(v).distance(to: -v) < 1e-6)
      #expect(Quaternion(from: v, to: v) == .identity)
    }
  }

  @Test("Looking along a direction maps -Z to it and keeps X horizontal")
  func lookingAlong() {
    var random = RandomStream(seed: 29)
    for _ in 0..<300 {
      let d = Vector3(random.float(in: -1...1), random.float(in: -1...1), random.float(in: -1...1))
      let q = Quaternion(lookingAlong: d, up: .unitY)
      #expect(q.rotate(-.unitZ).distance(to: d.normalized(or: .unitX)) < 2e-6)
      #expect(abs(q.rotate(.unitX).y) < 1e-6)
      #expect(q.rotate(.unitY).y >= -1e-6)
    }
    #expect(Quaternion(lookingAlong: -.unitZ) == .identity)
    #expect(Quaternion(lookingAlong: .zero) == .identity)
    #expect(Quaternion(lookingAlong: .unitY).rotate(-.unitZ).distance(to: .unitY) < 1e-6)
  }

  @Test("Slerp follows the shorter arc at a constant rate")
  func slerp() {
    for (i, a) in Self.samples.enumerated() {
      let b = Self.samples[(i * 7 + 3) % Self.samples.count]
      let whole = a.angle(to: b)
      for share in [0, 0.25, 0.5, 1] as [Float] {
        let q = a.slerp(to: b, by: share)
        #expect(abs(a.angle(to: q) - share * whole) < 2e-3 * max(whole, 1e-3))
      }
    }
  }
}
