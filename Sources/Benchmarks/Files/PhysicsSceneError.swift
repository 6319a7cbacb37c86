/// The problems of a text that is not a physics scene.
public struct PhysicsSceneError: Error, Hashable, Sendable {
  /// A problem of a line.
  public struct Problem: Error, Hashable, Sendable {
    /// The number of the line, counted from 1.
    public var line: Int
    /// The problem and the accepted values.
    public var text: String
  }

  /// The problems in the order of the lines, at most ``maxCount``.
  public let problems: [Problem]
  /// The number of problems after which reading stops.
  public static let maxCount = 100

  /// The problems as lines `file:line: problem; what is accepted`.
  public func message(file: String) -> String {
    problems.map { "\(file):\($0.line): \($0.text)" }.joined(separator: "\n")
  }
}
