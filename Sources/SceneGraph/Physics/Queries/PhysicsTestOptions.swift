public import CaromMaths

/// What a query of ``PhysicsWorld`` looks for; names and defaults are SceneKit's.
public struct PhysicsTestOptions {
  /// The categories of bodies that are found.
  public var collisionBitMask = UInt32.max
  /// Which of the bodies on a way to answer with; does not count for contacts and overlaps.
  ///
  /// `any` answers with the nearest as well, as that costs the same here.
  public var searchMode = HitTestSearchMode.any
  /// True to pass through surfaces from behind; counts for rays.
  public var backfaceCulling = true
  /// True to find sensors as well; not in SceneKit.
  public var includesSensors = false
  /// Nodes whose bodies are not found; not in SceneKit.
  public var ignoredNodes: [Node] = []

  /// Makes the default options.
  public init() {}

  /// Makes options for some categories and a search mode.
  public init(
    collisionBitMask: UInt32 = .max, searchMode: HitTestSearchMode = .any,
    backfaceCulling: Bool = true
  ) {
    self.collisionBitMask = collisionBitMask
    self.searchMode = searchMode
    self.backfaceCulling = backfaceCulling
  }
}

/// Where a moving shape meets the body of a node.
public struct PhysicsSweepContact {
  /// The node whose body was met.
  public let node: Node
  /// Where, in the world, in metres.
  public let contactPoint: Vector3
  /// The direction away from that body, of unit length.
  public let contactNormal: Vector3
  /// The share of the way that is free, 0 to 1.
  public let sweepTestFraction: Float
  /// How deep the shape overlapped the body at the start, in metres.
  public let penetrationDistance: Float
}

/// The nearest body to a point.
public struct PhysicsClosestPoint {
  /// The node of the body.
  public let node: Node
  /// The closest point of its body, in the world, in metres.
  public let point: Vector3
  /// How far that is, in metres; 0 inside.
  public let distance: Float
  /// From the body to the point asked about, of unit length; zero inside.
  public let normal: Vector3
}
