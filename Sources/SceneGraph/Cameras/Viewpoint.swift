public import CaromMaths

/// A camera with a transform and an aspect ratio, which projects between world and image.
///
/// Image points are normalized: x and y run from 0 to 1 from the top left corner, and z is the
/// depth from 0 at the near plane to 1 at the far plane.
public struct Viewpoint: Hashable, Sendable {
  /// The view matrix from world space to view space, which looks along −Z.
  public let view: Matrix4
  /// The projection matrix from view space to clip space.
  public let projection: Matrix4

  /// Creates a viewpoint from a camera and the world transform of its node.
  ///
  /// - Parameters:
  ///   - camera: The camera.
  ///   - world: The world transform of the node; its scale is ignored.
  ///   - aspect: The width of the image divided by its height; greater than zero.
  public init(_ camera: Camera, at world: Matrix4, aspect: Float) {
    view = Camera.viewMatrix(of: world)
    projection = camera.projection(aspect: max(aspect, 1e-3))
  }

  /// Creates a viewpoint from the presented camera of a node; nil for a node without a camera.
  ///
  /// Visits the whole scene if the camera fits its depth range to the content.
  public init?(_ node: Node, aspect: Float) {
    guard var camera = node.presentation.camera else { return nil }
    let world = node.presentation.worldTransform
    if camera.automaticallyAdjustsZRange, let root = node.scene?.rootNode {
      camera.adjustZRange(to: root, seenFrom: world)
    }
    self.init(camera, at: world, aspect: aspect)
  }

  /// Projects a point in the world to the image; nil for a point behind the camera.
  ///
  /// Points outside of the view have coordinates outside of 0…1.
  public func projectPoint(_ point: Vector3) -> Vector3? {
    let clip = projection * (view * Vector4(point, 1))
    guard clip.w > 0 else { return nil }
    let scale = 1 / clip.w
    let imagePoint = Vector3(clip.x * scale * 0.5 + 0.5, 0.5 - clip.y * scale * 0.5, clip.z * scale)
    return imagePoint.isFinite ? imagePoint : nil
  }

  /// Returns the point in the world at an image point and depth, or nil if there is none.
  public func unprojectPoint(_ imagePoint: Vector3) -> Vector3? {
    guard let inverse = projection.inverse else { return nil }
    let clip = Vector4(imagePoint.x * 2 - 1, 1 - imagePoint.y * 2, imagePoint.z, 1)
    let seen = inverse * clip
    guard seen.w != 0 else { return nil }
    // Inverts the view separately, which is exact; the inverse of the product would lose precision.
    let point = view.affineInverse?.apply(point: seen.xyz * (1 / seen.w))
    return point.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Camera {
  /// Fits ``zNear`` and ``zFar`` to the visible descendants of a node.
  ///
  /// A margin of one hundredth is added on both sides, and ``zNear`` is at least a ten-thousandth
  /// of ``zFar``, which preserves depth precision. Without visible content the range is unchanged.
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
    let margin = max(0.01 * (farthest - nearest), 1e-3)
    zFar = farthest + margin
    zNear = nearest - margin
    if !usesOrthographicProjection { zNear = max(zNear, zFar * 1e-4, 1e-4) }
  }

  private static func enumerateShown(_ node: Node, _ body: (Node, Geometry) -> Void) {
    guard !node.isHidden else { return }
    if let geometry = node.geometry { body(node, geometry) }
    for child in node.childNodes { enumerateShown(child, body) }
  }
}

// MARK: Scenes

extension Scene {
  /// Projects a point in the world to the image of a node's camera.
  ///
  /// - Parameters:
  ///   - point: A point in the world, in meters.
  ///   - pointOfView: The node with the camera; nil uses ``pointOfView``.
  ///   - aspect: The width of the image divided by its height.
  /// - Returns: Normalized x and y from the top left corner, and the depth from 0 at the near plane
  ///   to 1 at the far plane; nil behind the camera or without a camera.
  public func projectPoint(
    _ point: Vector3, from pointOfView: Node? = nil, aspect: Float
  ) -> Vector3? {
    viewpoint(pointOfView, aspect)?.projectPoint(point)
  }

  /// Returns the point in the world at an image point and depth, for a node's camera.
  ///
  /// - Returns: The inverse of ``projectPoint(_:from:aspect:)``; nil without a camera.
  public func unprojectPoint(
    _ imagePoint: Vector3, from pointOfView: Node? = nil, aspect: Float
  ) -> Vector3? {
    viewpoint(pointOfView, aspect)?.unprojectPoint(imagePoint)
  }

  private func viewpoint(_ node: Node?, _ aspect: Float) -> Viewpoint? {
    (node ?? pointOfView).flatMap { Viewpoint($0, aspect: aspect) }
  }
}
