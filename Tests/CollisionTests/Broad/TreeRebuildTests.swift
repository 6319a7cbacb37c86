import CaromCollision
import CaromMaths
import Testing

@Suite("Refitting and rebuilding a dynamic tree")
struct TreeRebuildTests {
  private struct Crowd {
    var tree = DynamicTree()
    var draws = Draws(seed: 34)
    var bodies: [(proxy: Int32, center: Vector3, velocity: Vector3)] = []

    init(_ count: Int) {
      for number in 0..<count {
        let center = draws.vector(12)
        let box = AABB(center: center, halfExtents: .one * 0.3)
        bodies.append((tree.insert(box, data: UInt32(number)), center, draws.vector(0.2)))
      }
    }

    /// Moves two thirds of the bodies, a few of them far, and refits the tree.
    mutating func drift(_ round: Int) {
      let leaves = tree.leaves
      var changed: [Int32] = []
      for number in bodies.indices where number % 3 != round % 3 {
        bodies[number].center += bodies[number].velocity
        if draws.unit() < 0.002 { bodies[number].center = draws.vector(12) }
        if bodies[number].center.magnitudes.greatest > 12 { bodies[number].velocity *= -1 }
        let tight = AABB(center: bodies[number].center, halfExtents: .one * 0.25)
        let ahead = bodies[number].velocity * 2
        if leaves.update(bodies[number].proxy, tight: tight, margin: 0.05, ahead: ahead) {
          changed.append(bodies[number].proxy)
        }
      }
      changed.withUnsafeBufferPointer { tree.refit(above: $0) }
    }

    /// The numbers of bodies whose boxes overlap a box, by brute force.
    func overlapping(_ box: AABB) -> [UInt32] {
      bodies.indices.filter { tree.box(of: bodies[$0].proxy).overlaps(box) }.map { UInt32($0) }
    }
  }

  /// The sum of the areas of all branches, which is the cost of queries.
  private func cost(_ tree: DynamicTree) -> Float {
    tree.nodes.reduce(0) { $0 + ($1.height > 0 ? $1.box.area : 0) }
  }

  @Test("Queries stay correct while boxes drift and the tree is rebuilt when needed")
  func drifts() {
    var crowd = Crowd(600)
    var rebuilds = 0
    for round in 0..<120 {
      crowd.drift(round)
      if crowd.tree.needsRebuild {
        rebuilds += 1
        crowd.tree.rebuild()
        #expect(!crowd.tree.needsRebuild)
      }
      if round % 20 == 0 { #expect(crowd.tree.invariantProblem == nil, "round \(round)") }
      let box = AABB(center: crowd.draws.vector(10), halfExtents: .one * 2)
      var found: [UInt32] = []
      crowd.tree.query(box, into: &found)
      #expect(found.sorted() == crowd.overlapping(box))
      for body in crowd.bodies {
        let tight = AABB(center: body.center, halfExtents: .one * 0.25)
        #expect(crowd.tree.box(of: body.proxy).contains(tight))
      }
    }
    #expect(rebuilds > 3)
    var fresh = crowd.tree
    fresh.rebuild()
    #expect(cost(crowd.tree) < 1.5 * cost(fresh))
  }

  @Test("A rebuilt tree has a lower cost than one that was grown")
  func quality() {
    var crowd = Crowd(2000)
    let grown = cost(crowd.tree)
    let height = crowd.tree.height
    crowd.tree.rebuild()
    #expect(crowd.tree.invariantProblem == nil)
    #expect(cost(crowd.tree) < grown)
    #expect(crowd.tree.height <= height + 4)
    for (number, body) in crowd.bodies.enumerated() {
      #expect(crowd.tree.data(of: body.proxy) == UInt32(number))
    }
  }

  @Test("Refits after few and after many changes produce the same boxes")
  func fewAndMany() {
    var (many, few) = (Crowd(300), Crowd(300))
    for round in 0..<6 {
      many.drift(round)
      // The same, one by one.
      for number in few.bodies.indices where number % 3 != round % 3 {
        few.bodies[number].center += few.bodies[number].velocity
        if few.draws.unit() < 0.002 { few.bodies[number].center = few.draws.vector(12) }
        if few.bodies[number].center.magnitudes.greatest > 12 { few.bodies[number].velocity *= -1 }
        let tight = AABB(center: few.bodies[number].center, halfExtents: .one * 0.25)
        _ = few.tree.update(
          few.bodies[number].proxy, tight: tight, margin: 0.05,
          ahead: few.bodies[number].velocity * 2)
      }
    }
    for (a, b) in zip(many.bodies, few.bodies) {
      #expect(many.tree.box(of: a.proxy) == few.tree.box(of: b.proxy))
    }
    #expect(many.tree.changes == few.tree.changes)
    #expect(few.tree.invariantProblem == nil)
  }

  @Test("Coincident, collinear and infinite boxes can be rebuilt")
  func degenerate() {
    var tree = DynamicTree()
    tree.rebuild()
    #expect(tree.root == DynamicTreeNode.none)
    for number in 0..<500 {
      let center: Vector3 = number < 200 ? .zero : Vector3(Float(number), 0, 0)
      _ = tree.insert(AABB(center: center, halfExtents: .one * 0.4), data: UInt32(number))
    }
    for number in 0..<3 {
      let endless = AABB(
        min: Vector3(repeating: -.infinity), max: Vector3(repeating: number == 0 ? 0 : .infinity))
      _ = tree.insert(endless, data: 500 + UInt32(number))
    }
    tree.rebuild()
    #expect(tree.invariantProblem == nil)
    #expect(tree.height < 60)
    var found: [UInt32] = []
    tree.query(AABB(center: Vector3(300, 0, 0), halfExtents: .one * 0.1), into: &found)
    #expect(found.sorted() == [300, 501, 502])
  }

  @Test("Few changes do not require a rebuild, whatever the size of the tree")
  func resting() {
    var crowd = Crowd(1000)
    crowd.tree.rebuild()
    for number in 0..<100 {
      crowd.tree.move(
        crowd.bodies[number].proxy, to: AABB(center: crowd.draws.vector(12), halfExtents: .one))
    }
    #expect(!crowd.tree.needsRebuild && crowd.tree.changes == 100)
  }
}
