import CaromMaths

// A step of vehicles has two parts. Before collision detection, ray casts find the ground under the
// wheels: a vehicle whose ground changed wakes, and so does sleeping ground under an awake vehicle.
// Before the solver, ``VehicleDriver`` turns suspension and friction into forces on the chassis and
// on its ground.

extension World {
  /// Updates the ground under the wheels, and wakes the vehicles and bodies affected.
  func findWheelContacts() {
    guard !vehicles.isEmpty else { return }
    removeWrecks()
    for index in 0..<vehicles.count {
      let vehicle = vehicles.base[index]
      let chassis = Int(vehicle.chassis)
      let range = Int(vehicle.firstWheel)..<Int(vehicle.firstWheel + vehicle.wheelCount)
      guard bodies.base[chassis].isDynamic && bodies.base[chassis].has(BodyRecord.Flag.enabled)
      else {
        for wheel in range { vehicles.wheels.base[wheel].lift() }
        continue
      }
      if !bodies.base[chassis].isAwake {
        guard range.contains(where: { hasNewGround(vehicles.wheels.base[$0], chassis) }) else {
          continue
        }
        wake(chassis)
      }
      for wheel in range { sense(wheel, chassis) }
    }
  }

  /// Whether a wheel of a sleeping vehicle has other ground than when it fell asleep.
  private func hasNewGround(_ wheel: WheelRecord, _ chassis: Int) -> Bool {
    guard let now = groundUnder(wheel, chassis) else { return wheel.hasContact != 0 }
    let g = bodies.base[now.body]
    // The chassis may have moved by micrometers after the last update.
    return wheel.hasContact == 0 || Int(wheel.ground) != now.body
      || wheel.groundGeneration != g.generation || abs(wheel.length - now.length) > 1e-3
      || (g.isDynamic && g.isAwake) || (g.isKinematic && g.isMoving)
  }

  private func sense(_ index: Int, _ chassis: Int) {
    let w = vehicles.wheels.base + index
    guard let now = groundUnder(w.pointee, chassis) else {
      w.pointee.lift()
      return
    }
    if w.pointee.hasContact == 0 || Int(w.pointee.ground) != now.body { w.pointee.lift() }
    let g = bodies.base + now.body
    w.pointee.hasContact = 1
    w.pointee.ground = Int32(now.body)
    w.pointee.groundGeneration = g.pointee.generation
    w.pointee.length = now.length
    w.pointee.point = now.point
    w.pointee.normal = now.normal
    if g.pointee.isDynamic && !g.pointee.isAwake { wake(now.body) }
    if g.pointee.isKinematic && g.pointee.isMoving { bodies.base[chassis].sleepTime = 0 }
  }

  private struct Ground {
    var body: Int
    var length: Float
    var point: Vector3
    var normal: Vector3
  }

  /// The closest hit of a wheel's ray with a body that the chassis collides with, except the
  /// chassis.
  private func groundUnder(_ wheel: WheelRecord, _ chassis: Int) -> Ground? {
    let b = bodies.base[chassis]
    let down = b.orientation.rotate(wheel.down)
    let origin = b.transform.apply(wheel.connection)
    let maxLength: Float = wheel.restLength + wheel.radius
    let filter = QueryFilter(
      mask: b.filter.collision, category: b.filter.category, ignoring: [handle(chassis)])
    guard let hit = rayCast(origin: origin, translation: down * maxLength, filter: filter) else {
      return nil
    }
    let length: Float = hit.fraction * maxLength - wheel.radius
    return Ground(
      body: Int(hit.body.index), length: max(length, wheel.restLength - wheel.maxTravel),
      point: hit.point, normal: hit.normal == .zero ? -down : hit.normal)
  }
}
