public import CaromDocuments

/// All problems of a scene and the files that it refers to.
public struct SceneFileError: Error, Sendable, CustomStringConvertible {
  /// The problems, file by file in reading order, by position in each, without duplicates.
  public var problems: [Problem]
  /// The number of further problems that are not listed.
  public var omitted: Int
  /// The name of the game that the outermost file names; nil if it names none or cannot be parsed.
  public var game: String?

  /// Creates an error from problems.
  public init(problems: [Problem], omitted: Int = 0, game: String? = nil) {
    self.problems = problems
    self.omitted = omitted
    self.game = game
  }

  /// One line for each problem.
  public var description: String {
    let rest = omitted > 0 ? ["and at least \(omitted) more problems"] : []
    return (problems.map(\.description) + rest).joined(separator: "\n")
  }
}
