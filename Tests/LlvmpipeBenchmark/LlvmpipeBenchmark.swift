import ArgumentParser
import CaromBenchmarks
import CaromContent
import CaromGames
import CaromRendering
import CaromSimulation

/// `LlvmpipeBenchmark`: compares the renderer with Mesa's OpenGL ES in software.
@main
struct LlvmpipeBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the renderer with Mesa's OpenGL ES in software (llvmpipe).",
    discussion: """
      Both render the same frames, without reflections, transparent surfaces and text. Times are \
      milliseconds a frame, the minimum of the rounds' medians. Requires EGL.

      EXAMPLE: LlvmpipeBenchmark --subject marble-maze --width 1280 --height 720 --threads 2
      """)

  @Option(help: "A game, or balls: 64 spheres of 640 triangles.")
  var subject = "balls"

  @Option(help: "The width of the images in pixels, 1 to 8192.")
  var width = 1_280

  @Option(help: "The height of the images in pixels, 1 to 8192.")
  var height = 720

  @Option(help: "The number of threads, 1 to 256.")
  var threads = 1

  @Option(help: "The number of frames in a round, 1 to 10000.")
  var frames = 120

  @Option(help: "The number of rounds, 1 to 1000.")
  var rounds = 5

  @Option(help: "The number of ticks that a game runs before the first frame.")
  var at = 240

  func validate() throws {
    let ranges = [
      (width, 1...Renderer.maximumSide, "width"), (height, 1...Renderer.maximumSide, "height"),
      (threads, 1...256, "threads"), (frames, 1...10_000, "frames"), (rounds, 1...1_000, "rounds"),
      (at, 0...1_000_000, "at"),
    ]
    for (value, range, name) in ranges where !range.contains(value) {
      throw ValidationError("--\(name): \(value) is not \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func run() throws {
    let result = try makeSubject().compare(
      width: width, height: height, threads: threads, rounds: rounds)
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    print(
      """
      \(result.subject) \(width)x\(height), \(threads) threads: \
      Carom \(rounded(result.time.carom)) ms CPU, \(rounded(result.wallTime.carom)) ms wall; \
      \(result.other) \(rounded(result.time.other)) ms CPU, \
      \(rounded(result.wallTime.other)) ms wall; \
      CPU ratio \(rounded(result.time.carom / result.time.other)); \
      mean byte difference \(rounded(result.difference)), \
      \(rounded(result.differentFraction * 100)) % above 8
      """)
  }

  private func makeSubject() throws -> RenderSubject {
    if subject == "balls" { return .balls(frames: frames, rounds: 1) }
    let loader = SessionLoader(games: GameList.all, root: try ContentRoot.find())
    let loaded = try loader.load(subject, launch: Launch(seed: 1))
    var bot = type(of: loaded.session.game).makeBot()
    func step(_ ticks: Int) {
      guard var player = bot else { return loaded.session.step(ticks) }
      loaded.session.step(ticks, with: &player)
      bot = player
    }
    step(at)
    let cache = try loaded.makeCache()
    return RenderSubject(
      subject, frames: frames, rounds: 1, advance: { step(1) },
      extract: { RenderFrame(loaded.session.scene, cache: cache) })
  }
}
