import CaromBenchmarks
import CaromPhysics
import CaromProperties
import Foundation
import Testing

/// Every scene, repeatedly restored into a new world, compared with the same scene left alone.
@Suite("Benchmark scenes with snapshots")
struct HeavyModeTests {
  static let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"

  /// S8 is S3 with rays.
  static let names = PhysicsScene.names.filter { $0 != "S8" }

  @Test(
    "A scene that is restored into new worlds has the same hashes as one that is not",
    arguments: names)
  func restored(_ name: String) throws {
    let scene = try #require(PhysicsScene(named: name))
    let steps = Self.isFull ? 2000 : 24
    let every = Self.isFull ? 1 : 8
    let straight = try scene.makeWorld().world
    var restored = try scene.makeWorld().world
    let buffer = StateBuffer()
    for step in 1...steps {
      straight.step(PhysicsScene.timeStep)
      restored.step(PhysicsScene.timeStep)
      guard step % every == 0 else { continue }
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      #expect(fresh.invariantProblem == nil)
      restored = fresh
      try #require(straight.stateHash == restored.stateHash, "\(name) differs by step \(step)")
    }
  }
}
