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
  /// - Returns: The reason why the change was rejected; nil if it was applied. A rejected change
  ///   has no effect.
  func apply(_ change: SetInput) -> String? {
    if let problem = problem(with: [change]) { return problem }
    do throws(Problem) {
      let value = try JSON.parse(change.value, name: "value")
      switch change.target {
      case "game": try set(game, change.property, value)
      case "scene": try scene.state.set(change.property, to: value)
      default: try scene.rootNode.node(atPath: change.target)?.state.set(change.property, to: value)
      }
      return nil
    } catch {
      return "\(change.target) \(change.property): \(error)"
    }
  }

  /// The reason why the first property change that is not accepted would be rejected now; nil if
  /// all are accepted, one after the other.
  ///
  /// The changes are made in copies.
  package func problem(with changes: [SetInput]) -> String? {
    var targets: [String] = []
    for change in changes where !targets.contains(change.target) { targets.append(change.target) }
    for target in targets {
      guard isTarget(target) else {
        return "there is no '\(target)'; the path of a node, game or scene is accepted"
      }
      var settings: [(path: String, value: JSON)] = []
      for change in changes where change.target == target {
        do throws(Problem) {
          settings.append((change.property, try JSON.parse(change.value, name: "value")))
          try check(settings, of: target)
        } catch {
          return "\(target) \(change.property): \(error)"
        }
      }
    }
    return nil
  }

  private func check(
    _ settings: [(path: String, value: JSON)], of target: String
  ) throws(Problem) {
    switch target {
    case "game": try check(game, settings)
    case "scene": _ = try scene.state.copy(setting: settings)
    default: try scene.rootNode.node(atPath: target)?.check(setting: settings)
    }
  }

  private func isTarget(_ target: String) -> Bool {
    if target == "game" || target == "scene" { return true }
    return target.hasPrefix("/") && scene.rootNode.node(atPath: target) != nil
  }

  private func check(
    _ game: some Game, _ settings: [(path: String, value: JSON)]
  ) throws(Problem) {
    _ = try game.state.copy(setting: settings)
  }

  private func set(_ game: some Game, _ property: String, _ value: JSON) throws(Problem) {
    try game.state.set(property, to: value)
  }
}
