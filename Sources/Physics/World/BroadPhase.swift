import CaromCollision
import CaromMaths

/// Three trees of colliders, one for each kind of body, so that static ones are only ever asked.
struct BroadPhase {
  var statics = DynamicTree()
  var kinematics = DynamicTree()
  var dynamics = DynamicTree()

  /// The tree of a kind of body.
  func tree(kind: UInt32) -> DynamicTree {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics
    case .kinematic: kinematics
    case .dynamic: dynamics
    }
  }

  mutating func insert(_ box: AABB, collider: Int32, kind: UInt32) -> Int32 {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.insert(box, data: UInt32(bitPattern: collider))
    case .kinematic: kinematics.insert(box, data: UInt32(bitPattern: collider))
    case .dynamic: dynamics.insert(box, data: UInt32(bitPattern: collider))
    }
  }

  mutating func remove(_ proxy: Int32, kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.remove(proxy)
    case .kinematic: kinematics.remove(proxy)
    case .dynamic: dynamics.remove(proxy)
    }
  }

  mutating func move(_ proxy: Int32, to box: AABB, kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.move(proxy, to: box)
    case .kinematic: kinematics.move(proxy, to: box)
    case .dynamic: dynamics.move(proxy, to: box)
    }
  }

  /// True when a tree is worth building anew.
  var needsRebuild: Bool {
    statics.needsRebuild || kinematics.needsRebuild || dynamics.needsRebuild
  }

  /// Builds the trees anew that changed so much that it pays.
  mutating func rebuildIfNeeded() {
    if statics.needsRebuild { statics.rebuild() }
    if kinematics.needsRebuild { kinematics.rebuild() }
    if dynamics.needsRebuild { dynamics.rebuild() }
  }

  func box(_ proxy: Int32, kind: UInt32) -> AABB {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics.box(of: proxy)
    case .kinematic: kinematics.box(of: proxy)
    case .dynamic: dynamics.box(of: proxy)
    }
  }
}
