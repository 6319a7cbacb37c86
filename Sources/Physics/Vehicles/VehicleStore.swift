import CaromProperties

/// The vehicles of a world, in the order of their creation, and their wheels in the same order.
final class VehicleStore {
  @exclusivity(unchecked) var records = Buffer<VehicleRecord>()
  @exclusivity(unchecked) var wheels = Buffer<WheelRecord>()
  /// The serial number of the last vehicle created.
  var serialCount: UInt32 = 0

  // Scratch of the drive solver
  @exclusivity(unchecked) var rows = Buffer<WheelRow>()
  @exclusivity(unchecked) var groundSlots = Buffer<GroundSlot>()

  @inline(__always) var base: UnsafeMutablePointer<VehicleRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var isEmpty: Bool { records.isEmpty }
  var elements: UnsafeMutableBufferPointer<VehicleRecord> { records.elements }

  /// Calls `visit` with the chassis of each vehicle and each body that one of its wheels stands on.
  func forEachGroundedChassis(_ visit: (_ chassis: Int32, _ ground: Int32) -> Void) {
    for index in 0..<records.count {
      let vehicle = records.base[index]
      for wheel in Int(vehicle.firstWheel)..<Int(vehicle.firstWheel + vehicle.wheelCount)
      where wheels.base[wheel].hasContact != 0 {
        visit(vehicle.chassis, wheels.base[wheel].ground)
      }
    }
  }

  /// Appends a vehicle with its wheels; returns its serial number.
  func append(chassis: Int32, generation: UInt32, _ wheelRecords: [WheelRecord]) -> UInt32 {
    serialCount += 1
    records.append(
      VehicleRecord(
        serial: serialCount, chassis: chassis, chassisGeneration: generation,
        firstWheel: Int32(wheels.count), wheelCount: Int32(wheelRecords.count)))
    for wheel in wheelRecords { wheels.append(wheel) }
    return serialCount
  }

  /// Removes a vehicle and its wheels.
  func remove(_ index: Int) {
    let gone = base[index]
    for wheel in Int(gone.firstWheel + gone.wheelCount)..<wheels.count {
      wheels.base[wheel - Int(gone.wheelCount)] = wheels.base[wheel]
    }
    wheels.resize(wheels.count - Int(gone.wheelCount))
    for next in (index + 1)..<max(count, index + 1) {
      base[next - 1] = base[next]
      base[next - 1].firstWheel -= gone.wheelCount
    }
    records.popLast()
  }

  /// Removes all vehicles, as in a new world.
  func removeAll() {
    serialCount = 0
    records.removeAll()
    wheels.removeAll()
  }

  // MARK: State

  /// Appends the vehicles to a snapshot.
  func save(_ sink: inout StateSink) {
    sink.put(serialCount)
    records.save(&sink)
    wheels.save(&sink)
  }

  /// Reads the vehicles of a snapshot, and rejects invalid ones.
  ///
  /// - Parameters:
  ///   - source: The snapshot.
  ///   - bodyCount: The number of bodies, which were read before.
  func load(_ source: inout StateSource, bodyCount: Int) {
    serialCount = source.get()
    records.load(&source)
    wheels.load(&source)
    if let problem = problem(bodyCount: bodyCount) { source.reject(problem) }
  }

  /// The problem with the first invalid vehicle or wheel, or nil.
  private func problem(bodyCount: Int) -> String? {
    var (last, next): (UInt32, Int32) = (0, 0)
    for v in elements {
      if v.serial <= last || v.serial > serialCount { return "vehicles are out of order" }
      if v.chassis < 0 || Int(v.chassis) >= bodyCount { return "a vehicle without a chassis" }
      if v.firstWheel != next || !(1...64).contains(v.wheelCount) {
        return "a vehicle with the wheels of another"
      }
      (last, next) = (v.serial, next + v.wheelCount)
    }
    if Int(next) != wheels.count { return "wheels without a vehicle" }
    return wheels.elements.lazy.compactMap { $0.problem(bodyCount: bodyCount) }.first
  }
}
