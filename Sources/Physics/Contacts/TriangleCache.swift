import CaromCollision

/// The triangles near each contact with a mesh, reused while the contact moves little.
///
/// Derived state: not part of snapshots and hashes, and empty after a restore. It takes 96 bytes
/// for each contact with a mesh, and four bytes for each contact up to the last one with a surface.
/// Height fields need no cache, since the corners of a box determine the cells under it.
struct TriangleCache: ~Copyable {
  /// The index of the triangle set of each contact, or -1.
  private(set) var indices = Buffer<Int32>(capacity: 0)
  private(set) var sets = Buffer<TriangleSet>(capacity: 0)
  private var free = Buffer<Int32>(capacity: 0)

  /// The number of sets in use.
  var count: Int { sets.count - free.count }

  /// Registers a contact with a surface, and adds an empty set for it if the surface is a mesh.
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

  /// Removes the set of a destroyed contact, if it has one.
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
  /// Discards all cached triangles; the simulation continues with the same results.
  package func clearTriangleCache() {
    contacts.triangleCache.removeAll()
    for contact in 0..<contacts.count where contacts.base[contact].has(ContactRecord.Flag.alive) {
      lifecycle.addTriangleSet(contact)
    }
  }
}
