public import CaromMaths

/// The hit of a ray or a shape cast on a body.
public struct BodyHit: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// The index of the leaf of the body's shape that is hit; zero unless the shape is a compound.
  public let leaf: Int
  /// The fraction of the translation at the hit, from 0 to 1.
  public let fraction: Float
  /// The point of the hit in the world.
  public let point: Vector3
  /// The outward unit normal of the body's surface, or zero if a ray starts inside.
  public let normal: Vector3
  /// The penetration depth of a cast shape at the start, in meters; zero for rays.
  public let depth: Float
}

/// An unsorted hit of a query.
struct FoundHit {
  var fraction: Float
  var serial: UInt32
  var leaf: Int
  var body: Int
  var point: Vector3
  var normal: Vector3
  var depth: Float

  /// The order of results: by fraction, then by the creation of the bodies, then by leaf.
  func precedes(_ other: FoundHit) -> Bool {
    if fraction != other.fraction { return fraction < other.fraction }
    if serial != other.serial { return serial < other.serial }
    return leaf < other.leaf
  }
}

extension World {
  /// The index of a collider among the leaves of its body.
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

  /// The first hit of each body, sorted.
  func ordered(_ found: [FoundHit]) -> [BodyHit] {
    var found = found
    found.sort { a, b in
      a.serial != b.serial ? a.serial < b.serial : a.precedes(b)
    }
    var firsts: [FoundHit] = []
    for hit in found where firsts.last?.serial != hit.serial { firsts.append(hit) }
    firsts.sort { $0.precedes($1) }
    return firsts.map(bodyHit)
  }
}
