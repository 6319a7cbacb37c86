public import CaromMaths

/// A camera in its place, for a picture of some shape: what is where on the picture.
///
/// Places on the picture are shares of its width and height from the top left corner, as pointers
/// have them, with the depth from 0 at the near plane to 1 at the far one.
public struct Viewpoint: Hashable, Sendable {
  /// The map from world space to the camera's, which looks along −Z.
  public let view: Matrix4
  /// The map from the camera's space to clip space.
  public let projection: Matrix4

  /// Places a camera by the map from its node's space to the world's.
  ///
  /// - Parameters:
  ///   - camera: What it sees.
  ///   - world: Where its node is; its scale does not count.
  ///   - aspect: How many times as wide as high the picture is; more than zero.
  public init(_ camera: Camera, at world: Matrix4, aspect: Float) {
    view = Camera.viewMatrix(of: world)
    projection = camera.projection(aspect: max(aspect, 1e-3))
  }

  /// The view of a node's camera where it is shown; nil for a node without one.
  ///
  /// Looks through the whole scene where the camera adjusts its range by itself.
  public init?(_ node: Node, aspect: Float) {
    guard var camera = node.presentation.camera else { return nil }
    let world = node.presentation.worldTransform
    if camera.automaticallyAdjustsZRange, let root = node.scene?.rootNode {
      camera.adjustZRange(to: root, seenFrom: world)
    }
    self.init(camera, at: world, aspect: aspect)
  }

  /// Where a point of the world is on the picture, and its depth; nil behind the eye.
  ///
  /// Points beside the picture have places outside of 0…1.
  public func projectPoint(_ point: Vector3) -> Vector3? {
    let clip = projection * (view * Vector4(point, 1))
    guard clip.w > 0 else { return nil }
    let scale = 1 / clip.w
    let place = Vector3(clip.x * scale * 0.5 + 0.5, 0.5 - clip.y * scale * 0.5, clip.z * scale)
    return place.isFinite ? place : nil
  }

  /// The point of the world at a place on the picture and a depth; nil where there is none.
  public func unprojectPoint(_ place: Vector3) -> Vector3? {
    guard let inverse = projection.inverse else { return nil }
    let clip = Vector4(place.x * 2 - 1, 1 - place.y * 2, place.z, 1)
    let seen = inverse * clip
    guard seen.w != 0 else { return nil }
    // Back through the view alone, which is exact, since products of large and small numbers lose most.
    let point = view.affineInverse?.apply(point: seen.xyz * (1 / seen.w))
    return point.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Camera {
  /// Sets the range of distances to that of what is shown below a node.
  ///
  /// A hundredth of room on both sides, and no nearer than a ten thousandth of the farthest, so that
  /// depth keeps its precision. Nothing to see leaves the range as it is.
  public mutating func adjustZRange(to root: Node, seenFrom world: Matrix4) {
    let view = Camera.viewMatrix(of: world)
    var (nearest, farthest) = (Float.infinity, -Float.infinity)
    Camera.enumerateShown(root) { node, geometry in
      guard node.categoryBitMask & categoryBitMask != 0 else { return }
      let box = geometry.boundingBox.transformed(by: view * node.presentation.worldTransform)
      guard !box.isEmpty, box.max.z.isFinite, box.min.z.isFinite else { return }
      nearest = min(nearest, -box.max.z)
      farthest = max(farthest, -box.min.z)
    }
    guard farthest > 0 || usesOrthographicProjection, nearest <= farthest else { return }
    let room = max(0.01 * (farthest - nearest), 1e-3)
    zFar = farthest + room
    zNear = nearest - room
    if !usesOrthographicProjection { zNear = max(zNear, zFar * 1e-4, 1e-4) }
  }

  private static func enumerateShown(_ node: Node, _ body: (Node, Geometry) -> Void) {
    guard !node.isHidden else { return }
    if let geometry = node.geometry { body(node, geometry) }
    for child in node.childNodes { enumerateShown(child, body) }
  }
}

// MARK: By scene

extension Scene {
  /// Where a point of the world is on the picture from a node with a camera, and its depth.
  ///
  /// - Parameters:
  ///   - point: A point in the world, in metres.
  ///   - pointOfView: The node whose camera looks; nil for the scene's own.
  ///   - aspect: How many times as wide as high the picture is.
  /// - Returns: Shares of width and height from the top left corner, and 0 at the near plane to 1 at
  ///   the far one; nil behind the eye or without a camera.
  public func projectPoint(
    _ point: Vector3, from pointOfView: Node? = nil, aspect: Float
  ) -> Vector3? {
    viewpoint(pointOfView, aspect)?.projectPoint(point)
  }

  /// The point of the world at a place on the picture and a depth, from a node with a camera.
  ///
  /// - Returns: The inverse of ``projectPoint(_:from:aspect:)``; nil without a camera.
  public func unprojectPoint(
    _ place: Vector3, from pointOfView: Node? = nil, aspect: Float
  ) -> Vector3? {
    viewpoint(pointOfView, aspect)?.unprojectPoint(place)
  }

  private func viewpoint(_ node: Node?, _ aspect: Float) -> Viewpoint? {
    (node ?? pointOfView).flatMap { Viewpoint($0, aspect: aspect) }
  }
}
