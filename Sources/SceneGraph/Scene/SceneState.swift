public import CaromProperties

/// What holds for a whole scene, apart from its nodes; the top of a scene file.
public struct SceneState: Part {
  /// What the schema says of it.
  public static let summary = "What holds for a whole scene, apart from its nodes"

  /// What is seen where nothing is.
  public var background = MaterialProperty(color: .black)
  /// The node whose camera shows the scene.
  public var pointOfView = NodeReference()
  /// Text and bars on top of the picture.
  public var overlay = Overlay()
  /// True while nothing goes on.
  public var isPaused = false
  /// What holds for the simulation.
  public var physics = WorldState()

  /// Makes the state of an empty scene.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("background", \.background, "What is seen where nothing is")
    p.property("pointOfView", \.pointOfView, "The node whose camera shows the scene")
    p.property("overlay", \.overlay, "Text and bars on top of the picture")
    p.property("isPaused", \.isPaused, "Whether nothing goes on", in: .state)
    p.property("physics", \.physics, "What holds for the simulation")
  }
}
