import CaromCollision
import CaromMaths
import Testing

@Suite("Mass properties")
struct MassPropertiesTests {
  static let shapes: [Shape] = [
    .sphere(SphereShape(radius: 0.7)),
    .box(BoxShape(halfExtents: Vector3(0.5, 0.3, 0.8))),
    .capsule(CapsuleShape(radius: 0.4, halfLength: 0.6)),
    .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.7)),
    .cone(ConeShape(bottomRadius: 0.5, halfHeight: 0.7)),
    .cone(ConeShape(topRadius: 0.8, bottomRadius: 0.3, halfHeight: 0.4)),
    .pyramid(PyramidShape(width: 0.8, height: 1.1, length: 0.6)),
    .hull(slanted),
    .taperedCapsule(TaperedCapsuleShape(topRadius: 0.3, bottomRadius: 0.5, height: 1.6)),
    .taperedCapsule(TaperedCapsuleShape(topRadius: 0.6, bottomRadius: 0.2, height: 1.4)),
    .roundedBox(RoundedBoxShape(halfExtents: Vector3(0.5, 0.3, 0.8), cornerRadius: 0.2)),
  ]

  /// A tetrahedron without symmetry, beside its origin.
  static var slanted: ConvexHullShape {
    guard
      let hull = try? ConvexHullShape([
        Vector3(0.1, -0.2, 0.3), Vector3(1.2, 0.1, 0.2), Vector3(0.3, 1.1, -0.1),
        Vector3(0.4, 0.2, 1.3), Vector3(0.9, 0.8, 0.9),
      ])
    else { preconditionFailure("The points have a hull") }
    return hull
  }

  /// True when a point in the shape's space lies in the solid, from its definition.
  static func holds(_ shape: Shape, _ p: Vector3) -> Bool {
    switch shape {
    case .sphere(let s): p.length <= s.radius
    case .box(let s):
      abs(p.x) <= s.halfExtents.x && abs(p.y) <= s.halfExtents.y && abs(p.z) <= s.halfExtents.z
    case .capsule(let s):
      (p - Vector3(0, min(max(p.y, -s.halfLength), s.halfLength), 0)).length <= s.radius
    case .cylinder(let s): p.x * p.x + p.z * p.z <= s.radius * s.radius && abs(p.y) <= s.halfHeight
    case .cone(let s):
      abs(p.y) <= s.halfHeight
        && (p.x * p.x + p.z * p.z).squareRoot() <= s.bottomRadius
          + (s.topRadius - s.bottomRadius) * (p.y + s.halfHeight) / (2 * s.halfHeight)
    case .pyramid(let s):
      p.y >= 0 && p.y <= s.height && abs(p.x) <= 0.5 * s.width * (1 - p.y / s.height)
        && abs(p.z) <= 0.5 * s.length * (1 - p.y / s.height)
    case .hull(let s):
      s.faces.indices.allSatisfy {
        s.normal(ofFace: $0).dot(p - s.vertices[s.faces[$0][0]]) <= 0
      }
    case .taperedCapsule(let s): isInside(s, p)
    case .roundedBox(let s):
      {
        let inner = s.halfExtents - Vector3(repeating: s.cornerRadius)
        return (p - p.maximum(-inner).minimum(inner)).length <= s.cornerRadius
      }()
    case .plane: p.y <= 0
    case .mesh, .heightField: false
    case .compound(let s): s.children.contains { holds($0.shape, $0.placement.unapply(p)) }
    }
  }

  /// True when a point lies in one of the spheres between both ends.
  static func isInside(_ s: TaperedCapsuleShape, _ p: Vector3) -> Bool {
    let (low, high) = (Double(s.bottomCenter), Double(s.topCenter))
    let (r, d) = (Double(s.bottomRadius), Double(s.topRadius) - Double(s.bottomRadius))
    let across = Double(p.x * p.x + p.z * p.z).squareRoot()
    // The sphere with the least distance minus radius, perpendicular to the side.
    let sine = -d / (high - low)
    let slope = sine / (1 - sine * sine).squareRoot()
    let share = min(max((Double(p.y) - across * slope - low) / (high - low), 0), 1)
    let away = Double(p.y) - low - (high - low) * share
    return (across * across + away * away).squareRoot() <= r + d * share
  }

  /// Numerical integration over the centers of `count`³ cells of the shape's box.
  static func quadrature(_ shape: Shape, density: Float, count: Int) -> MassProperties {
    let box = shape.bounds(at: .identity)
    let cell = box.size / Float(count)
    var (m, mx, my, mz) = (0.0, 0.0, 0.0, 0.0)
    var (xx, yy, zz, xy, yz, zx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for i in 0..<count {
      for j in 0..<count {
        for k in 0..<count {
          let p = box.min + cell * Vector3(Float(i) + 0.5, Float(j) + 0.5, Float(k) + 0.5)
          guard holds(shape, p) else { continue }
          let (x, y, z) = (Double(p.x), Double(p.y), Double(p.z))
          m += 1
          mx += x
          my += y
          mz += z
          xx += x * x
          yy += y * y
          zz += z * z
          xy += x * y
          yz += y * z
          zx += z * x
        }
      }
    }
    let unit = Double(density) * Double(cell.x) * Double(cell.y) * Double(cell.z)
    let c = (mx / m, my / m, mz / m)
    // Second moments about the center of mass.
    let (sxx, syy, szz) = (xx - m * c.0 * c.0, yy - m * c.1 * c.1, zz - m * c.2 * c.2)
    let (sxy, syz, szx) = (xy - m * c.0 * c.1, yz - m * c.1 * c.2, zx - m * c.2 * c.0)
    func f(_ value: Double) -> Float { Float(value * unit) }
    return MassProperties(
      mass: f(m), centerOfMass: Vector3(Float(c.0), Float(c.1), Float(c.2)),
      inertia: Matrix3(
        Vector3(f(syy + szz), f(-sxy), f(-szx)), Vector3(f(-sxy), f(szz + sxx), f(-syz)),
        Vector3(f(-szx), f(-syz), f(sxx + syy))))
  }

  static func worst(_ m: Matrix3) -> Float {
    max(m.x.magnitudes.greatest, max(m.y.magnitudes.greatest, m.z.magnitudes.greatest))
  }

  @Test("Formulas agree with numerical integration to 0.5 %", arguments: shapes)
  func formulasAgreeWithQuadrature(shape: Shape) {
    let exact = shape.massProperties(density: 800)
    let summed = Self.quadrature(shape, density: 800, count: 120)
    #expect(abs(exact.mass - summed.mass) < 0.005 * exact.mass)
    #expect(abs(exact.mass - 800 * shape.volume) < 1e-5 * exact.mass)
    #expect(Self.worst(exact.inertia - summed.inertia) < 0.005 * Self.worst(exact.inertia))
    #expect((exact.centerOfMass - summed.centerOfMass).length < 2e-3)
    switch shape {
    case .sphere, .box, .capsule, .cylinder, .roundedBox:
      #expect(exact.centerOfMass == .zero)
    case .cone, .pyramid, .hull, .taperedCapsule, .plane, .mesh, .heightField, .compound: break
    }
  }

  @Test("An asymmetric compound of rotated children agrees with numerical integration")
  func compoundAgreesWithQuadrature() {
    let turn = Quaternion(0.2, -0.3, 0.4, 0.8).normalized
    let compound = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: Self.shapes[1]),
        ShapeLeaf(
          shape: Self.shapes[3],
          placement: Transform(position: Vector3(2, 0.5, -0.3), orientation: turn)),
        ShapeLeaf(
          shape: Self.shapes[2],
          placement: Transform(position: Vector3(-0.2, 2.4, 0.1), orientation: turn)),
      ]))
    let exact = compound.massProperties(density: 500)
    let summed = Self.quadrature(compound, density: 500, count: 160)
    #expect(abs(exact.mass - summed.mass) < 0.005 * exact.mass)
    #expect((exact.centerOfMass - summed.centerOfMass).length < 0.005)
    #expect(Self.worst(exact.inertia - summed.inertia) < 0.006 * Self.worst(exact.inertia))
  }

  @Test("Eight adjacent boxes have the inertia of the whole box")
  func boxesAddUp() {
    let small = Shape.box(BoxShape(halfExtents: Vector3(0.5, 0.25, 1)))
    var leaves: [ShapeLeaf] = []
    for corner in 0..<8 {
      let place = Vector3(
        corner & 1 == 0 ? 0.5 : -0.5, corner & 2 == 0 ? 0.25 : -0.25, corner & 4 == 0 ? 1 : -1)
      leaves.append(ShapeLeaf(shape: small, placement: Transform(position: place)))
    }
    let sum = Shape.compound(CompoundShape(leaves)).massProperties(density: 10)
    let whole = Shape.box(BoxShape(halfExtents: Vector3(1, 0.5, 2))).massProperties(density: 10)
    #expect(abs(sum.mass - whole.mass) < 1e-4)
    #expect(sum.centerOfMass.length < 1e-6)
    #expect(Self.worst(sum.inertia - whole.inertia) < 1e-3)
  }

  @Test("Scaling to a mass preserves the ratio of inertia to mass")
  func scaledToMass() {
    let heavy = Self.shapes[0].massProperties(density: 1000)
    let light = heavy.scaled(toMass: 1)
    #expect(light.mass == 1)
    #expect(abs(light.inertia.x.x - 0.4 * 0.7 * 0.7) < 1e-6)
  }

  @Test("A plane has no mass")
  func planeHasNoMass() {
    #expect(Shape.plane(PlaneShape()).massProperties(density: 1000) == .zero)
  }
}
