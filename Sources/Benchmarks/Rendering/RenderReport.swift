import CaromRendering

/// The measurements of a ``RenderSubject``.
public struct RenderReport: Sendable {
  /// The name of the subject.
  public let subject: String
  /// The width of the images in pixels.
  public let width: Int
  /// The height of the images in pixels.
  public let height: Int
  /// The number of threads.
  public let threads: Int
  /// The number of frames in a round.
  public let frames: Int
  /// The number of rounds.
  public let rounds: Int
  /// The processor time of a frame in milliseconds: the minimum of the rounds' medians.
  public let time: Double
  /// The wall time of a frame in milliseconds: the minimum of the rounds' medians.
  public let wallTime: Double
  /// The undisturbed wall time of a frame in milliseconds: the median of the frames' minimum times.
  ///
  /// Speedups by threads are computed from this value.
  public let undisturbedTime: Double
  /// The processor time of each stage of a frame in milliseconds, on one thread.
  ///
  /// The first is `extract`, which is included in ``time``.
  public let stages: [(name: String, time: Double)]
  /// The names of ``stages``.
  public static let stageNames = ["extract"] + RenderStage.allCases.map(\.rawValue)
  /// The hash of the last image, the same on every machine and for any number of threads.
  public let hash: UInt64
}
