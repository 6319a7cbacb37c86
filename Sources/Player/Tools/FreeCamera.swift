package import CaromMaths
import CaromRendering
import CaromSceneGraph

/// A camera that turns around a pivot, in place of the camera of the game.
///
/// It belongs to no scene, so moving it changes no state.
package struct FreeCamera: Hashable, Sendable {
  /// The point that the camera looks at and turns around, in the world.
  package var pivot = Vector3.zero
  /// The direction of the view around the vertical axis, in radians; zero looks along −Z.
  package var yaw: Float = 0
  /// The angle of the view above the horizon, in radians; negative looks down.
  package var pitch: Float = 0
  /// The distance from the pivot, in meters.
  package var distance: Float = 10
  /// The vertical field of view, in radians.
  package var fieldOfView: Float = .pi / 3

  /// The accepted distances from the pivot, in meters.
  private static let distances: ClosedRange<Float> = 0.01...100_000
  /// The greatest angle above or below the horizon, a little less than a quarter turn.
  private static let steepest: Float = 1.57
  /// What a notch of the wheel multiplies the distance by.
  private static let zoomFactor: Float = 0.85

  /// Creates a camera that looks along −Z at the origin.
  package init() {}

  /// Creates a camera with the position and the direction of a view, but upright.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - distance: The distance of the pivot in front of it, in meters.
  init(_ view: RenderFrame.View, distance: Float) {
    let forward = view.orientation.rotate(-.unitZ)
    pitch = max(-Self.steepest, min(Self.steepest, Portable.asin(max(-1, min(1, forward.y)))))
    // A view straight down has no direction around the vertical; its upper edge has.
    let level = forward.y < -0.99 ? view.orientation.rotate(.unitY) : forward
    yaw = Portable.atan2(-level.x, -level.z)
    self.distance = distance.isFinite ? Self.clamped(distance) : 10
    pivot = view.position + forward * self.distance
    if case .perspective(let angle) = view.projection { fieldOfView = angle }
  }

  private static func clamped(_ distance: Float) -> Float {
    max(distances.lowerBound, min(distances.upperBound, distance))
  }

  // MARK: Moving

  /// Turns around the pivot; dragging over the height of the image is half a turn.
  ///
  /// - Parameter drag: The drag in heights of the image, to the right and down.
  package mutating func orbit(by drag: Vector2) {
    yaw -= drag.x * .pi
    pitch = max(-Self.steepest, min(Self.steepest, pitch - drag.y * .pi))
  }

  /// Moves sideways and up, so that what is at the distance of the pivot follows the pointer.
  ///
  /// - Parameter drag: The drag in heights of the image, to the right and down.
  package mutating func pan(by drag: Vector2) {
    let height = 2 * Portable.tan(fieldOfView * 0.5) * distance
    let right = orientation.rotate(.unitX) * (drag.x * height)
    let up = orientation.rotate(.unitY) * (drag.y * height)
    pivot = pivot - right + up
  }

  /// Moves towards the pivot by notches of a wheel.
  package mutating func zoom(by notches: Float) {
    distance = Self.clamped(distance * Portable.pow(Self.zoomFactor, notches))
  }

  /// Shows a box of the world in the whole height of the image.
  package mutating func frame(_ box: AABB) {
    guard !box.isEmpty, box.min.isFinite, box.max.isFinite else { return }
    pivot = box.center
    let radius = max(box.halfExtents.length, 0.05)
    distance = Self.clamped(1.1 * radius / Portable.sin(fieldOfView * 0.5))
  }

  // MARK: View

  /// The orientation; the view looks along −Z.
  package var orientation: Quaternion { Quaternion(eulerAngles: Vector3(pitch, yaw, 0)) }

  /// The position of the eye, in the world.
  package var position: Vector3 { pivot + orientation.rotate(.unitZ) * distance }

  private var transform: Matrix4 {
    Matrix4(position: position, orientation: orientation, scale: .one)
  }

  private var camera: Camera {
    var camera = Camera(fieldOfView: fieldOfView)
    camera.automaticallyAdjustsZRange = true
    return camera
  }

  /// The view of a scene.
  func view(of scene: Scene) -> RenderFrame.View {
    RenderFrame.View(camera, at: transform, orientation: orientation, seeing: scene.rootNode)
  }

  /// The nearest node under a point of the image, 0 to 1 from its top left corner; nil for none.
  func node(at point: Vector2, in scene: Scene, aspect: Float) -> Node? {
    let viewpoint = Viewpoint(camera, at: transform, aspect: aspect)
    guard let there = viewpoint.unprojectPoint(Vector3(point.x, point.y, 0.5)) else { return nil }
    let direction = (there - position).normalized(or: -.unitZ)
    var options = HitTestOptions()
    options.categoryBitMask = scene.pointOfView?.camera?.categoryBitMask ?? .max
    // As far as a camera can be, and what it can see from there.
    let end = position + direction * (10 * Self.distances.upperBound)
    return scene.hitTest(from: position, to: end, options: options).first?.node
  }
}
