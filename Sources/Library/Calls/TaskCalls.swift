public import CCarom
import CaromSimulation

// Calls about tasks: steps, observations, rewards.

/// Gives a session a task.
@c @implementation
public func carom_set_task(
  _ session: carom_session, _ task: UnsafePointer<CChar>?
) -> carom_status {
  call { () throws(CallFailure) in
    let description = try string(task, "task")
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      opened.task = try Task(description, for: opened.session)
    }
  }
}

extension OpenSession {
  /// The task.
  func requiredTask() throws(CallFailure) -> Task {
    guard let task else {
      throw CallFailure(.refused, "the session has no task; call carom_set_task first")
    }
    return task
  }
}

/// Describes the numbers of a task as JSON.
@c @implementation
public func carom_layout(
  _ session: carom_session, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    let layout = try SessionTable.with(session) { (opened) throws(CallFailure) in
      try opened.requiredTask().layout
    }
    try output.write(layout)
  }
}

/// Writes the observed numbers of the current state.
@c @implementation
public func carom_observe(
  _ session: carom_session, _ numbers: UnsafeMutablePointer<Float>?, _ count: Int
) -> carom_status {
  call { () throws(CallFailure) in
    guard let numbers else { throw .missing("numbers") }
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      let task = try opened.requiredTask()
      try check(count, is: task.observationCount, "count")
      task.observe(opened.session, numbers)
    }
  }
}

/// Applies an action to each session and runs the ticks of a step.
@c @implementation
public func carom_step_many(
  _ sessions: UnsafePointer<carom_session>?, _ count: Int, _ steps: UnsafePointer<carom_steps>?
) -> carom_status {
  call { () throws(CallFailure) in
    let steps = try checked(steps)
    let threads = try CallThreads.count(steps.threads)
    try SessionTable.with(sessions, count) { (opened) throws(CallFailure) in
      let job = try StepJob(opened, steps)
      try job.checkActions()
      CallThreads.run(count, on: threads) { job.step($0) }
    }
  }
}

/// Observes each session.
@c @implementation
public func carom_observe_many(
  _ sessions: UnsafePointer<carom_session>?, _ count: Int, _ steps: UnsafePointer<carom_steps>?
) -> carom_status {
  call { () throws(CallFailure) in
    let steps = try checked(steps)
    let threads = try CallThreads.count(steps.threads)
    try SessionTable.with(sessions, count) { (opened) throws(CallFailure) in
      let job = try StepJob(opened, steps)
      CallThreads.run(count, on: threads) { job.observe($0, reward: 0) }
    }
  }
}

/// The structure of a call, whose size says that the caller has the same version of it.
private func checked(
  _ steps: UnsafePointer<carom_steps>?
) throws(CallFailure) -> carom_steps {
  guard let steps else { throw .missing("steps") }
  let size = MemoryLayout<carom_steps>.size
  guard steps.pointee.size == UInt32(size) else {
    throw CallFailure(
      .badArgument,
      "steps.size: is \(steps.pointee.size); sizeof(carom_steps), \(size), is accepted")
  }
  return steps.pointee
}

private func check(_ count: Int, is needed: Int, _ name: String) throws(CallFailure) {
  guard count == needed else {
    throw CallFailure(
      .badArgument, "\(name): is \(count); \(needed), as in the layout, is accepted")
  }
}

/// Steps of several sessions; each chunk uses its own session and its own part of the memory.
private struct StepJob: @unchecked Sendable {
  private let sessions: [Session]
  private let tasks: [Task]
  private let steps: carom_steps

  init(_ opened: [OpenSession], _ steps: carom_steps) throws(CallFailure) {
    var tasks: [Task] = []
    tasks.reserveCapacity(opened.count)
    for session in opened { tasks.append(try session.requiredTask()) }
    for task in tasks where steps.observations != nil {
      try check(steps.observation_count, is: task.observationCount, "steps.observation_count")
    }
    (self.tasks, self.steps) = (tasks, steps)
    sessions = opened.map(\.session)
    for session in opened { session.player = nil }
  }

  /// Checks what a step reads, before anything changes.
  func checkActions() throws(CallFailure) {
    guard let actions = steps.actions else { throw .missing("steps.actions") }
    for index in sessions.indices {
      let width = tasks[index].actions.numbers.count
      try check(steps.action_count, is: width, "steps.action_count")
      if isReset(index) {
        if steps.seeds == nil { throw .missing("steps.seeds") }
        continue
      }
      guard !isSkipped(index) else { continue }
      for number in index * width..<(index + 1) * width where !actions[number].isFinite {
        throw CallFailure(
          .badArgument,
          "steps.actions[\(number)]: is \(actions[number]); a finite number is accepted")
      }
    }
  }

  private func isReset(_ index: Int) -> Bool { (steps.resets?[index] ?? 0) != 0 }
  private func isSkipped(_ index: Int) -> Bool { (steps.skips?[index] ?? 0) != 0 }

  /// Resets or steps a session and writes the results.
  func step(_ index: Int) {
    guard !isSkipped(index) else { return }
    let (session, task) = (sessions[index], tasks[index])
    if isReset(index) {
      task.reset(session, seed: steps.seeds?[index] ?? 0)
      observe(index, reward: 0)
    } else if let actions = steps.actions {
      let result = task.step(session, actions + index * steps.action_count)
      write(result, index)
    }
  }

  /// Writes the current state of a session.
  func observe(_ index: Int, reward: Double) {
    guard !isSkipped(index) else { return }
    var result = tasks[index].end(of: sessions[index])
    result.reward = reward
    write(result, index)
  }

  private func write(_ result: Task.Result, _ index: Int) {
    steps.rewards?[index] = result.reward
    steps.terminated?[index] = result.isTerminated ? 1 : 0
    steps.truncated?[index] = result.isTruncated ? 1 : 0
    if let observations = steps.observations {
      tasks[index].observe(sessions[index], observations + index * steps.observation_count)
    }
  }
}
