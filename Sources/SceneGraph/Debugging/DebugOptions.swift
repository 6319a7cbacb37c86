public import CaromMaths

/// Options for debug drawing; names and bits are SceneKit's.
public struct DebugOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The shapes of bodies: dynamic bodies green, sleeping ones blue, kinematic ones yellow, static
  /// ones gray.
  public static let showPhysicsShapes = DebugOptions(rawValue: 1)
  /// The bounding boxes of geometries.
  public static let showBoundingBoxes = DebugOptions(rawValue: 2)
  /// The attenuation range of lights.
  public static let showLightInfluences = DebugOptions(rawValue: 4)
  /// The position, direction and cone of lights.
  public static let showLightExtents = DebugOptions(rawValue: 8)
  /// The extent and direction of force fields.
  public static let showPhysicsFields = DebugOptions(rawValue: 16)
  /// The edges of triangles, over the scene.
  public static let showWireframe = DebugOptions(rawValue: 32)
  /// The bones of skinned geometries.
  public static let showSkeletons = DebugOptions(rawValue: 128)
  /// The targets of constraints, and joints between bodies.
  public static let showConstraints = DebugOptions(rawValue: 512)
  /// The view volume of cameras.
  public static let showCameras = DebugOptions(rawValue: 1024)
  /// Contact points with normals and impulses; not in SceneKit.
  public static let showContacts = DebugOptions(rawValue: 1 << 16)
  /// Statistics of the scene and of rendering; SceneKit's `showsStatistics`.
  public static let showStatistics = DebugOptions(rawValue: 1 << 17)
}

/// A line segment in world space for debug drawing.
public struct DebugLine: Hashable, Sendable {
  /// The start point, in meters.
  public var start: Vector3
  /// The end point, in meters.
  public var end: Vector3
  /// The color.
  public var color: Color

  /// Creates a line.
  public init(_ start: Vector3, _ end: Vector3, _ color: Color) {
    (self.start, self.end, self.color) = (start, end, color)
  }
}
