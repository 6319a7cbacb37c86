/// A light without position and direction; it has no properties of its own.
struct AmbientLight: LightKind {
  /// Adds nothing.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {}
}
