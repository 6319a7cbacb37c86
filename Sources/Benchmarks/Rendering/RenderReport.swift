import CaromRendering

/// What a run of a ``RenderSubject`` measured.
public struct RenderReport: Sendable {
  /// The name of what was drawn.
  public let subject: String
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// How many threads drew.
  public let threads: Int
  /// How many frames a round has.
  public let frames: Int
  /// How many rounds there were.
  public let rounds: Int
  /// Processor time of a frame in milliseconds: the least of the rounds' medians.
  public let time: Double
  /// Time on the wall of a frame in milliseconds: the least of the rounds' medians.
  public let wallTime: Double
  /// Time on the wall of a frame in milliseconds where nothing else disturbed it.
  ///
  /// The median of the frames' least times; what more threads gain is told by this one.
  public let calmTime: Double
  /// Processor time of each part of a frame in milliseconds, on one thread; the first is `extract`,
  /// which is part of ``time`` too.
  public let stages: [(name: String, time: Double)]
  /// The names of ``stages``.
  public static let stageNames = ["extract"] + RenderStage.allCases.map(\.rawValue)
  /// The hash of the last picture, the same on every machine and for any number of threads.
  public let hash: UInt64
}
