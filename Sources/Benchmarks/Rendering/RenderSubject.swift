import CaromMaths
public import CaromRendering

/// A sequence of frames to render, with the time of their extraction from the scene.
public struct RenderSubject {
  /// The name of the subject.
  public let name: String
  /// The frames, one for each tick.
  public let frames: [RenderFrame]
  /// The processor time of extracting a frame in milliseconds: the minimum of the medians.
  public let extractionTime: Double

  /// Extracts the frames of a simulation.
  ///
  /// - Parameters:
  ///   - name: The name of the subject.
  ///   - count: The number of frames, at least one.
  ///   - rounds: The number of extractions of each frame; the fastest round counts.
  ///   - advance: Advances the simulation by one tick.
  ///   - extract: Extracts the frame of the current tick; it must return the same frame every time.
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

  /// Renders all frames in rounds and measures them.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - window: The size to which frames are scaled, with the overlay drawn in it; nil for none.
  ///   - threads: The number of threads, at least one.
  ///   - rounds: The number of rounds; the fastest counts.
  /// - Returns: The times of a frame, extraction included, and the hash of the last image.
  public func run(
    width: Int, height: Int, window: (width: Int, height: Int)? = nil, threads: Int, rounds: Int
  ) -> RenderReport {
    precondition(rounds > 0, "A subject is drawn in at least one round")
    let renderer = Renderer(threads: threads)
    let shown = window ?? (width, height)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: shown.width * shown.height * 4, alignment: 16)
    defer { memory.deallocate() }
    var times: [Double] = []
    var wallTimes: [Double] = []
    var undisturbedTimes = [Double](repeating: .infinity, count: frames.count)
    for _ in 0..<rounds {
      var round: [Double] = []
      var wallRound: [Double] = []
      for frame in frames {
        let (start, wallStart) = (ProcessorTime.now, WallTime.now)
        renderer.render(frame, width: width, height: height, scaledTo: shown, into: memory)
        wallRound.append((WallTime.now - wallStart) * 1e3)
        round.append((ProcessorTime.now - start) * 1e3)
      }
      for (i, time) in wallRound.enumerated() {
        undisturbedTimes[i] = min(undisturbedTimes[i], time)
      }
      times.append(median(round))
      wallTimes.append(median(wallRound))
    }
    var hash = StateHash()
    hash.combine(bytes: memory)
    return RenderReport(
      subject: name, width: width, height: height, threads: threads, frames: frames.count,
      rounds: rounds, time: extractionTime + (times.min() ?? 0),
      wallTime: extractionTime + (wallTimes.min() ?? 0),
      undisturbedTime: extractionTime + median(undisturbedTimes),
      stages: [("extract", extractionTime)] + profile(width, height, shown, memory),
      hash: hash.value)
  }

  /// The mean time of each stage over all frames, on one thread.
  private func profile(
    _ width: Int, _ height: Int, _ shown: (width: Int, height: Int),
    _ memory: UnsafeMutableRawBufferPointer
  ) -> [(name: String, time: Double)] {
    let renderer = Renderer()
    // Warms up, so that lazy initialization is not measured.
    renderer.render(frames[0], width: width, height: height, scaledTo: shown, into: memory)
    let clock = StageClock()
    renderer.stageObserver = { clock.begin($0) }
    for frame in frames {
      renderer.render(frame, width: width, height: height, scaledTo: shown, into: memory)
      clock.end()
    }
    return RenderStage.allCases.map { stage in
      (stage.rawValue, clock.times[stage, default: 0] * 1e3 / Double(frames.count))
    }
  }
}

/// Accumulates the times of stages.
private final class StageClock: @unchecked Sendable {
  // Unchecked because a renderer with one thread reports stages on the caller's thread.

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

/// The median of some numbers; zero for none.
package func median(_ numbers: [Double]) -> Double {
  numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
}
