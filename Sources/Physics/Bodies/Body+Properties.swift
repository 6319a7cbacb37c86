import CaromCollision
import CaromMaths
import CaromProperties

extension Body {
  /// The declared properties of the body, with its current mass and velocities.
  ///
  /// Setting them has the effects of each property that changes: contacts are updated, and the body
  /// wakes if its motion can change. A value outside its declared range traps.
  public var properties: BodyProperties {
    get { world.bodies.properties(of: index) }
    nonmutating set { apply(newValue) }
  }

  /// A live property of ``BodyProperties``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<BodyProperties, Value>) -> Value {
    get { properties[keyPath: path] }
    nonmutating set {
      var changed = properties
      changed[keyPath: path] = newValue
      properties = changed
    }
  }

  /// The mass in kilograms; only a dynamic body uses it.
  public var mass: Float {
    get { record.mass }
    nonmutating set {
      var changed = properties
      changed.mass = newValue
      properties = changed
    }
  }

  /// The density in kg/m³ of a dynamic body; setting it changes the mass.
  public var density: Float {
    get { record.mass / shape.massProperties(density: 1).mass }
    nonmutating set {
      var changed = properties
      (changed.mass, changed.density) = (nil, newValue)
      properties = changed
    }
  }

  /// The masks of the body; excluded contacts end, and newly allowed contacts begin.
  public var filter: CollisionFilter {
    get { record.filter }
    nonmutating set {
      guard newValue != filter else { return }
      change { $0.filter = newValue }
      world.refilter(index)
    }
  }

  /// The reason why the body cannot have these properties, or nil.
  package func problem(with properties: BodyProperties, kind: BodyKind) -> PhysicsError? {
    // A live velocity may be any finite vector; the step clamps it.
    var checked = properties
    (checked.velocity, checked.angularVelocity) = (.zero, .zero)
    return checked.error(shape, kind, colliderProperties)
  }

  /// Stores properties and applies the effects of those that differ.
  private func apply(_ new: BodyProperties) {
    let old = properties
    guard new != old else { return }
    let (shape, kind) = (shape, kind)
    if let problem = problem(with: new, kind: kind) { preconditionFailure("\(problem)") }
    let colliders = colliderProperties
    let index = index
    let step = world.bodies.dampingSubstep
    let mass = new.mass(shape, kind, colliders)
    change { $0.store(new, mass: mass, dampingStep: step) }
    world.bodies.recountBullets(before: old.isBullet, after: new.isBullet)
    world.bodies.storeGravityFactor(index, new)
    world.bodies.storeExtras(index, new)
    if new.filter != old.filter || new.isSensor != old.isSensor
      || new.collisionGroup != old.collisionGroup || new.oneWay != old.oneWay
    {
      world.refilter(index)
    }
    applySurfaceMotion(new, old)
    if mass != old.mass || new.momentOfInertia != old.momentOfInertia
      || new.centerOfMassOffset != old.centerOfMassOffset
    {
      world.updateMass(index)
      wake()
    }
    if new.friction != old.friction || new.rollingFriction != old.rollingFriction
      || new.frictionCombine != old.frictionCombine
    {
      // The body may be a floor, whose change affects the bodies that rest on it.
      world.invalidateManifolds(of: index)
      world.wakeTouching(index)
      wake()
    }
    if new.restitution != old.restitution || new.restitutionCombine != old.restitutionCombine {
      world.invalidateManifolds(of: index)
    }
    if new.velocityFactor != old.velocityFactor
      || new.angularVelocityFactor != old.angularVelocityFactor
    {
      world.joints.isPlanStale = true
      world.joints.invalidateSpringMasses(of: index)
      wake()
    }
    if new.isAffectedByGravity != old.isAffectedByGravity
      || new.gravityFactor != old.gravityFactor || new.allowsResting != old.allowsResting
      || new.linearRestingThreshold != old.linearRestingThreshold
      || new.angularRestingThreshold != old.angularRestingThreshold
    {
      wake()
    }
    if new.velocity != old.velocity { velocity = new.velocity }
    if new.angularVelocity != old.angularVelocity { angularVelocity = new.angularVelocity }
  }

  /// Applies a change of the motion of the surface, or of what may change its contacts.
  private func applySurfaceMotion(_ new: BodyProperties, _ old: BodyProperties) {
    let isSame =
      new.surfaceVelocity == old.surfaceVelocity
      && new.surfaceAngularVelocity == old.surfaceAngularVelocity
      && new.modifiesContacts == old.modifiesContacts
    if isSame { return }
    world.updateSurfaceMotion(index)
    world.updatePose(index)
    world.invalidateManifolds(of: index)
    world.wakeTouching(index)
    wake()
  }
}

extension BodyRecord {
  init(_ d: BodyDefinition, dampingStep: Float) {
    self.init()
    flags = Flag.alive
    kind = d.kind.code
    position = d.transform.position
    orientation = d.transform.orientation.normalized
    if d.kind != .static {
      velocity = d.velocity
      angularVelocity = d.angularVelocity
    }
    tagLow = UInt32(truncatingIfNeeded: d.userTag)
    tagHigh = UInt32(truncatingIfNeeded: d.userTag >> 32)
    let mass = d.properties.mass(d.shape, d.kind, d.colliderProperties)
    store(d.properties, mass: mass, dampingStep: dampingStep)
  }

  /// Stores all properties except the velocities, the factor on gravity and ``BodyExtras``.
  mutating func store(_ p: BodyProperties, mass: Float, dampingStep: Float) {
    self.mass = mass
    momentOfInertia = p.momentOfInertia ?? .zero
    set(Flag.ownInertia, p.momentOfInertia != nil)
    centerOfMassOffset = p.centerOfMassOffset
    friction = p.friction
    restitution = p.restitution
    rollingFriction = p.rollingFriction
    (damping, dampingFactor) = (p.damping, BodyStore.dampingFactor(p.damping, dampingStep))
    angularDamping = p.angularDamping
    angularDampingFactor = BodyStore.dampingFactor(p.angularDamping, dampingStep)
    velocityFactor = p.velocityFactor
    angularVelocityFactor = p.angularVelocityFactor
    set(Flag.gravity, p.isAffectedByGravity)
    set(Flag.allowsResting, p.allowsResting)
    linearRestingThreshold = p.linearRestingThreshold
    angularRestingThreshold = p.angularRestingThreshold
    filter = p.filter
    set(Flag.sensor, p.isSensor)
    set(Flag.bullet, p.isBullet)
    set(Flag.discrete, !p.isContinuous)
    set(Flag.modifiesContacts, p.modifiesContacts)
    frictionCombine = p.frictionCombine.code
    restitutionCombine = p.restitutionCombine.code
  }

  /// The stored properties, without the factor on gravity and ``BodyExtras``.
  var properties: BodyProperties {
    var p = BodyProperties()
    p.mass = mass
    p.momentOfInertia = has(Flag.ownInertia) ? momentOfInertia : nil
    p.centerOfMassOffset = centerOfMassOffset
    p.friction = friction
    p.restitution = restitution
    p.rollingFriction = rollingFriction
    p.damping = damping
    p.angularDamping = angularDamping
    p.velocityFactor = velocityFactor
    p.angularVelocityFactor = angularVelocityFactor
    p.isAffectedByGravity = has(Flag.gravity | Flag.ownGravity)
    p.allowsResting = has(Flag.allowsResting)
    p.linearRestingThreshold = linearRestingThreshold
    p.angularRestingThreshold = angularRestingThreshold
    p.filter = filter
    p.isSensor = has(Flag.sensor)
    p.isBullet = has(Flag.bullet)
    p.isContinuous = !has(Flag.discrete)
    p.modifiesContacts = has(Flag.modifiesContacts)
    p.frictionCombine = CombineMode(code: frictionCombine) ?? .multiply
    p.restitutionCombine = CombineMode(code: restitutionCombine) ?? .multiply
    p.velocity = velocity
    p.angularVelocity = angularVelocity
    return p
  }
}
