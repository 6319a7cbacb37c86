import CaromPhysics
public import CaromProperties

// A body is declared by its state; in snapshots its name in the simulation comes with it.
extension PhysicsBody: DescribedPart {
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
}
