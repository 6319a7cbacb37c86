import CaromDocuments
public import CaromProperties
import CaromSimulation

// State by shortcut: what a test begins with, as events that recordings keep.

/// A property that a test sets.
public struct PropertyChange: Sendable {
  /// What has it: a node, `game` or `scene`.
  public var locator: Locator
  /// The property, such as `physics.velocity`.
  public var property: String
  /// The value as scene files have it: JSON.
  public var json: String

  /// Makes a change to a value as scene files have it.
  public init(_ property: String, of locator: Locator, toJSON json: String) {
    self.locator = locator
    self.property = property
    self.json = json
  }

  /// Makes a change to a value, in the units of scene files.
  public init<V: PropertyValue>(_ property: String, of locator: Locator, to value: V) {
    var writer = PropertyWriter()
    value.write(PropertyInfo(property), &writer)
    self.init(property, of: locator, toJSON: writer.json.text)
  }
}

extension GameDriver {
  /// Sets a property and runs the tick that it is set before.
  ///
  /// An event like any other: recordings keep it. Whoever sets a position moves the body with it.
  ///
  /// - Parameters:
  ///   - property: The property as scene files name it: `position`, `physics.velocity`,
  ///     `role.pearl.life`; of `game`, a property of its state.
  ///   - locator: A node, `//game` or `/scene`.
  ///   - value: What it becomes, in the units of scene files.
  /// - Throws: that there is no such node or property, or what is wrong with the value.
  public func set<V: PropertyValue>(
    _ property: String, of locator: Locator, to value: V
  ) throws(DriverError) {
    try set([PropertyChange(property, of: locator, to: value)])
  }

  /// Sets properties, all before the same tick, and runs it.
  ///
  /// - Throws: as ``set(_:of:to:)``; those that are right have been set then.
  public func set(_ changes: [PropertyChange]) throws(DriverError) {
    var inputs: [SetInput] = []
    for change in changes {
      let match = try find(change.locator)
      let target =
        switch match.kind {
        case "game", "scene": match.kind
        case "node": match.path
        default: ""
        }
      guard !target.isEmpty, match.attribute == nil else {
        throw failure(
          """
          \(match.path) is no node; name the property from the node, such as light.intensity, or \
          one of //game or /scene
          """)
      }
      inputs.append(SetInput(change.property, of: target, to: change.json))
    }
    for input in inputs { send(.set(input)) }
    step()
    if let problem = session.rejectedChanges.first { throw failure(problem) }
  }
}
