import CaromMaths

/// An action that a node runs, and how far it is.
final class RunningAction {
  let key: String?
  let action: Action
  /// The name in ``Scene/functions`` of what is called at its end; nil for none.
  let completion: String?
  let program: ActionProgram
  var progress: [ActionProgress]
  /// True once it ended or was removed, until its node drops it.
  var isOver = false
  /// For how many more ticks it will only wait, as far as the last tick knew.
  private(set) var idleTicks = 0
  /// How many more steps may be taken in this tick, against endless loops without duration.
  private var budget = 0
  /// The length of a tick, in seconds.
  private var tick = 0.0

  /// Steps of one action in one tick; a file cannot make a tick endless.
  private static let stepsPerTick = 10_000
  /// A microsecond: sums of ticks reach a duration although each tick is rounded.
  private static let tolerance = 1e-6
  /// A month: longer waits look again in between.
  private static let longestSleep = 150_000_000.0

  init(_ action: Action, key: String?, completion: String? = nil) {
    self.action = action
    self.key = key
    self.completion = completion
    program = ActionProgram(action)
    progress = Array(repeating: ActionProgress(), count: program.steps.count)
  }

  /// Runs for a tick of `duration` seconds.
  func advance(_ node: Node, by duration: Double) {
    budget = RunningAction.stepsPerTick
    tick = duration
    idleTicks = .max
    let rest = advance(0, node, duration, 1)
    if budget <= 0 { idleTicks = 0 }
    guard rest != nil, !isOver else { return }
    isOver = true
    if let completion { node.scene?.callFunction(completion, node) }
  }

  /// Runs a step and what is inside of it; what is left of the time when it ended, or nil.
  ///
  /// What is left may be up to a microsecond less than nothing, so that nothing is lost in a chain.
  /// `speed` is the product of the speeds of all that the step is in.
  private func advance(
    _ index: Int, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
    let step = program.steps[index]
    budget -= 1
    guard step.speed > 0, budget > 0, !isOver else {
      idleTicks = 0
      return nil
    }
    switch step.kind {
    case .hide, .unhide, .remove, .run:
      happen(step, node)
      return given
    case .sequence:
      return advanceSequence(index, node, given * step.speed, speed * step.speed)
        .map { $0 / step.speed }
    case .group:
      return advanceGroup(index, node, given * step.speed, speed * step.speed)
        .map { $0 / step.speed }
    case .repeat, .forever:
      return advanceRepetition(index, node, given * step.speed, speed * step.speed)
        .map { $0 / step.speed }
    case .moveBy, .moveTo, .rotateBy, .rotateTo, .rotateToShortest, .rotateAround,
      .rotateToAxisAngle, .scaleBy, .scaleTo, .fadeBy, .fadeTo, .custom, .playAudio, .wait:
      if !progress[index].isStarted { begin(index, step, node) }
      progress[index].elapsed += given * step.speed
      let elapsed = progress[index].elapsed
      let isDone = elapsed + RunningAction.tolerance >= step.duration
      switch step.kind {
      case .wait, .playAudio:
        if !isDone { sleep(step.duration - elapsed, tick * speed * step.speed) }
      case .custom:
        idleTicks = 0
        node.scene?.callFunction(
          program.names[step.number], node, after: isDone ? step.duration : elapsed)
      default:
        if !isDone { idleTicks = 0 }
        change(index, step, node, isDone ? 1 : Float(step.timing.share(elapsed / step.duration)))
      }
      return isDone ? (elapsed - step.duration) / step.speed : nil
    }
  }

  /// Notes that nothing happens until a time has passed at so many seconds a tick.
  private func sleep(_ time: Double, _ rate: Double) {
    guard rate > 0 else { return idleTicks = 0 }
    let ticks = ((time - RunningAction.tolerance) / rate).rounded(.up) - 1
    idleTicks = min(idleTicks, Int(max(0, min(ticks, RunningAction.longestSleep))))
  }

  private func advanceSequence(
    _ index: Int, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
    let end = program.steps[index].end
    var left = given
    if !progress[index].isStarted {
      progress[index].isStarted = true
      progress[index].cursor = Int32(index + 1)
    }
    while progress[index].cursor < end {
      let child = Int(progress[index].cursor)
      guard let rest = advance(child, node, left, speed), !isOver else { return nil }
      left = rest
      progress[index].cursor = Int32(program.steps[child].end)
    }
    return left
  }

  private func advanceGroup(
    _ index: Int, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
    let end = program.steps[index].end
    var child = index + 1
    var least = given
    var isDone = true
    while child < end {
      if !progress[child].isDone {
        if let rest = advance(child, node, given, speed), !isOver {
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

  private func advanceRepetition(
    _ index: Int, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
    let step = program.steps[index]
    var left = given
    while step.kind == .forever || progress[index].cursor < Int32(step.number) {
      guard let rest = advance(index + 1, node, left, speed), !isOver else { return nil }
      for i in (index + 1)..<step.end { progress[i] = ActionProgress() }
      // A round that took no time would go on for ever: the next one waits for the next tick.
      if step.kind == .forever, rest >= left {
        idleTicks = 0
        return nil
      }
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
    case .run: node.scene?.callFunction(program.names[step.number], node)
    default: break
    }
  }

  private func begin(_ index: Int, _ step: ActionProgram.Step, _ node: Node) {
    progress[index].isStarted = true
    switch step.kind {
    case .wait:
      guard step.range > 0, let scene = node.scene else { return }
      // A time of its own, as if more or less of it had passed already; never less than none.
      let share = Double(scene.random["actions"].next() >> 11) * 0x1p-53
      let length = max(0, step.duration + (share - 0.5) * step.range)
      progress[index].elapsed = step.duration - length
    case .playAudio:
      node.scene?.playSound(program.names[step.number], gain: step.value.x, at: node)
    default:
      let value = RunningAction.value(step.kind, node)
      progress[index].start = value
      progress[index].last = value
    }
  }

  // MARK: Waiting

  /// Lets so many ticks of `duration` seconds pass, in which it only waits.
  func skip(_ ticks: UInt64, of duration: Double) {
    if ticks > 0, !isOver { skip(0, Double(ticks) * duration) }
  }

  private func skip(_ index: Int, _ time: Double) {
    let step = program.steps[index]
    switch step.kind {
    case .wait, .playAudio: progress[index].elapsed += time * step.speed
    case .sequence:
      let child = Int(progress[index].cursor)
      if child > index, child < step.end { skip(child, time * step.speed) }
    case .group:
      var child = index + 1
      while child < step.end {
        if !progress[child].isDone { skip(child, time * step.speed) }
        child = program.steps[child].end
      }
    case .repeat, .forever: skip(index + 1, time * step.speed)
    default: break
    }
  }
}
