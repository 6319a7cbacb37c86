import CaromProperties

extension JointStore {
  /// Appends the joints to a snapshot.
  func save(_ sink: inout StateSink) {
    sink.put(serialCount)
    sink.put(UInt32(aliveCount))
    sink.put(firstFree)
    records.save(&sink)
    bodyLists.save(&sink)
    if axes.records.count > 0 { axes.records.save(&sink) }
  }

  /// Reads the joints of a snapshot; its references are checked later.
  func load(_ source: inout StateSource) {
    serialCount = source.get()
    aliveCount = Int(source.get(UInt32.self))
    firstFree = source.get()
    records.load(&source)
    bodyLists.load(&source)
    if usesAxes { axes.records.load(&source) }
  }

  /// Whether the kind of a joint uses axes; only then does a snapshot contain any.
  private var usesAxes: Bool {
    elements.contains {
      $0.has(JointRecord.Flag.alive) && $0.kind < JointKind.count && $0.type.usesAxes
    }
  }

  /// Removes all joints, as in a new world.
  func removeAll() {
    records.removeAll()
    bodyLists.removeAll()
    axes.removeAll()
    (firstFree, serialCount, aliveCount) = (-1, 0, 0)
    isPlanStale = true
  }
}
