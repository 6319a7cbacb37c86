/// A light that shines in all directions from a point; it has no specific properties.
struct OmniLight: LightKind {
  static var isAttenuated: Bool { true }

  /// Adds a cross at the position.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {
    lines.cross(node.worldPosition, 0.25)
  }
}
