public import CaromProperties

/// Properties of a scene apart from its nodes; the top level of a scene file.
public struct SceneState: Part {
  /// Summary for the schema.
  public static let summary = "Properties of a scene apart from its nodes"

  /// The background behind all nodes.
  public var background = MaterialProperty(color: .black)
  /// The environment image that lights physically based materials and that they reflect.
  public var lightingEnvironment: MaterialProperty?
  /// The distance at which fog begins, in meters.
  public var fogStartDistance: Float = 0
  /// The distance at which fog is opaque, in meters; zero disables fog.
  public var fogEndDistance: Float = 0
  /// The exponent of the fog density between the two distances: 0 constant, 1 linear, 2 quadratic.
  public var fogDensityExponent: Float = 1
  /// The color of the fog.
  public var fogColor = Color.white
  /// Whether a scene without lights, or with ambient lights only, is lit from the camera.
  public var autoenablesDefaultLighting = true
  /// The node whose camera renders the scene.
  public var pointOfView = NodeReference()
  /// Text, bars, icons and panels drawn over the scene.
  public var overlay = Overlay()
  /// What a good player achieves in the scene.
  public var par = ParValues()
  /// True while the scene is paused.
  public var isPaused = false
  /// The seed of the scene's random streams.
  public var seed: UInt64 = 1
  /// The settings of the simulation.
  public var physics = WorldState()

  /// Creates the state of an empty scene.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("background", \.background, "Background behind all nodes")
    p.property(
      "lightingEnvironment", \.lightingEnvironment,
      "Environment that lights physically based materials: an image, or a color for a uniform one; "
        + "without one, they reflect a plain sky")
    p.property(
      "fogStartDistance", \.fogStartDistance, "Distance at which fog begins", .meters, 0...1e6)
    p.property(
      "fogEndDistance", \.fogEndDistance, "Distance at which fog is opaque; zero disables fog",
      .meters,
      0...1e6)
    p.property(
      "fogDensityExponent", \.fogDensityExponent,
      "Exponent of the fog density: 0 constant, 1 linear, 2 quadratic", .none, 0...16)
    p.property("fogColor", \.fogColor, "The color of the fog", .color)
    p.property(
      "autoenablesDefaultLighting", \.autoenablesDefaultLighting,
      "Whether a scene with no or only ambient lights is lit from the camera")
    p.property("pointOfView", \.pointOfView, "The node whose camera renders the scene")
    p.property("overlay", \.overlay, "Text, bars, icons and panels drawn over the scene")
    p.property("par", \.par, "What a good player achieves in the scene")
    p.property("isPaused", \.isPaused, "Whether the scene is paused", in: .state)
    p.property("seed", \.seed, "The seed of the scene's random streams")
    p.property("physics", \.physics, "Settings of the simulation")
  }
}
