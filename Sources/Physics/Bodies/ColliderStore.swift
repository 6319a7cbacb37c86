import CaromCollision
import CaromProperties

/// The colliders of all bodies: one for each leaf shape.
final class ColliderStore {
  @exclusivity(unchecked) var records = Buffer<ColliderRecord>()
  /// The leaf shape of each collider; a free slot keeps its last shape.
  @exclusivity(unchecked) var shapes: [Shape] = [] { didSet { savedShapes = nil } }
  /// The shapes as they were saved last; nil after a change.
  var savedShapes: SavedState?
  /// The filters and materials that are the colliders' own, by collider; empty until a body has
  /// such.
  @exclusivity(unchecked) var surfaces = Buffer<ColliderOverrides>()
  /// The densities and surface motions that are the colliders' own; empty until a body has such,
  /// and possibly shorter than the list of colliders.
  @exclusivity(unchecked) var extras = Buffer<ColliderExtras>()
  /// The head of the free list, linked by ``ColliderRecord/next``, or -1.
  var firstFree: Int32 = -1

  @inline(__always) var base: UnsafeMutablePointer<ColliderRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var elements: UnsafeMutableBufferPointer<ColliderRecord> { records.elements }

  /// Takes a slot from the free list, or appends one; the caller writes the record.
  func allocate(_ shape: Shape) -> Int32 {
    if firstFree >= 0 {
      let collider = firstFree
      firstFree = records.base[Int(collider)].next
      shapes[Int(collider)] = shape
      return collider
    }
    records.append(ColliderRecord())
    shapes.append(shape)
    if !surfaces.isEmpty { surfaces.append(ColliderOverrides()) }
    return Int32(records.count - 1)
  }

  /// Returns a slot to the free list.
  func free(_ collider: Int32) {
    records.base[Int(collider)] = ColliderRecord()
    if !surfaces.isEmpty { surfaces.base[Int(collider)] = ColliderOverrides() }
    if collider < extras.count { extras.base[Int(collider)] = ColliderExtras() }
    records.base[Int(collider)].next = firstFree
    firstFree = collider
  }

  func removeAll() {
    records.removeAll()
    surfaces.removeAll()
    extras.removeAll()
    shapes.removeAll()
    firstFree = -1
  }
}
