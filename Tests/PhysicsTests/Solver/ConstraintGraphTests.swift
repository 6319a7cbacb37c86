import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers
import Testing

@Suite("Constraint graph")
struct ConstraintGraphTests {
  /// A constraint and the color that it was given.
  private struct Held {
    let a: Int32
    let b: Int32
    let color: Int32
  }

  /// Whether colors other than the overflow have each body once at most.
  private func isProper(_ held: [Held], bodies: Int) -> Bool {
    var used = [UInt64](repeating: 0, count: bodies)
    for one in held where one.color < ConstraintGraph.overflow {
      for body in [one.a, one.b] where body >= 0 {
        let bit: UInt64 = 1 << UInt64(one.color)
        if used[Int(body)] & bit != 0 { return false }
        used[Int(body)] |= bit
      }
    }
    return true
  }

  @Test(
    "No color contains a body twice, whichever constraints are added and removed", arguments: 1...5)
  func proper(_ seed: UInt64) {
    var random = RandomStream(seed: seed)
    var graph = ConstraintGraph()
    // Few bodies and many constraints, so that colors run out.
    let count = 12
    graph.reserve(bodies: count)
    var held: [Held] = []
    var overflowed = 0
    for _ in 0..<3000 {
      if held.count > 500 || (random.int(below: 3) == 0 && !held.isEmpty) {
        let gone = held.remove(at: random.int(below: held.count))
        graph.release(gone.a, gone.b, color: gone.color)
        continue
      }
      let a = Int32(random.int(below: count))
      let other = Int32(random.int(below: count + 4))
      let b = other >= count || other == a ? -1 : other
      let color = random.int(below: 2) == 0 ? graph.assign(a, b) : graph.assign(b, a)
      #expect((0...ConstraintGraph.overflow).contains(color))
      if color == ConstraintGraph.overflow { overflowed += 1 }
      held.append(Held(a: a, b: b, color: color))
    }
    #expect(isProper(held, bodies: count))
    #expect(overflowed > 100)
    // What is worked out again from the records is what was kept.
    var restored = ConstraintGraph()
    restored.reserve(bodies: count)
    for one in held { restored.restore(one.a, one.b, color: one.color) }
    for body in 0..<count { #expect(restored.colors(of: body) == graph.colors(of: body)) }
  }

  @Test("Movable pairs get the lowest colors, pairs with an immovable side the highest")
  func order() {
    var graph = ConstraintGraph()
    graph.reserve(bodies: 200)
    #expect((1...3).map { graph.assign(0, $0) } == [0, 1, 2])
    #expect(graph.assign(4, 5) == 0)
    #expect(graph.assign(1, 2) == 2)
    #expect([graph.assign(0, -1), graph.assign(-1, 0), graph.assign(9, -1)] == [62, 61, 62])
  }

  @Test("Constraints of a body without free colors overflow, and released colors become free")
  func overflow() {
    var graph = ConstraintGraph()
    graph.reserve(bodies: 200)
    let colors = (1...60).map { graph.assign(0, Int32($0)) }
    #expect(Array(colors.prefix(56)) == Array(0..<56))
    #expect(colors.suffix(4).allSatisfy { $0 == ConstraintGraph.overflow })
    // Seven are kept for what does not move.
    let anchored = (0..<8).map { _ in graph.assign(0, -1) }
    #expect(anchored == [62, 61, 60, 59, 58, 57, 56, ConstraintGraph.overflow])
    // The overflow holds nothing, so giving it back frees nothing.
    let before = graph.colors(of: 0)
    graph.release(0, 60, color: ConstraintGraph.overflow)
    graph.release(0, 60, color: -1)
    #expect(graph.colors(of: 0) == before)
    graph.release(0, 18, color: 17)
    #expect(graph.colors(of: 18) == 0)
    #expect(graph.assign(100, 0) == 17)
    graph.removeAll()
    graph.reserve(bodies: 200)
    #expect(graph.assign(0, 1) == 0)
  }

  @Test("A plate carries a hundred bodies, with the same bits on four threads")
  func crowdedPlate() throws {
    func make(_ threads: Int) throws -> (TestWorld, Body, [Body]) {
      let t = TestWorld { $0.allowsSleep = false }
      if threads > 1 { t.world.workers = WorkerPool(threads: threads) }
      try t.add(.static, .floor)
      let plate = try t.add(.dynamic, .box(12, 0.5, 12), at: Vector3(0, 0.25, 0)) {
        $0.mass = 50
        $0.restitution = 0
      }
      var balls: [Body] = []
      for number in 0..<100 {
        let shape: Shape = number % 2 == 0 ? .ball(0.4) : .box(0.6, 0.8, 0.6)
        let place = Vector3(Float(number % 10) - 4.5, 0.9, Float(number / 10) - 4.5)
        balls.append(try t.add(.dynamic, shape, at: place) { $0.restitution = 0 })
      }
      // The invariants say that no color has a body twice.
      t.run(240)
      return (t, plate, balls)
    }
    let (t, plate, balls) = try make(1)
    #expect(t.world.contactCount(ofColor: ConstraintGraph.overflow) >= 44)
    // A spring of 30 Hz gives 0.3 mm under a ball; 60 Hz under the plate give 0.4 mm.
    #expect(abs(plate.position.y - 0.25) < 0.001)
    #expect(balls.allSatisfy { abs($0.position.y - 0.9) < 0.002 })
    // Those that found no color lie as still as the others; they were taken for flying once.
    for ball in balls { #expect(ball.velocity.length < 2e-3) }
    let (other, _, _) = try make(4)
    #expect(other.world.stateHash == t.world.stateHash)
  }

  // Symptom: each of these contacts had four lanes of its own, and a thousand bodies took 1.3 GB.
  @Test("Bodies at one place find no colors, and have the same bits for one to four threads")
  func onePlace() throws {
    func make(_ threads: Int) throws -> TestWorld {
      let t = TestWorld { $0.allowsSleep = false }
      if threads > 1 { t.world.workers = WorkerPool(threads: threads) }
      for number in 0..<150 {
        let shape: Shape = number % 3 == 0 ? .ball(0.4) : .box(0.6, 0.8, 0.6)
        let place = Vector3(Float(number) * 0.001, Float(number % 7) * 0.002, 0)
        try t.add(.dynamic, shape, at: place)
      }
      t.run(30)
      return t
    }
    let one = try make(1)
    #expect(one.world.contactCount(ofColor: ConstraintGraph.overflow) > 0)
    for threads in 2...4 {
      #expect(try make(threads).world.stateHash == one.world.stateHash)
    }
  }
}
