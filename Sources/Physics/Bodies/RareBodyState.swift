import CaromMaths
import CaromProperties

extension BodyProperties {
  /// Whether the body is a bullet, or its rare properties; the state has these only if one of them
  /// is set.
  enum RareState: Variant {
    case usual(EmptyPayload)
    case bullet(EmptyPayload)
    case rare(RareBodyProperties)

    init() { self = .usual(EmptyPayload()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("usual", Self.usual, "None") { if case .usual(let p) = $0 { p } else { nil } }
      c.case("bullet", Self.bullet, "A bullet") { if case .bullet(let p) = $0 { p } else { nil } }
      c.case("rare", Self.rare) { if case .rare(let p) = $0 { p } else { nil } }
    }
  }

  var rareState: RareState {
    get {
      let rare = RareBodyProperties(self)
      if rare == RareBodyProperties() { return .usual(EmptyPayload()) }
      var bullet = RareBodyProperties()
      bullet.isBullet = true
      return rare == bullet ? .bullet(EmptyPayload()) : .rare(rare)
    }
    set {
      switch newValue {
      case .usual: RareBodyProperties().store(&self)
      case .bullet:
        RareBodyProperties().store(&self)
        isBullet = true
      case .rare(let rare): rare.store(&self)
      }
    }
  }
}

/// The properties that few bodies have, as the state of a body in a scene contains them.
struct RareBodyProperties: Part, Hashable {
  static let summary = "The properties that few bodies have"

  var isBullet = false
  var isContinuous = true
  var modifiesContacts = false
  var collisionGroup = 0
  var surfaceVelocity = Vector3.zero
  var surfaceAngularVelocity = Vector3.zero
  var oneWay: OneWaySurface?

  init() {}

  init(_ p: BodyProperties) {
    (isBullet, isContinuous) = (p.isBullet, p.isContinuous)
    (modifiesContacts, collisionGroup) = (p.modifiesContacts, p.collisionGroup)
    surfaceVelocity = p.surfaceVelocity
    surfaceAngularVelocity = p.surfaceAngularVelocity
    oneWay = p.oneWay
  }

  func store(_ p: inout BodyProperties) {
    (p.isBullet, p.isContinuous) = (isBullet, isContinuous)
    (p.modifiesContacts, p.collisionGroup) = (modifiesContacts, collisionGroup)
    p.surfaceVelocity = surfaceVelocity
    p.surfaceAngularVelocity = surfaceAngularVelocity
    p.oneWay = oneWay
  }

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("isBullet", \.isBullet, "Whether it is a bullet")
    p.property("isContinuous", \.isContinuous, "Whether it is swept")
    p.property("modifiesContacts", \.modifiesContacts, "Whether its contacts are modified")
    p.property("collisionGroup", \.collisionGroup, "The collision group")
    p.property("surfaceVelocity", \.surfaceVelocity, "The velocity of the surface")
    p.property(
      "surfaceAngularVelocity", \.surfaceAngularVelocity, "The angular velocity of the surface")
    p.property("oneWay", \.oneWay, "The solid side")
  }
}
