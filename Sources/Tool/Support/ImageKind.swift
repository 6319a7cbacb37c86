import ArgumentParser

/// The contents of a rendered image.
enum ImageKind: String, ExpressibleByArgument, CaseIterable {
  /// The scene in color.
  case color
  /// The surface normals: X, Y and Z as red, green and blue.
  case normals
  /// The depth of surfaces: nearer is lighter.
  case depth
  /// The node identifiers: each node in its own color.
  case ids
}
