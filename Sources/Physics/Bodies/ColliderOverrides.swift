import CaromCollision

/// The filter and the material of a collider where they are not those of its body; only 4-byte
/// fields.
///
/// Stored beside the colliders, and only for bodies with
/// ``BodyRecord/Flag/colliderOverrides``, so that other bodies cost nothing.
struct ColliderOverrides: BitwiseCopyable {
  private var filter = CollisionFilter(category: 0, collision: 0, contactTest: 0)
  private var friction: Float = 0
  private var restitution: Float = 0
  private var rollingFriction: Float = 0
  private var frictionCombine: UInt32 = 0
  private var restitutionCombine: UInt32 = 0
  /// The values that are the collider's own, as bits; the others are those of the body.
  private var own: UInt32 = 0

  private enum Field {
    static let category: UInt32 = 1
    static let collision: UInt32 = 2
    static let contactTest: UInt32 = 4
    static let friction: UInt32 = 8
    static let restitution: UInt32 = 16
    static let rollingFriction: UInt32 = 32
    static let frictionCombine: UInt32 = 64
    static let restitutionCombine: UInt32 = 128
  }

  init() {}

  init(_ p: ColliderProperties) {
    func take<Value>(_ value: Value?, _ field: UInt32, _ target: inout Value, _ own: inout UInt32) {
      guard let value else { return }
      target = value
      own |= field
    }
    take(p.categoryBitMask, Field.category, &filter.category, &own)
    take(p.collisionBitMask, Field.collision, &filter.collision, &own)
    take(p.contactTestBitMask, Field.contactTest, &filter.contactTest, &own)
    take(p.friction, Field.friction, &friction, &own)
    take(p.restitution, Field.restitution, &restitution, &own)
    take(p.rollingFriction, Field.rollingFriction, &rollingFriction, &own)
    take(p.frictionCombine?.code, Field.frictionCombine, &frictionCombine, &own)
    take(p.restitutionCombine?.code, Field.restitutionCombine, &restitutionCombine, &own)
  }

  private func has(_ field: UInt32) -> Bool { own & field != 0 }

  /// The values that are the collider's own.
  var properties: ColliderProperties {
    var p = ColliderProperties()
    if has(Field.category) { p.categoryBitMask = filter.category }
    if has(Field.collision) { p.collisionBitMask = filter.collision }
    if has(Field.contactTest) { p.contactTestBitMask = filter.contactTest }
    if has(Field.friction) { p.friction = friction }
    if has(Field.restitution) { p.restitution = restitution }
    if has(Field.rollingFriction) { p.rollingFriction = rollingFriction }
    if has(Field.frictionCombine) { p.frictionCombine = CombineMode(code: frictionCombine) }
    if has(Field.restitutionCombine) {
      p.restitutionCombine = CombineMode(code: restitutionCombine)
    }
    return p
  }

  /// The masks of the collider of a body with the masks `body`.
  func filter(over body: CollisionFilter) -> CollisionFilter {
    CollisionFilter(
      category: has(Field.category) ? filter.category : body.category,
      collision: has(Field.collision) ? filter.collision : body.collision,
      contactTest: has(Field.contactTest) ? filter.contactTest : body.contactTest)
  }

  /// The material of the collider of a body with the material `body`.
  func material(over body: SurfaceMaterial) -> SurfaceMaterial {
    SurfaceMaterial(
      friction: has(Field.friction) ? friction : body.friction,
      restitution: has(Field.restitution) ? restitution : body.restitution,
      rollingFriction: has(Field.rollingFriction) ? rollingFriction : body.rollingFriction,
      frictionCombine: has(Field.frictionCombine) ? frictionCombine : body.frictionCombine,
      restitutionCombine: has(Field.restitutionCombine)
        ? restitutionCombine : body.restitutionCombine)
  }
}

/// The material of a collider.
struct SurfaceMaterial: BitwiseCopyable {
  var friction: Float
  var restitution: Float
  var rollingFriction: Float
  var frictionCombine: UInt32
  var restitutionCombine: UInt32
}

extension BodyRecord {
  /// The material of colliders without one of their own.
  var material: SurfaceMaterial {
    SurfaceMaterial(
      friction: friction, restitution: restitution, rollingFriction: rollingFriction,
      frictionCombine: frictionCombine, restitutionCombine: restitutionCombine)
  }
}

extension ColliderStore {
  /// Gives a collider its own filter and material.
  func setSurface(_ collider: Int32, _ properties: ColliderProperties) {
    while surfaces.count < records.count { surfaces.append(ColliderOverrides()) }
    surfaces.base[Int(collider)] = ColliderOverrides(properties)
    let motion = ColliderExtras(properties)
    if !motion.isUsual {
      while extras.count <= collider { extras.append(ColliderExtras()) }
    }
    if collider < extras.count { extras.base[Int(collider)] = motion }
  }

  /// The properties of a collider of a body whose colliders have their own.
  func properties(of collider: Int32) -> ColliderProperties {
    var p = surfaces.base[Int(collider)].properties
    if collider < extras.count { extras.base[Int(collider)].store(&p) }
    return p
  }

  /// The masks of a collider of the body of a record.
  func filter(of collider: Int32, _ body: UnsafeMutablePointer<BodyRecord>) -> CollisionFilter {
    guard body.pointee.has(BodyRecord.Flag.colliderOverrides) else { return body.pointee.filter }
    return surfaces.base[Int(collider)].filter(over: body.pointee.filter)
  }
}

extension World {
  /// The colliders' own filters and materials, in the order of the leaves; empty if there are none.
  func colliderProperties(of index: Int) -> [ColliderProperties] {
    guard bodies.base[index].has(BodyRecord.Flag.colliderOverrides) else { return [] }
    var list: [ColliderProperties] = []
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      list.append(colliders.properties(of: collider))
      collider = colliders.base[Int(collider)].next
    }
    return list
  }

  /// Gives the colliders of a body their own filters and materials; none removes them.
  func storeColliderProperties(_ index: Int, _ list: [ColliderProperties]) {
    bodies.base[index].set(BodyRecord.Flag.colliderOverrides, !list.isEmpty)
    defer { updateSurfaceMotion(index) }
    guard !list.isEmpty else { return }
    var collider = bodies.base[index].firstCollider
    for properties in list where collider >= 0 {
      colliders.setSurface(collider, properties)
      collider = colliders.base[Int(collider)].next
    }
  }
}
