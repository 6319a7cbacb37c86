public import CaromDocuments
public import CaromProperties

/// A thing of the simulation that sits on a node: an object with identity and a declared description.
///
/// In files, in the schema and for tools it is its description. What else belongs to it, such as its
/// name in the simulation, its `save` and `load` add.
public protocol DescribedPart: AnyObject, PropertyValue {
  /// The declared description.
  associatedtype State: Part
  /// Everything it is; setting it has every effect that setting each part has.
  var state: State { get set }
}

extension DescribedPart {
  /// Reads what the file gives over what is there.
  public func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var new = state
    new.read(json, info, &reader)
    state = new
  }
  /// Writes what has not its default.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    state.write(info, &writer)
  }
  /// Writes what changed.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { state.writeDifference(from: base.state, info, &writer) }
  /// What a file may say.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    State.schema(info, &schema)
  }
  /// Finds a property of the description, and changes the simulation with it.
  public func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    var new = state
    new.modify(path, &access)
    state = new
  }
  /// Finds a property of the description.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    state.inspect(path, &access)
  }
  /// Translates names to positions.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    State.resolve(path, &miss)
  }
}
