import CaromMaths

/// Planes that bound a motion, and the nearest motion that respects all of them.
///
/// For planes with normals n and distances d, the nearest motion x to the desired one x₀ is
///
///     min ½|x − x₀|²   so that   n·x ≥ −d   for each plane
///
/// which Hildreth's method solves by relaxing one plane at a time with accumulated multipliers. One
/// plane gives sliding, two give the crease between them, three a stop in their corner, without
/// special cases or jitter.
///
/// - Source: C. Hildreth, "A quadratic programming procedure", Naval Research Logistics 4, 1957;
///   for movers: E. Catto, "Box2D 3.1 character mover", 2025.
struct MotionPlanes {
  private var planes: [(normal: Vector3, distance: Float)] = []

  var count: Int { planes.count }

  /// Adds a plane by its normal, which points to the free side, and its distance.
  mutating func add(_ normal: Vector3, distance: Float = 0) {
    // Duplicate planes would only slow the convergence.
    for index in planes.indices where planes[index].normal.dot(normal) > 0.99999 {
      planes[index].distance = min(planes[index].distance, distance)
      return
    }
    planes.append((normal, distance))
  }

  /// The motion nearest to `wanted` that respects all planes, or nearly so if there is none.
  func nearest(to wanted: Vector3) -> Vector3 {
    var motion = wanted
    var pushes = [Float](repeating: 0, count: planes.count)
    for _ in 0..<32 {
      var change: Float = 0
      for (index, plane) in planes.enumerated() {
        let missing: Float = -(plane.distance + plane.normal.dot(motion))
        let push: Float = max(0, pushes[index] + missing)
        let delta: Float = push - pushes[index]
        motion += plane.normal * delta
        pushes[index] = push
        change = max(change, abs(delta))
      }
      if change < 1e-7 { break }
    }
    return motion
  }
}
