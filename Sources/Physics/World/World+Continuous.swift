import CaromCollision
import CaromMaths

extension World {
  /// Takes a fast body back to where it first met something on its way in this step.
  func stopAtImpact(_ index: Int, _ before: BodyRecord, _ dt: Float) {
  }
}
