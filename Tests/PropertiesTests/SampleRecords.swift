import CaromDocuments
import CaromMaths
import CaromProperties

// Small records like those of the scene graph.

/// The reflection of light by a surface.
final class Paint: Shared {
  static let summary = "How a surface answers light"
  var name = ""
  var diffuse = Vector3(1, 1, 1)
  var shininess: Float = 1
  init() {}

  convenience init(_ name: String, shininess: Float) {
    self.init()
    self.name = name
    self.shininess = shininess
  }

  func copy() -> Paint {
    let copy = Paint("", shininess: shininess)
    copy.diffuse = diffuse
    return copy
  }

  static func properties(_ p: inout some PropertyVisitor<Paint>) {
    p.property("name", \.name, "The name in the file's table", in: .state)
    p.property("diffuse", \.diffuse, "Color under white light", .color, 0...1)
    p.property("shininess", \.shininess, "Sharpness of the highlight", .none, 0...1_000)
  }
}

enum Culling: String, EnumName { case back, front, none }

struct Spot: Part, Equatable {
  static let summary = "The cone of a spot light"
  var inner: Float = 0
  var outer: Float = .pi / 4
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("innerDegrees", \.inner, "Full brightness inside", 0...180)
    p.degrees("outerDegrees", \.outer, "Dark outside", 0...180)
  }
}

struct Omni: Part, Equatable {
  static let summary = "A light that shines everywhere"
  var radius: Float = 0
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Where it ends", .meters, 0...1_000)
  }
}

indirect enum Shine: Variant, Equatable {
  case omni(Omni)
  case spot(Spot)
  case steady(Float)
  case off
  case all([Shine])
  init() { self = .omni(Omni()) }

  static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("omni", Self.omni) { if case .omni(let value) = $0 { value } else { nil } }
    c.case("spot", Self.spot) { if case .spot(let value) = $0 { value } else { nil } }
    c.case("steady", Self.steady, "The same everywhere", .lumens, 0...10) {
      if case .steady(let value) = $0 { value } else { nil }
    }
    c.case("off", { (_: EmptyPayload) in .off }, "No light") {
      $0 == .off ? EmptyPayload() : nil
    }
    c.case("all", Self.all, "Several") { if case .all(let value) = $0 { value } else { nil } }
  }
}

struct Lamp: Part {
  static let summary = "Shines on surfaces"
  var shape = Shine()
  var intensity: Float = 1_000
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("shape", \.shape, "Where the light goes")
    p.property("intensity", \.intensity, "Brightness", .lumens, 0...1e6)
  }
}

struct Primitive: Part {
  static let summary = "A solid"
  var shine: Shine? = Shine.off
  var paints: [Paint] = []
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.shine, "What it is", in: .required)
    p.property("paints", \.paints, "Its surfaces")
  }
}

/// The state of a node, with about as many properties as a real one.
struct ThingState: Part {
  static let summary = "A thing in a place"
  var isHidden = false
  var opacity: Float = 1
  var position = Vector3()
  var angles = Vector3()
  var orientation = Quaternion()
  var scale = Vector3(1, 1, 1)
  var velocity = Vector3()
  var mass: Float = 1
  var mask: UInt32 = 1
  var timer: Int32 = 0
  var seed: UInt64 = 0
  var culling = Culling.back
  var title = ""
  var light: Lamp?
  var paint: Paint?
  var shines: [Shine] = []
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("isHidden", \.isHidden, "Neither drawn nor simulated")
    p.property("opacity", \.opacity, "One is solid", .ratio, 0...1)
    p.property("position", \.position, "Place in the parent", .meters, -1e6...1e6)
    p.degrees("anglesDegrees", \.angles, "Turn in the parent")
    p.property("orientation", \.orientation, "The same as a quaternion", in: .state)
    p.property("scale", \.scale, "Size in the parent", .ratio)
    p.property("velocity", \.velocity, "Linear speed", .metersPerSecond)
    p.property("mass", \.mass, "Zero cannot move", .kilograms, 0...1e6)
    p.property("mask", \.mask, "Categories it belongs to", .mask)
    p.property("timer", \.timer, "Ticks since birth", .ticks, in: .state)
    p.property("seed", \.seed, "Start of its chance")
    p.property("culling", \.culling, "Which sides are not drawn")
    p.property("title", \.title, "Shown above it")
    p.property("light", \.light, "What it shines")
    p.property("paint", \.paint, "What it is made of")
    p.property("shines", \.shines, "What else it shines")
  }
}

/// An object with identity and its state in one struct.
final class Thing: Record {
  static let summary = "A thing"

  var state = ThingState()
  init() {}

  static func properties(_ p: inout some PropertyVisitor<Thing>) {
    p.property("state", \.state, "All of it")
  }
}
