import CaromBenchmarks
import CaromPhysics
import Foundation
import TestSupport
import Testing

/// Every scene gives the same bits on several threads and in debug.
@Suite("Benchmark scenes on several threads")
struct SceneThreadTests {
  static let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"

  #if DEBUG
    static let most = 2
  #else
    static let most = 4
  #endif

  // The hash is pinned in release and compared in debug, or vice versa.
  @Test(
    "After ten steps the hash is the pinned one in debug and release, on any number of threads",
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
      "All steps of a scene give the same bits on one to four threads",
      arguments: PhysicsScene.names)
    func wholeScene(_ name: String) throws {
      let scene = try #require(PhysicsScene(named: name))
      // Long enough for piles to form; all steps in the full tier.
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
