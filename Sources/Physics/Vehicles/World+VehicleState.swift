import CaromProperties

extension World {
  /// Appends the vehicles to a snapshot.
  func saveVehicles(_ sink: inout StateSink) {
    sink.put(vehicleSerials)
    put(vehicles.elements, &sink)
    put(wheels.elements, &sink)
  }

  /// Reads the vehicles of a snapshot, after its bodies.
  func loadVehicles(_ source: inout StateSource) {
    vehicleSerials = source.get()
    get(&vehicles, &source)
    get(&wheels, &source)
    if let problem = vehicleProblem { source.reject(problem) }
  }

  /// Removes all vehicles, as in a new world.
  func removeVehicles() {
    vehicleSerials = 0
    vehicles.removeAll()
    wheels.removeAll()
  }

  /// What is wrong with the first invalid vehicle or wheel, or nil.
  private var vehicleProblem: String? {
    var (last, next): (UInt32, Int32) = (0, 0)
    for v in vehicles.elements {
      if v.serial <= last || v.serial > vehicleSerials { return "vehicles are out of order" }
      if v.chassis < 0 || Int(v.chassis) >= bodies.count { return "a vehicle without a chassis" }
      if v.firstWheel != next || !(1...64).contains(v.wheelCount) {
        return "a vehicle with the wheels of another"
      }
      (last, next) = (v.serial, next + v.wheelCount)
    }
    if Int(next) != wheels.count { return "wheels without a vehicle" }
    return wheels.elements.lazy.compactMap { $0.problem(bodyCount: self.bodies.count) }.first
  }
}
