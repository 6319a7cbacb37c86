import CaromMaths

// Reading and writing the node properties that actions change.
extension RunningAction {
  /// Returns the current value of the property that a change affects.
  static func value(_ change: ActionProgram.Change, _ node: Node) -> Vector4 {
    switch change {
    case .moveBy, .moveTo: Vector4(node.position, 0)
    case .rotateTo: Vector4(node.eulerAngles, 0)
    case .rotateBy, .rotateAround, .rotateToShortest, .rotateToAxisAngle: Vector4(node.orientation)
    case .scaleBy, .scaleTo: Vector4(node.scale, 0)
    case .fadeBy, .fadeTo: Vector4(node.opacity, 0, 0, 0)
    }
  }

  /// Writes the value for a fraction of the change.
  ///
  /// Relative changes combine with others of the same property: differences since the last tick
  /// move the start value. Without other changes they end exactly at start plus amount.
  func apply(
    _ change: ActionProgram.Change, _ index: Int, _ value: Vector4, _ node: Node, _ share: Float
  ) {
    let start = progress[index].start
    switch change {
    case .moveBy:
      let base = start.xyz + (node.position - progress[index].last.xyz)
      let position = base + value.xyz * share
      progress[index].start = Vector4(base, 0)
      progress[index].last = Vector4(position, 0)
      node.position = position
    case .moveTo:
      node.position = share == 1 ? value.xyz : start.xyz.lerp(to: value.xyz, by: share)
    case .rotateBy: rotate(index, node, Quaternion(eulerAngles: value.xyz * share))
    case .rotateAround: rotate(index, node, Quaternion(axis: value.xyz, angle: value.w * share))
    case .rotateTo:
      node.eulerAngles = share == 1 ? value.xyz : start.xyz.lerp(to: value.xyz, by: share)
    case .rotateToShortest:
      interpolateOrientation(
        to: Quaternion(eulerAngles: value.xyz), from: Quaternion(start), node, share)
    case .rotateToAxisAngle:
      interpolateOrientation(to: Quaternion(axisAngle: value), from: Quaternion(start), node, share)
    case .scaleBy: node.scale = start.xyz * (1 + (value.x - 1) * share)
    case .scaleTo:
      let goal = Vector3(repeating: value.x)
      node.scale = share == 1 ? goal : start.xyz.lerp(to: goal, by: share)
    case .fadeBy:
      let base = start.x + (node.opacity - progress[index].last.x)
      let opacity = base + value.x * share
      progress[index].start.x = base
      progress[index].last.x = opacity
      node.opacity = opacity
    case .fadeTo: node.opacity = share == 1 ? value.x : start.x + (value.x - start.x) * share
    }
  }

  private func interpolateOrientation(
    to goal: Quaternion, from start: Quaternion, _ node: Node, _ share: Float
  ) {
    node.orientation = share == 1 ? goal : start.slerp(to: goal, by: share)
  }

  private func rotate(_ index: Int, _ node: Node, _ by: Quaternion) {
    var start = Quaternion(progress[index].start)
    let last = Quaternion(progress[index].last)
    if node.orientation != last { start = node.orientation * last.inverse * start }
    let orientation = (by * start).normalized
    progress[index].start = Vector4(start)
    progress[index].last = Vector4(orientation)
    node.orientation = orientation
  }
}

extension Vector4 {
  /// Creates a vector from the components of a quaternion.
  fileprivate init(_ q: Quaternion) { self.init(q.x, q.y, q.z, q.w) }
}

extension Quaternion {
  /// Creates a quaternion from the components of a vector.
  fileprivate init(_ v: Vector4) { self.init(v.x, v.y, v.z, v.w) }
}
