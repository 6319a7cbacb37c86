import CaromCollision
import CaromMaths

/// Trees for many queries between two steps, made from where the bodies are when that pays.
///
/// The broad phase's trees hold boxes with room to move in, and change a little in every step. Once
/// some queries have been asked since anything moved, a ``WideTree`` of the exact places is made,
/// which answers several times faster. Answers are the same bits either way, so none of this is part of
/// the world's state.
struct QueryTrees: ~Copyable {
  var statics = WideTree()
  var kinematics = WideTree()
  var dynamics = WideTree()
}

/// The trees as queries see them, and whether they are worth making.
struct QueryState: BitwiseCopyable {
  var statics: WideTree.View?
  var kinematics: WideTree.View?
  var dynamics: WideTree.View?
  /// How many queries were asked since bodies of each kind moved.
  private var asked = SIMD4<Int32>()

  /// Notes that bodies of a kind have moved, come or gone.
  mutating func invalidate(_ kind: UInt32) {
    switch BodyKind(code: kind) ?? .static {
    case .static: statics = nil
    case .kinematic: kinematics = nil
    case .dynamic: dynamics = nil
    }
    asked[Int(kind)] = 0
  }

  @inline(__always)
  var isComplete: Bool { statics != nil && kinematics != nil && dynamics != nil }

  /// Counts queries; true when the tree of a kind with `count` proxies is worth making now.
  ///
  /// Making a tree costs as much as it saves for so many queries as it has eighths of proxies.
  mutating func shouldBuild(_ kind: BodyKind, _ questions: Int, _ count: Int) -> Bool {
    let slot = Int(kind.code)
    let total = Int(asked[slot]) + questions
    asked[slot] = Int32(min(total, 1 << 24))
    return total * 8 > count + 1
  }
}

extension World {
  /// The trees of each kind of body: that for many queries, if it is made, and the broad phase's.
  var queryRows: [(WideTree.View?, DynamicTree)] {
    [
      (queryState.statics, broadPhase.statics), (queryState.kinematics, broadPhase.kinematics),
      (queryState.dynamics, broadPhase.dynamics),
    ]
  }

  /// Makes trees for queries when enough have been asked; called before queries, never during them.
  @inline(__always)
  func prepareQueries(_ questions: Int = 1) {
    if !queryState.isComplete { buildQueryTrees(questions) }
  }

  @inline(never)
  private func buildQueryTrees(_ questions: Int) {
    // Taken out of the world once: each access to a property of a class is checked at run time.
    let (bodies, colliders, shapes) = (self.bodies.base, self.colliders.base, self.shapes)
    let (trees, old) = (broadPhase, queryState)
    var state = old
    /// What a collider looks like to queries, where it is now.
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
      queryTrees.statics.build(from: trees.statics, item)
      state.statics = queryTrees.statics.view
    }
    if old.kinematics == nil, state.shouldBuild(.kinematic, questions, trees.kinematics.count) {
      queryTrees.kinematics.build(from: trees.kinematics, item)
      state.kinematics = queryTrees.kinematics.view
    }
    if old.dynamics == nil, state.shouldBuild(.dynamic, questions, trees.dynamics.count) {
      queryTrees.dynamics.build(from: trees.dynamics, item)
      state.dynamics = queryTrees.dynamics.view
    }
    queryState = state
  }
}
