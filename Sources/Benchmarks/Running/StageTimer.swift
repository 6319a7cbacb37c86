import CaromPhysics

/// Adds up what the parts of all steps take.
final class StageTimer {
  private var times = [Double](repeating: 0, count: StepStage.allCases.count)
  private var wallTimes = [Double](repeating: 0, count: StepStage.allCases.count)
  private var last = (time: 0.0, wall: 0.0)

  private static var now: (time: Double, wall: Double) { (ProcessorTime.now, WallTime.now) }

  /// Notes that a step begins.
  func begin() { last = Self.now }

  /// Notes that a part has ended.
  func end(_ stage: StepStage) {
    let now = Self.now
    times[stage.rawValue] += now.time - last.time
    wallTimes[stage.rawValue] += now.wall - last.wall
    last = now
  }

  /// The means over a number of steps, in milliseconds.
  func stages(_ steps: Int) -> [PhysicsReport.Stage] {
    let scale = 1e3 / Double(max(steps, 1))
    return StepStage.allCases.map {
      PhysicsReport.Stage(
        name: "\($0)", time: times[$0.rawValue] * scale, wallTime: wallTimes[$0.rawValue] * scale)
    }
  }
}
