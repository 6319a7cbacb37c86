import CaromMaths

/// The volume, center and inertia of a polyhedron, computed exactly except for 64-bit rounding.
///
/// The solid is the sum of the tetrahedra between one vertex and the triangles of all faces, with
/// the signs of their volumes.
///
/// - Source: F. Tonon, "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor in Terms of
///   its Vertex Coordinates", 2004; B. Mirtich, "Fast and Accurate Computation of Polyhedral Mass
///   Properties", 1996, for the values in the tests.
struct PolyhedronMass {
  /// In cubic meters.
  var volume = 0.0
  /// The center of mass.
  var center = Double3()
  /// The inertia about ``center`` for a density of 1: xx, yy, zz, and the products xy, yz, zx.
  var moments = Double3()
  var products = Double3()

  init(_ faces: HullFaces) {
    guard let first = faces.vertices.first else { return }
    // Relative to a vertex, so that the distance from the origin costs no precision.
    let origin = Double3(first)
    var sum = Double3()
    var (squares, mixed) = (Double3(), Double3())
    for loop in faces.loops {
      let a = Double3(faces.vertices[loop[0]]) - origin
      for i in 1..<(loop.count - 1) {
        let b = Double3(faces.vertices[loop[i]]) - origin
        let c = Double3(faces.vertices[loop[i + 1]]) - origin
        let six = a.dot(b.cross(c))
        let s = a + b + c
        volume += six / 6
        sum = sum + s * (six / 24)
        // ∫ xᵢxⱼ over a tetrahedron with a corner at the origin is V/20·(Σ xᵢxⱼ of corners + sᵢsⱼ).
        let k = six / 120
        squares =
          squares
          + Double3(
            a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x,
            a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y,
            a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z) * k
        mixed =
          mixed
          + Double3(
            a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y,
            a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z,
            a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x) * k
      }
    }
    guard volume > 0 else { return }
    let middle = sum * (1 / volume)
    center = middle + origin
    // About the center, by the parallel axis theorem.
    let m = middle
    let about = squares - Double3(m.x * m.x, m.y * m.y, m.z * m.z) * volume
    moments = Double3(about.y + about.z, about.z + about.x, about.x + about.y)
    products = mixed - Double3(m.x * m.y, m.y * m.z, m.z * m.x) * volume
  }

  /// The mass properties for a density in kg/m³.
  func properties(density: Float) -> MassProperties {
    let d = Double(density)
    let (i, p) = ((moments * d).single, (products * -d).single)
    return MassProperties(
      mass: Float(volume * d), centerOfMass: center.single,
      inertia: Matrix3(
        Vector3(i.x, p.x, p.z), Vector3(p.x, i.y, p.y), Vector3(p.z, p.y, i.z)))
  }
}
