import CaromMaths
import CaromProperties

extension ColliderProperties {
  /// The mask of reported contacts, or the rare properties; the state has these only if one of them
  /// is set.
  enum RareState: Variant {
    case none(EmptyPayload)
    case contactTest(UInt32)
    case rare(RareColliderProperties)

    init() { self = .none(EmptyPayload()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("none", Self.none, "None") { if case .none(let p) = $0 { p } else { nil } }
      c.case("contactTest", Self.contactTest, "The categories whose contacts are reported") {
        if case .contactTest(let mask) = $0 { mask } else { nil }
      }
      c.case("rare", Self.rare) { if case .rare(let p) = $0 { p } else { nil } }
    }
  }

  var rareState: RareState {
    get {
      let rare = RareColliderProperties(self)
      var usual = RareColliderProperties()
      usual.contactTestBitMask = contactTestBitMask
      if rare != usual { return .rare(rare) }
      return contactTestBitMask.map { .contactTest($0) } ?? .none(EmptyPayload())
    }
    set {
      switch newValue {
      case .none: RareColliderProperties().store(&self)
      case .contactTest(let mask):
        RareColliderProperties().store(&self)
        contactTestBitMask = mask
      case .rare(let rare): rare.store(&self)
      }
    }
  }
}

/// The properties that few colliders have, as the state of a body in a scene contains them.
struct RareColliderProperties: Part, Hashable {
  static let summary = "The properties that few colliders have"

  var contactTestBitMask: UInt32?
  var density: Float?
  var surfaceVelocity: Vector3?
  var surfaceAngularVelocity: Vector3?

  init() {}

  init(_ p: ColliderProperties) {
    (contactTestBitMask, density) = (p.contactTestBitMask, p.density)
    (surfaceVelocity, surfaceAngularVelocity) = (p.surfaceVelocity, p.surfaceAngularVelocity)
  }

  func store(_ p: inout ColliderProperties) {
    (p.contactTestBitMask, p.density) = (contactTestBitMask, density)
    (p.surfaceVelocity, p.surfaceAngularVelocity) = (surfaceVelocity, surfaceAngularVelocity)
  }

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "contactTestBitMask", \.contactTestBitMask, "The categories whose contacts are reported",
      .mask)
    p.property("density", \.density, "The density")
    p.property("surfaceVelocity", \.surfaceVelocity, "The velocity of the surface")
    p.property(
      "surfaceAngularVelocity", \.surfaceAngularVelocity, "The angular velocity of the surface")
  }
}
