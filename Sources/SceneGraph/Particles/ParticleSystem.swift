public import CaromMaths
public import CaromProperties

/// Small pictures that are born at a node, fly, change and vanish: sparks, smoke, trails.
///
/// Particles are pictures only: they touch nothing. They are part of the state all the same, since
/// they draw from a random stream of the scene, and so that a restored scene looks as it did.
/// Names and defaults are SceneKit's. What varies does so by as much as the variation up or down.
public struct ParticleSystem: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Small pictures that are born at a node, fly, change and vanish"

  /// How many particles of a system live at once, at most; more are not born.
  public static let maximumCount = 10_000

  /// What it is found by.
  public var name = ""

  // MARK: Birth

  /// How many are born each second.
  public var birthRate: Float = 1
  /// How much the rate varies from tick to tick.
  public var birthRateVariation: Float = 0
  /// How long they are born, in seconds.
  public var emissionDuration: Float = 1
  /// How long none are born between two emissions, in seconds.
  public var idleDuration: Float = 0
  /// True to begin again after each emission.
  public var loops = true
  /// How long it has run already when it starts, in seconds.
  public var warmupDuration: Float = 0
  /// Where they are born, around the node.
  public var emitterShape = EmitterShape()
  /// Whether they are born on the surface of the shape or inside of it.
  public var birthLocation = BirthLocation.surface
  /// Which way they fly at first.
  public var birthDirection = BirthDirection.constant
  /// The direction of a constant birth, in the node's space; of any length.
  public var emittingDirection = Vector3.unitZ
  /// How far from the direction they may fly, in radians; π is every way.
  public var spreadingAngle: Float = 0

  // MARK: Life and motion

  /// How long one lives, in seconds.
  public var particleLifeSpan: Float = 1
  /// How much that varies.
  public var particleLifeSpanVariation: Float = 0
  /// How fast one is at first, in metres per second.
  public var particleVelocity: Float = 0
  /// How much that varies.
  public var particleVelocityVariation: Float = 0
  /// What is added to the velocity each second, in metres per second squared.
  public var acceleration = Vector3.zero
  /// True to fall as bodies do.
  public var isAffectedByGravity = false
  /// The share of the speed that is lost each second, 0 to 1.
  public var dampingFactor: Float = 0
  /// How many times as fast everything goes.
  public var speedFactor: Float = 1
  /// True to move with the node; false to stay in the world where they were born.
  public var isLocal = false

  // MARK: Looks

  /// The picture; nil for a soft white disc.
  public var image: String?
  /// How many pictures stand side by side in the image.
  public var imageSequenceColumnCount: Int32 = 1
  /// How many rows of pictures the image has.
  public var imageSequenceRowCount: Int32 = 1
  /// The picture at birth, counted from the top left corner.
  public var imageSequenceInitialFrame: Float = 0
  /// How many pictures one goes through each second, again and again.
  public var imageSequenceFrameRate: Float = 0
  /// The side of a particle, in metres.
  public var particleSize: Float = 1
  /// How much that varies.
  public var particleSizeVariation: Float = 0
  /// What the size is multiplied by over the life, evenly from birth to death; empty for one.
  public var sizeOverLife: [Float] = []
  /// The colour that multiplies the picture.
  public var particleColor = Color.white
  /// How much red, green, blue and alpha vary.
  public var particleColorVariation = Vector4.zero
  /// What the colour is multiplied by over the life, evenly from birth to death; empty for white.
  public var colorOverLife: [Color] = []
  /// How it is turned at birth, in radians, about the line of sight.
  public var particleAngle: Float = 0
  /// How much that varies.
  public var particleAngleVariation: Float = 0
  /// How fast it turns, in radians per second.
  public var particleAngularVelocity: Float = 0
  /// How much that varies.
  public var particleAngularVelocityVariation: Float = 0
  /// How it joins what is behind it.
  public var blendMode = BlendMode.add
  /// How much it is drawn out along its way: metres for each metre per second.
  public var stretchFactor: Float = 0
  /// The random stream of the scene that it draws from.
  public var stream = "particles"

  /// Makes a system of one particle a second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What it is found by")
    p.property("birthRate", \.birthRate, "How many are born", .perSecond, 0...1e5)
    p.property(
      "birthRateVariation", \.birthRateVariation, "How much the rate varies", .perSecond, 0...1e5)
    p.property("emissionDuration", \.emissionDuration, "How long they are born", .seconds, 0...1e6)
    p.property("idleDuration", \.idleDuration, "How long none are born then", .seconds, 0...1e6)
    p.property("loops", \.loops, "Whether it begins again after each emission")
    p.property(
      "warmupDuration", \.warmupDuration, "How long it has run when it starts", .seconds, 0...60)
    p.property("emitterShape", \.emitterShape, "Where they are born, around the node")
    p.property("birthLocation", \.birthLocation, "On the surface of the shape or inside of it")
    p.property("birthDirection", \.birthDirection, "Which way they fly at first")
    p.property("emittingDirection", \.emittingDirection, "The direction of a constant birth")
    p.degrees(
      "spreadingAngleDegrees", \.spreadingAngle, "How far from the direction they may fly", 0...180)
    p.property("particleLifeSpan", \.particleLifeSpan, "How long one lives", .seconds, 0...1e4)
    p.property(
      "particleLifeSpanVariation", \.particleLifeSpanVariation, "How much that varies", .seconds,
      0...1e4)
    p.property(
      "particleVelocity", \.particleVelocity, "How fast one is at first", .metresPerSecond,
      -1e4...1e4)
    p.property(
      "particleVelocityVariation", \.particleVelocityVariation, "How much that varies",
      .metresPerSecond, 0...1e4)
    p.property(
      "acceleration", \.acceleration, "What is added to the velocity", .metresPerSecondSquared,
      -1e4...1e4)
    p.property("isAffectedByGravity", \.isAffectedByGravity, "Whether they fall as bodies do")
    p.property(
      "dampingFactor", \.dampingFactor, "The share of the speed lost a second", .ratio, 0...1)
    p.property("speedFactor", \.speedFactor, "How many times as fast it goes", .ratio, 0...1e3)
    p.property("isLocal", \.isLocal, "Whether they move with the node")
    p.property("image", \.image, "The file of the picture; a soft disc if left out")
    p.property(
      "imageSequenceColumnCount", \.imageSequenceColumnCount, "Pictures side by side in the image",
      .none, 1...64)
    p.property(
      "imageSequenceRowCount", \.imageSequenceRowCount, "Rows of pictures in the image", .none,
      1...64)
    p.property(
      "imageSequenceInitialFrame", \.imageSequenceInitialFrame, "The picture at birth", .none,
      0...4095)
    p.property(
      "imageSequenceFrameRate", \.imageSequenceFrameRate, "Pictures one goes through", .perSecond,
      0...1e3)
    p.property("particleSize", \.particleSize, "The side of a particle", .metres, 0...1e4)
    p.property(
      "particleSizeVariation", \.particleSizeVariation, "How much that varies", .metres, 0...1e4)
    p.property(
      "sizeOverLife", \.sizeOverLife, "What multiplies the size over the life", .ratio, 0...1e4)
    p.property("particleColor", \.particleColor, "The colour that multiplies the picture")
    p.property(
      "particleColorVariation", \.particleColorVariation, "How much red, green, blue, alpha vary",
      .ratio, 0...1)
    p.property("colorOverLife", \.colorOverLife, "What multiplies the colour over the life")
    p.degrees("particleAngleDegrees", \.particleAngle, "How it is turned at birth")
    p.degrees("particleAngleVariationDegrees", \.particleAngleVariation, "How much that varies")
    p.degrees(
      "particleAngularVelocityDegrees", \.particleAngularVelocity, "How far it turns in a second")
    p.degrees(
      "particleAngularVelocityVariationDegrees", \.particleAngularVelocityVariation,
      "How much that varies")
    p.property("blendMode", \.blendMode, "How it joins what is behind it")
    p.property(
      "stretchFactor", \.stretchFactor, "How much it is drawn out along its way", .seconds, 0...1e3)
    p.property("stream", \.stream, "The random stream of the scene that it draws from")
  }
}

/// The space around a node that particles are born in; its own axes are the node's.
public enum EmitterShape: Variant, Hashable, Sendable {
  /// At the node.
  case point(EmptyPayload)
  /// On or in a ball of this radius, in metres.
  case sphere(Float)
  /// On or in a box of these edges, in metres.
  case box(Vector3)
  /// On the rim or the face of a disc of this radius across X and Y, in metres.
  case disc(Float)

  /// Makes a point.
  public init() { self = .point(EmptyPayload()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("point", Self.point, "At the node") { if case .point(let p) = $0 { p } else { nil } }
    c.case("sphere", Self.sphere, "A ball of this radius", .metres, 0...1e4) {
      if case .sphere(let p) = $0 { p } else { nil }
    }
    c.case("box", Self.box, "A box of these edges", .metres, 0...1e4) {
      if case .box(let p) = $0 { p } else { nil }
    }
    c.case("disc", Self.disc, "A disc of this radius across X and Y", .metres, 0...1e4) {
      if case .disc(let p) = $0 { p } else { nil }
    }
  }
}

/// Where on its shape particles are born.
public enum BirthLocation: String, EnumName, Sendable {
  /// On the surface.
  case surface
  /// Anywhere inside.
  case volume
}

/// Which way particles fly at first.
public enum BirthDirection: String, EnumName, Sendable {
  /// Along the emitting direction, spread by the spreading angle.
  case constant
  /// Away from the surface they are born on, spread by the spreading angle.
  case surfaceNormal
  /// Every way alike.
  case random
}
