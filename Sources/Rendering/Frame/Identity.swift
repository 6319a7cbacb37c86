// Meshes, textures and environments are immutable and shared, so frames compare them by identity.

extension PreparedMesh: Equatable {
  /// Returns whether both are the same mesh.
  public static func == (a: PreparedMesh, b: PreparedMesh) -> Bool { a === b }
}

extension Texture: Equatable {
  /// Returns whether both are the same texture.
  public static func == (a: Texture, b: Texture) -> Bool { a === b }
}

extension EnvironmentProbe: Equatable {
  /// Returns whether both are the same environment.
  public static func == (a: EnvironmentProbe, b: EnvironmentProbe) -> Bool { a === b }
}
