public import CaromDocuments
import CaromPhysics
public import CaromProperties

// A body is declared by its state; in snapshots its name in the simulation comes with it.
extension PhysicsBody: PropertyValue {
  /// Reads what the file gives over what is there.
  public func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    var new = state
    new.read(json, info, &reader)
    state = new
  }
  /// Writes what has not its default, with the velocities of now.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    state.write(info, &writer)
  }
  /// Writes what changed.
  public func writeDifference(
    from base: PhysicsBody, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { state.writeDifference(from: base.state, info, &writer) }
  /// What a file may say.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    BodyState.schema(info, &schema)
  }
  /// Appends the description; what the simulation has of it is in the simulation's state.
  public func save(_ sink: inout StateSink) {
    described.save(&sink)
    sink.put(handle?.index ?? .max)
    sink.put(handle?.generation ?? 0)
    sink.put(bakedScale)
    sink.put(wasMovedByCode)
    sink.put(jumps)
    sink.put(needsShape)
  }
  /// Reads the description back, and which body of the simulation it is.
  public func load(_ source: inout StateSource) {
    updateDescribed { $0.load(&source) }
    let index = source.get(UInt32.self)
    let generation = source.get(UInt32.self)
    handle = index == .max ? nil : BodyHandle(index: index, generation: generation)
    bakedScale = source.get()
    wasMovedByCode = source.getBool()
    jumps = source.getBool()
    needsShape = source.getBool()
  }
  /// Finds a property of the state, and changes the simulation with it.
  public func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    var new = state
    new.reach(path, &leaf)
    state = new
  }
  /// Finds a property of the state.
  public func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf) { state.peek(path, &leaf) }
  /// Translates names to positions.
  public static func resolve(_ path: ArraySlice<String>) -> [Int]? { BodyState.resolve(path) }
}
