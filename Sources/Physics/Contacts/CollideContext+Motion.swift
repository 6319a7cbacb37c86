import CaromCollision
import CaromMaths

// What a pair moved since its last narrow-phase test decides whether it needs another one.

extension CollideContext {
  /// Adds the relative motion of the last step to ``ContactRecord/moved``.
  @inline(__always)
  func addRelativeMotion(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) {
    let delta: F4 = b.pointee.motion - a.pointee.motion
    let squares: F4 = delta * delta
    let sum: Float =
      (squares.x + squares.y + squares.z).squareRoot() + a.pointee.motion.w + b.pointee.motion.w
    c.pointee.moved += sum < 5e-4 ? sum : min(sum, relativeMotion(a, b))
  }

  /// Whether the gap of a pair without points is certainly wider than its margin in this step.
  ///
  /// The relative motion of the last step is then added to ``ContactRecord/moved``.
  @inline(__always)
  func isFarApart(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> Bool {
    if c.pointee.moved >= 0 || c.pointee.has(ContactRecord.Flag.surface) { return false }
    let delta: F4 = b.pointee.motion - a.pointee.motion
    let squares: F4 = delta * delta
    let moved: Float =
      c.pointee.moved + (squares.x + squares.y + squares.z).squareRoot() + a.pointee.motion.w
      + b.pointee.motion.w
    if moved + speculativeDistance >= 0 { return false }
    let margin: Float = a.pointee.speculativeMargin + b.pointee.speculativeMargin
    if moved + margin >= 0 && moved + approachDistance(a, b) >= 0 { return false }
    c.pointee.moved = moved
    return true
  }

  /// The maximum distance by which a material point of one body, near the other one, moved relative
  /// to the other in the last step.
  ///
  /// For bodies that ride on a third one it is nearly zero. With the vector d between the centers,
  /// the displacements v and the rotations θ, the point at the arm r from the center of B moves by
  ///
  ///     vB + θB × r − (vA + θA × (d + r)) = (vB − vA − θA × d) + (θB − θA) × r
  ///
  /// and by terms of second order: |θA|·|vB − vA| and θ²/2 times the arms. B is the smaller body,
  /// so r is at most its radius.
  @inline(never)
  private func relativeMotion(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    if a.pointee.outerRadius < b.pointee.outerRadius { return relativeMotion(b, a) }
    let (turnA, turnB) = (a.pointee.rotation, b.pointee.rotation)
    let squaredA: Float = turnA.dot3(turnA)
    let squaredB: Float = turnB.dot3(turnB)
    // Rotations of more than a quarter of a radian are not small.
    if squaredA + squaredB > 0.06 { return .infinity }
    let d: F4 = b.pointee.center - a.pointee.center
    let moved: F4 = b.pointee.motion - a.pointee.motion - turnA.cross(d)
    let turned: F4 = turnB - turnA
    let radius: Float = b.pointee.outerRadius
    let distance: Float = d.dot3(d).squareRoot()
    let second: Float = 1.5 * squaredA * (distance + radius) + squaredB * radius
    return 1.25 * moved.dot3(moved).squareRoot() + turned.dot3(turned).squareRoot() * radius
      + second
  }

  /// A lower bound of the gap of two colliders of which one is a box, else -infinity.
  ///
  /// Exact enough for bodies far from a large box: the box around one that stands at an angle is
  /// mostly empty space.
  @inline(__always)
  func minimumGap(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    let (colliderA, colliderB) = (Int(c.pointee.colliderA), Int(c.pointee.colliderB))
    var result = -Float.infinity
    if b.pointee.has(BodyPose.Flag.simple), case .box(let box) = shapes[colliderA] {
      result = gap(box, placement(colliderA, a, Int(c.pointee.bodyA)), b)
    }
    if a.pointee.has(BodyPose.Flag.simple), case .box(let box) = shapes[colliderB] {
      result = max(result, gap(box, placement(colliderB, b, Int(c.pointee.bodyB)), a))
    }
    return result
  }

  /// The distance of a box from the sphere around a body with one collider.
  @inline(__always)
  private func gap(
    _ box: BoxShape, _ placed: Transform, _ body: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    let center: Vector3 = placed.unapply(Vector3(body.pointee.center))
    let beyond: Vector3 = (center.magnitudes - box.halfExtents).maximum(.zero)
    return beyond.length - body.pointee.outerRadius
  }
}
