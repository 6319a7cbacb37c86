import CaromMaths

/// The bodies of a world, addressed by the index in their handles.
final class BodyStore {
  // Accesses to the arrays are not checked for exclusivity at run time: no access outlives a call,
  // and the check costs more than most element operations.

  @exclusivity(unchecked) var records = Buffer<BodyRecord>()
  /// The head of the free list, linked by ``BodyRecord/nextFree``, or -1.
  var firstFree: Int32 = -1
  /// The serial number of the last body created.
  var serialCount: UInt32 = 0
  /// The number of bodies that exist.
  var aliveCount = 0
  /// The number of bodies that are bullets; derived from the records.
  private(set) var bulletCount = 0
  /// Awake dynamic bodies and moving kinematic bodies, in a reproducible but otherwise arbitrary
  /// order.
  @exclusivity(unchecked) var awake = Buffer<Int32>()
  /// The pose of every enabled body; derived from the records.
  @exclusivity(unchecked) var poses = Buffer<BodyPose>()
  /// The factor on gravity, by body; empty until a body has one other than 1, and possibly shorter
  /// than the list of bodies, which then have the factor 1.
  @exclusivity(unchecked) var gravityFactors = Buffer<Float>()
  /// The rare properties, by body; empty until a body has one, and possibly shorter than the list
  /// of bodies, which then have none.
  @exclusivity(unchecked) var extras = Buffer<BodyExtras>()
  /// The substep length in seconds that the damping factors of the records are computed for.
  var dampingSubstep: Float = 0

  @inline(__always) var base: UnsafeMutablePointer<BodyRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var elements: UnsafeMutableBufferPointer<BodyRecord> { records.elements }

  /// The handle of the body at an index.
  func handle(_ index: Int) -> BodyHandle {
    BodyHandle(index: UInt32(index), generation: records.base[index].generation)
  }

  /// Takes a slot from the free list, or appends one; the caller writes the record.
  func allocate() -> Int {
    if firstFree >= 0 {
      let index = Int(firstFree)
      firstFree = records.base[index].nextFree
      return index
    }
    records.append(BodyRecord())
    return records.count - 1
  }

  /// Returns a slot to the free list; its generation is unchanged, so old handles remain invalid.
  func free(_ index: Int) {
    let generation = records.base[index].generation
    if records.base[index].has(BodyRecord.Flag.bullet) { bulletCount -= 1 }
    records.base[index] = BodyRecord()
    if index < gravityFactors.count { gravityFactors.base[index] = 1 }
    if index < extras.count { extras.base[index] = BodyExtras() }
    records.base[index].generation = generation
    records.base[index].nextFree = firstFree
    firstFree = Int32(index)
  }

  /// Counts the bullets after a record was added or changed.
  func recountBullets(before: Bool, after: Bool) {
    bulletCount += (after ? 1 : 0) - (before ? 1 : 0)
  }

  /// Counts the bullets of records that were loaded.
  func countBullets() {
    bulletCount = elements.reduce(0) { $0 + ($1.has(BodyRecord.Flag.bullet) ? 1 : 0) }
  }

  /// The properties of a body, with its factor on gravity and its rare properties.
  func properties(of index: Int) -> BodyProperties {
    var p = records.base[index].properties
    if index < gravityFactors.count { p.gravityFactor = gravityFactors.base[index] }
    if index < extras.count { extras.base[index].store(&p) }
    return p
  }

  /// Stores the factor on the gravity of a body whose other properties are stored.
  func storeGravityFactor(_ index: Int, _ p: BodyProperties) {
    if p.gravityFactor != 1 {
      while gravityFactors.count <= index { gravityFactors.append(1) }
    }
    if index < gravityFactors.count { gravityFactors.base[index] = p.gravityFactor }
    let isScaled = p.isAffectedByGravity && p.gravityFactor != 1
    records.base[index].set(BodyRecord.Flag.ownGravity, isScaled)
    records.base[index].set(BodyRecord.Flag.gravity, p.isAffectedByGravity && !isScaled)
  }

  /// The factor (1 − damping)^Δt by which a substep multiplies a velocity.
  static func dampingFactor(_ damping: Float, _ substep: Float) -> Float {
    if damping <= 0 || substep <= 0 { return 1 }
    if damping >= 1 { return 0 }
    return Portable.pow(1 - damping, substep)
  }

  /// Computes the damping factors of all bodies again if the substep length has changed.
  func updateDampingFactors(substep: Float) {
    guard substep != dampingSubstep else { return }
    dampingSubstep = substep
    for index in 0..<count {
      base[index].dampingFactor = Self.dampingFactor(base[index].damping, substep)
      base[index].angularDampingFactor = Self.dampingFactor(base[index].angularDamping, substep)
    }
  }

  func removeAll() {
    records.removeAll()
    awake.removeAll()
    gravityFactors.removeAll()
    extras.removeAll()
    (firstFree, serialCount, aliveCount, dampingSubstep) = (-1, 0, 0, 0)
    bulletCount = 0
  }
}
