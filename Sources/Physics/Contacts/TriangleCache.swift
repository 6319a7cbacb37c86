import CaromCollision

/// The triangle sets of those contacts of which one side is a mesh.
///
/// A cache and no state: no part of snapshots and hashes, and empty after a restore. Takes 96 bytes for
/// each contact with a mesh, and four for each contact up to the last with a surface. A height field
/// needs none, since the cells under a box are known from its corners.
struct TriangleCache: ~Copyable {
  /// For each contact the place of its set, or -1.
  private(set) var indices = Buffer<Int32>(capacity: 0)
  private(set) var sets = Buffer<TriangleSet>(capacity: 0)
  private var free = Buffer<Int32>(capacity: 0)

  /// The number of sets in use.
  var count: Int { sets.count - free.count }

  /// Notes a contact with a surface, and gives it an empty set if that is a mesh.
  mutating func add(_ contact: Int, isMesh: Bool) {
    while indices.count <= contact { indices.append(-1) }
    if !isMesh {
      indices.base[contact] = -1
    } else if let index = free.popLast() {
      sets.base[Int(index)] = TriangleSet()
      indices.base[contact] = index
    } else {
      sets.append(TriangleSet())
      indices.base[contact] = Int32(truncatingIfNeeded: sets.count - 1)
    }
  }

  /// Takes back the set of a contact that ends, if it has one.
  mutating func remove(_ contact: Int) {
    guard contact < indices.count, indices.base[contact] >= 0 else { return }
    free.append(indices.base[contact])
    indices.base[contact] = -1
  }

  mutating func removeAll() {
    indices.removeAll()
    sets.removeAll()
    free.removeAll()
  }
}

extension World {
  /// Prepares a contact of two colliders to keep triangles, if one of them is a surface.
  func addTriangleSet(_ contact: Int) {
    let c = contacts.base[contact]
    guard c.has(ContactRecord.Flag.surface) && c.parent < 0 else { return }
    triangleCache.add(contact, isMesh: isMesh(c.colliderA) || isMesh(c.colliderB))
  }

  private func isMesh(_ collider: Int32) -> Bool {
    if case .mesh = shapes[Int(collider)] { true } else { false }
  }

  /// Forgets all triangles that contacts keep; the future stays the same.
  package func clearTriangleCache() {
    triangleCache.removeAll()
    for contact in 0..<contacts.count where contacts.base[contact].has(ContactRecord.Flag.alive) {
      addTriangleSet(contact)
    }
  }
}
