public import CaromDocuments
public import CaromProperties

/// A simulated object of a node: a class with identity and a declared description.
///
/// Files, the schema and tools use its description. A conforming type extends `save` and `load` by
/// its additional state, such as its handle in the simulation.
public protocol DescribedPart: AnyObject, PropertyValue {
  /// The type of the declared description.
  associatedtype State: Part
  /// The whole description; setting it has the effects of setting each property.
  var state: State { get set }
}

extension DescribedPart {
  /// Reads an object over the current description.
  public func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var new = state
    new.read(json, info, &reader)
    state = new
  }
  /// Writes the properties that differ from their defaults.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    state.write(info, &writer)
  }
  /// Writes the properties that changed.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { state.writeDifference(from: base.state, info, &writer) }
  /// A reference to the description's definition.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    State.schema(info, &schema)
  }
  /// Checks the description.
  public func rangeProblem(_ info: PropertyInfo) -> String? { state.rangeProblem(info) }
  /// Describes the description, and the stored properties of the class.
  public static func describeState(_ layout: inout StateLayout) {
    layout.add(State.self)
    layout.add(storedPropertiesOf: Self())
  }
  /// Follows the path into the description, and applies the change to the simulation.
  public func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    var new = state
    new.modify(path, &access)
    state = new
  }
  /// Follows the path into the description.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    state.inspect(path, &access)
  }
  /// Resolves the names of properties.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    State.resolve(path, &miss)
  }
}
