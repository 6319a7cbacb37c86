import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// How a camera sees the marble from where it rests, and from steeper angles above.
struct MarbleSight {
  private let world: PhysicsWorld
  private let ball: Vector3
  /// The way from the marble to the camera at rest.
  private let arm: Vector3
  /// The distance of the camera from the marble at rest, in meters.
  let length: Float
  /// By how much farther away the camera is than the level asks for, in a narrow image.
  private let pull: Float
  /// The horizontal direction to the right in the picture, about which the camera rises.
  private let right: Vector3
  /// The rotation to the steepest view, in radians.
  private let greatest: Float
  private let rest: (position: Vector3, orientation: Quaternion)
  /// The transform of the camera's parent.
  private let frame: Matrix4

  /// The elevation of the steepest view, in radians; a view from straight above has no up.
  private static let steepest: Float = 1.4
  /// The number of elevations that are tried.
  private static let stepCount = 8
  /// The distance of the camera from an occluder, in meters.
  private static let margin: Float = 0.3
  /// The room that the view needs on its left and right at the marble and at the camera, in meters.
  private static let sideRoom: (marble: Float, camera: Float) = (0.4, 0.6)

  /// Looks at the marble with a camera; nil before its rest is recorded.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - ball: The marble.
  ///   - camera: The node with the camera.
  ///   - rules: The rig of the camera.
  ///   - pull: By how much farther away the camera is than the level asks for.
  init?(_ session: Session, _ ball: Node, _ camera: Node, _ rules: Rig, pull: Float) {
    guard let parent = camera.parent, let position = rules.restPosition else { return nil }
    world = session.scene.physicsWorld
    frame = parent.presentation.worldTransform
    rest = (position, rules.restOrientation)
    self.pull = pull
    self.ball = ball.worldPosition
    arm = (frame.apply(point: position) - self.ball) * pull
    length = max(arm.length, 1e-3)
    // A camera that is directed at the marble looks along the arm, in the next tick.
    let side =
      camera.constraints.isEmpty
      ? camera.presentation.worldOrientation.rotate(.unitX) : Vector3(arm.z, 0, -arm.x)
    right = Vector3(side.x, 0, side.z).normalized(or: .unitX)
    let back = Vector3(-right.z, 0, right.x)
    greatest = max(0, Self.steepest - Portable.atan2(arm.y, arm.dot(back)))
  }

  /// The way from the marble to the raised camera.
  private func raised(_ lift: Float) -> Vector3 {
    lift == 0 ? arm : Quaternion(axis: right, angle: -lift).rotate(arm)
  }

  /// The share of the way from the marble to the raised camera that is free.
  func share(at lift: Float) -> Float { free(from: ball, to: ball + raised(lift)) }

  /// The share of the way nearest to another one at which the raised camera is in no body.
  ///
  /// - Parameters:
  ///   - lift: The rotation of the camera.
  ///   - share: The wanted share.
  ///   - nearest: The least distance from the marble, in meters.
  /// - Returns: The share; the wanted one if there is no room at all.
  func roomyShare(at lift: Float, near share: Float, from nearest: Float) -> Float {
    let (arm, least) = (raised(lift), min(1, nearest / length))
    let lens = PhysicsShape.sphere(Sphere(radius: Self.margin))
    for step in 0...20 {
      for side: Float in [-1, 1] {
        let other = share + side * Float(step) * 0.05
        guard step == 0 || (least...1).contains(other) else { continue }
        let eye = Matrix4(position: ball + arm * other)
        if world.nodes(overlapping: lens, at: eye, options: Self.occluders).isEmpty {
          return other
        }
      }
    }
    return share
  }

  private static var occluders: PhysicsTestOptions {
    PhysicsTestOptions(
      collisionBitMask: MarbleMaze.Category.stone | MarbleMaze.Category.pillar
        | MarbleMaze.Category.crate)
  }

  private func free(from start: Vector3, to end: Vector3) -> Float {
    let hit = world.rayTestWithSegment(from: start, to: end, options: Self.occluders).first
    return hit.map { max(0.05, $0.fraction - Self.margin / length) } ?? 1
  }

  /// The least rotation with a free view of the marble and some room for the camera, or else that
  /// with the longest free way.
  ///
  /// - Parameters:
  ///   - present: The present rotation.
  ///   - here: The share of the way that is free at the present rotation.
  /// - Returns: The rotation, in radians.
  /// - Complexity: Two rays if the view is free at rest, else up to three for each elevation.
  func lift(from present: Float, share here: Float) -> Float {
    var best: (share: Float, lift: Float) = (0, 0)
    for step in 0...Self.stepCount {
      let lift = greatest * Float(step) / Float(Self.stepCount)
      let share = lift == present ? here : share(at: lift)
      if share == 1, hasRoom(at: lift) { return lift }
      if share > best.share { best = (share, lift) }
      if greatest == 0 { break }
    }
    return best.lift
  }

  private func hasRoom(at lift: Float) -> Bool {
    let eye = ball + raised(lift)
    return [right, -right].allSatisfy { side in
      free(from: ball + side * Self.sideRoom.marble, to: eye + side * Self.sideRoom.camera) == 1
    }
  }

  /// Places the camera at a rotation and a share of its distance.
  func place(_ camera: Node, lift: Float, zoom: Float) {
    var (position, orientation) = rest
    if lift > 0 || zoom < 1 || pull > 1 {
      let raised = ball + raised(lift) * zoom
      position = frame.affineInverse?.apply(point: raised) ?? position
      orientation = orientation * Quaternion(axis: .unitX, angle: -lift)
    }
    if position != camera.position { camera.position = position }
    // A constraint directs the others.
    if camera.constraints.isEmpty, orientation != camera.orientation {
      camera.orientation = orientation
    }
  }
}
