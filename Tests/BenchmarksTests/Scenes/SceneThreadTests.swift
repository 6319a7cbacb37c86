import CaromBenchmarks
import CaromPhysics
import Foundation
import TestSupport
import Testing

/// Every scene on several threads, and in debug: the same bits.
@Suite("Benchmark scenes on several threads")
struct SceneThreadTests {
  static let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"

  #if DEBUG
    static let most = 2
  #else
    static let most = 4
  #endif

  // The hash is pinned in release and compared in debug, or the other way round.
  @Test(
    "After ten steps a scene has the pinned hash, in debug as in release, on any number of threads",
    arguments: PhysicsScene.names)
  func tenSteps(_ name: String) throws {
    let scene = try #require(PhysicsScene(named: name))
    for threads in 1...Self.most {
      let (world, _) = try scene.makeWorld(threads: threads)
      for _ in 0..<10 { world.step(PhysicsScene.timeStep) }
      try PinnedHashes.expect(world.stateHash, pinned: "physics/scenes/\(name)/10")
    }
  }

  #if !DEBUG
    @Test(
      "A scene has the same bits after all of its steps for one to four threads",
      arguments: PhysicsScene.names)
    func wholeScene(_ name: String) throws {
      let scene = try #require(PhysicsScene(named: name))
      // Long enough for piles to form; whole in the full tier.
      let steps = Self.isFull ? scene.steps : 60
      func hash(threads: Int) throws -> UInt64 {
        let (world, _) = try scene.makeWorld(threads: threads)
        for _ in 0..<steps { world.step(PhysicsScene.timeStep) }
        return world.stateHash
      }
      let alone = try hash(threads: 1)
      for threads in 2...4 { #expect(try hash(threads: threads) == alone, "\(threads) threads") }
    }
  #endif
}
