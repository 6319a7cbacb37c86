public import CaromDocuments
public import CaromProperties
public import CaromSimulation

/// Sets a property.
public struct SetCommand: GameCommand {
  /// The name.
  public static let name = "set"
  /// A one-line description for the schema.
  public static let summary = "Set a property of a node, of the game or of the scene; one tick runs"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the node.
  public var selector = ""
  /// The property.
  public var property = ""
  /// The value.
  public var value = JSONText()

  /// Creates a command without a property.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property(
      "property", \.property, "The property, such as physics.velocity or role.pearl.life",
      in: .required)
    p.property("value", \.value, "The value, in the format of scene files", in: .required)
  }

  /// Sets the property.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let locator = try runner.locator(selector)
    try runner.driver.set([PropertyChange(property, of: locator, toJSON: value.text)])
    runner.writeTick(&result)
  }
}
