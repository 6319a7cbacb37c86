import CaromDocuments
public import CaromProperties
import CaromSceneGraph

/// Something that a test or a tool sets from outside, such as where a ball lies when a test begins.
///
/// It is an event as any other, so that a recording of a test plays the same without the test.
public struct SetInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Something that a test or a tool sets"
  /// What has the property: the path of a node such as `/maze/ball`, or `game`, or `scene`.
  public var target = ""
  /// The property, such as `position`, `physics.velocity` or `role.pearl.life`.
  public var property = ""
  /// The value as scene files have it: JSON.
  public var value = "null"

  /// Makes a change that no target takes.
  public init() {}

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - property: The property, such as `physics.velocity`.
  ///   - target: The path of a node, or `game`, or `scene`.
  ///   - value: The value as scene files have it: JSON.
  public init(_ property: String, of target: String, to value: String) {
    self.target = target
    self.property = property
    self.value = value
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The path of a node, game or scene", in: .required)
    p.property("property", \.property, "Which of its properties", in: .required)
    p.property("value", \.value, "What it becomes, as JSON", in: .required)
  }
}

extension Session {
  /// Sets a property from outside.
  ///
  /// - Returns: What is wrong with the target, the property or the value; nil if it was set.
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
