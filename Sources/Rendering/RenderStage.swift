/// What a renderer does for a frame, part by part; only for measuring.
package enum RenderStage: String, CaseIterable, Sendable {
  /// The maps of lights that throw shadows.
  case shadow
  /// What level surfaces mirror.
  case mirror
  /// Sorting, placing and setting up triangles.
  case vertex
  /// Listing for each tile the triangles that may touch it.
  case bin
  /// Finding which triangle each pixel shows.
  case raster
  /// Giving solid pixels their colours.
  case shade
  /// Laying transparent surfaces over them.
  case blend
  /// Turning light into bytes.
  case resolve
  /// Text and shapes in front of everything.
  case overlay
}
