public import CaromMaths
public import CaromProperties

/// A particle system: sprites emitted from a node, such as sparks, smoke and trails.
///
/// Particles are visual only and do not collide. They are still part of the state, because they
/// draw from a random stream of the scene, and because a restored scene must look the same. Names
/// and defaults are SceneKit's. A property with a variation is uniformly distributed within plus or
/// minus the variation.
public struct ParticleSystem: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A particle system: sprites emitted from a node"

  /// The maximum number of live particles per system; no more are emitted.
  public static let maximumCount = 10_000

  /// The name.
  public var name = ""

  // MARK: Emission

  /// The number of particles emitted per second.
  public var birthRate: Float = 1
  /// The variation of the rate from tick to tick.
  public var birthRateVariation: Float = 0
  /// The duration of an emission, in seconds.
  public var emissionDuration: Float = 1
  /// The pause between two emissions, in seconds.
  public var idleDuration: Float = 0
  /// Whether the emission repeats.
  public var loops = true
  /// The time that is simulated before the first tick, in seconds.
  public var warmupDuration: Float = 0
  /// The shape around the node from which particles are emitted.
  public var emitterShape = EmitterShape()
  /// Whether particles are emitted from the surface of the shape or from its volume.
  public var birthLocation = BirthLocation.surface
  /// The initial direction of particles.
  public var birthDirection = BirthDirection.constant
  /// The direction for a constant birth direction, in the node's space; of any length.
  public var emittingDirection = Vector3.unitZ
  /// The half angle of the emission cone, in radians; π emits in all directions.
  public var spreadingAngle: Float = 0

  // MARK: Life and motion

  /// The lifetime of a particle, in seconds.
  public var particleLifeSpan: Float = 1
  /// The variation of the lifetime, in seconds.
  public var particleLifeSpanVariation: Float = 0
  /// The initial speed, in meters per second.
  public var particleVelocity: Float = 0
  /// The variation of the initial speed, in meters per second.
  public var particleVelocityVariation: Float = 0
  /// The acceleration, in meters per second squared.
  public var acceleration = Vector3.zero
  /// Whether gravity accelerates the particles.
  public var isAffectedByGravity = false
  /// The fraction of the speed that is lost per second, 0 to 1.
  public var dampingFactor: Float = 0
  /// The playback speed.
  public var speedFactor: Float = 1
  /// True to move with the node; false to stay in world space.
  public var isLocal = false

  // MARK: Appearance

  /// The image; nil for a soft white disc.
  public var image: String?
  /// The number of columns of the image sequence.
  public var imageSequenceColumnCount: Int32 = 1
  /// The number of rows of the image sequence.
  public var imageSequenceRowCount: Int32 = 1
  /// The first frame, counted from the top left corner.
  public var imageSequenceInitialFrame: Float = 0
  /// The frame rate of the image sequence, which loops.
  public var imageSequenceFrameRate: Float = 0
  /// The width and height of a particle, in meters.
  public var particleSize: Float = 1
  /// The variation of the size, in meters.
  public var particleSizeVariation: Float = 0
  /// The size factors over the lifetime, evenly spaced; empty for one.
  public var sizeOverLife: [Float] = []
  /// The color that multiplies the image.
  public var particleColor = Color.white
  /// The variation of red, green, blue and alpha.
  public var particleColorVariation = Vector4.zero
  /// The color factors over the lifetime, evenly spaced; empty for white.
  public var colorOverLife: [Color] = []
  /// The initial rotation about the view direction, in radians.
  public var particleAngle: Float = 0
  /// The variation of the initial rotation, in radians.
  public var particleAngleVariation: Float = 0
  /// The angular velocity, in radians per second.
  public var particleAngularVelocity: Float = 0
  /// The variation of the angular velocity, in radians per second.
  public var particleAngularVelocityVariation: Float = 0
  /// The blend mode.
  public var blendMode = BlendMode.add
  /// The stretch along the velocity: meters per meter per second.
  public var stretchFactor: Float = 0
  /// The name of the scene's random stream.
  public var stream = "particles"

  /// The number of particles that can be alive at the same time, at most ``maximumCount``.
  public var liveCount: Int {
    let rate = birthRate + birthRateVariation
    let life = particleLifeSpan + particleLifeSpanVariation
    let count = rate * life
    return count < Float(Self.maximumCount) ? Int(max(count, 0).rounded(.up)) : Self.maximumCount
  }

  /// Creates a system that emits one particle per second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "The name")
    p.property("birthRate", \.birthRate, "Particles emitted", .perSecond, 0...1e5)
    p.property(
      "birthRateVariation", \.birthRateVariation, "Variation of the rate", .perSecond, 0...1e5)
    p.property("emissionDuration", \.emissionDuration, "Duration of an emission", .seconds, 0...1e6)
    p.property("idleDuration", \.idleDuration, "Pause between two emissions", .seconds, 0...1e6)
    p.property("loops", \.loops, "Whether the emission repeats")
    p.property(
      "warmupDuration", \.warmupDuration, "Time that is simulated before the first tick", .seconds,
      0...60)
    p.property("emitterShape", \.emitterShape, "Shape from which particles are emitted")
    p.property(
      "birthLocation", \.birthLocation, "Emission from the surface of the shape or from its volume")
    p.property("birthDirection", \.birthDirection, "Initial direction")
    p.property("emittingDirection", \.emittingDirection, "Direction for a constant birth direction")
    p.degrees(
      "spreadingAngleDegrees", \.spreadingAngle, "Half angle of the emission cone", 0...180)
    p.property("particleLifeSpan", \.particleLifeSpan, "Lifetime of a particle", .seconds, 0...1e4)
    p.property(
      "particleLifeSpanVariation", \.particleLifeSpanVariation, "Variation of the lifetime",
      .seconds,
      0...1e4)
    p.property(
      "particleVelocity", \.particleVelocity, "Initial speed", .metersPerSecond,
      -1e4...1e4)
    p.property(
      "particleVelocityVariation", \.particleVelocityVariation, "Variation of the initial speed",
      .metersPerSecond, 0...1e4)
    p.property(
      "acceleration", \.acceleration, "Acceleration", .metersPerSecondSquared,
      -1e4...1e4)
    p.property(
      "isAffectedByGravity", \.isAffectedByGravity, "Whether gravity accelerates the particles")
    p.property(
      "dampingFactor", \.dampingFactor, "Fraction of the speed lost per second", .ratio, 0...1)
    p.property("speedFactor", \.speedFactor, "Playback speed", .ratio, 0...1e3)
    p.property("isLocal", \.isLocal, "Whether particles move with the node")
    p.property("image", \.image, "Image file; a soft disc if left out")
    p.property(
      "imageSequenceColumnCount", \.imageSequenceColumnCount, "Columns of the image sequence",
      .none, 1...64)
    p.property(
      "imageSequenceRowCount", \.imageSequenceRowCount, "Rows of the image sequence", .none,
      1...64)
    p.property(
      "imageSequenceInitialFrame", \.imageSequenceInitialFrame, "First frame of the image sequence",
      .none,
      0...4095)
    p.property(
      "imageSequenceFrameRate", \.imageSequenceFrameRate, "Frame rate of the image sequence",
      .perSecond,
      0...1e3)
    p.property("particleSize", \.particleSize, "Width and height of a particle", .meters, 0...1e4)
    p.property(
      "particleSizeVariation", \.particleSizeVariation, "Variation of the size", .meters, 0...1e4)
    p.property(
      "sizeOverLife", \.sizeOverLife, "Size factors over the lifetime", .ratio, 0...1e4)
    p.property("particleColor", \.particleColor, "Color that multiplies the image")
    p.property(
      "particleColorVariation", \.particleColorVariation, "Variation of red, green, blue and alpha",
      .ratio, 0...1)
    p.property("colorOverLife", \.colorOverLife, "Color factors over the lifetime")
    p.degrees("particleAngleDegrees", \.particleAngle, "Initial rotation")
    p.degrees(
      "particleAngleVariationDegrees", \.particleAngleVariation, "Variation of the initial rotation"
    )
    p.degrees(
      "particleAngularVelocityDegrees", \.particleAngularVelocity, "Angular velocity")
    p.degrees(
      "particleAngularVelocityVariationDegrees", \.particleAngularVelocityVariation,
      "Variation of the angular velocity")
    p.property("blendMode", \.blendMode, "Blend mode")
    p.property(
      "stretchFactor", \.stretchFactor, "Stretch along the velocity", .seconds, 0...1e3)
    p.property("stream", \.stream, "Name of the scene's random stream")
  }
}

/// The shape from which particles are emitted, in the node's space.
public enum EmitterShape: Variant, Hashable, Sendable {
  /// The origin of the node.
  case point(EmptyPayload)
  /// A sphere with a radius in meters.
  case sphere(Float)
  /// A box with edge lengths in meters.
  case box(Vector3)
  /// A disc in the XY plane with a radius in meters: its rim or its face.
  case disc(Float)

  /// Creates a point.
  public init() { self = .point(EmptyPayload()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("point", Self.point, "The origin of the node") {
      if case .point(let p) = $0 { p } else { nil }
    }
    c.case("sphere", Self.sphere, "A sphere with this radius", .meters, 0...1e4) {
      if case .sphere(let p) = $0 { p } else { nil }
    }
    c.case("box", Self.box, "A box with these edge lengths", .meters, 0...1e4) {
      if case .box(let p) = $0 { p } else { nil }
    }
    c.case("disc", Self.disc, "A disc in the XY plane with this radius", .meters, 0...1e4) {
      if case .disc(let p) = $0 { p } else { nil }
    }
  }
}

/// The part of the emitter shape from which particles are emitted.
public enum BirthLocation: String, EnumName, Sendable {
  /// The surface.
  case surface
  /// The volume.
  case volume
}

/// The initial direction of particles.
public enum BirthDirection: String, EnumName, Sendable {
  /// Along the emitting direction, spread by the spreading angle.
  case constant
  /// Along the surface normal, spread by the spreading angle.
  case surfaceNormal
  /// Uniformly in all directions.
  case random
}
