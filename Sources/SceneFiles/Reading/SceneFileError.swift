public import CaromDocuments

/// Everything that is wrong with a scene and the files it refers to.
public struct SceneFileError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, file by file in the order they were read, without repeats.
  public var problems: [Problem]
  /// How many more problems there are than were kept.
  public var omitted: Int

  /// Gathers problems.
  public init(problems: [Problem], omitted: Int = 0) {
    self.problems = problems
    self.omitted = omitted
  }

  /// One line for each problem.
  public var description: String {
    let lines = problems.map(\.description) + (omitted > 0 ? ["and \(omitted) more problems"] : [])
    return lines.joined(separator: "\n")
  }
}
