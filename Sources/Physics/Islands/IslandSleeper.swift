import CaromMaths

/// The stage that puts islands of resting bodies to sleep.
///
/// Input: velocities, touching contacts, active joints. Output: sleep timers, sleeping islands,
/// sleep events.
final class IslandSleeper {
  private let bodies: BodyStore
  private let contacts: ContactStore
  private let joints: JointStore
  private let vehicles: VehicleStore
  private let activation: BodyActivator
  private let report: StepReport

  /// Scratch: for each awake slot its parent, whether its island stays awake, and the island's last
  /// member.
  @exclusivity(unchecked) private var nodes = Buffer<Int32>()

  init(
    _ bodies: BodyStore, _ contacts: ContactStore, _ joints: JointStore, _ vehicles: VehicleStore,
    _ activation: BodyActivator, _ report: StepReport
  ) {
    self.bodies = bodies
    self.contacts = contacts
    self.joints = joints
    self.vehicles = vehicles
    self.activation = activation
    self.report = report
  }

  /// Puts the islands to sleep in which every body has rested for `timeToSleep` seconds.
  ///
  /// An island is a set of dynamic bodies connected by touching contacts, joints and wheels.
  /// Islands are computed only when a body has rested long enough.
  func run(_ dt: Float, timeToSleep: Float) {
    let records = bodies.base
    let awake = bodies.awake.base
    var isAnyReady = false
    for slot in 0..<bodies.awake.count {
      let b = records + Int(awake[slot])
      guard b.pointee.isDynamic else { continue }
      let linear = b.pointee.linearRestingThreshold
      let angular = b.pointee.angularRestingThreshold
      var rests =
        b.pointee.has(BodyRecord.Flag.allowsResting)
        && b.pointee.velocity.lengthSquared <= linear * linear
        && b.pointee.angularVelocity.lengthSquared <= angular * angular
      // A joint that closes a wide gap moves bodies without changing their velocity.
      if rests && joints.jointCount(of: Int(awake[slot])) > 0 {
        let distance = linear * dt
        rests = b.pointee.motion.lengthSquared <= distance * distance
      }
      b.pointee.sleepTime = rests ? b.pointee.sleepTime + dt : 0
      if b.pointee.sleepTime >= timeToSleep { isAnyReady = true }
    }
    if isAnyReady { sleepIslands(timeToSleep) }
  }

  private func sleepIslands(_ timeToSleep: Float) {
    let count = bodies.awake.count
    nodes.resize(count * 3)
    let islands = DisjointSets(nodes.base)
    let staysAwake = nodes.base + count
    let last = staysAwake + count
    let records = bodies.base
    islands.reset(count)
    for slot in 0..<count {
      let b = records + Int(bodies.awake.base[slot])
      let isReady = b.pointee.isDynamic && b.pointee.sleepTime >= timeToSleep
      staysAwake[slot] = isReady ? 0 : 1
      last[slot] = -1
    }
    uniteConnected(islands, staysAwake)
    var sleepers: [(root: Int, body: Int32)] = []
    for slot in 0..<count {
      let root = islands.root(of: slot)
      if staysAwake[root] == 0 { sleepers.append((root, bodies.awake.base[slot])) }
    }
    for (root, body) in sleepers {
      // The members of an island form a ring: a new member links to the first one.
      let previous = last[root]
      if previous < 0 {
        records[Int(body)].nextInIsland = body
      } else {
        records[Int(body)].nextInIsland = records[Int(previous)].nextInIsland
        records[Int(previous)].nextInIsland = body
      }
      last[root] = body
    }
    for (_, body) in sleepers {
      let b = records + Int(body)
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      activation.removeAwake(Int(body))
      report.pendingSleep.append(SleepEvent(body: bodies.handle(Int(body)), isAsleep: true))
    }
  }

  /// Unites the awake bodies that contacts, wheels and joints connect.
  private func uniteConnected(
    _ islands: DisjointSets, _ staysAwake: UnsafeMutablePointer<Int32>
  ) {
    let records = bodies.base
    func connect(_ bodyA: Int32, _ bodyB: Int32) {
      let a = Int(records[Int(bodyA)].awakeIndex)
      let b = Int(records[Int(bodyB)].awakeIndex)
      guard a >= 0, b >= 0, let (root, replaced) = islands.unite(a, b) else { return }
      staysAwake[root] |= staysAwake[replaced]
    }
    for slot in 0..<contacts.active.count {
      let c = contacts.base + Int(contacts.active.base[slot])
      guard c.pointee.has(ContactRecord.Flag.touching), c.pointee.has(ContactRecord.Flag.collides)
      else { continue }
      connect(c.pointee.bodyA, c.pointee.bodyB)
      let (a, b) = (records + Int(c.pointee.bodyA), records + Int(c.pointee.bodyB))
      if (a.pointee.flags | b.pointee.flags) & BodyRecord.Flag.surfaceMotion != 0 {
        // The surface keeps moving, however slowly.
        for body in [a, b] where body.pointee.awakeIndex >= 0 {
          staysAwake[islands.root(of: Int(body.pointee.awakeIndex))] = 1
        }
      }
    }
    vehicles.forEachGroundedChassis { chassis, ground in
      if records[Int(ground)].isDynamic { connect(chassis, ground) }
    }
    for slot in 0..<joints.active.count {
      let j = joints.base + Int(joints.active.base[slot])
      if j.pointee.bodyB >= 0 { connect(j.pointee.bodyA, j.pointee.bodyB) }
    }
  }
}
