public import CaromMaths

/// The hits that a hit test returns.
public enum HitTestSearchMode: String, Hashable, Sendable, CaseIterable {
  /// The nearest hit.
  case closest
  /// All hits, sorted by distance.
  case all
  /// The first hit that is found, which need not be the nearest; the fastest mode.
  case any
}

/// Options of a hit test; the defaults are SceneKit's.
public struct HitTestOptions {
  /// True to restrict hits to the depth range of the camera.
  ///
  /// Applies to tests of a point in the view.
  public var clipToZRange = true
  /// True to ignore back faces, unless their material is double-sided.
  public var backFaceCulling = true
  /// True to test bounding boxes instead of triangles.
  public var boundingBoxOnly = false
  /// True to test ``rootNode`` without its descendants.
  public var ignoreChildNodes = false
  /// The root of the subtree to test; nil tests the whole scene.
  public var rootNode: Node?
  /// True to skip hidden nodes and their descendants.
  public var ignoreHiddenNodes = true
  /// The category mask; nodes whose mask shares a bit with it are tested.
  public var categoryBitMask = UInt32.max
  /// The hits to return.
  public var searchMode = HitTestSearchMode.closest

  /// Creates the default options.
  public init() {}
}

/// A result of a hit test.
public struct HitTestResult {
  /// The node that was hit.
  public let node: Node
  /// The index of the geometry's element; −1 for a bounding box.
  public let geometryIndex: Int
  /// The index of the triangle in the element; −1 for a bounding box.
  public let faceIndex: Int
  /// The position of the hit on the segment, from 0 at its start to 1 at its end.
  public let fraction: Float
  /// The hit point in the node's local space, in meters.
  public let localCoordinates: Vector3
  /// The hit point in world space, in meters.
  public let worldCoordinates: Vector3
  /// The shading normal in the node's local space; unit length.
  public let localNormal: Vector3
  /// The shading normal in world space; unit length.
  public let worldNormal: Vector3
  /// The transform from the node's local space to world space.
  public let modelTransform: Matrix4
  /// The bone with the maximum weight at the hit point, the first of equal ones; nil without a
  /// skinner.
  public let boneNode: Node?
  /// Texture coordinates by mapping channel.
  let texcoords: [Vector2]

  /// Returns the texture coordinates of the hit; (0, 0) is the top left corner of a texture.
  ///
  /// Zero for a bounding box, and for a channel that the geometry does not have.
  public func textureCoordinates(withMappingChannel channel: Int = 0) -> Vector2 {
    texcoords.indices.contains(channel) ? texcoords[channel] : .zero
  }
}
