import CaromMaths

/// The stored state of a force field; only 4-byte fields.
struct FieldRecord: BitwiseCopyable {
  var serial: UInt32 = 0
  var kind: UInt32 = 0
  var isEnabled: UInt32 = 1
  var isExclusive: UInt32 = 0
  var scope: UInt32 = 0
  var isEllipsoidal: UInt32 = 0
  var categoryMask: UInt32 = .max
  var transform = Transform.identity
  var direction = Vector3.zero
  var halfExtents = Vector3.zero
  var strength: Float = 0
  var falloffExponent: Float = 0
  var minimumDistance: Float = 0
  // Noise
  var smoothness: Float = 0
  var noiseScale: Float = 1
  var animationSpeed: Float = 0
  var seed: UInt32 = 0
  /// The time of the noise: a lattice cell and the fraction of it that has passed.
  var cell: Int32 = 0
  var phase: Float = 0
}

extension FieldRecord {
  init(_ d: ForceFieldDefinition, serial: UInt32) {
    self.init()
    self.serial = serial
    kind = d.type.code
    isEnabled = d.isActive ? 1 : 0
    isExclusive = d.isExclusive ? 1 : 0
    scope = d.scope.code
    isEllipsoidal = d.usesEllipsoidalExtent ? 1 : 0
    categoryMask = d.categoryBitMask
    transform = d.transform
    if d.offset != .zero { transform.position = d.transform.apply(d.offset) }
    direction = d.direction
    halfExtents = d.halfExtent ?? Vector3(repeating: .infinity)
    strength = d.strength
    falloffExponent = d.falloffExponent
    minimumDistance = d.minimumDistance
    smoothness = d.smoothness
    noiseScale = d.noiseScale
    animationSpeed = d.animationSpeed
    seed = d.seed
    if isFluid { fluid = d.fluid }
  }

  /// The definition, with its offset included in the transform.
  var definition: ForceFieldDefinition {
    var field = PhysicsField(ForceFieldKind(code: kind) ?? .linearGravity)
    field.isActive = isEnabled != 0
    field.isExclusive = isExclusive != 0
    field.scope = ForceFieldScope(code: scope) ?? .insideExtent
    field.usesEllipsoidalExtent = isEllipsoidal != 0
    field.categoryBitMask = categoryMask
    field.direction = direction
    field.halfExtent = halfExtents == Vector3(repeating: .infinity) ? nil : halfExtents
    field.strength = strength
    if isFluid {
      field.fluid = fluid
      return ForceFieldDefinition(field, at: transform)
    }
    field.falloffExponent = falloffExponent
    field.minimumDistance = minimumDistance
    field.smoothness = smoothness
    field.noiseScale = noiseScale
    field.animationSpeed = animationSpeed
    field.seed = seed
    return ForceFieldDefinition(field, at: transform)
  }

  /// The problem with a loaded record, or nil.
  var problem: String? {
    if ForceFieldKind(code: kind) == nil { return "a field of kind \(kind)" }
    if ForceFieldScope(code: scope) == nil { return "a field of scope \(scope)" }
    if !(phase >= 0 && phase < 1) { return "a field with a phase outside 0 to 1" }
    return definition.problem
  }

  /// Whether the noise changes with time, so that no body in the field can rest.
  var isRestless: Bool { kind == ForceFieldKind.noise.code && animationSpeed > 0 }

  /// Whether a body's center of mass is in the field's region and its category matches the mask.
  @inline(__always)
  func acts(on b: UnsafeMutablePointer<BodyRecord>) -> Bool {
    guard b.pointee.filter.category & categoryMask != 0 else { return false }
    let local = transform.unapply(b.pointee.center)
    let isInside: Bool
    if isEllipsoidal != 0 {
      // An infinite half axis gives 0.
      isInside = (local / halfExtents).lengthSquared <= 1
    } else {
      isInside =
        abs(local.x) <= halfExtents.x && abs(local.y) <= halfExtents.y
        && abs(local.z) <= halfExtents.z
    }
    return isInside == (scope == ForceFieldScope.insideExtent.code)
  }

  /// Advances the time of the noise.
  mutating func advance(_ dt: Float) {
    guard animationSpeed > 0, !isFluid else { return }
    let moved: Float = phase + animationSpeed * dt
    let whole: Float = moved.rounded(.down)
    phase = moved - whole
    // Clamped, since a larger step would overflow the cell index.
    cell &+= Int32(max(0, min(whole, 1e9)))
  }
}
