public import CaromMaths

/// What is drawn besides a scene to see how it works; names and bits are SceneKit's.
public struct DebugOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes options of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The solids of bodies: green ones move, blue ones sleep, yellow ones are led, grey ones stand.
  public static let showPhysicsShapes = DebugOptions(rawValue: 1)
  /// The boxes around what nodes show.
  public static let showBoundingBoxes = DebugOptions(rawValue: 2)
  /// How far lights reach.
  public static let showLightInfluences = DebugOptions(rawValue: 4)
  /// Where lights shine, with the cones of spots.
  public static let showLightExtents = DebugOptions(rawValue: 8)
  /// Where force fields act, and their directions.
  public static let showPhysicsFields = DebugOptions(rawValue: 16)
  /// The edges of triangles, over what is drawn.
  public static let showWireframe = DebugOptions(rawValue: 32)
  /// The bones of skins.
  public static let showSkeletons = DebugOptions(rawValue: 128)
  /// What constraints of nodes mind, and joints between bodies.
  public static let showConstraints = DebugOptions(rawValue: 512)
  /// What cameras see.
  public static let showCameras = DebugOptions(rawValue: 1024)
  /// Where bodies touch, with the normal, and how hard they push each other; not in SceneKit.
  public static let showContacts = DebugOptions(rawValue: 1 << 16)
  /// Numbers of the scene and of the picture; SceneKit's `showsStatistics`.
  public static let showStatistics = DebugOptions(rawValue: 1 << 17)
}

/// A straight line of the world, drawn to see how a scene works.
public struct DebugLine: Hashable, Sendable {
  /// One end, in metres.
  public var start: Vector3
  /// The other end, in metres.
  public var end: Vector3
  /// Its colour.
  public var color: Color

  /// Makes a line.
  public init(_ start: Vector3, _ end: Vector3, _ color: Color) {
    (self.start, self.end, self.color) = (start, end, color)
  }
}
