public import CaromMaths

/// The options of a query of ``PhysicsWorld``; names and defaults are SceneKit's.
public struct PhysicsTestOptions {
  /// The categories of bodies that are found.
  public var collisionBitMask = UInt32.max
  /// Which hits along a ray or sweep are returned; ignored for contacts and overlaps.
  ///
  /// `any` also returns the closest hit, which costs the same here.
  public var searchMode = HitTestSearchMode.any
  /// Whether rays ignore surfaces hit from behind.
  public var backfaceCulling = true
  /// Whether sensors are found; not in SceneKit.
  public var includesSensors = false
  /// Nodes whose bodies are ignored; not in SceneKit.
  public var ignoredNodes: [Node] = []

  /// Creates the default options.
  public init() {}

  /// Creates options for some categories and a search mode.
  public init(
    collisionBitMask: UInt32 = .max, searchMode: HitTestSearchMode = .any,
    backfaceCulling: Bool = true
  ) {
    self.collisionBitMask = collisionBitMask
    self.searchMode = searchMode
    self.backfaceCulling = backfaceCulling
  }
}

/// A hit of a swept shape with the body of a node.
public struct PhysicsSweepContact {
  /// The node of the hit body.
  public let node: Node
  /// The hit point in the world, in meters.
  public let contactPoint: Vector3
  /// The surface normal of the hit body, of unit length.
  public let contactNormal: Vector3
  /// The fraction of the sweep before the hit, 0 to 1.
  public let sweepTestFraction: Float
  /// The initial overlap of the shape with the body, in meters.
  public let penetrationDistance: Float
}

/// The body closest to a point.
public struct PhysicsClosestPoint {
  /// The node of the body.
  public let node: Node
  /// The closest point of the body, in the world, in meters.
  public let point: Vector3
  /// The distance in meters; 0 inside the body.
  public let distance: Float
  /// The direction from the body to the query point, of unit length; zero inside.
  public let normal: Vector3
}
