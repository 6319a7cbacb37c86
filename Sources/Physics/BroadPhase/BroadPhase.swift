import CaromCollision
import CaromMaths

/// The bounding volume trees of all enabled colliders, and the colliders that need a pair search.
///
/// Each kind of body has a separate tree: static colliders are only queried and never search for
/// pairs.
final class BroadPhase {
  @exclusivity(unchecked) var statics = DynamicTree()
  @exclusivity(unchecked) var kinematics = DynamicTree()
  @exclusivity(unchecked) var dynamics = DynamicTree()
  /// Colliders that search for new pairs in the next step; each has ``ColliderRecord/isMoved`` set.
  @exclusivity(unchecked) var moved = Buffer<Int32>()

  /// The tree for a kind of body.
  func tree(kind: UInt32) -> DynamicTree {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics
    case .kinematic: kinematics
    case .dynamic: dynamics
    }
  }

  /// The trees for queries on several threads; valid until a tree changes.
  var trees: BroadPhaseTrees {
    BroadPhaseTrees(
      statics: statics.view, kinematics: kinematics.view, dynamics: dynamics.view)
  }

  func insert(_ box: AABB, collider: Int32, kind: UInt32) -> Int32 {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.insert(box, data: UInt32(bitPattern: collider))
    case .kinematic: kinematics.insert(box, data: UInt32(bitPattern: collider))
    case .dynamic: dynamics.insert(box, data: UInt32(bitPattern: collider))
    }
  }

  func remove(_ proxy: Int32, kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.remove(proxy)
    case .kinematic: kinematics.remove(proxy)
    case .dynamic: dynamics.remove(proxy)
    }
  }

  func move(_ proxy: Int32, to box: AABB, kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.move(proxy, to: box)
    case .kinematic: kinematics.move(proxy, to: box)
    case .dynamic: dynamics.move(proxy, to: box)
    }
  }

  /// Makes a collider search for new pairs in the next step.
  func markMoved(_ collider: Int32, in colliders: ColliderStore) {
    if colliders.base[Int(collider)].isMoved != 0 { return }
    colliders.base[Int(collider)].isMoved = 1
    moved.append(collider)
  }

  /// Cancels the pair search of a collider that is removed.
  func unmarkMoved(_ collider: Int32, in colliders: ColliderStore) {
    if colliders.base[Int(collider)].isMoved == 0 { return }
    colliders.base[Int(collider)].isMoved = 0
    var remaining = 0
    for slot in 0..<moved.count where moved.base[slot] != collider {
      moved.base[remaining] = moved.base[slot]
      remaining += 1
    }
    moved.resize(remaining)
  }

  /// Whether a tree has changed so much since it was built that rebuilding it saves time.
  var needsRebuild: Bool {
    statics.needsRebuild || kinematics.needsRebuild || dynamics.needsRebuild
  }

  /// Rebuilds the trees that need it.
  func rebuildIfNeeded() {
    if statics.needsRebuild { statics.rebuild() }
    if kinematics.needsRebuild { kinematics.rebuild() }
    if dynamics.needsRebuild { dynamics.rebuild() }
  }

  func removeAll() {
    (statics, kinematics, dynamics) = (DynamicTree(), DynamicTree(), DynamicTree())
    moved.removeAll()
  }
}

/// The three trees at one moment, for queries on several threads.
struct BroadPhaseTrees: BitwiseCopyable {
  let statics: DynamicTreeView
  let kinematics: DynamicTreeView
  let dynamics: DynamicTreeView

  /// The box of a proxy.
  @inline(__always)
  func box(_ proxy: Int32, kind: UInt32) -> AABB {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.box(of: proxy)
    case .kinematic: kinematics.box(of: proxy)
    case .dynamic: dynamics.box(of: proxy)
    }
  }
}
