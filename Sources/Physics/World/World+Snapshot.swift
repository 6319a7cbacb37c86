import CaromCollision
import CaromMaths
public import CaromProperties

// The snapshot contains everything that affects future steps: free lists determine the slots of new
// bodies, and the order of lists determines the order of the solver. Hash maps and other derived
// state are rebuilt.

extension World {
  static var version: UInt32 { 8 }

  /// The optional parts of a snapshot, saved only if a world ever had such objects.
  ///
  /// Their bits are stored in the upper half of the version word. A part whose format changes gets
  /// a new bit, so that worlds without it keep their hash; bit 18 was that of joints before.
  private enum Part {
    static let fields: UInt32 = 1 << 16
    static let vehicles: UInt32 = 1 << 17
    static let joints: UInt32 = 1 << 23
    static let surfaces: UInt32 = 1 << 19
    static let gravityFactors: UInt32 = 1 << 20
    static let extras: UInt32 = 1 << 21
    static let colliderExtras: UInt32 = 1 << 22
    static let all: UInt32 =
      fields | vehicles | joints | surfaces | gravityFactors | extras | colliderExtras
  }

  private var parts: UInt32 {
    (fields.serialCount > 0 ? Part.fields : 0) | (vehicles.serialCount > 0 ? Part.vehicles : 0)
      | (hasJointState ? Part.joints : 0) | (colliders.surfaces.isEmpty ? 0 : Part.surfaces)
      | (bodies.gravityFactors.isEmpty ? 0 : Part.gravityFactors)
      | (bodies.extras.isEmpty ? 0 : Part.extras)
      | (colliders.extras.isEmpty ? 0 : Part.colliderExtras)
  }

  /// Saves the complete state of the world.
  public func save(into sink: inout StateSink) {
    sink.put(Self.version | parts)
    saveSettings(&sink)
    sink.put(stepCount)
    sink.put(bodies.serialCount)
    sink.put(bodies.dampingSubstep)
    sink.put(UInt32(bodyCount))
    for head in [
      bodies.firstFree, colliders.firstFree, contacts.firstFree, contacts.firstFreePair,
      contacts.firstFreeManifold,
    ] { sink.put(head) }
    bodies.records.save(&sink)
    bodies.awake.save(&sink)
    colliders.records.save(&sink)
    saveShapes(&sink)
    broadPhase.moved.save(&sink)
    contacts.records.save(&sink)
    contacts.manifolds.save(&sink)
    contacts.points.save(&sink)
    contacts.caches.save(&sink)
    contacts.active.save(&sink)
    contacts.pairs.save(&sink)
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
      sink.put(tree.root)
      sink.put(tree.firstFree)
      sink.put(UInt32(tree.count))
      sink.put(tree.changes)
      sink.put(count: tree.nodes.count)
      tree.nodes.withUnsafeBytes { sink.put(bytes: $0) }
    }
    sink.put(count: report.pendingEnds.count)
    for event in report.pendingEnds { event.save(&sink) }
    sink.put(count: report.pendingSleep.count)
    for event in report.pendingSleep {
      sink.put(event.body.index)
      sink.put(event.body.generation)
      sink.put(event.isAsleep)
    }
    if parts & Part.fields != 0 { fields.save(&sink) }
    if parts & Part.vehicles != 0 { vehicles.save(&sink) }
    if parts & Part.joints != 0 { saveJoints(&sink) }
    if parts & Part.surfaces != 0 { colliders.surfaces.save(&sink) }
    if parts & Part.gravityFactors != 0 { bodies.gravityFactors.save(&sink) }
    if parts & Part.extras != 0 { bodies.extras.save(&sink) }
    if parts & Part.colliderExtras != 0 { colliders.extras.save(&sink) }
  }

  /// Replaces the world by a saved one, and clears the events of the last step.
  ///
  /// Handles that were valid when the world was saved are valid again.
  /// - Throws: `StateProblem` if the bytes are invalid; the world is empty afterwards.
  public func load(from source: inout StateSource) throws(StateProblem) {
    let head = source.get(UInt32.self)
    let found = head & 0xffff
    let isKnown = found == Self.version && (head & 0xffff_0000) & ~Part.all == 0
    if !isKnown { source.reject("a world of version \(found), not \(Self.version)") }
    var settings = loadSettings(&source)
    stepCount = source.get()
    bodies.serialCount = source.get()
    bodies.dampingSubstep = source.get()
    bodies.aliveCount = Int(source.get(UInt32.self))
    bodies.firstFree = source.get()
    colliders.firstFree = source.get()
    contacts.firstFree = source.get()
    contacts.firstFreePair = source.get()
    contacts.firstFreeManifold = source.get()
    bodies.records.load(&source)
    bodies.countBullets()
    bodies.awake.load(&source)
    colliders.records.load(&source)
    loadShapes(&source)
    broadPhase.moved.load(&source)
    contacts.records.load(&source)
    contacts.manifolds.load(&source)
    contacts.points.load(&source)
    contacts.caches.load(&source)
    contacts.active.load(&source)
    contacts.pairs.load(&source)
    contacts.hasDisabled = true
    broadPhase.statics = loadTree(&source)
    broadPhase.kinematics = loadTree(&source)
    broadPhase.dynamics = loadTree(&source)
    report.pendingEnds.removeAll()
    for _ in 0..<source.getCount(of: 64) { report.pendingEnds.append(ContactEvent(from: &source)) }
    report.pendingSleep.removeAll()
    for _ in 0..<source.getCount(of: 9) {
      let handle = BodyHandle(index: source.get(), generation: source.get())
      report.pendingSleep.append(SleepEvent(body: handle, isAsleep: source.getBool()))
    }
    fields.removeAll()
    vehicles.removeAll()
    joints.removeAll()
    colliders.surfaces.removeAll()
    bodies.gravityFactors.removeAll()
    bodies.extras.removeAll()
    colliders.extras.removeAll()
    if head & Part.fields != 0 { fields.load(&source) }
    if head & Part.vehicles != 0 { vehicles.load(&source, bodyCount: bodies.count) }
    if head & Part.joints != 0 { loadJoints(&source, &settings) }
    if head & Part.surfaces != 0 { colliders.surfaces.load(&source) }
    if head & Part.gravityFactors != 0 { bodies.gravityFactors.load(&source) }
    if head & Part.extras != 0 { bodies.extras.load(&source) }
    if head & Part.colliderExtras != 0 { colliders.extras.load(&source) }
    // New objects continue these counters.
    let made = max(bodies.serialCount, joints.serialCount, fields.serialCount, vehicles.serialCount)
    if made >= 1 << 31 || stepCount >= 1 << 62 {
      source.reject("a world after \(stepCount) steps and \(made) of its parts")
    }
    report.clear()
    for kind in BodyKind.allCases { queries.state.invalidate(kind.code) }
    if !source.hasFailed, !source.isTrusted {
      let checks = WorldChecks(self)
      if let problem = checks.referenceProblem ?? checks.linkProblem { source.reject(problem) }
    }
    if let problem = source.problem {
      removeEverything()
      throw problem
    }
    // Restoring the settings must not wake bodies.
    replaceSettings(settings)
    rebuildTables()
    rebuildPoses()
    clearTriangleCache()
  }

  /// The hash of the complete state.
  ///
  /// The records are hashed in place, without a copy.
  public var stateHash: UInt64 { StateBuffer(capacity: 1 << 14).hash { save(into: &$0) } }

  private func rebuildTables() {
    contacts.map.removeAll()
    contacts.pairMap.removeAll()
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      if c.parent >= 0 { continue }
      let key = PairMap.key(min(c.colliderA, c.colliderB), max(c.colliderA, c.colliderB))
      contacts.map.insert(key, Int32(index))
    }
    for index in 0..<contacts.pairs.count where contacts.pairs.base[index].contactCount > 0 {
      contacts.pairMap.insert(
        PairMap.key(contacts.pairs.base[index].bodyA, contacts.pairs.base[index].bodyB),
        Int32(index))
    }
  }

  /// Computes the poses and the constraint graph from the records.
  private func rebuildPoses() {
    for index in 0..<bodies.count { updatePose(index) }
    solver.graph.removeAll()
    solver.graph.reserve(bodies: bodies.count)
    for c in contacts.elements where c.color >= 0 {
      solver.graph.restore(c.held.a, c.held.b, color: c.color)
    }
  }

  private func removeEverything() {
    bodies.removeAll()
    colliders.removeAll()
    broadPhase.removeAll()
    contacts.removeAll()
    solver.graph.removeAll()
    report.pendingEnds.removeAll()
    report.pendingSleep.removeAll()
    fields.removeAll()
    vehicles.removeAll()
    joints.removeAll()
    stepCount = 0
  }

  // MARK: Parts

  private func saveShapes(_ sink: inout StateSink) {
    if sink.put(colliders.savedShapes) { return }
    let mark = sink.beginSaving()
    var table = ShapeTable()
    for shape in colliders.shapes { table.save(shape, &sink) }
    colliders.savedShapes = sink.endSaving(mark)
  }

  private func loadShapes(_ source: inout StateSource) {
    // The bytes do not contain the number of shapes, so it must be equal as well.
    if colliders.shapes.count == colliders.count, source.skip(colliders.savedShapes) { return }
    let mark = source.beginLoading()
    var table = ShapeTable(reusable: colliders.shapes)
    colliders.shapes = (0..<colliders.count).map { _ in table.load(&source) }
    source.endLoading(mark)
  }

  private func loadTree(_ source: inout StateSource) -> DynamicTree {
    let root = source.get(Int32.self)
    let firstFree = source.get(Int32.self)
    let count = Int(source.get(UInt32.self))
    let changes = source.get(Int32.self)
    let nodes = source.getArray(of: DynamicTreeNode.self)
    if let tree = DynamicTree(
      nodes: nodes, root: root, firstFree: firstFree, count: count, changes: changes,
      isTrusted: source.isTrusted)
    {
      return tree
    }
    source.reject("a tree of the broad phase contradicts itself")
    return DynamicTree()
  }

  /// Whether a snapshot contains joints or their settings.
  private var hasJointState: Bool {
    let usual = WorldSettings()
    return joints.serialCount > 0 || settings.jointHertz != usual.jointHertz
      || settings.jointDampingRatio != usual.jointDampingRatio
  }

  private func saveJoints(_ sink: inout StateSink) {
    sink.put(settings.jointHertz)
    sink.put(settings.jointDampingRatio)
    joints.save(&sink)
  }

  private func loadJoints(_ source: inout StateSource, _ settings: inout WorldSettings) {
    settings.jointHertz = source.get()
    settings.jointDampingRatio = source.get()
    joints.load(&source)
    if !source.isTrusted, let problem = settings.problem { source.reject(problem) }
  }

  private func saveSettings(_ sink: inout StateSink) {
    let s = settings
    sink.put(s.gravity)
    sink.put(UInt32(s.substeps))
    for value in [
      s.contactHertz, s.contactDampingRatio, s.pushSpeed, s.speculativeDistance, s.timeToSleep,
      s.hitSpeed,
    ] { sink.put(value) }
    sink.put(s.allowsSleep)
    sink.put(s.isContinuous)
  }

  private func loadSettings(_ source: inout StateSource) -> WorldSettings {
    var s = WorldSettings()
    s.gravity = source.getVector()
    s.substeps = Int(source.get(UInt32.self))
    s.contactHertz = source.get()
    s.contactDampingRatio = source.get()
    s.pushSpeed = source.get()
    s.speculativeDistance = source.get()
    s.timeToSleep = source.get()
    s.hitSpeed = source.get()
    s.allowsSleep = source.getBool()
    s.isContinuous = source.getBool()
    if !source.isTrusted, let problem = s.problem { source.reject(problem) }
    return s
  }
}

extension StateSink {
  mutating func put(_ v: Vector3) {
    put(v.x)
    put(v.y)
    put(v.z)
  }
}

extension StateSource {
  mutating func getVector() -> Vector3 { Vector3(get(), get(), get()) }
}

extension ContactEvent {
  func save(_ sink: inout StateSink) {
    // Only end events are saved, whose approach speed is 0.
    sink.put(kind.rawValue | (isSensed ? 1 << 8 : 0))
    for handle in [bodyA, bodyB] {
      sink.put(handle.index)
      sink.put(handle.generation)
    }
    sink.put(tagA)
    sink.put(tagB)
    sink.put(point)
    sink.put(normal)
    sink.put(impulse)
    sink.put(penetration)
    sink.put(order)
  }

  init(from source: inout StateSource) {
    let word = source.get(UInt32.self)
    (kind, isSensed, approachSpeed) = (Kind(rawValue: word & 0xff) ?? .end, word >> 8 != 0, 0)
    bodyA = BodyHandle(index: source.get(), generation: source.get())
    bodyB = BodyHandle(index: source.get(), generation: source.get())
    tagA = source.get()
    tagB = source.get()
    point = source.getVector()
    normal = source.getVector()
    impulse = source.get()
    penetration = source.get()
    order = source.get()
  }
}
