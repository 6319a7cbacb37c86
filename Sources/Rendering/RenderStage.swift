/// A stage of rendering a frame, for profiling.
package enum RenderStage: String, CaseIterable, Sendable {
  /// Shadow maps.
  case shadow
  /// Planar reflections.
  case mirror
  /// Geometry processing: culling, sorting, transforming and triangle setup.
  case vertex
  /// Binning triangles into tiles.
  case bin
  /// Rasterization to the visibility buffer.
  case raster
  /// Shading of opaque pixels.
  case shade
  /// Blending of transparent surfaces.
  case blend
  /// Tone mapping and encoding as bytes.
  case resolve
  /// Scaling the image of the scene to the size of the window.
  case scale
  /// The overlay.
  case overlay
}
