import CaromMaths

/// A decomposed transform in the world.
struct WorldTransform {
  var position: Vector3
  var orientation: Quaternion
  var scale: Vector3
}

/// The transform of a node while its constraints are applied in a tick.
struct ConstraintContext {
  let scene: Scene
  let node: Node
  /// The duration of the tick, in seconds.
  let duration: Double
  /// What the constraints presented last.
  private let presented: PresentationValues
  /// The components that were changed.
  private(set) var changed: PresentationValues.Mask = []
  /// The current result: the node's own transform after the constraints so far.
  private(set) var transform = WorldTransform(
    position: .zero, orientation: .identity, scale: .one)

  /// Both are computed once, when a constraint starts from them.
  private var (ownCache, lastCache): (WorldTransform?, WorldTransform?)
  /// True while the current constraint starts from the transform presented last.
  private var isContinuing = false

  init(scene: Scene, node: Node, duration: Double) {
    self.scene = scene
    self.node = node
    self.duration = duration
    presented = node.constraintOverlay
  }

  /// The world transform from the node's own values.
  var own: WorldTransform {
    mutating get {
      if let ownCache { return ownCache }
      let transform = node.worldTransform(PresentationValues())
      ownCache = transform
      return transform
    }
  }

  /// The world transform presented last, or nil if the node's own transform changed since.
  private var last: WorldTransform? {
    mutating get {
      if presented.has(.moved) || presented.isEmpty { return nil }
      if let lastCache { return lastCache }
      let transform = node.worldTransform(presented)
      lastCache = transform
      return transform
    }
  }

  var position: Vector3 { transform.position }
  var orientation: Quaternion { transform.orientation }
  var scale: Vector3 { transform.scale }

  /// Initializes unchanged components for the next constraint.
  mutating func begin(isIncremental: Bool) {
    let last = isIncremental ? last : nil
    isContinuing = last != nil
    let start = last ?? own
    if !changed.contains(.position) { transform.position = start.position }
    if !changed.contains(.orientation) { transform.orientation = start.orientation }
    if !changed.contains(.scale) { transform.scale = start.scale }
  }

  /// Keeps a component at its start value; for an incremental constraint this marks it as changed.
  mutating func keep(_ part: PresentationValues.Mask) {
    if isContinuing { changed.insert(part) }
  }

  /// Moves towards a position.
  mutating func move(to goal: Vector3, by influence: Float) {
    guard goal.isFinite else { return }
    transform.position =
      influence >= 1 ? goal : transform.position.lerp(to: goal, by: influence)
    changed.insert(.position)
  }

  /// Rotates towards an orientation.
  mutating func rotate(to goal: Quaternion, by influence: Float) {
    guard goal.isFinite else { return }
    transform.orientation =
      influence >= 1
      ? goal.normalized : transform.orientation.slerp(to: goal, by: influence).normalized
    changed.insert(.orientation)
  }

  /// Scales towards a scale.
  mutating func scale(to goal: Vector3, by influence: Float) {
    guard goal.isFinite else { return }
    transform.scale = influence >= 1 ? goal : transform.scale.lerp(to: goal, by: influence)
    changed.insert(.scale)
  }

  /// Returns the node of a reference if it is in the scene.
  func node(_ reference: NodeReference) -> Node? { reference.node(in: scene) }
}
