import CaromMaths

// What actions change over time, of the node itself.
extension RunningAction {
  /// What an action changes, as it is now.
  static func value(_ kind: ActionProgram.Kind, _ node: Node) -> Vector4 {
    switch kind {
    case .moveBy, .moveTo: Vector4(node.position, 0)
    case .rotateTo: Vector4(node.eulerAngles, 0)
    case .rotateBy, .rotateAround, .rotateToShortest, .rotateToAxisAngle: Vector4(node.orientation)
    case .scaleBy, .scaleTo: Vector4(node.scale, 0)
    case .fadeBy, .fadeTo: Vector4(node.opacity, 0, 0, 0)
    default: Vector4.zero
    }
  }

  /// Writes the value that belongs to a share of the whole change.
  ///
  /// Changes by an amount allow for others that change the same value: what was added since the
  /// last tick moves the start. Alone, they end exactly at start plus amount.
  func change(_ index: Int, _ step: ActionProgram.Step, _ node: Node, _ share: Float) {
    let start = progress[index].start
    let value = step.value
    switch step.kind {
    case .moveBy:
      let base = start.xyz + (node.position - progress[index].last.xyz)
      let place = base + value.xyz * share
      progress[index].start = Vector4(base, 0)
      progress[index].last = Vector4(place, 0)
      node.position = place
    case .moveTo:
      node.position = share == 1 ? value.xyz : start.xyz.lerp(to: value.xyz, by: share)
    case .rotateBy: turn(index, node, Quaternion(eulerAngles: value.xyz * share))
    case .rotateAround: turn(index, node, Quaternion(axis: value.xyz, angle: value.w * share))
    case .rotateTo:
      node.eulerAngles = share == 1 ? value.xyz : start.xyz.lerp(to: value.xyz, by: share)
    case .rotateToShortest:
      arrive(Quaternion(eulerAngles: value.xyz), from: Quaternion(start), node, share)
    case .rotateToAxisAngle:
      arrive(Quaternion(axisAngle: value), from: Quaternion(start), node, share)
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
    default: break
    }
  }

  private func arrive(_ goal: Quaternion, from start: Quaternion, _ node: Node, _ share: Float) {
    node.orientation = share == 1 ? goal : start.slerp(to: goal, by: share)
  }

  private func turn(_ index: Int, _ node: Node, _ by: Quaternion) {
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
  /// The four components of a quaternion.
  fileprivate init(_ q: Quaternion) { self.init(q.x, q.y, q.z, q.w) }
}

extension Quaternion {
  /// The quaternion with these four components.
  fileprivate init(_ v: Vector4) { self.init(v.x, v.y, v.z, v.w) }
}
