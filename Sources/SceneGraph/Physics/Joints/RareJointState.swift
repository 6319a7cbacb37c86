import CaromPhysics
import CaromProperties

extension JointState {
  /// Whether the joint broke, and the spring towards a pose, which few joints have.
  enum RareState: Variant {
    case whole(EmptyPayload)
    case broken(EmptyPayload)
    case posed(PosedJointState)

    init() { self = .whole(EmptyPayload()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("whole", Self.whole, "Whole") { if case .whole(let p) = $0 { p } else { nil } }
      c.case("broken", Self.broken, "Broken") { if case .broken(let p) = $0 { p } else { nil } }
      c.case("posed", Self.posed) { if case .posed(let p) = $0 { p } else { nil } }
    }
  }

  var rareState: RareState {
    get {
      if let pose = kind.pose {
        var posed = PosedJointState()
        (posed.isBroken, posed.pose) = (isBroken, pose)
        return .posed(posed)
      }
      return isBroken ? .broken(EmptyPayload()) : .whole(EmptyPayload())
    }
    set {
      kind.pose = nil
      switch newValue {
      case .whole: isBroken = false
      case .broken: isBroken = true
      case .posed(let posed): (isBroken, kind.pose) = (posed.isBroken, posed.pose)
      }
    }
  }
}

/// The state of a joint with a spring towards a pose.
struct PosedJointState: Part {
  static let summary = "A joint with a spring towards a pose"

  var isBroken = false
  var pose = PoseSpring()

  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("isBroken", \.isBroken, "Whether the joint broke")
    p.property("pose", \.pose, "The spring towards an orientation")
  }
}
