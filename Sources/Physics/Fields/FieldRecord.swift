import CaromMaths

/// What the world stores of a force field; only 4-byte fields.
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
  /// Where the noise is in time: a cell of the lattice and the share of it that has passed.
  var cell: Int32 = 0
  var phase: Float = 0
}

extension FieldRecord {
  init(_ d: ForceFieldDefinition, serial: UInt32) {
    self.init()
    self.serial = serial
    kind = d.kind.rawValue
    isEnabled = d.isEnabled ? 1 : 0
    isExclusive = d.isExclusive ? 1 : 0
    scope = d.scope.rawValue
    isEllipsoidal = d.isEllipsoidal ? 1 : 0
    categoryMask = d.categoryMask
    transform = d.transform
    direction = d.direction
    halfExtents = d.halfExtents
    strength = d.strength
    falloffExponent = d.falloffExponent
    minimumDistance = d.minimumDistance
    smoothness = d.smoothness
    noiseScale = d.noiseScale
    animationSpeed = d.animationSpeed
    seed = d.seed
  }

  /// The definition as it was given.
  var definition: ForceFieldDefinition {
    var d = ForceFieldDefinition(ForceFieldKind(rawValue: kind) ?? .linearGravity)
    d.isEnabled = isEnabled != 0
    d.isExclusive = isExclusive != 0
    d.scope = ForceFieldScope(rawValue: scope) ?? .inside
    d.isEllipsoidal = isEllipsoidal != 0
    d.categoryMask = categoryMask
    d.transform = transform
    d.direction = direction
    d.halfExtents = halfExtents
    d.strength = strength
    d.falloffExponent = falloffExponent
    d.minimumDistance = minimumDistance
    d.smoothness = smoothness
    d.noiseScale = noiseScale
    d.animationSpeed = animationSpeed
    d.seed = seed
    return d
  }

  /// What is wrong with a record that was read, or nil.
  var problem: String? {
    if ForceFieldKind(rawValue: kind) == nil { return "a field of kind \(kind)" }
    if ForceFieldScope(rawValue: scope) == nil { return "a field of scope \(scope)" }
    if !(phase >= 0 && phase < 1) { return "a field with a phase outside 0 to 1" }
    return definition.problem
  }

  /// True when the field's noise changes with time, so that nothing in it can be at rest.
  var isRestless: Bool { kind == ForceFieldKind.noise.rawValue && animationSpeed > 0 }

  /// Whether a body's centre of mass is where the field acts and its category is one that it acts on.
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
    return isInside == (scope == ForceFieldScope.inside.rawValue)
  }

  /// Moves the noise on in time.
  mutating func advance(_ dt: Float) {
    guard animationSpeed > 0 else { return }
    let moved: Float = phase + animationSpeed * dt
    let whole: Float = moved.rounded(.down)
    phase = moved - whole
    // A step that crosses more cells than a whole number holds would be absurd.
    cell &+= Int32(max(0, min(whole, 1e9)))
  }
}
