import CaromMaths
import CaromPhysics
public import CaromProperties

/// Adds wheels to a dynamic body, its chassis.
///
///     let car = PhysicsVehicle(
///       chassisBody: chassis.physicsBody!, wheels: tires.map { PhysicsVehicleWheel(node: $0) })
///     scene.physicsWorld.addBehavior(car)
///     car.applyEngineForce(300, forWheelAt: 0)
///
/// Wheels are rays with springs. Their nodes, if any, are moved and rotated with them after each
/// step. Engine, brake and steering keep their values until they are set again. All properties are
/// live. While the chassis is hidden or absent, the vehicle is inactive. A clone has a separate
/// vehicle.
public final class PhysicsVehicle: PhysicsBehavior, DescribedPart {
  private var described = VehicleState()
  /// The serial number in the simulation; 0 while there is none.
  var serial: UInt32 = 0
  /// The chassis scale used for the wheels.
  private var scale = Vector3.one

  /// Creates a vehicle without wheels, which has no effect.
  public override init() { super.init() }

  /// Creates a vehicle from a description, for a node's ``Node/vehicle``.
  public init(_ state: VehicleState) {
    described = state
    super.init()
  }

  /// Creates a vehicle for a body.
  public init(chassisBody: PhysicsBody, wheels: [PhysicsVehicleWheel]) {
    described.wheels = wheels
    super.init()
    firstBody = chassisBody
  }

  /// The whole description.
  public var state: VehicleState {
    get { described }
    set {
      described = newValue
      isDirty = true
    }
  }

  /// The wheels; their properties can be set in place.
  public var wheels: [PhysicsVehicleWheel] {
    get { described.wheels }
    set {
      described.wheels = newValue
      isDirty = true
    }
  }

  /// The defaults of the wheels.
  ///
  /// Setting them changes every property of a wheel that equals the old default.
  public var wheelDefaults: PhysicsVehicleWheel {
    get { described.wheelDefaults }
    set {
      described.wheelDefaults = newValue
      isDirty = true
    }
  }

  /// The body of the chassis.
  public var chassisBody: PhysicsBody? { node?.physicsBody ?? firstBody }

  /// Appends a wheel.
  public func addWheel(_ wheel: PhysicsVehicleWheel) { wheels.append(wheel) }

  /// Removes a wheel by its index; has no effect if there is none.
  public func removeWheel(at index: Int) {
    if wheels.indices.contains(index) { wheels.remove(at: index) }
  }

  /// A vehicle with the same description for another node.
  public func copy() -> PhysicsVehicle { PhysicsVehicle(described) }

  // MARK: Driving

  /// Sets the engine force of a wheel in newtons, until it is changed.
  public func applyEngineForce(_ force: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].engineForce != force else { return }
    wheels[index].engineForce = force
  }

  /// Sets the steering angle of a wheel in radians, positive to the left, until it is changed.
  public func setSteeringAngle(_ angle: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].steeringAngle != angle else { return }
    wheels[index].steeringAngle = angle
  }

  /// Sets the maximum brake force of a wheel in newtons, until it is changed.
  public func applyBrakingForce(_ force: Float, forWheelAt index: Int) {
    guard wheels.indices.contains(index), wheels[index].brakingForce != force else { return }
    wheels[index].brakingForce = force
  }

  /// The speed along the forward direction in kilometers per hour; negative in reverse.
  public var speedInKilometersPerHour: Float { 3.6 * (live?.speed ?? 0) }

  /// Whether a wheel touched the ground in the last step.
  public func isInContact(wheelAt index: Int) -> Bool {
    guard let live, live.wheels.indices.contains(index) else { return false }
    return live.wheels[index].isInContact
  }

  // MARK: In the simulation

  /// Visits the node references of the wheels.
  func updateReferences(_ body: (inout NodeReference) -> Void) {
    for i in described.wheels.indices where !described.wheels[i].node.isEmpty {
      body(&described.wheels[i].node)
    }
    isDirty = true
  }

  /// Applies a change of the chassis's pivot to the measured positions.
  func follow(_ change: PivotChange, scale: Vector3) {
    for i in described.wheels.indices where described.wheels[i].isMeasured {
      described.wheels[i].nodePosition = change.apply(
        described.wheels[i].nodePosition, scale: scale)
      described.wheels[i].nodeOrientation = change.apply(described.wheels[i].nodeOrientation)
    }
    isDirty = true
  }

  private var live: Vehicle? {
    node?.scene?.physicsWorld.simulation.vehicle(VehicleHandle(serial: serial))
  }

  /// Creates or updates the vehicle in the simulation, if the chassis has a dynamic body.
  func sync(_ node: Node, _ scene: Scene) {
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
      described.wheels[i].measure(described.wheels[i].node.node(in: scene), chassis.transform)
    }
    let definitions = described.wheels.map { $0.definition(node, scale) }
    let problems = definitions.lazy.compactMap { $0.error }
    if let problem = problems.first {
      // The previous vehicle stays.
      return scene.reportProblem("the wheel is invalid: \(problem)", on: node, "vehicle")
    }
    if known?.wheels.count != definitions.count {
      leaveScene(scene)
      do {
        serial = try simulation.createVehicle(chassis: chassis.handle, wheels: definitions).serial
      } catch {
        return scene.reportProblem("the vehicle is invalid: \(error)", on: node, "vehicle")
      }
      known = simulation.vehicle(VehicleHandle(serial: serial))
    }
    for (i, wheel) in (known?.wheels ?? []).enumerated() {
      wheel.definition = definitions[i]
      let controls = described.wheels[i].controls
      if controls.invalidProperty == nil { wheel.controls = controls }
    }
  }

  override func leaveScene(_ scene: Scene) {
    let handle = VehicleHandle(serial: serial)
    let simulation = scene.physicsWorld.simulation
    if serial > 0, simulation.vehicle(handle) != nil { simulation.destroyVehicle(handle) }
    serial = 0
  }

  /// Moves the nodes of the wheels.
  func moveWheels(_ scene: Scene) {
    guard let live, let body = chassisBody?.live, !body.isAsleep, body.isEnabled else { return }
    for (i, wheel) in live.wheels.enumerated() where i < described.wheels.count {
      let own = described.wheels[i]
      guard let shown = own.node.node(in: scene), shown !== node, shown.physicsBody == nil else {
        continue
      }
      let transform = wheel.transform
      shown.take(
        Transform(
          position: transform.position,
          orientation: (transform.orientation * own.nodeOrientation).normalized))
    }
  }

  // MARK: State

  /// Appends the description and the serial number in the simulation.
  public func save(_ sink: inout StateSink) {
    sink.rejectSaving()
    described.save(&sink)
    sink.put(serial)
    sink.put(isDirty)
    sink.put(scale)
  }

  /// Reads the description and the serial number in the simulation.
  public func load(_ source: inout StateSource) {
    described.load(&source)
    serial = source.get()
    isDirty = source.getBool()
    scale = source.get()
  }
}
