public import CaromMaths
public import CaromProperties

/// The fluid of a field of buoyancy, such as a pool or a river.
///
/// The fluid fills the extent of the field, up to its upper side; without an extent, it fills the
/// half space below the field's center. *Up* is against the field's ``PhysicsField/direction``.
public struct FluidProperties: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The fluid of a field of buoyancy"

  /// The density in kg/m³; 1000 is that of water.
  public var density: Float = 1000
  /// The drag in 1/s: the force on a body is this times the mass of the displaced fluid times the
  /// velocity of the fluid relative to the body.
  ///
  /// The force depends on the submerged volume and not on the mass of the body, as that of a real
  /// fluid. So a body of the fluid's density approaches the velocity of the fluid at this rate, one
  /// of three times that density at a third of it, and a body of density ρ sinks in a fluid of
  /// density ρ₀ with a terminal speed of (ρ/ρ₀ − 1)·g / linearDrag.
  public var linearDrag: Float = 0.5
  /// The rate in 1/s at which a submerged body of any density stops rotating.
  public var angularDrag: Float = 0.5
  /// The velocity of the fluid along the field's axes, in meters per second.
  public var flow = Vector3.zero

  /// Creates still water.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("density", \.density, "The density", .kilogramsPerCubicMeter, 0...1e9)
    p.property(
      "linearDrag", \.linearDrag,
      "The drag for each kg of displaced fluid; a body of the fluid's density follows it at this rate",
      .perSecond, 0...1e3)
    p.property(
      "angularDrag", \.angularDrag, "The rate at which a submerged body stops rotating",
      .perSecond, 0...1e3)
    p.property(
      "flow", \.flow, "The velocity of the fluid, in the field's axes", .metersPerSecond,
      -1e4...1e4)
  }
}

extension PhysicsField {
  /// The kind in the state; the state has a fluid only for buoyancy.
  enum TypeState: Variant {
    case dry(ForceFieldKind)
    case buoyancy(FluidProperties)

    init() { self = .dry(.linearGravity) }

    // The first byte is the index of the kind, whether or not a fluid follows.
    static func cases(_ c: inout some CaseVisitor<Self>) {
      for kind in ForceFieldKind.allCases where kind != .buoyancy {
        c.case(kind.rawValue, { (_: EmptyPayload) in .dry(kind) }) {
          if case .dry(kind) = $0 { EmptyPayload() } else { nil }
        }
      }
      c.case("buoyancy", Self.buoyancy) { if case .buoyancy(let p) = $0 { p } else { nil } }
    }
  }

  var typeState: TypeState {
    get { type == .buoyancy ? .buoyancy(fluid) : .dry(type) }
    set {
      fluid = FluidProperties()
      switch newValue {
      case .dry(let kind): type = kind
      case .buoyancy(let properties): (type, fluid) = (.buoyancy, properties)
      }
    }
  }
}

extension FieldRecord {
  /// The fluid of a field of buoyancy, in the place of falloff and noise, which it does not have.
  var fluid: FluidProperties {
    get {
      var fluid = FluidProperties()
      (fluid.density, fluid.linearDrag) = (falloffExponent, minimumDistance)
      fluid.angularDrag = smoothness
      fluid.flow = Vector3(noiseScale, animationSpeed, Float(bitPattern: seed))
      return fluid
    }
    set {
      (falloffExponent, minimumDistance) = (newValue.density, newValue.linearDrag)
      smoothness = newValue.angularDrag
      (noiseScale, animationSpeed) = (newValue.flow.x, newValue.flow.y)
      seed = newValue.flow.z.bitPattern
    }
  }

  var isFluid: Bool { kind == ForceFieldKind.buoyancy.code }

  /// The height of the surface and that of the bottom above the center, along the upward direction.
  func fluidHeights(_ up: Vector3) -> (surface: Float, bottom: Float) {
    guard halfExtents.isFinite else { return (0, -.infinity) }
    let local = transform.orientation.unrotate(up)
    let height: Float =
      abs(local.x) * halfExtents.x + abs(local.y) * halfExtents.y + abs(local.z) * halfExtents.z
    return (height, -height)
  }

  /// Whether a body is partly within the fluid: its center of mass is above or below the extent, or
  /// in it, and its surroundings reach between bottom and surface.
  func wets(_ b: UnsafeMutablePointer<BodyRecord>) -> Bool {
    guard b.pointee.filter.category & categoryMask != 0 else { return false }
    let up = -(transform.orientation.rotate(direction).normalized(or: -.unitY))
    let (surface, bottom) = fluidHeights(up)
    let offset = b.pointee.center - transform.position
    let height: Float = offset.dot(up)
    if height - b.pointee.outerRadius > surface || height + b.pointee.outerRadius < bottom {
      return false
    }
    guard halfExtents.isFinite else { return true }
    // The center moved to the middle height.
    let local = transform.orientation.unrotate(offset - up * height)
    if isEllipsoidal != 0 { return (local / halfExtents).lengthSquared <= 1 }
    let beside = local.magnitudes - halfExtents
    return beside.greatest <= 0
  }
}
