/// The reason why a shape cannot be created.
public struct ShapeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without capital letter or period, such as `all points lie in one plane`.
  public let problem: String

  /// Creates an error from its sentence.
  init(_ problem: String) { self.problem = problem }

  /// The sentence.
  public var description: String { problem }
}
