import CaromCollision
import CaromMaths

/// Trees for batches of queries between two steps.
///
/// The trees of the broad phase hold enlarged boxes and change a little in every step. After some
/// queries since the last change, a ``WideTree`` of the exact boxes is built, which makes queries
/// several times faster. Results have the same bits either way, so the trees are not part of the
/// state.
struct QueryTrees: ~Copyable {
  var statics = WideTree()
  var kinematics = WideTree()
  var dynamics = WideTree()
}

/// The views of the query trees, and the statistics that decide when to build them.
struct QueryState: BitwiseCopyable {
  var statics: WideTree.View?
  var kinematics: WideTree.View?
  var dynamics: WideTree.View?
  /// The number of queries since bodies of each kind moved.
  private var queryCounts = SIMD4<Int32>()

  /// Invalidates the tree of a kind of body, because bodies were moved, added or removed.
  mutating func invalidate(_ kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics = nil
    case .kinematic: kinematics = nil
    case .dynamic: dynamics = nil
    }
    queryCounts[Int(kind)] = 0
  }

  @inline(__always)
  var isComplete: Bool { statics != nil && kinematics != nil && dynamics != nil }

  /// Counts queries; returns whether building the tree of a kind with `count` proxies now saves
  /// time.
  ///
  /// Building a tree costs as much as it saves in two queries, and in another one for every eight
  /// proxies.
  mutating func shouldBuild(_ kind: BodyKind, _ questions: Int, _ count: Int) -> Bool {
    let slot = Int(kind.code)
    let total = Int(queryCounts[slot]) + questions
    queryCounts[slot] = Int32(min(total, 1 << 24))
    return total * 8 > count + 16
  }
}

extension World {
  /// The trees of each kind of body: the query tree, if it is built, and that of the broad phase.
  var treesByKind: [(WideTree.View?, DynamicTree)] {
    [
      (queries.state.statics, broadPhase.statics),
      (queries.state.kinematics, broadPhase.kinematics),
      (queries.state.dynamics, broadPhase.dynamics),
    ]
  }

  /// Builds query trees if enough queries have been made; called before queries, never during them.
  @inline(__always)
  func prepareQueries(_ questions: Int = 1) {
    if !queries.state.isComplete { buildQueryTrees(questions) }
  }

  @inline(never)
  private func buildQueryTrees(_ questions: Int) {
    let (bodies, colliders, shapes) = (self.bodies.base, self.colliders.base, self.colliders.shapes)
    let (trees, old) = (broadPhase, queries.state)
    var state = old
    /// The tree item of a collider in its current transform.
    func item(_ data: UInt32) -> WideTree.Item {
      let collider = colliders + Int(data)
      let body = bodies + Int(collider.pointee.body)
      let placed = collider.pointee.transform(in: body.pointee.transform)
      if case .sphere(let s) = shapes[Int(data)] {
        return WideTree.Item(sphere: placed.position, radius: s.radius, data: data)
      }
      return WideTree.Item(shapes[Int(data)].bounds(at: placed), data: data)
    }
    if old.statics == nil, state.shouldBuild(.static, questions, trees.statics.count) {
      queries.trees.statics.build(from: trees.statics, item)
      state.statics = queries.trees.statics.view
    }
    if old.kinematics == nil, state.shouldBuild(.kinematic, questions, trees.kinematics.count) {
      queries.trees.kinematics.build(from: trees.kinematics, item)
      state.kinematics = queries.trees.kinematics.view
    }
    if old.dynamics == nil, state.shouldBuild(.dynamic, questions, trees.dynamics.count) {
      queries.trees.dynamics.build(from: trees.dynamics, item)
      state.dynamics = queries.trees.dynamics.view
    }
    queries.state = state
  }
}
