public import CaromMaths

/// The measurements of a ``PhysicsScene`` and the final poses of its bodies.
public struct PhysicsReport: Sendable {
  /// The state of a body after the last step.
  public struct Pose: Hashable, Sendable {
    /// The position of its origin in meters.
    public var position: Vector3
    /// The orientation.
    public var orientation: Quaternion
    /// The mean velocity over the last step in meters per second.
    public var velocity: Vector3
  }

  /// The results of the ray casts of a scene.
  public struct Rays: Hashable, Sendable {
    /// The processor time of a ray in nanoseconds: the minimum of three rounds, or the mean of the
    /// rays after each step.
    public var nanoseconds: Double
    /// The number of rays that hit a body.
    public var hits: Int
    /// The sum of the hit fractions; nearly equal for two engines that agree.
    public var fractionSum: Double
  }

  /// The mean time of a stage of the step.
  public struct Stage: Hashable, Sendable {
    /// The name of the stage.
    public let name: String
    /// The processor time of all threads in milliseconds per step.
    public let time: Double
    /// The wall time in milliseconds per step.
    public let wallTime: Double
  }

  /// The name of the scene.
  public let scene: String
  /// The number of threads.
  public let threads: Int
  /// The number of bodies.
  public let bodyCount: Int
  /// The processor time of each step in milliseconds.
  public let stepTimes: [Double]
  /// The wall time of each step in milliseconds.
  public let wallTimes: [Double]
  /// The stages of a step in order; empty unless they were measured.
  public let stages: [Stage]
  /// The processor time of creating the world in milliseconds.
  public let creationTime: Double
  /// The number of contact pairs after the last step.
  public let contactCount: Int
  /// The number of awake bodies after the last step: dynamic ones, and kinematic ones that move.
  public let awakeCount: Int
  /// The first step, counted from 0, after which all bodies slept; nil if there was none.
  public let asleepStep: Int?
  /// The hash of the world after the last step, the same on every machine.
  public let hash: UInt64
  /// The poses of all bodies that exist at the end, including static ones, in the scene's order.
  public let poses: [Pose]
  /// The results of ray casts; nil for a scene without rays.
  public let rays: Rays?

  /// The mean processor time of a step in milliseconds; 0 without steps.
  public var meanTime: Double { mean(stepTimes[...]) }
  /// The mean wall time of a step in milliseconds; 0 without steps.
  public var meanWallTime: Double { mean(wallTimes[...]) }
  /// The median wall time of a step in milliseconds.
  ///
  /// Unlike the mean, it is little affected by other processes.
  public var medianWallTime: Double { median(wallTimes) }
  /// The mean processor time of the last 60 steps in milliseconds, when most scenes have come to
  /// rest.
  public var lastMeanTime: Double { mean(stepTimes.suffix(60)) }
  /// The maximum processor time of a step in milliseconds.
  public var maxTime: Double { stepTimes.max() ?? 0 }
  /// The median processor time of a step in milliseconds.
  public var medianTime: Double { median(stepTimes) }

  private func mean(_ times: ArraySlice<Double>) -> Double {
    times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
  }

  private func median(_ times: [Double]) -> Double {
    times.isEmpty ? 0 : times.sorted()[times.count / 2]
  }

  /// The poses as text, one line for each body: `index px py pz qx qy qz qw vx vy vz`.
  ///
  /// Each number has the fewest digits that parse to the same bits.
  public var poseText: String {
    var text = ""
    for (index, pose) in poses.enumerated() {
      let (p, q, v) = (pose.position, pose.orientation, pose.velocity)
      text += "\(index) \(p.x) \(p.y) \(p.z) \(q.x) \(q.y) \(q.z) \(q.w) \(v.x) \(v.y) \(v.z)\n"
    }
    return text
  }
}
