public import CaromMaths

/// What a run of a ``PhysicsScene`` measured, and where its bodies came to.
public struct PhysicsReport: Sendable {
  /// Where a body is after the last step.
  public struct Pose: Hashable, Sendable {
    /// Where its origin is, in metres.
    public var position: Vector3
    /// How it is turned.
    public var orientation: Quaternion
    /// How fast it moved over the last step, in metres a second: the way it went, by the time.
    public var velocity: Vector3
  }

  /// What casting the rays of a scene gave.
  public struct Rays: Hashable, Sendable {
    /// Processor time of a ray in nanoseconds: the least of three rounds.
    public var nanoseconds: Double
    /// How many rays hit a body.
    public var hits: Int
    /// The sum of the fractions of all hits: two engines that agree have nearly the same.
    public var fractionSum: Double
  }

  /// What a part of the step took, as a mean over all steps.
  public struct Stage: Hashable, Sendable {
    /// The name of the part.
    public let name: String
    /// Processor time of all threads in milliseconds a step.
    public let time: Double
    /// Time on the wall in milliseconds a step.
    public let wallTime: Double
  }

  /// The name of the scene.
  public let scene: String
  /// How many threads solved it.
  public let threads: Int
  /// How many bodies it has.
  public let bodyCount: Int
  /// The processor time of each step in milliseconds.
  public let stepTimes: [Double]
  /// The time on the wall of each step in milliseconds; with idle processors, what threads save.
  public let wallTimes: [Double]
  /// The parts of a step in their order; empty unless they were asked for.
  public let stages: [Stage]
  /// The processor time of making the world in milliseconds.
  public let creationTime: Double
  /// How many pairs of bodies were close enough to be watched after the last step.
  public let contactCount: Int
  /// The hash of the whole world after the last step, the same on every machine.
  public let hash: UInt64
  /// All bodies in the scene's order, the static ones too.
  public let poses: [Pose]
  /// The rays, for a scene that has some.
  public let rays: Rays?

  /// The mean processor time of a step in milliseconds, 0 without steps.
  public var meanTime: Double { mean(stepTimes[...]) }
  /// The mean time on the wall of a step in milliseconds, 0 without steps.
  public var meanWallTime: Double { mean(wallTimes[...]) }
  /// The time on the wall of the step in the middle of all, ordered by time, in milliseconds.
  ///
  /// Unlike the mean it tells little of what other programs took from the machine meanwhile.
  public var medianWallTime: Double { median(wallTimes) }
  /// The mean of the last 60 steps in milliseconds: most scenes have come to rest by then.
  public var lastMeanTime: Double { mean(stepTimes.suffix(60)) }
  /// The greatest processor time of a step in milliseconds.
  public var greatestTime: Double { stepTimes.max() ?? 0 }
  /// The processor time of the step in the middle of all, ordered by time, in milliseconds.
  public var medianTime: Double { median(stepTimes) }

  private func mean(_ times: ArraySlice<Double>) -> Double {
    times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
  }

  private func median(_ times: [Double]) -> Double {
    times.isEmpty ? 0 : times.sorted()[times.count / 2]
  }

  /// The poses as text, a line a body: `index px py pz qx qy qz qw vx vy vz`.
  ///
  /// Every number is the shortest that reads back as the same bits.
  public var poseText: String {
    var text = ""
    for (index, pose) in poses.enumerated() {
      let (p, q, v) = (pose.position, pose.orientation, pose.velocity)
      text += "\(index) \(p.x) \(p.y) \(p.z) \(q.x) \(q.y) \(q.z) \(q.w) \(v.x) \(v.y) \(v.z)\n"
    }
    return text
  }
}
