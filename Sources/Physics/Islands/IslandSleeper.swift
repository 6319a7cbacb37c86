import CaromMaths

// Slow bodies are of two kinds. One that a contact supports, in an island that stands on
// something, rests when it is slow: piles settle by ever smaller movements, and a marble that rolls
// slowly without friction would keep a whole heap awake. Any other body (in flight, floating,
// hanging from a joint, or driven by a motor) moves as slowly as its forces want it to: a pendulum
// turns around, a lift creeps. It rests only if it also stays in place.
//
// What settles becomes slower; what falls over becomes faster, even if it began at rest. So no body
// rests that moves and has become faster in the time in which it was slow.

/// The stage that puts islands of resting bodies to sleep.
///
/// Input: motion and velocities, touching contacts, active joints. Output: sleep timers, sleeping
/// islands, sleep events.
final class IslandSleeper {
  private let bodies: BodyStore
  private let contacts: ContactStore
  private let joints: JointStore
  private let vehicles: VehicleStore
  private let activation: BodyActivator
  private let report: StepReport

  /// Scratch: for each awake slot its parent, its bits of ``Bits``, those of its island at the
  /// root, and the island's last member.
  @exclusivity(unchecked) private var nodes = Buffer<Int32>()

  /// What a body contributes to its island.
  private enum Bits {
    /// It is not slow, or not for long enough.
    static let isActive: Int32 = 1
    /// It moves, however slowly.
    static let isMoving: Int32 = 2
    /// It moves, however slowly, and no contact supports it.
    static let isLoose: Int32 = 4
    /// It stands on a body that does not move.
    static let stands: Int32 = 8
    /// A motor drives it.
    static let isDriven: Int32 = 16
  }

  /// The part of the distance and angle at the resting thresholds below which a body stays in
  /// place: 0.5 mm and 0.5 mrad in half a second.
  private static let stillness: Float = 0.01

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
    let tolerance: Float = Self.stillness * timeToSleep
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
      if rests {
        b.pointee.advanceRest(
          dt, timeToSleep, distance: linear * tolerance, angle: angular * tolerance)
        if b.pointee.sleepTime >= timeToSleep { isAnyReady = true }
      } else {
        b.pointee.sleepTime = 0
      }
    }
    if isAnyReady { sleepIslands(timeToSleep) }
  }

  private func sleepIslands(_ timeToSleep: Float) {
    let count = bodies.awake.count
    nodes.resize(count * 4)
    let islands = DisjointSets(nodes.base)
    let own = nodes.base + count
    let whole = own + count
    let last = whole + count
    let records = bodies.base
    islands.reset(count)
    for slot in 0..<count {
      let b = records + Int(bodies.awake.base[slot])
      let isReady = b.pointee.isDynamic && b.pointee.sleepTime >= timeToSleep
      let isStill = b.pointee.stillTime >= timeToSleep
      own[slot] = isReady ? (isStill ? 0 : Bits.isMoving | Bits.isLoose) : Bits.isActive
      whole[slot] = 0
      last[slot] = -1
    }
    uniteConnected(islands, own)
    for slot in 0..<count { whole[islands.root(of: slot)] |= own[slot] }
    var sleepers: [(root: Int, body: Int32)] = []
    for slot in 0..<count {
      let root = islands.root(of: slot)
      if mayRest(whole[root]) { sleepers.append((root, bodies.awake.base[slot])) }
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

  /// Whether an island with these bits may fall asleep.
  private func mayRest(_ island: Int32) -> Bool {
    if island & (Bits.isActive | Bits.isLoose) != 0 { return false }
    let isSupported = island & (Bits.stands | Bits.isDriven) == Bits.stands
    return isSupported || island & Bits.isMoving == 0
  }

  /// Unites the awake bodies that contacts, wheels and joints connect, and completes their bits.
  private func uniteConnected(_ islands: DisjointSets, _ bits: UnsafeMutablePointer<Int32>) {
    let records = bodies.base
    func connect(_ bodyA: Int32, _ bodyB: Int32) {
      let a = Int(records[Int(bodyA)].awakeIndex)
      let b = Int(records[Int(bodyB)].awakeIndex)
      if a >= 0 && b >= 0 { islands.unite(a, b) }
    }
    func add(_ bit: Int32, to body: Int32) {
      let slot = Int(records[Int(body)].awakeIndex)
      if slot >= 0 { bits[slot] |= bit }
    }
    func support(_ body: Int32, on other: Int32) {
      let slot = Int(records[Int(body)].awakeIndex)
      guard slot >= 0 else { return }
      bits[slot] &= ~Bits.isLoose
      if !records[Int(other)].isAwake { bits[slot] |= Bits.stands }
    }
    for slot in 0..<contacts.active.count {
      let c = contacts.base + Int(contacts.active.base[slot])
      guard c.pointee.has(ContactRecord.Flag.touching), c.pointee.has(ContactRecord.Flag.collides)
      else { continue }
      let (a, b) = (c.pointee.bodyA, c.pointee.bodyB)
      connect(a, b)
      support(a, on: b)
      support(b, on: a)
      if (records[Int(a)].flags | records[Int(b)].flags) & BodyRecord.Flag.surfaceMotion != 0 {
        // The surface keeps moving, however slowly.
        add(Bits.isActive, to: a)
        add(Bits.isActive, to: b)
      }
    }
    vehicles.forEachGroundedChassis { chassis, ground in
      if records[Int(ground)].isDynamic { connect(chassis, ground) }
      support(chassis, on: ground)
    }
    for slot in 0..<joints.active.count {
      let j = joints.base + Int(joints.active.base[slot])
      if j.pointee.bodyB >= 0 { connect(j.pointee.bodyA, j.pointee.bodyB) }
      if j.pointee.isDriven {
        add(Bits.isDriven, to: j.pointee.bodyA)
        if j.pointee.bodyB >= 0 { add(Bits.isDriven, to: j.pointee.bodyB) }
      }
    }
  }
}

extension BodyRecord {
  /// Counts a step of a slow body, which stays in place until it has moved by more than `distance`
  /// or turned by more than `angle`.
  fileprivate mutating func advanceRest(
    _ dt: Float, _ timeToSleep: Float, distance: Float, angle: Float
  ) {
    if sleepTime == 0 { (stillTime, drift, turnDrift, growth) = (0, .zero, .zero, 0) }
    let before = sleepTime
    sleepTime += dt
    stillTime += dt
    drift += motion
    turnDrift += rotation
    if drift.lengthSquared > distance * distance || turnDrift.lengthSquared > angle * angle {
      (stillTime, drift, turnDrift) = (0, .zero, .zero)
    }
    advanceGrowth(from: before / timeToSleep, to: sleepTime / timeToSleep, stillFor: timeToSleep)
  }

  /// Compares the speed in both halves of each period of `time` seconds, and ends the rest of a
  /// body that does not stay in place and became faster.
  ///
  /// `before` and `now` count periods.
  private mutating func advanceGrowth(from before: Float, to now: Float, stillFor time: Float) {
    let period = now.rounded(.down)
    if period != before.rounded(.down) {
      if growth > 0 && stillTime < time { sleepTime = 0 }
      growth = 0
    }
    let linear = linearRestingThreshold * linearRestingThreshold
    let angular = angularRestingThreshold * angularRestingThreshold
    var speed: Float = 0
    if linear > 0 { speed += velocity.lengthSquared / linear }
    if angular > 0 { speed += angularVelocity.lengthSquared / angular }
    growth += now - period < 0.5 ? -1.25 * speed : speed
  }
}
