import CaromMaths
import CaromPhysics
public import CaromProperties

/// Puts wheels under a dynamic body, its chassis.
///
///     let car = PhysicsVehicle(
///       chassisBody: chassis.physicsBody!, wheels: tyres.map { PhysicsVehicleWheel(node: $0) })
///     scene.physicsWorld.addBehavior(car)
///     car.applyEngineForce(300, forWheelAt: 0)
///
/// Wheels are rays with springs; their nodes, if they have some, are moved and turned with them
/// after each step. Engine, brake and steering stay as they are set. Everything is live. While the
/// chassis is hidden or gone the vehicle rests; clones have vehicles of their own.
public final class PhysicsVehicle: PhysicsBehavior, DescribedPart {
  private var described = VehicleState()
  /// Its number in the simulation; 0 while it has none.
  var serial: UInt32 = 0
  /// The scale of the chassis that the wheels count with.
  private var scale = Vector3.one

  /// Makes a vehicle without wheels, which does nothing.
  public override init() { super.init() }

  /// Makes a vehicle of a description, for a node's ``Node/vehicle``.
  public init(_ state: VehicleState) {
    described = state
    super.init()
  }

  /// Makes a vehicle for a body.
  public init(chassisBody: PhysicsBody, wheels: [PhysicsVehicleWheel]) {
    described.wheels = wheels
    super.init()
    firstBody = chassisBody
  }

  /// Everything it is, at once.
  public var state: VehicleState {
    get { described }
    set {
      described = newValue
      isDirty = true
    }
  }

  /// The wheels; every property of one can be set in place.
  public var wheels: [PhysicsVehicleWheel] {
    get { described.wheels }
    set {
      described.wheels = newValue
      isDirty = true
    }
  }

  /// What wheels are like that say nothing else.
  ///
  /// Setting it changes each wheel wherever that was as this said before.
  public var wheelDefaults: PhysicsVehicleWheel {
    get { described.wheelDefaults }
    set {
      described.wheelDefaults = newValue
      isDirty = true
    }
  }

  /// The body that rolls.
  public var chassisBody: PhysicsBody? { node?.physicsBody ?? firstBody }

  /// Adds a wheel after the others.
  public func addWheel(_ wheel: PhysicsVehicleWheel) { wheels.append(wheel) }

  /// Removes a wheel by its number; does nothing when there is none.
  public func removeWheel(at index: Int) {
    if wheels.indices.contains(index) { wheels.remove(at: index) }
  }

  /// A vehicle with the same description for another node.
  public func copy() -> PhysicsVehicle { PhysicsVehicle(described) }

  // MARK: Driving

  /// Drives a wheel forward with a force in newtons, until that is changed.
  public func applyEngineForce(_ force: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].engineForce != force else { return }
    wheels[index].engineForce = force
  }

  /// Steers a wheel by an angle in radians, positive to the left, until that is changed.
  public func setSteeringAngle(_ angle: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].steeringAngle != angle else { return }
    wheels[index].steeringAngle = angle
  }

  /// Brakes a wheel with a force of up to so many newtons, 0 or more, until that is changed.
  public func applyBrakingForce(_ force: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].brakingForce != force else { return }
    wheels[index].brakingForce = force
  }

  /// Its speed along the first wheel's straight way in kilometres an hour; negative in reverse.
  public var speedInKilometersPerHour: Float { 3.6 * (live?.speed ?? 0) }

  /// True when a wheel stood on something in the last step.
  public func isInContact(wheelAt index: Int) -> Bool {
    guard let live, live.wheels.indices.contains(index) else { return false }
    return live.wheels[index].isInContact
  }

  // MARK: In the simulation

  /// Visits the nodes of its wheels.
  func updateReferences(_ body: (inout NodeReference) -> Void) {
    for i in described.wheels.indices where !described.wheels[i].node.isEmpty {
      body(&described.wheels[i].node)
    }
    isDirty = true
  }

  /// Goes along with points of the chassis of a scale.
  func follow(_ change: BodyChange, scale: Vector3) {
    for i in described.wheels.indices where described.wheels[i].isPlaced {
      described.wheels[i].place = change.apply(described.wheels[i].place, scale: scale)
      described.wheels[i].turn = change.apply(described.wheels[i].turn)
    }
    isDirty = true
  }

  private var live: Vehicle? {
    node?.scene?.physicsWorld.simulation.vehicle(VehicleHandle(serial: serial))
  }

  /// Makes the simulation have what is described, as far as the chassis is there.
  func keepUp(_ node: Node, _ scene: Scene) {
    let simulation = scene.physicsWorld.simulation
    guard let body = node.physicsBody, let chassis = body.live, body.type == .dynamic,
      !described.wheels.isEmpty
    else { return leaveScene(scene) }
    var known = simulation.vehicle(VehicleHandle(serial: serial))
    if let vehicle = known, vehicle.chassis != chassis.handle { known = nil }
    if known != nil, !isDirty, body.bakedScale == scale { return }
    isDirty = false
    scale = body.bakedScale
    for i in described.wheels.indices {
      described.wheels[i].node.resolve(in: scene)
      described.wheels[i].findPlace(described.wheels[i].node.node(in: scene), chassis.transform)
    }
    let definitions = described.wheels.map { $0.definition(node, scale) }
    let problems = definitions.lazy.compactMap { $0.error }
    if let problem = problems.first {
      // What it had before goes on.
      return scene.reportProblem("a wheel cannot be: \(problem)", on: node, "vehicle")
    }
    if known?.wheels.count != definitions.count {
      leaveScene(scene)
      do {
        serial = try simulation.createVehicle(chassis: chassis.handle, wheels: definitions).serial
      } catch { return scene.reportProblem("a vehicle cannot be: \(error)", on: node, "vehicle") }
      known = simulation.vehicle(VehicleHandle(serial: serial))
    }
    for (i, wheel) in (known?.wheels ?? []).enumerated() {
      wheel.definition = definitions[i]
      let own = described.wheels[i]
      if own.engineForce.isFinite { wheel.engineForce = own.engineForce }
      if own.brakingForce >= 0, own.brakingForce.isFinite { wheel.brakingForce = own.brakingForce }
      if own.steeringAngle.isFinite { wheel.steeringAngle = own.steeringAngle }
    }
  }

  override func leaveScene(_ scene: Scene) {
    let handle = VehicleHandle(serial: serial)
    let simulation = scene.physicsWorld.simulation
    if serial > 0, simulation.vehicle(handle) != nil { simulation.destroyVehicle(handle) }
    serial = 0
  }

  /// Puts the nodes of the wheels where the wheels are.
  func moveWheels(_ scene: Scene) {
    guard let live, let body = chassisBody?.live, !body.isAsleep, body.isEnabled else { return }
    for (i, wheel) in live.wheels.enumerated() where i < described.wheels.count {
      let own = described.wheels[i]
      guard let shown = own.node.node(in: scene), shown !== node, shown.physicsBody == nil else {
        continue
      }
      let place = wheel.transform
      shown.take(
        Transform(
          position: place.position, orientation: (place.orientation * own.turn).normalized))
    }
  }

  // MARK: State

  /// Appends the description and its number in the simulation.
  public func save(_ sink: inout StateSink) {
    described.save(&sink)
    sink.put(serial)
    sink.put(isDirty)
    sink.put(scale)
  }

  /// Reads the description back, and which vehicle of the simulation it is.
  public func load(_ source: inout StateSource) {
    described.load(&source)
    serial = source.get()
    isDirty = source.getBool()
    scale = source.get()
  }
}
