import CaromDocuments
public import CaromProperties
import CaromSceneGraph

/// A property change from a test or tool, such as the position of a ball at the start of a test.
///
/// The change is an input event, so a recording of the test replays without the test.
public struct SetInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A property change from a test or tool"
  /// The target: the path of a node such as `/maze/ball`, `game`, or `scene`.
  public var target = ""
  /// The property, such as `position`, `physics.velocity` or `role.pearl.life`.
  public var property = ""
  /// The value as JSON, in the format of scene files.
  public var value = "null"

  /// Creates a change without a target.
  public init() {}

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - property: The property, such as `physics.velocity`.
  ///   - target: The path of a node, `game`, or `scene`.
  ///   - value: The value as JSON, in the format of scene files.
  public init(_ property: String, of target: String, to value: String) {
    self.target = target
    self.property = property
    self.value = value
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The path of a node, game or scene", in: .required)
    p.property("property", \.property, "The property of the target", in: .required)
    p.property("value", \.value, "The new value, as JSON", in: .required)
  }
}

extension Session {
  /// Applies a property change.
  ///
  /// - Returns: The reason why the change was rejected; nil if it was applied.
  func apply(_ change: SetInput) -> String? {
    do throws(Problem) {
      let value = try JSON.parse(change.value, name: "value")
      switch change.target {
      case "game": try set(game, change.property, value)
      case "scene": try scene.state.set(change.property, to: value)
      default:
        guard change.target.hasPrefix("/"), let node = scene.rootNode.node(atPath: change.target)
        else {
          return "there is no '\(change.target)'; the path of a node, game or scene is accepted"
        }
        try node.state.set(change.property, to: value)
      }
      return nil
    } catch {
      return "\(change.target) \(change.property): \(error)"
    }
  }

  private func set(_ game: some Game, _ property: String, _ value: JSON) throws(Problem) {
    try game.state.set(property, to: value)
  }
}
