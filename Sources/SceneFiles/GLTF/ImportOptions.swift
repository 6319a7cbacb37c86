public import CaromProperties

/// How a node uses a glTF model: the value of its key `import`.
///
/// See <doc:ImportingGLTF>.
public struct ImportOptions: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "How a node uses a glTF model"

  /// The animations that start with the scene, by name; `*` is all of them.
  ///
  /// Nil starts each animation unless an earlier animation in the file moves the same object. This
  /// suits files from Blender, which contain an action for each object.
  public var plays: [String]?
  /// Whether the directional and spot lights of the model cast shadows.
  public var lightsCastShadows = false
  /// The number of lumens per watt by which the photometric units of the model are divided.
  ///
  /// 683 for lux and candela, as Blender exports them by default; 1 for a model whose lights are
  /// given in watts, as Blender exports them with the lighting mode "Unitless".
  public var luminousEfficacy: Float = 683

  /// Creates the default options.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("plays", \.plays, "Animations that start with the scene, by name; * is all of them")
    p.property(
      "lightsCastShadows", \.lightsCastShadows,
      "Whether directional and spot lights of the model cast shadows")
    p.property(
      "luminousEfficacy", \.luminousEfficacy,
      "Lumens per watt by which lux and candela are divided; 1 for lights in watts", .none,
      0.001...1e6)
  }
}
