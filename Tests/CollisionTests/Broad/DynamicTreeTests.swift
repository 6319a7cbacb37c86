import CaromCollision
import CaromMaths
import Testing

@Suite("Dynamic tree")
struct DynamicTreeTests {
  static func box(_ draws: inout Draws) -> AABB {
    AABB(
      center: draws.vector(20),
      halfExtents: Vector3(draws.number(0.1, 2), draws.number(0.1, 2), draws.number(0.1, 2)))
  }

  @Test("Queries agree with brute force through thousands of random changes")
  func agreesWithBruteForce() {
    var draws = Draws(seed: 31)
    var tree = DynamicTree()
    var held: [(proxy: Int32, box: AABB, data: UInt32)] = []
    var next: UInt32 = 0
    for round in 0..<6000 {
      let dice = draws.unit()
      if held.isEmpty || dice < 0.4 {
        let box = Self.box(&draws)
        held.append((tree.insert(box, data: next), box, next))
        next += 1
      } else if dice < 0.65 {
        let index = draws.index(below: held.count)
        tree.remove(held[index].proxy)
        held.swapAt(index, held.count - 1)
        held.removeLast()
      } else if dice < 0.95 {
        let index = draws.index(below: held.count)
        held[index].box = Self.box(&draws)
        tree.move(held[index].proxy, to: held[index].box)
      } else {
        let wanted = Self.box(&draws).expanded(by: 3)
        var found: [UInt32] = []
        tree.query(wanted, into: &found)
        let expected = held.filter { $0.box.overlaps(wanted) }.map(\.data)
        #expect(found.sorted() == expected.sorted(), "round \(round)")
      }
      if round % 100 == 0 { #expect(tree.invariantProblem == nil, "round \(round)") }
    }
    #expect(tree.invariantProblem == nil)
    #expect(tree.count == held.count)
    for entry in held {
      #expect(tree.box(of: entry.proxy) == entry.box)
      #expect(tree.data(of: entry.proxy) == entry.data)
    }
    for entry in held { tree.remove(entry.proxy) }
    #expect(tree.count == 0)
    #expect(tree.bounds.isEmpty)
    #expect(tree.invariantProblem == nil)
  }

  @Test("A ray visits every box that it hits, and none beyond the limit")
  func rays() {
    var draws = Draws(seed: 32)
    var tree = DynamicTree()
    var boxes: [AABB] = []
    for index in 0..<800 {
      let box = Self.box(&draws)
      boxes.append(box)
      _ = tree.insert(box, data: UInt32(index))
    }
    for _ in 0..<300 {
      let origin = draws.vector(25)
      let translation = draws.vector(25) - origin
      var met: Set<UInt32> = []
      tree.rayCast(origin: origin, translation: translation) { _, data, limit in
        met.insert(data)
        return limit
      }
      var nearest: Float = .infinity
      for (index, box) in boxes.enumerated() {
        let shape = Shape.box(BoxShape(halfExtents: box.halfExtents))
        let hit = shape.rayCast(
          origin: origin, translation: translation, at: Transform(position: box.center))
        if let hit {
          #expect(met.contains(UInt32(index)))
          nearest = min(nearest, hit.fraction)
        }
      }
      var closest: Float = .infinity
      var visits = 0
      tree.rayCast(origin: origin, translation: translation) { _, data, limit in
        visits += 1
        let box = boxes[Int(data)]
        let shape = Shape.box(BoxShape(halfExtents: box.halfExtents))
        let hit = shape.rayCast(
          origin: origin, translation: translation, at: Transform(position: box.center))
        guard let hit else { return limit }
        closest = min(closest, hit.fraction)
        return min(limit, hit.fraction)
      }
      #expect(closest == nearest)
      #expect(visits <= met.count)
    }
  }

  @Test("A box cast visits every box that it hits")
  func movingBox() {
    var tree = DynamicTree()
    _ = tree.insert(AABB(center: Vector3(5, 1, 0), halfExtents: .one), data: 4)
    var found: [UInt32] = []
    tree.rayCast(origin: Vector3(0, 2.4, 0), translation: Vector3(10, 0, 0)) { _, data, limit in
      found.append(data)
      return limit
    }
    #expect(found.isEmpty)
    let box = AABB(center: Vector3(0, 2.4, 0), halfExtents: Vector3(0, 0.5, 0))
    tree.boxCast(box, translation: Vector3(10, 0, 0)) { _, data, limit in
      found.append(data)
      return limit
    }
    #expect(found == [4])
  }

  @Test("The tree stays shallow when boxes are inserted in sorted order")
  func staysShallow() {
    var tree = DynamicTree()
    for index in 0..<4096 {
      let center = Vector3(Float(index), 0, 0)
      _ = tree.insert(AABB(center: center, halfExtents: .one * 0.4), data: UInt32(index))
    }
    #expect(tree.invariantProblem == nil)
    #expect(tree.height <= 26, "the height is \(tree.height)")
  }

  @Test("Coincident boxes do not degenerate into a list")
  func coincidentBoxes() {
    var tree = DynamicTree()
    for index in 0..<1000 {
      _ = tree.insert(AABB(center: .zero, halfExtents: .one), data: UInt32(index))
    }
    #expect(tree.height <= 40, "the height is \(tree.height)")
    var found: [UInt32] = []
    tree.query(AABB(center: .zero, halfExtents: .one), into: &found)
    #expect(found.count == 1000)
  }

  @Test("A proxy is updated only when its enlarged box no longer fits")
  func updates() {
    var tree = DynamicTree()
    let tight = AABB(center: .zero, halfExtents: .one)
    let proxy = tree.insert(tight.expanded(by: 0.1), data: 1)
    let near = AABB(center: Vector3(0.05, 0, 0), halfExtents: .one)
    let stayed = tree.update(proxy, tight: near, margin: 0.1)
    #expect(!stayed)
    let gone = AABB(center: Vector3(0.5, 0, 0), halfExtents: .one)
    let moved = tree.update(proxy, tight: gone, margin: 0.1, ahead: Vector3(1, 0, 0))
    #expect(moved)
    let ahead = AABB(min: Vector3(0.4, -1.1, -1.1), max: Vector3(2.6, 1.1, 1.1))
    #expect(tree.box(of: proxy) == gone.expanded(by: 0.1).union(ahead))
    let shrunk = AABB(center: Vector3(0.5, 0, 0), halfExtents: .one * 0.1)
    let tightened = tree.update(proxy, tight: shrunk, margin: 0.1)
    #expect(tightened)
  }

  @Test("The same calls produce the same nodes, and saved nodes the same tree")
  func repeatable() throws {
    func build() -> DynamicTree {
      var draws = Draws(seed: 33)
      var tree = DynamicTree()
      var proxies: [Int32] = []
      for index in 0..<500 { proxies.append(tree.insert(Self.box(&draws), data: UInt32(index))) }
      for index in stride(from: 0, to: 500, by: 3) { tree.remove(proxies[index]) }
      return tree
    }
    let (a, b) = (build(), build())
    #expect(a.nodes == b.nodes)
    var restored = try #require(
      DynamicTree(nodes: a.nodes, root: a.root, firstFree: a.firstFree, count: a.count))
    var original = a
    let box = AABB(center: .one, halfExtents: .one)
    let (first, second) = (restored.insert(box, data: 7), original.insert(box, data: 7))
    #expect(first == second)
    #expect(restored.nodes == original.nodes)
    var broken = a.nodes
    broken[3].height += 1
    #expect(
      DynamicTree(nodes: broken, root: a.root, firstFree: a.firstFree, count: a.count) == nil)
    #expect(DynamicTree(nodes: [], root: 5, firstFree: -1, count: 1) == nil)
  }

  @Test("A node has no padding")
  func nodeLayout() {
    #expect(MemoryLayout<DynamicTreeNode>.size == 44)
    #expect(MemoryLayout<DynamicTreeNode>.stride == 44)
    #expect(MemoryLayout<ManifoldCache>.stride == 16)
  }

  @Test("A view visits the same proxies as the tree, in the same order")
  func views() {
    var draws = Draws(seed: 37)
    var tree = DynamicTree()
    #expect(visited(by: tree, Self.box(&draws)).isEmpty)
    for index in 0..<800 { _ = tree.insert(Self.box(&draws), data: UInt32(index)) }
    var overlapCount = 0
    for _ in 0..<300 {
      let box = Self.box(&draws).expanded(by: 2)
      var expected: [UInt32] = []
      tree.query(box, into: &expected)
      #expect(visited(by: tree, box) == expected)
      overlapCount += expected.count
    }
    #expect(overlapCount > 300)
  }

  private func visited(by tree: DynamicTree, _ box: AABB) -> [UInt32] {
    var found: [UInt32] = []
    tree.view.query(box) {
      found.append($0)
      return true
    }
    return found
  }
}
