public import CaromMaths

/// What a level is to be like that ``Game/makeLevel(_:)`` makes.
public struct LevelRequest: Sendable {
  /// The random numbers that decide what the level looks like.
  public let random: RandomStream
  /// The difficulty, from 0 for a first level to 1 for the hardest.
  public let difficulty: Float
  /// The par time in seconds; nil until the level was won.
  public let parSeconds: Double?
  /// The path from the folder of the level to that of all scenes, such as `../`.
  ///
  /// Put it before the path of a part: `../objects/ball.json`.
  public let scenes: String

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers; equal seeds make equal levels.
  ///   - difficulty: The difficulty; limited to 0...1.
  ///   - parSeconds: The par time in seconds, or nil.
  ///   - scenes: The path from the folder of the level to that of all scenes.
  public init(
    seed: UInt64, difficulty: Float, parSeconds: Double? = nil, scenes: String = "../"
  ) {
    random = RandomStream(seed: seed)
    self.difficulty = difficulty >= 0 ? min(difficulty, 1) : 0
    self.parSeconds = parSeconds
    self.scenes = scenes
  }
}
