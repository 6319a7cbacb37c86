public import CaromProperties

/// What holds for a whole scene, apart from its nodes; the top of a scene file.
public struct SceneState: Part {
  /// What the schema says of it.
  public static let summary = "What holds for a whole scene, apart from its nodes"

  /// What is seen where nothing is.
  public var background = MaterialProperty(color: .black)
  /// Surroundings that light physically based surfaces and that they mirror.
  public var lightingEnvironment = MaterialProperty(color: .black)
  /// Distance at which fog begins, in metres.
  public var fogStartDistance: Float = 0
  /// Distance at which fog is full, in metres; zero is no fog.
  public var fogEndDistance: Float = 0
  /// How fog grows between the two: 0 at once, 1 linear, 2 quadratic.
  public var fogDensityExponent: Float = 1
  /// The colour of the fog.
  public var fogColor = Color.white
  /// True when a scene that nothing but ambient light reaches is lit from the eye.
  public var autoenablesDefaultLighting = true
  /// The node whose camera shows the scene.
  public var pointOfView = NodeReference()
  /// Text, bars, icons and panels on top of the picture.
  public var overlay = Overlay()
  /// True while nothing goes on.
  public var isPaused = false
  /// What the scene's random streams come from.
  public var seed: UInt64 = 1
  /// What holds for the simulation.
  public var physics = WorldState()

  /// Makes the state of an empty scene.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("background", \.background, "What is seen where nothing is")
    p.property(
      "lightingEnvironment", \.lightingEnvironment,
      "Surroundings that light physically based surfaces")
    p.property(
      "fogStartDistance", \.fogStartDistance, "Where fog begins", .metres, 0...1e6)
    p.property(
      "fogEndDistance", \.fogEndDistance, "Where fog is full; zero is none", .metres,
      0...1e6)
    p.property(
      "fogDensityExponent", \.fogDensityExponent,
      "How fog grows: 0 at once, 1 linear, 2 quadratic", .none, 0...16)
    p.property("fogColor", \.fogColor, "The colour of the fog", .colour)
    p.property(
      "autoenablesDefaultLighting", \.autoenablesDefaultLighting,
      "Whether a scene with no or only ambient light is lit from the eye")
    p.property("pointOfView", \.pointOfView, "The node whose camera shows the scene")
    p.property("overlay", \.overlay, "Text, bars, icons and panels on top of the picture")
    p.property("isPaused", \.isPaused, "Whether nothing goes on", in: .state)
    p.property("seed", \.seed, "What the scene's random streams come from")
    p.property("physics", \.physics, "What holds for the simulation")
  }
}
