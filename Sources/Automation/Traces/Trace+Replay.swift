package import CaromContent
package import CaromSimulation

extension Trace {
  /// Plays a recording and traces every tick.
  ///
  /// After a hash that differs, the rest is played without comparison.
  ///
  /// - Parameters:
  ///   - run: The replay, before its first tick.
  ///   - loaded: The session of the replay.
  ///   - path: The path of the recording, for the title.
  ///   - replay: The file name and the text of the recording, for saving it from the page.
  ///   - isCancelled: Called before each tick; returns true to stop there.
  /// - Returns: The trace.
  package static func playing(
    _ run: inout ReplayRun, of loaded: SessionLoader.Loaded, path: String,
    replay: (name: String, text: String), isCancelled: () -> Bool
  ) -> Trace {
    let (driver, recorder) = (GameDriver(loaded), TraceRecorder())
    recorder.begin(driver)
    let first = driver.tick
    if run.hasSceneChanged {
      recorder.add(.message, "\(run.replay.head.scene) has changed since it was recorded")
    }
    for entry in run.replay.entries {
      guard case .note(let text) = entry.content, entry.tick >= first else { continue }
      recorder.add(.message, "note: \(text)", tick: Int(entry.tick - first))
    }
    var step = StepResult(title: "the state has the recorded hashes")
    step.status = .passed
    (step.firstTick, step.lastTick) = (first, first)
    while !isCancelled() {
      let tick = driver.tick
      if step.status == .passed {
        if let found = run.play(through: tick + 1).divergence {
          step.status = .failed
          step.problem = StepProblem("\(found)")
          step.problem?.tick = found.tick
        }
      } else {
        run.replayWithoutChecks(through: tick + 1)
      }
      if driver.tick > tick { driver.didStep() }
      if driver.tick == tick, tick >= run.replay.lastTick || step.status == .passed { break }
    }
    step.lastTick = driver.tick
    recorder.end(driver)
    let details = details(
      run.replay.head.game, seed: run.replay.head.launch.seed, ticks: driver.tick - first,
      hash: driver.session.hash)
    return recorder.trace(ofRecording: path, step: step, details: details, replay: replay)
  }
}
