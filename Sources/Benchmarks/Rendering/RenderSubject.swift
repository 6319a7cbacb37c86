import CaromMaths
public import CaromRendering

/// Frames to draw again and again, and how long it took to take them from their scene.
public struct RenderSubject {
  /// What it is called.
  public let name: String
  /// The frames, one for each tick.
  public let frames: [RenderFrame]
  /// Processor time of taking a frame from its scene in milliseconds: the least of the medians.
  public let extractionTime: Double

  /// Takes frames of something that moves.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - count: How many frames, at least one.
  ///   - rounds: How often each is taken; the fastest round counts.
  ///   - advance: Goes on by one tick.
  ///   - extract: Takes the frame of the present tick; it must be the same every time.
  public init(
    _ name: String, frames count: Int, rounds: Int, advance: () throws -> Void,
    extract: () throws -> RenderFrame
  ) rethrows {
    precondition(count > 0 && rounds > 0, "A subject has at least one frame and one round")
    var frames: [RenderFrame] = []
    var times = [[Double]](repeating: [], count: rounds)
    for _ in 0..<count {
      try advance()
      for round in 0..<rounds {
        let start = ProcessorTime.now
        let frame = try extract()
        times[round].append((ProcessorTime.now - start) * 1e3)
        if round == 0 { frames.append(frame) }
      }
    }
    self.name = name
    self.frames = frames
    extractionTime = times.map(median).min() ?? 0
  }

  /// Draws all frames in rounds and measures them.
  ///
  /// - Parameters:
  ///   - width: Pixels a row.
  ///   - height: Rows.
  ///   - threads: How many threads draw, at least one.
  ///   - rounds: How often all frames are drawn; the fastest round counts.
  /// - Returns: Times of a frame, with that of taking it from its scene, and the last picture's hash.
  public func run(width: Int, height: Int, threads: Int, rounds: Int) -> RenderReport {
    precondition(rounds > 0, "A subject is drawn in at least one round")
    let renderer = Renderer(threads: threads)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 4, alignment: 16)
    defer { memory.deallocate() }
    var times: [Double] = []
    var wallTimes: [Double] = []
    var calmTimes = [Double](repeating: .infinity, count: frames.count)
    for _ in 0..<rounds {
      var round: [Double] = []
      var wallRound: [Double] = []
      for frame in frames {
        let (start, wallStart) = (ProcessorTime.now, WallTime.now)
        renderer.render(frame, width: width, height: height, into: memory)
        wallRound.append((WallTime.now - wallStart) * 1e3)
        round.append((ProcessorTime.now - start) * 1e3)
      }
      for (i, time) in wallRound.enumerated() { calmTimes[i] = min(calmTimes[i], time) }
      times.append(median(round))
      wallTimes.append(median(wallRound))
    }
    var hash = StateHash()
    hash.combine(bytes: memory)
    return RenderReport(
      subject: name, width: width, height: height, threads: threads, frames: frames.count,
      rounds: rounds, time: extractionTime + (times.min() ?? 0),
      wallTime: extractionTime + (wallTimes.min() ?? 0),
      calmTime: extractionTime + median(calmTimes),
      stages: [("extract", extractionTime)] + profile(width, height, memory), hash: hash.value)
  }

  /// The mean time of each stage over all frames, on one thread.
  private func profile(
    _ width: Int, _ height: Int, _ memory: UnsafeMutableRawBufferPointer
  ) -> [(name: String, time: Double)] {
    let renderer = Renderer()
    // Once without a clock, so that nothing is made for the first time while it runs.
    renderer.render(frames[0], width: width, height: height, into: memory)
    let clock = StageClock()
    renderer.probe = { clock.begin($0) }
    for frame in frames {
      renderer.render(frame, width: width, height: height, into: memory)
      clock.end()
    }
    return RenderStage.allCases.map { stage in
      (stage.rawValue, clock.times[stage, default: 0] * 1e3 / Double(frames.count))
    }
  }
}

/// Adds up how long stages take.
private final class StageClock: @unchecked Sendable {
  // Unchecked because it is told of stages by a renderer of one thread, which is the caller's.

  private(set) var times: [RenderStage: Double] = [:]
  private var stage: RenderStage?
  private var start = 0.0

  func begin(_ next: RenderStage) {
    let now = ProcessorTime.now
    if let stage { times[stage, default: 0] += now - start }
    stage = next
    start = now
  }

  func end() {
    if let stage { times[stage, default: 0] += ProcessorTime.now - start }
    stage = nil
  }
}

/// The middle of some numbers ordered by size; zero for none.
func median(_ numbers: [Double]) -> Double {
  numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
}
