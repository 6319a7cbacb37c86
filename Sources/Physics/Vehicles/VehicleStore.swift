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
}
