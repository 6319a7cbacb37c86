import CaromProperties

extension World {
  /// Appends the force fields to a snapshot.
  func saveFields(_ sink: inout StateSink) {
    sink.put(fieldSerials)
    put(fields.elements, &sink)
  }

  /// Reads the force fields of a snapshot.
  func loadFields(_ source: inout StateSource) {
    fieldSerials = source.get()
    get(&fields, &source)
    if let problem = fieldProblem { source.reject(problem) }
  }

  /// Removes all force fields, as in a new world.
  func removeFields() {
    fieldSerials = 0
    fields.removeAll()
  }

  /// What is wrong with the first invalid field, or nil.
  private var fieldProblem: String? {
    var last: UInt32 = 0
    for field in fields.elements {
      if field.serial <= last || field.serial > fieldSerials { return "fields are out of order" }
      if let problem = field.problem { return problem }
      last = field.serial
    }
    return nil
  }
}
