/// A light without position and direction; it has no specific properties.
struct AmbientLight: LightKind {
  /// Adds nothing.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {}
}
