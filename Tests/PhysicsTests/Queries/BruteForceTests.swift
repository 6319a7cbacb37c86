import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Queries compared with brute force")
struct BruteForceTests {
  @Test(
    "Rays have the brute-force results, in worlds of all shapes, with all filters", arguments: 1...6
  )
  func rays(seed: UInt64) throws {
    var crowd = try Crowd(seed, count: 400)
    if seed % 2 == 0 { crowd.drift(10) }
    var hits = 0
    for _ in 0..<400 {
      let origin = crowd.vector(5)
      let translation = crowd.vector(5) - origin
      let filter = crowd.filter()
      var expected: [(fraction: Float, body: BodyHandle)] = []
      for (number, body) in crowd.bodies.enumerated() where crowd.counts(number, filter) {
        let hit = body.shape.rayCast(
          origin: origin, translation: translation, at: crowd.transform(number))
        if let hit { expected.append((hit.fraction, body.handle)) }
      }
      // Stable: equal ones stay in the order of creation.
      let sorted = expected.enumerated().sorted {
        $0.element.fraction != $1.element.fraction
          ? $0.element.fraction < $1.element.fraction : $0.offset < $1.offset
      }.map(\.element)
      let all = crowd.world.rayCastAll(origin: origin, translation: translation, filter: filter)
      #expect(all.map(\.body) == sorted.map(\.body))
      #expect(all.count == sorted.count && zip(all, sorted).allSatisfy { same($0.0, $0.1) })
      let first = crowd.world.rayCast(origin: origin, translation: translation, filter: filter)
      #expect(first == all.first)
      let any = crowd.world.rayCastAny(origin: origin, translation: translation, filter: filter)
      #expect(any == !all.isEmpty)
      hits += all.count
    }
    #expect(hits > 400)
  }

  private func same(_ hit: BodyHit, _ other: (fraction: Float, body: BodyHandle)) -> Bool {
    abs(hit.fraction - other.fraction) <= 1e-5
  }

  @Test("Shape casts have the brute-force results", arguments: 1...4)
  func casts(seed: UInt64) throws {
    var crowd = try Crowd(seed, count: 200)
    if seed % 2 == 0 { crowd.drift(10) }
    var hits = 0
    for _ in 0..<100 {
      let shape = crowd.shape()
      let start = crowd.placement(5)
      let translation = crowd.vector(5) - start.position
      let filter = crowd.filter()
      var expected: [(fraction: Float, body: BodyHandle)] = []
      for (number, body) in crowd.bodies.enumerated() where crowd.counts(number, filter) {
        var first: Float = .infinity
        for own in shape.leaves {
          for other in body.shape.leaves {
            let hit = shapeCast(
              own.shape, from: start * own.placement, by: translation, other.shape,
              at: crowd.transform(number) * other.placement)
            if let hit { first = min(first, hit.fraction) }
          }
        }
        if first <= 1 { expected.append((first, body.handle)) }
      }
      let sorted = expected.enumerated().sorted {
        $0.element.fraction != $1.element.fraction
          ? $0.element.fraction < $1.element.fraction : $0.offset < $1.offset
      }.map(\.element)
      let all = crowd.world.shapeCastAll(shape, from: start, by: translation, filter: filter)
      #expect(all.map(\.body) == sorted.map(\.body))
      #expect(all.count == sorted.count && zip(all, sorted).allSatisfy { same($0.0, $0.1) })
      let one = crowd.world.shapeCast(shape, from: start, by: translation, filter: filter)
      #expect(one == all.first)
      hits += all.count
    }
    #expect(hits > 100)
  }

  @Test("Overlaps, distances and contacts have the brute-force results", arguments: 1...4)
  func overlaps(seed: UInt64) throws {
    var crowd = try Crowd(seed, count: 200)
    if seed % 2 == 0 { crowd.drift(10) }
    var overlapping = 0
    for _ in 0..<100 {
      let shape = crowd.shape()
      let place = crowd.placement(4)
      let filter = crowd.filter()
      var expected: [BodyHandle] = []
      var nearest: (distance: Float, body: BodyHandle)?
      for (number, body) in crowd.bodies.enumerated() where crowd.counts(number, filter) {
        var least: Float = .infinity
        for own in shape.leaves {
          for other in body.shape.leaves {
            let gap = distance(
              own.shape, place * own.placement, other.shape,
              crowd.transform(number) * other.placement)
            least = min(least, gap.distance)
          }
        }
        if least <= 0 { expected.append(body.handle) }
        if least < nearest?.distance ?? .infinity { nearest = (least, body.handle) }
      }
      #expect(crowd.world.overlap(shape, at: place, filter: filter) == expected)
      overlapping += expected.count
      let found = crowd.world.closestBody(to: shape, at: place, filter: filter)
      #expect(abs((found?.distance ?? -1) - (nearest?.distance ?? -1)) < 1e-5)
      if let found, found.distance > 0 {
        #expect(found.body == nearest?.body)
        #expect(abs((found.otherPoint - found.point).length - found.distance) < 1e-4)
        let near = crowd.world.closestBody(
          to: shape, at: place, within: found.distance * 0.99, filter: filter)
        #expect(near == nil)
      }
      let touching = crowd.world.contactTest(shape, at: place, filter: filter).map(\.body)
      // Contacts are found in 32 bits: a graze may differ.
      let apart = Set(touching).symmetricDifference(expected)
      #expect(apart.count <= 1)
    }
    #expect(overlapping > 20)
  }
}
