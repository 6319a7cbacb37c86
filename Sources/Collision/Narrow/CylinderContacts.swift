import CaromMaths

/// Box A against cylinder B, whose placement in A's space is `frame`.
func boxCylinder(
  _ a: BoxShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  Manifold()
}

/// Cylinder A against capsule B, whose placement in A's space is `frame`.
func cylinderCapsule(
  _ a: CylinderShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  Manifold()
}

/// Cylinder A against cylinder B, whose placement in A's space is `frame`.
func cylinderCylinder(
  _ a: CylinderShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  Manifold()
}
