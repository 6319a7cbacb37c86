public import CaromMaths

/// What is shown of a node: its own values with those of animations and constraints on top.
///
/// A view that is always current; it has no parent and no children, but its world placement counts
/// what is shown of the nodes above.
public struct PresentationNode {
  /// The node it shows.
  public let node: Node

  /// Where its origin is in the parent, in metres.
  public var position: Vector3 {
    node.shown.has(.position) ? node.shown.position : node.animatedPosition
  }
  /// How it is turned in the parent; unit length.
  public var orientation: Quaternion {
    node.shown.has(.orientation) ? node.shown.orientation : node.animatedOrientation
  }
  /// Pitch, yaw and roll in radians.
  public var eulerAngles: Vector3 {
    node.shown.has(.orientation) ? node.shown.orientation.eulerAngles : node.animatedAngles
  }
  /// How it is scaled along its own axes.
  public var scale: Vector3 {
    node.shown.has(.scale) ? node.shown.scale : node.animatedScale
  }
  /// How solid it is, 0 to 1, without the nodes above.
  public var opacity: Float {
    node.shown.has(.opacity) ? node.shown.opacity : node.animatedOpacity
  }
  /// The map from its own space to its parent's, with the pivot.
  public var transform: Matrix4 {
    guard !node.shown.isEmpty || !node.animated.isEmpty else {
      return node.storage.transform
    }
    let m = Matrix4(position: position, orientation: orientation, scale: scale)
    guard let inverse = node.storage.pivot?.affineInverse else { return m }
    return m * inverse
  }
  /// The map from its own space to the world's.
  public var worldTransform: Matrix4 { node.shownWorldTransform }
  /// Where its origin is in the world, in metres; with a pivot, where the pivot is.
  public var worldPosition: Vector3 {
    node.parent.map { $0.shownWorldTransform.apply(point: position) } ?? position
  }
  /// How it is turned in the world; unit length.
  public var worldOrientation: Quaternion {
    guard let parent = node.parent else { return orientation }
    return parent.isUniform
      ? (parent.presentation.worldOrientation * orientation).normalized
      : worldTransform.decomposed?.orientation ?? orientation
  }
  /// The direction in the world of its −Z, where cameras and lights look.
  public var worldFront: Vector3 { worldOrientation.rotate(Vector3(0, 0, -1)) }
}

extension Node {
  /// What is shown of it.
  public var presentation: PresentationNode { PresentationNode(node: self) }

  /// The map from what is shown of its own space to the world.
  var shownWorldTransform: Matrix4 {
    if isShownStale {
      let local = presentation.transform
      shownCache = parent.map { $0.shownWorldTransform * local } ?? local
      isShownStale = false
    }
    return shownCache
  }
}

/// What animations and constraints wrote on top of a node.
struct ShownValues: Equatable {
  /// Which values count.
  struct Mask: OptionSet {
    let rawValue: UInt8
    static let position = Mask(rawValue: 1)
    static let orientation = Mask(rawValue: 2)
    static let scale = Mask(rawValue: 4)
    static let opacity = Mask(rawValue: 8)
  }

  var mask: Mask = []
  var position = Vector3.zero
  var orientation = Quaternion.identity
  var scale = Vector3.one
  var opacity: Float = 1

  var isEmpty: Bool { mask.isEmpty }
  func has(_ part: Mask) -> Bool { mask.contains(part) }

  mutating func set(position: Vector3) {
    self.position = position
    mask.insert(.position)
  }
  mutating func set(orientation: Quaternion) {
    self.orientation = orientation
    mask.insert(.orientation)
  }
  mutating func set(scale: Vector3) {
    self.scale = scale
    mask.insert(.scale)
  }
  mutating func set(opacity: Float) {
    self.opacity = opacity
    mask.insert(.opacity)
  }
}
