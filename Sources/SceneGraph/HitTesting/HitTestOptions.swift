public import CaromMaths

/// Which of the surfaces on its way a hit test answers with.
public enum HitTestSearchMode: String, Hashable, Sendable, CaseIterable {
  /// The nearest.
  case closest
  /// All, from near to far.
  case all
  /// The first that is found, which need not be the nearest; the quickest.
  case any
}

/// What a hit test looks for; the defaults are SceneKit's.
public struct HitTestOptions {
  /// True to find only what lies between the near and the far plane of the camera.
  ///
  /// Counts for tests by a point of the view.
  public var clipToZRange = true
  /// True to pass through triangles from behind, unless their material is double-sided.
  public var backFaceCulling = true
  /// True to find the boxes around surfaces in place of their triangles.
  public var boundingBoxOnly = false
  /// True to test ``rootNode`` alone, without what is below.
  public var ignoreChildNodes = false
  /// Where to look: this node and all below; nil is the root of the scene.
  public var rootNode: Node?
  /// True to pass through hidden nodes, with all below.
  public var ignoreHiddenNodes = true
  /// Which nodes to test: those whose category mask shares a bit.
  public var categoryBitMask = UInt32.max
  /// Which of the surfaces on the way to answer with.
  public var searchMode = HitTestSearchMode.closest

  /// Makes the default options.
  public init() {}
}

/// A surface that a hit test met.
public struct HitTestResult {
  /// The node whose surface was met.
  public let node: Node
  /// The number of the geometry's element; −1 for a box.
  public let geometryIndex: Int
  /// The number of the triangle in the element; −1 for a box.
  public let faceIndex: Int
  /// The share of the way before the hit, from 0 at its start to 1 at its end.
  public let fraction: Float
  /// Where, in the node's own space, in metres.
  public let localCoordinates: Vector3
  /// Where, in the world, in metres.
  public let worldCoordinates: Vector3
  /// The direction away from the surface in the node's own space, as it is shaded; unit length.
  public let localNormal: Vector3
  /// The direction away from the surface in the world, as it is shaded; unit length.
  public let worldNormal: Vector3
  /// The map from the node's own space to the world.
  public let modelTransform: Matrix4
  /// The bone that the place follows most, the first of equal ones; nil for a surface without skin.
  public let boneNode: Node?
  /// Places on the picture by mapping channel.
  let texcoords: [Vector2]

  /// Where on the picture: (0, 0) is its top left corner and (1, 1) its bottom right.
  ///
  /// Zero for a box, and for a channel that the geometry has not.
  public func textureCoordinates(withMappingChannel channel: Int = 0) -> Vector2 {
    texcoords.indices.contains(channel) ? texcoords[channel] : .zero
  }
}
