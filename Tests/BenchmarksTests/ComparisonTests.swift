import CaromBenchmarks
import Testing

@Suite("Comparison with OpenGL ES by software")
struct ComparisonTests {
  @Test("Both draw the same picture but for a few bytes, or it is said what is not installed")
  func alike() throws {
    let balls = RenderSubject.balls(frames: 1, rounds: 1)
    do throws(ComparisonError) {
      let result = try balls.compare(width: 96, height: 54, threads: 1, rounds: 1)
      // They differ at edges and in how sharp pictures are far away.
      #expect(result.difference < 3)
      #expect(result.time.ours > 0 && result.time.other > 0)
    } catch {
      let isMissing =
        error.description.contains("no EGL") || error.description.contains("is not installed")
      #expect(isMissing, "\(error)")
    }
  }
}
