import CaromMaths
import CaromSimulation

/// Shrinks the input of a failure while it violates the same invariant.
///
/// Delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing
/// input", 2002): ever smaller chunks of the events are removed. Then gaps between the remaining
/// events are shortened, and their values are rounded. If several smaller inputs fail, the first in
/// a fixed order is used, so the result is the same on any number of threads.
struct Shrinker {
  let runner: FuzzRunner
  let pool: SessionPool
  /// The smallest failure so far.
  private(set) var best: Fuzz.Failure
  /// Whether shrinking was stopped.
  private(set) var isInterrupted = false
  private let progress: (Fuzz.Progress) -> Bool
  private var trials = 0

  init(
    runner: FuzzRunner, pool: SessionPool, best: Fuzz.Failure,
    progress: @escaping (Fuzz.Progress) -> Bool
  ) {
    self.runner = runner
    self.pool = pool
    self.best = best
    self.progress = progress
  }

  private var isDone: Bool { isInterrupted || trials >= runner.fuzz.shrinking }

  /// Shrinks until no smaller input fails.
  mutating func run() -> Fuzz.Failure {
    guard best.invariant != Fuzz.repeatName else { return best }
    while !isDone {
      let before = best
      _ = attempt([[]])
      removeChunks()
      shortenGaps()
      round()
      if best == before { break }
    }
    return best
  }

  /// Removes ever smaller chunks of the events.
  private mutating func removeChunks() {
    var parts = 2
    while !isDone, !best.events.isEmpty {
      let events = best.events
      let size = max(1, (events.count + parts - 1) / parts)
      let candidates = stride(from: 0, to: events.count, by: size).map { start in
        Array(events[..<start] + events[min(events.count, start + size)...])
      }
      if attempt(candidates) {
        parts = max(2, parts - 1)
      } else if size == 1 {
        return
      } else {
        parts = min(events.count, parts * 2)
      }
    }
  }

  /// Shortens the gaps between events.
  private mutating func shortenGaps() {
    var index = 0
    while !isDone, index < best.events.count {
      let events = best.events
      let before = index == 0 ? pool.beginning.tick : events[index - 1].tick
      let gap = events[index].tick - before
      let shifts = [gap, gap - gap / 4, gap / 2, gap / 4, gap / 8].filter { $0 > 0 }
      let candidates = shifts.map { shift in
        events.enumerated().map { position, event in
          position < index ? event : TimedInput(event.event, tick: event.tick - shift)
        }
      }
      // Only input that fails earlier is smaller.
      if candidates.isEmpty || !attempt(candidates, isShorter: true) { index += 1 }
    }
  }

  /// Rounds tilts to −1, 0 or 1.
  private mutating func round() {
    for index in best.events.indices where !isDone && index < best.events.count {
      guard case .tilt(let tilt) = best.events[index].event else { continue }
      let d = tilt.direction
      let round = Vector2(d.x.rounded(), d.y.rounded())
      guard round != d else { continue }
      var events = best.events
      events[index].event = .tilt(x: round.x, y: round.y)
      _ = attempt([events])
    }
  }

  /// Adopts the first of some inputs that still fails.
  private mutating func attempt(
    _ candidates: [[TimedInput]], isShorter: Bool = false
  ) -> Bool {
    var next = 0
    while next < candidates.count, !isDone {
      let batch = Array(candidates[next..<min(candidates.count, next + 4)])
      next += batch.count
      trials += batch.count
      let (runner, wanted, end) = (runner, best.invariant, best.tick)
      let ticks = Int(clamping: end - pool.beginning.tick) + (isShorter ? 0 : 60)
      let results = pool.run(batch.count) { index, session -> Trial in
        var player: any Bot = ScriptPlayer(batch[index])
        let failure = runner.watch(&player, in: session, ticks: ticks, only: wanted).failure
        return Trial(failure: failure)
      }
      let found = results.lazy.compactMap(\.failure).first { !isShorter || $0.tick < end }
      if let found { best = found }
      if !progress(.shrinking(events: best.events.count, ticks: best.tick)) || runner.isCancelled()
      {
        isInterrupted = true
      }
      if found != nil { return true }
    }
    return false
  }

  private struct Trial: Sendable {
    var failure: Fuzz.Failure?
  }
}
