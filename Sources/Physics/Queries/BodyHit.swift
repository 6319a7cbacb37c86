public import CaromMaths

/// Where a ray or a moving shape meets a body.
public struct BodyHit: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// Which leaf of the body's shape was met, from zero; zero unless the shape is a compound.
  public let leaf: Int
  /// The share of the way before the hit, from 0 at its start to 1 at its end.
  public let fraction: Float
  /// The place of the hit in the world.
  public let point: Vector3
  /// The outward normal of the body's surface, unit length, or zero when a ray started inside.
  public let normal: Vector3
  /// How deep a moving shape overlapped the body at the start, in metres; zero for rays.
  public let depth: Float
}

/// Hits of one query as they are found, to be brought into order.
struct FoundHit {
  var fraction: Float
  var serial: UInt32
  var leaf: Int
  var body: Int
  var point: Vector3
  var normal: Vector3
  var depth: Float

  /// The order of results: by the way, then by the creation of the bodies, then by leaves.
  func comes(before other: FoundHit) -> Bool {
    if fraction != other.fraction { return fraction < other.fraction }
    if serial != other.serial { return serial < other.serial }
    return leaf < other.leaf
  }
}

extension World {
  /// Which leaf of its body a collider is, from zero.
  func leafNumber(of collider: Int) -> Int {
    var current = Int(bodies.base[Int(colliders.base[collider].body)].firstCollider)
    var number = 0
    while current != collider && current >= 0 {
      current = Int(colliders.base[current].next)
      number += 1
    }
    return number
  }

  func bodyHit(_ found: FoundHit) -> BodyHit {
    BodyHit(
      body: handle(found.body), leaf: found.leaf, fraction: found.fraction, point: found.point,
      normal: found.normal, depth: found.depth)
  }

  /// The first hit of each body, in order.
  func ordered(_ found: [FoundHit]) -> [BodyHit] {
    var found = found
    found.sort { a, b in
      a.serial != b.serial ? a.serial < b.serial : a.comes(before: b)
    }
    var firsts: [FoundHit] = []
    for hit in found where firsts.last?.serial != hit.serial { firsts.append(hit) }
    firsts.sort { $0.comes(before: $1) }
    return firsts.map(bodyHit)
  }
}
