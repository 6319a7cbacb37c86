import CaromMaths
public import CaromProperties

/// The kind of a light.
public enum LightType: String, EnumName, Sendable {
  /// Shines in all directions from a point.
  case omni
  /// Shines everywhere, without a position or direction.
  case ambient
  /// Shines everywhere in one direction, like the sun.
  case directional
  /// Shines from a point within a cone.
  case spot
  /// Shines from a rectangle to one side.
  case area

  /// The type that implements this kind; a new kind adds a case and a line here.
  var kind: any LightKind.Type {
    switch self {
    case .omni: OmniLight.self
    case .ambient: AmbientLight.self
    case .directional: DirectionalLight.self
    case .spot: SpotLight.self
    case .area: AreaLight.self
    }
  }
}

/// The properties and the shape of one kind of light.
///
/// A conforming type holds the properties that only its kind uses; ``Light`` embeds it and declares
/// them in ``Light/properties(_:)``. Illumination and shadows are implemented by the renderer.
protocol LightKind: Hashable, Sendable {
  /// Whether the light fades with distance.
  static var isAttenuated: Bool { get }

  /// Whether lights of the kind can cast shadows.
  static var canCastShadows: Bool { get }

  /// Declares the properties of the kind as properties of a light.
  static func declareProperties(_ p: inout some PropertyVisitor<Light>)

  /// The numbers of the kind that the renderer needs, in the order that the kind defines.
  static func shadingParameters(of light: Light) -> Vector4

  /// Adds debug lines for the shape of a light.
  ///
  /// - Parameters:
  ///   - light: A light of this kind.
  ///   - node: The presented node of the light.
  ///   - lines: The collected lines.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines)
}

extension LightKind {
  static var isAttenuated: Bool { false }
  static var canCastShadows: Bool { false }
  static func declareProperties(_ p: inout some PropertyVisitor<Light>) {}
  static func shadingParameters(of light: Light) -> Vector4 { .zero }
}
