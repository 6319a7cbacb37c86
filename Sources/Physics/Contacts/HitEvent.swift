public import CaromMaths

/// That two bodies struck each other in the last step: what sounds, sparks and damage ask for.
///
/// A pair gives one when a point of it came together faster than ``WorldSettings/hitSpeed`` and an impulse
/// passed there: when it begins to touch, and whenever it is struck again while it touches, as when the
/// other end of a plank comes down. What rests, slides or rolls gives none. Only pairs whose masks report
/// contacts and that push each other do, see ``CollisionFilter/contactTest``.
///
/// - Source: hit events beside begin and end events, as in E. Catto, Box2D 3.0, 2024.
public struct HitEvent: Hashable, Sendable, BitwiseCopyable {
  /// The body that was created first.
  public let bodyA: BodyHandle
  /// The body that was created last.
  public let bodyB: BodyHandle
  /// The owner's number of body A.
  public let tagA: UInt64
  /// The owner's number of body B.
  public let tagB: UInt64
  /// Where the blow was hardest, in the world.
  public let point: Vector3
  /// The direction of unit length from A to B there.
  public let normal: Vector3
  /// How fast the two came together there, in metres a second, as the step began.
  public let approachSpeed: Float
  /// The sum of all normal impulses of the pair in the step, in newton-seconds.
  public let impulse: Float
  /// The serial numbers of both bodies, by which events are ordered.
  let order: UInt64
}

/// The hardest blow of a pair in a step.
struct PeakImpact: BitwiseCopyable {
  var speed: Float = 0
  var point = Vector3.zero
  var normal = Vector3.zero
}

extension World {
  /// Remembers the hardest blow of a contact that touches, for the pair that it belongs to.
  func recordPeakImpact(_ contact: Int, _ pair: Int) {
    let c = contacts.base + contact
    let manifold = Int(c.pointee.manifold)
    guard c.pointee.has(ContactRecord.Flag.collides), manifold >= 0,
      manifolds.base[manifold].impulse > 0
    else { return }
    let normal = Vector3(manifolds.base[manifold].normal)
    for slot in 0..<Int(manifolds.base[manifold].pointCount) {
      let point = position(of: slot, in: manifold)
      let speed = approachSpeed(
        c.pointee.bodyA, c.pointee.bodyB, at: point, along: normal)
      if speed > max(settings.hitSpeed, peakImpacts.base[pair].speed) {
        peakImpacts.base[pair] = PeakImpact(speed: speed, point: point, normal: normal)
      }
    }
  }

  /// Writes the blows of the pairs that touch.
  func writeHitEvents() {
    hitEvents.removeAll(keepingCapacity: true)
    for slot in 0..<seenPairs.count {
      let pair = Int(seenPairs.base[slot])
      let blow = peakImpacts.base[pair]
      guard blow.speed > 0 else { continue }
      let p = pairs.base[pair]
      let (a, b) = (bodies.base + Int(p.bodyA), bodies.base + Int(p.bodyB))
      hitEvents.append(
        HitEvent(
          bodyA: handle(Int(p.bodyA)), bodyB: handle(Int(p.bodyB)), tagA: a.pointee.tag,
          tagB: b.pointee.tag, point: blow.point, normal: blow.normal, approachSpeed: blow.speed,
          impulse: p.impulse, order: UInt64(a.pointee.serial) << 32 | UInt64(b.pointee.serial)))
    }
    if hitEvents.count > 1 { hitEvents.sort { $0.order < $1.order } }
  }
}
