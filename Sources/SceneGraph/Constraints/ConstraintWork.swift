import CaromMaths

/// Where a node is in the world.
struct WorldPlacement {
  var position: Vector3
  var orientation: Quaternion
  var scale: Vector3
}

/// What the rules of a node work on in a tick: a placement in the world, one rule after the other.
struct ConstraintWork {
  let scene: Scene
  let node: Node
  /// Seconds since the last time.
  let duration: Double
  /// Where the node is by itself.
  let own: WorldPlacement
  /// Where it was shown last, or nil where it moved by itself since.
  let last: WorldPlacement?
  /// Which of the three were changed.
  private(set) var changed: ShownValues.Mask = []
  /// Where it is by itself and the rules before.
  private(set) var placement: WorldPlacement

  /// True while the rule at hand starts from what was shown last.
  private var goesOn = false

  init(scene: Scene, node: Node, duration: Double, own: WorldPlacement, last: WorldPlacement?) {
    self.scene = scene
    self.node = node
    self.duration = duration
    self.own = own
    self.last = last
    placement = own
  }

  var position: Vector3 { placement.position }
  var orientation: Quaternion { placement.orientation }
  var scale: Vector3 { placement.scale }

  /// Starts what no rule has changed yet where the next rule wants it to.
  mutating func begin(isIncremental: Bool) {
    goesOn = isIncremental && last != nil
    let start = isIncremental ? last ?? own : own
    if !changed.contains(.position) { placement.position = start.position }
    if !changed.contains(.orientation) { placement.orientation = start.orientation }
    if !changed.contains(.scale) { placement.scale = start.scale }
  }

  /// Leaves a place, rotation or scale where the rule started: where it goes on, as it was shown.
  mutating func keep(_ part: ShownValues.Mask) {
    if goesOn { changed.insert(part) }
  }

  /// Goes some of the way to a place.
  mutating func move(to goal: Vector3, by influence: Float) {
    guard goal.isFinite else { return }
    placement.position =
      influence >= 1 ? goal : placement.position.lerp(to: goal, by: influence)
    changed.insert(.position)
  }

  /// Turns some of the way to a rotation.
  mutating func turn(to goal: Quaternion, by influence: Float) {
    guard goal.isFinite else { return }
    placement.orientation =
      influence >= 1
      ? goal.normalized : placement.orientation.slerp(to: goal, by: influence).normalized
    changed.insert(.orientation)
  }

  /// Grows some of the way to a scale.
  mutating func grow(to goal: Vector3, by influence: Float) {
    guard goal.isFinite else { return }
    placement.scale = influence >= 1 ? goal : placement.scale.lerp(to: goal, by: influence)
    changed.insert(.scale)
  }

  /// The node that a rule names, when it is in the scene.
  func node(_ reference: NodeReference) -> Node? { reference.node(in: scene) }
}
