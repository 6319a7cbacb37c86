import CaromProperties

extension World {
  /// Appends the vehicles to a snapshot.
  func saveVehicles(_ sink: inout StateSink) {
    sink.put(vehicles.serialCount)
    put(vehicles.elements, &sink)
    put(vehicles.wheels.elements, &sink)
  }

  /// Reads the vehicles of a snapshot, after its bodies.
  func loadVehicles(_ source: inout StateSource) {
    vehicles.serialCount = source.get()
    get(&vehicles.records, &source)
    get(&vehicles.wheels, &source)
    if let problem = vehicleProblem { source.reject(problem) }
  }

  /// Removes all vehicles, as in a new world.
  func removeVehicles() {
    vehicles.serialCount = 0
    vehicles.records.removeAll()
    vehicles.wheels.removeAll()
  }

  /// What is wrong with the first invalid vehicle or wheel, or nil.
  private var vehicleProblem: String? {
    var (last, next): (UInt32, Int32) = (0, 0)
    for v in vehicles.elements {
      if v.serial <= last || v.serial > vehicles.serialCount { return "vehicles are out of order" }
      if v.chassis < 0 || Int(v.chassis) >= bodies.count { return "a vehicle without a chassis" }
      if v.firstWheel != next || !(1...64).contains(v.wheelCount) {
        return "a vehicle with the wheels of another"
      }
      (last, next) = (v.serial, next + v.wheelCount)
    }
    if Int(next) != vehicles.wheels.count { return "wheels without a vehicle" }
    return vehicles.wheels.elements.lazy.compactMap { $0.problem(bodyCount: self.bodies.count) }
      .first
  }
}
