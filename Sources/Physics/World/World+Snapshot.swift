import CaromCollision
import CaromMaths
public import CaromProperties

// All records have only fields of four bytes, hence no padding, and are written as they lie in memory.
// Nothing is left out that can change the future: free lists decide which place a new body takes,
// the order of the lists decides the order of the solver. Hash tables are rebuilt: their layout is
// never seen.

extension World {
  static var version: UInt32 { 5 }

  /// Parts that most worlds do not have, saved only where they ever existed.
  ///
  /// Their bits stand in the upper half of the word that holds the version.
  private enum Part {
    static let fields: UInt32 = 1 << 16
    static let vehicles: UInt32 = 1 << 17
    static let joints: UInt32 = 1 << 18
    static let all: UInt32 = fields | vehicles | joints
  }

  private var parts: UInt32 {
    (fieldSerials > 0 ? Part.fields : 0) | (vehicleSerials > 0 ? Part.vehicles : 0)
      | (hasJointState ? Part.joints : 0)
  }

  /// Appends everything that can change the future of the world.
  public func save(into sink: inout StateSink) {
    sink.put(Self.version | parts)
    saveSettings(&sink)
    sink.put(stepCount)
    sink.put(serials)
    sink.put(dampingStep)
    sink.put(UInt32(bodyCount))
    for head in [freeBody, freeCollider, freeContact, freePair, freeManifold] { sink.put(head) }
    put(bodies.elements, &sink)
    put(awake.elements, &sink)
    put(colliders.elements, &sink)
    var table = ShapeTable()
    for shape in shapes { table.save(shape, &sink) }
    put(moved.elements, &sink)
    put(contacts.elements, &sink)
    put(manifolds.elements, &sink)
    put(points.elements, &sink)
    put(caches.elements, &sink)
    put(active.elements, &sink)
    put(pairs.elements, &sink)
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
      sink.put(tree.root)
      sink.put(tree.firstFree)
      sink.put(UInt32(tree.count))
      sink.put(tree.changes)
      sink.put(count: tree.nodes.count)
      tree.nodes.withUnsafeBytes { sink.put(bytes: $0) }
    }
    sink.put(count: pendingEnds.count)
    for event in pendingEnds { event.save(&sink) }
    sink.put(count: pendingSleep.count)
    for event in pendingSleep {
      sink.put(event.body.index)
      sink.put(event.body.generation)
      sink.put(event.isAsleep)
    }
    if parts & Part.fields != 0 { saveFields(&sink) }
    if parts & Part.vehicles != 0 { saveVehicles(&sink) }
    if parts & Part.joints != 0 { saveJoints(&sink) }
  }

  /// Replaces the whole world by a saved one; what the last step reported is forgotten.
  ///
  /// Handles that were valid when the world was saved are valid again.
  /// - Throws: what is wrong with the bytes; the world is empty then.
  public func load(from source: inout StateSource) throws(StateProblem) {
    let head = source.get(UInt32.self)
    let found = head & 0xffff
    let isKnown = found == Self.version && (head & 0xffff_0000) & ~Part.all == 0
    if !isKnown { source.reject("a world of version \(found), not \(Self.version)") }
    var settings = loadSettings(&source)
    stepCount = source.get()
    serials = source.get()
    dampingStep = source.get()
    bodyCount = Int(source.get(UInt32.self))
    freeBody = source.get()
    freeCollider = source.get()
    freeContact = source.get()
    freePair = source.get()
    freeManifold = source.get()
    get(&bodies, &source)
    get(&awake, &source)
    get(&colliders, &source)
    var table = ShapeTable(held: shapes)
    shapes.removeAll(keepingCapacity: true)
    for _ in 0..<colliders.count { shapes.append(table.load(&source)) }
    get(&moved, &source)
    get(&contacts, &source)
    get(&manifolds, &source)
    get(&points, &source)
    get(&caches, &source)
    get(&active, &source)
    get(&pairs, &source)
    broadPhase.statics = loadTree(&source)
    broadPhase.kinematics = loadTree(&source)
    broadPhase.dynamics = loadTree(&source)
    pendingEnds.removeAll()
    for _ in 0..<source.getCount(of: 64) { pendingEnds.append(ContactEvent(from: &source)) }
    pendingSleep.removeAll()
    for _ in 0..<source.getCount(of: 9) {
      let handle = BodyHandle(index: source.get(), generation: source.get())
      pendingSleep.append(SleepEvent(body: handle, isAsleep: source.getBool()))
    }
    removeFields()
    removeVehicles()
    clearJoints()
    if head & Part.fields != 0 { loadFields(&source) }
    if head & Part.vehicles != 0 { loadVehicles(&source) }
    if head & Part.joints != 0 { loadJoints(&source, &settings) }
    // What follows goes on counting from these.
    let made = max(serials, jointSerials, fieldSerials, vehicleSerials)
    if made >= 1 << 31 || stepCount >= 1 << 62 {
      source.reject("a world after \(stepCount) steps and \(made) of its parts")
    }
    contactEvents.removeAll()
    hitEvents.removeAll()
    sleepEvents.removeAll()
    jointEvents.removeAll()
    movedIndices.removeAll()
    for kind in BodyKind.allCases { queryState.invalidate(kind.code) }
    if !source.hasFailed, let problem = referenceProblem ?? linkProblem { source.reject(problem) }
    if let problem = source.problem {
      removeEverything()
      throw problem
    }
    // Straight into storage: restoring is no change that wakes anybody.
    replaceSettings(settings)
    rebuildTables()
    rebuildPoses()
    clearTriangleCache()
  }

  /// The hash of everything that can change the future.
  ///
  /// The rows of the world go into it as they lie in memory, without a copy.
  public var stateHash: UInt64 { StateBuffer(capacity: 1 << 14).hash { save(into: &$0) } }

  private func rebuildTables() {
    contactMap.removeAll()
    pairMap.removeAll()
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      if c.parent >= 0 { continue }
      let key = PairMap.key(min(c.colliderA, c.colliderB), max(c.colliderA, c.colliderB))
      contactMap.insert(key, Int32(index))
    }
    for index in 0..<pairs.count where pairs.base[index].contactCount > 0 {
      pairMap.insert(
        PairMap.key(pairs.base[index].bodyA, pairs.base[index].bodyB), Int32(index))
    }
  }

  /// Works out again what follows from the records.
  private func rebuildPoses() {
    for index in 0..<bodies.count { updatePose(index) }
    graph.removeAll()
    graph.reserve(bodies: bodies.count)
    for c in contacts.elements where c.color >= 0 {
      graph.restore(c.held.a, c.held.b, color: c.color)
    }
  }

  private func removeEverything() {
    bodies.removeAll()
    awake.removeAll()
    colliders.removeAll()
    shapes.removeAll()
    moved.removeAll()
    contacts.removeAll()
    manifolds.removeAll()
    points.removeAll()
    caches.removeAll()
    triangleCache.removeAll()
    active.removeAll()
    pairs.removeAll()
    broadPhase = BroadPhase()
    contactMap.removeAll()
    pairMap.removeAll()
    graph.removeAll()
    pendingEnds.removeAll()
    pendingSleep.removeAll()
    removeFields()
    removeVehicles()
    clearJoints()
    (freeBody, freeCollider, freeContact, freePair, freeManifold) = (-1, -1, -1, -1, -1)
    (bodyCount, serials, stepCount, dampingStep) = (0, 0, 0, 0)
  }

  // MARK: Pieces

  func put<T: BitwiseCopyable>(
    _ row: UnsafeMutableBufferPointer<T>, _ sink: inout StateSink
  ) {
    sink.put(count: row.count * MemoryLayout<T>.stride / 4)
    sink.put(bytes: UnsafeRawBufferPointer(row))
  }

  func get<T: BitwiseCopyable>(_ row: inout Buffer<T>, _ source: inout StateSource) {
    let words = source.getArray(of: UInt32.self)
    let size = MemoryLayout<T>.stride / 4
    if words.count % size != 0 { source.reject("a row of the world has half an element") }
    let count = words.count / size
    row.resize(count)
    words.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      UnsafeMutableRawPointer(row.base).copyMemory(
        from: start, byteCount: count * MemoryLayout<T>.stride)
    }
  }

  private func loadTree(_ source: inout StateSource) -> DynamicTree {
    let root = source.get(Int32.self)
    let firstFree = source.get(Int32.self)
    let count = Int(source.get(UInt32.self))
    let changes = source.get(Int32.self)
    let nodes = (0..<source.getCount(of: MemoryLayout<DynamicTreeNode>.stride)).map { _ in
      DynamicTreeNode(
        box: AABB(min: source.getVector(), max: source.getVector()), parent: source.get(),
        left: source.get(), right: source.get(), height: source.get(), data: source.get())
    }
    if let tree = DynamicTree(
      nodes: nodes, root: root, firstFree: firstFree, count: count, changes: changes)
    {
      return tree
    }
    source.reject("a tree of the broad phase contradicts itself")
    return DynamicTree()
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
    if let problem = s.problem { source.reject(problem) }
    return s
  }

  /// The first index in the world that points outside its row, or nil.
  private var referenceProblem: String? {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    for b in bodies.elements
    where out(b.firstCollider, colliders.count) || out(b.firstContact >> 1, contacts.count)
      || out(b.awakeIndex, awake.count) || out(b.nextInIsland, bodies.count)
      || out(b.nextFree, bodies.count) || b.kind > BodyKind.dynamic.code
    { return "a body points outside the world" }
    let nodes = [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics].map(\.nodes.count)
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics]
    where tree.nodes.contains(where: { $0.isLeaf && Int($0.data) >= colliders.count }) {
      return "a tree of the broad phase holds an unknown collider"
    }
    for c in colliders.elements {
      if out(c.body, bodies.count) || out(c.next, colliders.count) {
        return "a collider points outside the world"
      }
      if c.body >= 0 && out(c.proxy, nodes[min(2, Int(bodies.base[Int(c.body)].kind))]) {
        return "a collider has a proxy outside its tree"
      }
    }
    for c in contacts.elements {
      let links = [c.previousA, c.nextA, c.previousB, c.nextB].map { $0 >> 1 }
      if out(c.colliderA, colliders.count) || out(c.colliderB, colliders.count)
        || out(c.bodyA, bodies.count) || out(c.bodyB, bodies.count) || out(c.pair, pairs.count)
        || out(c.activeIndex, active.count) || links.contains(where: { out($0, contacts.count) })
        || out(c.manifold, manifolds.count) || out(c.nextFree, contacts.count)
        || out(c.nextChild, contacts.count) || out(c.parent, contacts.count)
        || c.color < -1 || c.color > ConstraintGraph.overflow
      {
        return "a contact points outside the world"
      }
    }
    for index in 0..<contacts.count {
      if let problem = manifoldGroupProblem(index) { return problem }
    }
    if let problem = jointReferenceProblem { return problem }
    for m in manifolds.elements
    where m.pointCount < 0 || m.pointCount > 4 || out(m.contact, contacts.count)
      || out(m.nextFree, manifolds.count)
    { return "a manifold points outside the world" }
    if points.count != manifolds.count * 4 || caches.count != contacts.count {
      return "the world has points for other contacts"
    }
    for p in pairs.elements
    where out(p.bodyA, bodies.count) || out(p.bodyB, bodies.count) || out(p.nextFree, pairs.count) {
      return "a pair points outside the world"
    }
    if awake.elements.contains(where: { $0 < 0 || Int($0) >= bodies.count })
      || active.elements.contains(where: { $0 < 0 || Int($0) >= contacts.count })
      || moved.elements.contains(where: { $0 < 0 || Int($0) >= colliders.count })
    {
      return "a list points outside the world"
    }
    return nil
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
    // Only ends are saved, whose approach is 0.
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
