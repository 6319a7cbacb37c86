import CaromMaths

/// An action that a node runs, and how far it is.
final class RunningAction {
  let key: String?
  let action: Action
  let program: ActionProgram
  var progress: [ActionProgress]
  /// True once it ended or was removed, until its node drops it.
  var isOver = false
  /// How many more steps may be taken in this tick, against endless loops without duration.
  private var budget = 0

  /// Steps of one action in one tick; a file cannot make a tick endless.
  private static let stepsPerTick = 10_000
  /// A microsecond: sums of ticks reach a duration although each tick is rounded.
  private static let tolerance = 1e-6

  init(_ action: Action, key: String?) {
    self.action = action
    self.key = key
    program = ActionProgram(action)
    progress = Array(repeating: ActionProgress(), count: program.steps.count)
  }

  /// Runs for `duration` seconds.
  func advance(_ node: Node, by duration: Double) {
    budget = RunningAction.stepsPerTick
    if advance(0, node, duration) != nil { isOver = true }
  }

  /// Runs a step and what is inside of it; what is left of the time when it ended, or nil.
  private func advance(_ index: Int, _ node: Node, _ given: Double) -> Double? {
    let step = program.steps[index]
    budget -= 1
    guard step.speed > 0, budget > 0, !isOver else { return nil }
    switch step.kind {
    case .hide, .unhide, .remove, .call, .playSound:
      happen(step, node)
      return given
    case .sequence:
      return advanceSequence(index, node, given * step.speed).map { $0 / step.speed }
    case .group:
      return advanceGroup(index, node, given * step.speed).map { $0 / step.speed }
    case .repeat, .forever:
      return advanceRepetition(index, node, given * step.speed).map { $0 / step.speed }
    case .moveBy, .moveTo, .rotateBy, .rotateTo, .rotateToShortest, .rotateAround, .scaleBy,
      .scaleTo, .fadeBy, .fadeTo, .wait:
      if !progress[index].isStarted { begin(index, step, node) }
      progress[index].elapsed += given * step.speed
      let elapsed = progress[index].elapsed
      let isDone = elapsed + RunningAction.tolerance >= step.duration
      let share = isDone ? 1 : step.timing.share(elapsed / step.duration)
      change(index, step, node, Float(share))
      return isDone ? max(0, elapsed - step.duration) / step.speed : nil
    }
  }

  private func advanceSequence(_ index: Int, _ node: Node, _ given: Double) -> Double? {
    let end = program.steps[index].end
    var left = given
    if !progress[index].isStarted {
      progress[index].isStarted = true
      progress[index].cursor = Int32(index + 1)
    }
    while progress[index].cursor < end {
      let child = Int(progress[index].cursor)
      guard let rest = advance(child, node, left), !isOver else { return nil }
      left = rest
      progress[index].cursor = Int32(program.steps[child].end)
    }
    return left
  }

  private func advanceGroup(_ index: Int, _ node: Node, _ given: Double) -> Double? {
    let end = program.steps[index].end
    var child = index + 1
    var least = given
    var isDone = true
    while child < end {
      if !progress[child].isDone {
        if let rest = advance(child, node, given), !isOver {
          progress[child].isDone = true
          least = min(least, rest)
        } else {
          isDone = false
        }
      }
      child = program.steps[child].end
    }
    return isDone ? least : nil
  }

  private func advanceRepetition(_ index: Int, _ node: Node, _ given: Double) -> Double? {
    let step = program.steps[index]
    var left = given
    while step.kind == .forever || progress[index].cursor < Int32(step.number) {
      guard let rest = advance(index + 1, node, left), !isOver else { return nil }
      for i in (index + 1)..<step.end { progress[i] = ActionProgress() }
      // A round that took no time would go on for ever: the next one waits for the next tick.
      if step.kind == .forever, rest >= left { return nil }
      if step.kind == .repeat { progress[index].cursor += 1 }
      left = rest
    }
    return left
  }

  private func happen(_ step: ActionProgram.Step, _ node: Node) {
    switch step.kind {
    case .hide: node.isHidden = true
    case .unhide: node.isHidden = false
    case .remove: node.removeFromParentNode()
    case .call: node.scene?.callFunction(program.names[step.number], node)
    case .playSound:
      node.scene?.playSound(program.names[step.number], gain: step.value.x, at: node)
    default: break
    }
  }
}

// MARK: Changes over time

extension RunningAction {
  private func begin(_ index: Int, _ step: ActionProgram.Step, _ node: Node) {
    let value =
      switch step.kind {
      case .moveBy, .moveTo: Vector4(node.position, 0)
      case .rotateTo: Vector4(node.eulerAngles, 0)
      case .rotateBy, .rotateAround, .rotateToShortest: Vector4(node.orientation)
      case .scaleBy, .scaleTo: Vector4(node.scale, 0)
      case .fadeBy, .fadeTo: Vector4(node.opacity, 0, 0, 0)
      default: Vector4.zero
      }
    progress[index].isStarted = true
    progress[index].start = value
    progress[index].last = value
  }

  /// Writes the value that belongs to a share of the whole change.
  ///
  /// Changes by an amount allow for others that change the same value: what was added since the
  /// last tick moves the start. Alone, they end exactly at start plus amount.
  private func change(_ index: Int, _ step: ActionProgram.Step, _ node: Node, _ share: Float) {
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
      node.position = share == 1 ? value.xyz : start.xyz.mixed(with: value.xyz, by: share)
    case .rotateBy: turn(index, node, Quaternion(eulerAngles: value.xyz * share))
    case .rotateAround: turn(index, node, Quaternion(axis: value.xyz, angle: value.w * share))
    case .rotateTo:
      node.eulerAngles = share == 1 ? value.xyz : start.xyz.mixed(with: value.xyz, by: share)
    case .rotateToShortest:
      let goal = Quaternion(eulerAngles: value.xyz)
      node.orientation = share == 1 ? goal : Quaternion(start).slerp(to: goal, by: share)
    case .scaleBy: node.scale = start.xyz * (1 + (value.x - 1) * share)
    case .scaleTo: node.scale = start.xyz.mixed(with: Vector3(repeating: value.x), by: share)
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
