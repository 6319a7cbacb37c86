import CaromMaths
import CaromProperties

/// A running action of a node, with its progress.
final class RunningAction: Record {
  static let summary = "A running action of a node"
  /// The program is derived from the action; the other properties are valid during one tick.
  static let undeclaredByDesign: Set = ["program", "isFinished", "idleTicks", "budget", "tick"]

  private(set) var key: String?
  private(set) var action: Action
  /// The name in ``Scene/functions`` of the function to call at the end, or nil.
  private(set) var completion: String?
  private(set) var program: ActionProgram
  var progress: [ActionProgress]
  /// True after the end or removal, until the node removes it.
  var isFinished = false
  /// The number of further ticks in which it only waits, as of the last tick.
  private(set) var idleTicks = 0
  /// The remaining number of steps in this tick, which bounds loops without duration.
  private var budget = 0
  /// The duration of a tick, in seconds.
  private var tick = 0.0

  /// The maximum number of steps per action and tick, which bounds the cost of untrusted files.
  private static let stepsPerTick = 10_000
  /// One microsecond: allows for rounding of the sum of ticks.
  private static let tolerance = 1e-6
  /// One month, in ticks; longer waits wake in between.
  private static let longestSleep = 150_000_000.0

  init(_ action: Action, key: String?, completion: String? = nil) {
    self.action = action
    self.key = key
    self.completion = completion
    program = ActionProgram(action)
    progress = Array(repeating: ActionProgress(), count: program.steps.count)
  }

  convenience init() { self.init(Action(), key: nil) }

  static func properties(_ p: inout some PropertyVisitor<RunningAction>) {
    p.property("key", \.key, "The key", in: .state)
    p.property("completion", \.completion, "The function to call at the end", in: .state)
    p.property("action", \.action, "The action", in: .state)
    p.property("progress", \.progress, "The progress of each step", in: .state)
  }

  /// Creates an action from its state.
  static func loaded(_ source: inout StateSource) -> RunningAction {
    var action = RunningAction()
    action.loadState(&source)
    action.compile(&source)
    return action
  }

  /// Compiles a loaded action, and checks that the progress is one of its program.
  private func compile(_ source: inout StateSource) {
    program = ActionProgram(action)
    if progress.count != program.steps.count {
      source.reject("an action has a different number of steps")
      progress = Array(repeating: ActionProgress(), count: program.steps.count)
    }
    for (i, step) in program.steps.enumerated()
    where step.kind == .sequence && progress[i].isStarted
      && !(i + 1...step.end).contains(Int(progress[i].cursor))
    {
      source.reject("a sequence whose cursor is at none of its actions")
    }
  }

  /// Advances the action by a tick of `duration` seconds.
  func advance(_ node: Node, by duration: Double) {
    budget = RunningAction.stepsPerTick
    tick = duration
    idleTicks = .max
    let rest = advance(0, node, duration, 1)
    if budget <= 0 { idleTicks = 0 }
    guard rest != nil, !isFinished else { return }
    isFinished = true
    if let completion { node.scene?.callFunction(completion, node) }
  }

  /// Advances a step and its nested steps; returns the remaining time if it ended, or nil.
  ///
  /// The remaining time may be negative by up to one microsecond, so that no time is lost in a
  /// chain. `speed` is the product of the speeds of all enclosing steps.
  private func advance(
    _ index: Int, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
    let step = program.steps[index]
    budget -= 1
    guard step.speed > 0, budget > 0, !isFinished else {
      idleTicks = 0
      return nil
    }
    switch step.kind {
    case .effect(let effect):
      apply(effect, step, node)
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
    case .change, .custom, .playAudio, .wait: return advanceTimed(index, step, node, given, speed)
    }
  }

  /// Advances a step that has a duration; returns the remaining time if it ended.
  private func advanceTimed(
    _ index: Int, _ step: ActionProgram.Step, _ node: Node, _ given: Double, _ speed: Double
  ) -> Double? {
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
    case .change(let change):
      if !isDone { idleTicks = 0 }
      apply(
        change, index, step.value, node,
        isDone ? 1 : Float(step.timing.share(elapsed / step.duration)))
    case .effect, .sequence, .group, .repeat, .forever:
      preconditionFailure("The step has no duration")
    }
    return isDone ? (elapsed - step.duration) / step.speed : nil
  }

  /// Records that nothing changes until a time has passed, at a number of seconds per tick.
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
      guard let rest = advance(child, node, left, speed), !isFinished else { return nil }
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
        if let rest = advance(child, node, given, speed), !isFinished {
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
      guard let rest = advance(index + 1, node, left, speed), !isFinished else { return nil }
      for i in (index + 1)..<step.end { progress[i] = ActionProgress() }
      // A repetition without duration would not terminate; it continues in the next tick.
      if step.kind == .forever, rest >= left {
        idleTicks = 0
        return nil
      }
      if step.kind == .repeat { progress[index].cursor += 1 }
      left = rest
    }
    return left
  }

  private func apply(_ effect: ActionProgram.Effect, _ step: ActionProgram.Step, _ node: Node) {
    switch effect {
    case .hide: node.isHidden = true
    case .unhide: node.isHidden = false
    case .remove: node.removeFromParentNode()
    case .run: node.scene?.callFunction(program.names[step.number], node)
    }
  }

  private func begin(_ index: Int, _ step: ActionProgram.Step, _ node: Node) {
    progress[index].isStarted = true
    switch step.kind {
    case .wait:
      guard step.range > 0, let scene = node.scene else { return }
      // A random duration, represented as an offset of the elapsed time; never negative.
      let share = Double(scene.random["actions"].next() >> 11) * 0x1p-53
      let length = max(0, step.duration + (share - 0.5) * step.range)
      progress[index].elapsed = step.duration - length
    case .playAudio:
      node.scene?.playSound(program.names[step.number], gain: step.value.x, at: node)
    case .change(let change):
      let value = RunningAction.value(change, node)
      progress[index].start = value
      progress[index].last = value
    case .effect, .custom, .sequence, .group, .repeat, .forever: break
    }
  }

  // MARK: Waiting

  /// Advances by a number of ticks of `duration` seconds in which it only waits.
  func skip(_ ticks: UInt64, of duration: Double) {
    if ticks > 0, !isFinished { skip(0, Double(ticks) * duration) }
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
    case .change, .effect, .custom: break
    }
  }
}
