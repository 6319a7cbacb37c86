import CaromProperties

extension World {
  /// Appends the force fields to a snapshot.
  func saveFields(_ sink: inout StateSink) {
    sink.put(fields.serialCount)
    put(fields.elements, &sink)
  }

  /// Reads the force fields of a snapshot.
  func loadFields(_ source: inout StateSource) {
    fields.serialCount = source.get()
    get(&fields.records, &source)
    if let problem = fieldProblem { source.reject(problem) }
  }

  /// Removes all force fields, as in a new world.
  func removeFields() {
    fields.serialCount = 0
    fields.records.removeAll()
  }

  /// What is wrong with the first invalid field, or nil.
  private var fieldProblem: String? {
    var last: UInt32 = 0
    for field in fields.elements {
      if field.serial <= last || field.serial > fields.serialCount {
        return "fields are out of order"
      }
      if let problem = field.problem { return problem }
      last = field.serial
    }
    return nil
  }
}
