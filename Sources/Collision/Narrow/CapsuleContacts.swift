import CaromMaths

// Contacts of a capsule's segment with boxes and other capsules, in closed form.

/// Box A against capsule B, whose placement in A's space is `frame`.
func boxCapsule(_ a: BoxShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float) -> Manifold {
  Manifold()
}

/// Capsule A against capsule B, whose placement in A's space is `frame`.
func capsuleCapsule(_ a: CapsuleShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float)
  -> Manifold
{
  Manifold()
}
