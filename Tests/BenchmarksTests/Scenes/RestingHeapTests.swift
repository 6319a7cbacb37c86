#if !DEBUG
  import CaromBenchmarks
  import CaromMaths
  import CaromPhysics
  import Testing

  /// Symptom: 2,000 boxes, capsules and hulls in a box moved by 4 mm/s on average five seconds
  /// after they were dropped and did not settle: clusters of fifty oscillated by up to 0.3 m/s with
  /// a period of two or three steps.
  ///
  /// Causes: pairs with deep penetration alternated between edges, or between an edge and a face,
  /// with nearly equal separations, so that the normal and the point jumped; an edge across a face
  /// was supported by one of its two crossings only; and residual twist, see the tests of the
  /// physics.
  @Suite("Resting heaps")
  struct RestingHeapTests {
    @Test("The heap of S4 comes to rest")
    func rests() throws {
      // The final speed varies: 1.2 to 2.6 mm/s over ten starts that differ by 0.1 mm, and 2.5 to
      // 4.4 before. So the middle one of five counts.
      let heaps = try (0..<5).map { try Self.speeds(shift: 1e-4 * Float($0)) }
      let means = heaps.map { $0.reduce(0, +) / Float($0.count) }.sorted()
      #expect(means[2] < 0.0025, "\(means)")
      let fast = heaps.map { speeds in speeds.filter { $0 > 0.01 }.count }.sorted()
      #expect(fast[2] < 55, "\(fast)")
    }

    /// The speeds of the bodies five seconds after they were dropped, every other one beside its
    /// place.
    private static func speeds(shift: Float) throws -> [Float] {
      let scene = try #require(PhysicsScene(named: "S4"))
      let (world, handles) = try scene.makeWorld()
      for (number, handle) in handles.enumerated() {
        guard let body = world.body(handle), body.kind == .dynamic else { continue }
        body.position.x += number % 2 == 0 ? shift : -shift
      }
      for _ in 0..<299 { world.step(PhysicsScene.timeStep) }
      let before = handles.compactMap { world.body($0)?.position }
      world.step(PhysicsScene.timeStep)
      let after = handles.compactMap { world.body($0)?.position }
      return zip(before, after).map { ($1 - $0).length * 60 }
    }
  }
#endif
