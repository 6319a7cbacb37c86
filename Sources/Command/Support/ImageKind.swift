import ArgumentParser

/// What a picture of a tick shows.
enum ImageKind: String, ExpressibleByArgument, CaseIterable {
  /// The scene as a player sees it.
  case color
  /// Where surfaces face: X, Y and Z as red, green and blue.
  case normals
  /// How far away surfaces are: nearer is lighter.
  case depth
  /// Which node is seen: each in a colour of its own.
  case ids
}
