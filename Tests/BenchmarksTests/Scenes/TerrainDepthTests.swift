import CaromBenchmarks
import CaromMaths
import CaromPhysics
import Testing

/// The penetration depth in S7, measured against the triangles rather than the smooth hills that
/// they approximate.
@Suite("Penetration depth of marbles in a terrain")
struct TerrainDepthTests {
  @Test("Marbles penetrate triangles by at most 5 mm; greater depths are chords of the hills")
  func depth() throws {
    let scene = try #require(PhysicsScene(named: "S7"))
    let (world, handles) = try scene.makeWorld()
    for _ in 0..<scene.steps { world.step(PhysicsScene.timeStep) }
    let balls = try handles.dropFirst().map { try #require(world.body($0)) }
    var (greatest, ofDeepest): (Float, Float) = (0, 0)
    var deepest: Float = 0
    for ball in balls {
      let depth: Float = 0.3 - world.closestPoint(on: handles[0], to: ball.position).distance
      greatest = max(greatest, depth)
      let smooth = 0.3 - Self.gap(ball.position)
      if smooth > deepest { (deepest, ofDeepest) = (smooth, depth) }
    }
    #expect(greatest < 0.005, "\(greatest)")
    // Chords of a curvature of 0.32/m lie up to 20 mm below it in the middle of a triangle of half
    // a meter.
    #expect(deepest < 0.02 + 0.001 && ofDeepest < 0.001, "\(deepest) \(ofDeepest)")
  }

  /// The distance of a point from the smooth hills, to first order, as measured for the other
  /// engines.
  private static func gap(_ p: Vector3) -> Float {
    func height(_ x: Float, _ z: Float) -> Float {
      0.5 * Portable.sin(0.8 * x) * Portable.cos(0.8 * z) + 0.002 * (x * x + z * z)
    }
    let e: Float = 1e-2
    let (x, z) = (p.x, p.z)
    let slopeX = (height(x + e, z) - height(x - e, z)) / (2 * e)
    let slopeZ = (height(x, z + e) - height(x, z - e)) / (2 * e)
    return (p.y - height(x, z)) / (1 + slopeX * slopeX + slopeZ * slopeZ).squareRoot()
  }
}
