import CaromDocuments
public import CaromProperties
import CaromSimulation

// Test preconditions: properties set through events, which recordings contain.

/// A property value that a test sets.
public struct PropertyChange: Sendable {
  /// The element that has the property: a node, `game` or `scene`.
  public var locator: Locator
  /// The name of the property, such as `physics.velocity`.
  public var property: String
  /// The value as JSON, in the format of scene files.
  public var json: String

  /// Creates a change to a JSON value in the format of scene files.
  public init(_ property: String, of locator: Locator, toJSON json: String) {
    self.locator = locator
    self.property = property
    self.json = json
  }

  /// Creates a change to a typed value, in the units of scene files.
  public init<V: PropertyValue>(_ property: String, of locator: Locator, to value: V) {
    var writer = PropertyWriter()
    value.write(PropertyInfo(property), &writer)
    self.init(property, of: locator, toJSON: writer.json.text)
  }
}

extension GameDriver {
  /// Sets a property and runs the next tick.
  ///
  /// The change is an event, so recordings contain it. Setting a position also moves the body.
  ///
  /// - Parameters:
  ///   - property: The name of the property in scene files: `position`, `physics.velocity`,
  ///     `role.pearl.life`; for `game`, a property of its state.
  ///   - locator: A node, `//game` or `/scene`.
  ///   - value: The new value, in the units of scene files.
  /// - Throws: An error if there is no such node or property, or if the value is invalid.
  public func set<V: PropertyValue>(
    _ property: String, of locator: Locator, to value: V
  ) throws(DriverError) {
    try set([PropertyChange(property, of: locator, to: value)])
  }

  /// Sets several properties before the same tick and runs that tick.
  ///
  /// - Throws: The errors of ``set(_:of:to:)``; nothing has changed then, and no tick has run.
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
          .invalidArgument,
          """
          \(match.path) is not a node; name the property relative to its node, such as light.intensity, or use \
          //game or /scene
          """)
      }
      inputs.append(SetInput(change.property, of: target, to: change.json))
    }
    if let problem = session.problem(with: inputs) { throw failure(.invalidArgument, problem) }
    for input in inputs { send(.set(input)) }
    step()
    if let problem = session.rejectedChanges.first { throw failure(.invalidArgument, problem) }
  }
}
