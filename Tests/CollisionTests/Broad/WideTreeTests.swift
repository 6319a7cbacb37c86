import CaromCollision
import CaromMaths
import Testing

@Suite("Wide tree")
struct WideTreeTests {
  @Test("A ray visits the boxes and hits the spheres that brute force finds", arguments: 0...5)
  func agreesWithBruteForce(seed: Int) {
    var draws = Draws(seed: UInt64(seed) + 90)
    // None, few and many items; spheres only, boxes only, and both.
    let count = [0, 1, 3, 9, 700, 2500][seed]
    var tree = DynamicTree()
    var shapes: [(shape: Shape, place: Transform)] = []
    for number in 0..<count {
      let isBall = seed % 3 == 0 ? draws.unit() < 0.7 : seed % 3 == 1
      let shape: Shape =
        isBall
        ? .sphere(SphereShape(radius: draws.number(0.1, 1)))
        : .box(BoxShape(halfExtents: draws.vector(1).magnitudes + .one * 0.05))
      let place = draws.placement(20)
      shapes.append((shape, place))
      _ = tree.insert(shape.bounds(at: place).expanded(by: 0.1), data: UInt32(number))
    }
    var wide = WideTree()
    wide.build(from: tree) { data in
      let (shape, place) = shapes[Int(data)]
      if case .sphere(let s) = shape {
        return WideTree.Item(sphere: place.position, radius: s.radius, data: data)
      }
      return WideTree.Item(shape.bounds(at: place), data: data)
    }
    for round in 0..<400 {
      var origin = draws.vector(22)
      var translation = draws.vector(22) - origin
      // Along an axis, with zero length, from inside an item, and parallel to a face.
      if round % 5 == 0 { translation = Vector3(0, translation.y, 0) }
      if round % 50 == 1 { translation = .zero }
      if round % 7 == 2, count > 0 { origin = shapes[round % count].place.position }
      var met: Set<UInt32> = []
      var nearest: Float = 2
      wide.view.rayCast(origin: origin, translation: translation) { data, fraction, limit in
        let (shape, place) = shapes[Int(data)]
        let hit = shape.rayCast(origin: origin, translation: translation, at: place)
        if fraction >= 0 { #expect(hit?.fraction == fraction) }
        met.insert(data)
        if let hit { nearest = min(nearest, hit.fraction) }
        return limit
      }
      var least: Float = 2
      for (number, entry) in shapes.enumerated() {
        let hit = entry.shape.rayCast(
          origin: origin, translation: translation, at: entry.place)
        if let hit {
          #expect(met.contains(UInt32(number)))
          least = min(least, hit.fraction)
        }
      }
      #expect(least == nearest)
      var first: Float = 2
      wide.view.rayCast(origin: origin, translation: translation) { data, fraction, limit in
        let (shape, place) = shapes[Int(data)]
        let hit = shape.rayCast(origin: origin, translation: translation, at: place)
        guard let hit, hit.fraction <= limit else { return limit }
        first = hit.fraction
        return first
      }
      #expect(first == least)
    }
  }

  @Test("Box queries and box casts visit the items that brute force finds", arguments: 0...5)
  func boxes(seed: Int) {
    var draws = Draws(seed: UInt64(seed) + 40)
    let count = [0, 1, 3, 9, 700, 2500][seed]
    var tree = DynamicTree()
    var items: [(box: AABB, isBall: Bool)] = []
    for number in 0..<count {
      let isBall = seed % 2 == 0 ? draws.unit() < 0.5 : seed % 3 == 1
      let half = isBall ? .one * draws.number(0.1, 1) : draws.vector(1).magnitudes + .one * 0.05
      let box = AABB(center: draws.vector(20), halfExtents: half)
      items.append((box, isBall))
      _ = tree.insert(box.expanded(by: 0.1), data: UInt32(number))
    }
    var wide = WideTree()
    wide.build(from: tree) { data in
      let (box, isBall) = items[Int(data)]
      return isBall
        ? WideTree.Item(sphere: box.center, radius: box.halfExtents.x, data: data)
        : WideTree.Item(box, data: data)
    }
    for round in 0..<300 {
      let box = AABB(center: draws.vector(22), halfExtents: draws.vector(3).magnitudes)
      var met: Set<UInt32> = []
      wide.view.query(box) { #expect(met.insert($0).inserted) }
      // A sphere's box may differ in the last bit.
      for (number, item) in items.enumerated() {
        if item.box.expanded(by: -1e-5).overlaps(box) { #expect(met.contains(UInt32(number))) }
        if !item.box.expanded(by: 1e-5).overlaps(box) { #expect(!met.contains(UInt32(number))) }
      }
      let way = round % 9 == 0 ? Vector3(0, 20, 0) : draws.vector(30)
      var swept: Set<UInt32> = []
      wide.view.boxCast(box, translation: way) { data, limit in
        #expect(swept.insert(data).inserted)
        return limit
      }
      // In small steps: every box that is overlapped must have been visited.
      for part in 0...40 {
        let moved = AABB(
          center: box.center + way * (Float(part) / 40), halfExtents: box.halfExtents)
        for (number, item) in items.enumerated() where item.box.expanded(by: -1e-4).overlaps(moved)
        {
          #expect(swept.contains(UInt32(number)))
        }
      }
      var visits = 0
      wide.view.boxCast(box, translation: way) { _, _ in
        visits += 1
        return -1
      }
      #expect(visits == (swept.isEmpty ? 0 : 1))
    }
  }

  @Test("A visitor can stop the search")
  func stops() {
    var tree = DynamicTree()
    for number in 0..<100 {
      _ = tree.insert(
        AABB(center: Vector3(Float(number), 0, 0), halfExtents: .one), data: UInt32(number))
    }
    var wide = WideTree()
    wide.build(from: tree) { data in
      WideTree.Item(sphere: Vector3(Float(data), 0, 0), radius: 1, data: data)
    }
    var visits = 0
    wide.view.rayCast(origin: Vector3(-5, 0, 0), translation: Vector3(200, 0, 0)) { _, _, _ in
      visits += 1
      return -1
    }
    #expect(visits == 1)
  }
}
