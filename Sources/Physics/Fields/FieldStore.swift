import CaromProperties

/// The force fields of a world, in the order of their creation.
final class FieldStore {
  @exclusivity(unchecked) var records = Buffer<FieldRecord>()
  /// The serial number of the last field created.
  var serialCount: UInt32 = 0

  @inline(__always) var base: UnsafeMutablePointer<FieldRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var isEmpty: Bool { records.isEmpty }
  var elements: UnsafeMutableBufferPointer<FieldRecord> { records.elements }

  /// The index of the field with a serial number, or nil if it was destroyed.
  func index(ofSerial serial: UInt32) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if base[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < count && base[low].serial == serial ? low : nil
  }

  /// Appends a field, and returns its record.
  func append(_ definition: ForceFieldDefinition) -> FieldRecord {
    serialCount += 1
    records.append(FieldRecord(definition, serial: serialCount))
    return base[count - 1]
  }

  /// Removes a field, and returns its record.
  func remove(_ index: Int) -> FieldRecord {
    let record = base[index]
    for next in (index + 1)..<max(count, index + 1) { base[next - 1] = base[next] }
    records.popLast()
    return record
  }

  /// Changes a field, which keeps its phase; returns its record before.
  func replace(_ index: Int, by definition: ForceFieldDefinition) -> FieldRecord {
    let old = base[index]
    var new = FieldRecord(definition, serial: old.serial)
    (new.phase, new.cell) = (old.phase, old.cell)
    base[index] = new
    return old
  }

  /// Removes all fields, as in a new world.
  func removeAll() {
    serialCount = 0
    records.removeAll()
  }

  // MARK: State

  /// Appends the fields to a snapshot.
  func save(_ sink: inout StateSink) {
    sink.put(serialCount)
    records.save(&sink)
  }

  /// Reads the fields of a snapshot, and rejects invalid ones.
  func load(_ source: inout StateSource) {
    serialCount = source.get()
    records.load(&source)
    if !source.isTrusted, let problem { source.reject(problem) }
  }

  /// The problem with the first invalid field, or nil.
  private var problem: String? {
    var last: UInt32 = 0
    for field in elements {
      if field.serial <= last || field.serial > serialCount { return "fields are out of order" }
      if let problem = field.problem { return problem }
      last = field.serial
    }
    return nil
  }
}
