public import CaromSceneGraph

/// A mistake in a level that only its game can see, such as a brick outside of the court.
///
/// ```swift
/// static func problems(of scene: Scene) -> [LevelProblem] {
///   scene.rootNode.childNodes(withRole: Coin.self).filter { $0.position.y < 0 }.map {
///     LevelProblem("the coin is below the floor; a height of 0 m and more is accepted", at: $0)
///   }
/// }
/// ```
public struct LevelProblem: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and, after a semicolon, what is accepted.
  ///
  /// It does not name the node, whose position in the file is reported with it: the copies of a
  /// repeated node have one problem in common.
  public var message: String
  /// The identifier of the node; 0 for the whole scene.
  public var node: Int32 = 0
  /// The path of the node; empty for the whole scene.
  public var path = ""
  /// The key of the node, at whose position in the file the problem is reported.
  public var key = ""

  /// Creates a problem of a whole scene.
  public init(_ message: String) { self.message = message }

  /// Creates a problem of a node; without the key in the file, the node's position is reported.
  public init(_ message: String, at node: Node, key: String = "role") {
    self.message = message
    (self.node, path, self.key) = (node.id, node.path, key)
  }

  /// The message, after the path of the node.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
