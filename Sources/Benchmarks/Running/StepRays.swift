import CaromMaths
import CaromPhysics

/// The rays that are cast after each step of a scene, the same as in the harnesses of other
/// engines.
///
/// They go from 12 m above the ground down to it, within 4.9 m of the origin along X and Z.
struct StepRays {
  /// The number of rays after each step.
  let count: Int
  private var sequence = CongruentialSequence(state: 777)
  private var seconds = 0.0
  private var hits = 0
  private var fractionSum = 0.0
  private var castCount = 0

  init(count: Int) { self.count = count }

  /// Casts the rays of a step.
  mutating func cast(in world: World) {
    let rays = (0..<count).map { _ in nextRay() }
    let start = ProcessorTime.now
    for ray in rays {
      guard let hit = world.rayCast(origin: ray.origin, translation: ray.translation) else {
        continue
      }
      hits += 1
      fractionSum += Double(hit.fraction)
    }
    seconds += ProcessorTime.now - start
    castCount += count
  }

  private mutating func nextRay() -> PhysicsScene.Ray {
    let x: Float = sequence.next() * 9.8 - 4.9
    let z: Float = sequence.next() * 9.8 - 4.9
    let toX: Float = sequence.next() * 9.8 - 4.9
    let toZ: Float = sequence.next() * 9.8 - 4.9
    return PhysicsScene.Ray(origin: Vector3(x, 12, z), translation: Vector3(toX - x, -12, toZ - z))
  }

  /// The results of all steps so far; nil if there were no rays.
  var results: PhysicsReport.Rays? {
    guard castCount > 0 else { return nil }
    return PhysicsReport.Rays(
      nanoseconds: seconds * 1e9 / Double(castCount), hits: hits, fractionSum: fractionSum)
  }
}
