import ArgumentParser
import CaromContent
import CaromDocuments
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation

/// `carom render`: renders ticks of a game or a scene.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render ticks of a game or scene to PNG files.",
    discussion: """
      Images are rendered in software and are identical, bit for bit, on every machine. With --every, \
      the file name contains %d or %05d for the tick; with --all-cameras, %c for the camera. --show ids \
      also prints the color of each node. Ctrl-C and SIGTERM end a series; its images so far are kept.

      EXAMPLE: carom render brick-breaker --bot --at 600 --size 1280x720 --aa 4 -o bricks.png
      EXAMPLE: carom render marble-maze --bot --every 30 --until 600 -o 'frames/%05d.png'
      EXAMPLE: carom render marble-maze --bot --every 60 --until 900 --contact-sheet -o maze.png
      EXAMPLE: carom render brick-breaker --all-cameras --show depth -o 'depth-%c.png'
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the only game.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional,
    help: "The number of ticks to run before the first image, 60 per second. Default: 0.",
    transform: wholeNumber(in: tickCounts))
  var at = 0

  @Option(
    parsing: .unconditional,
    help: "Render an image every so many ticks, from --at to --until.",
    transform: wholeNumber(in: 1...tickCounts.upperBound))
  var every: Int?

  @Option(
    parsing: .unconditional,
    help: "The last tick of --every. Default: 600 after --at.",
    transform: wholeNumber(in: tickCounts))
  var until: Int?

  @Flag(help: "Arrange all images in one contact sheet.")
  var contactSheet = false

  @Flag(help: "Render an image from each camera of the scene.")
  var allCameras = false

  @Option(
    parsing: .unconditional, help: "The seed of the random streams. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Flag(help: "Let the game's bot play these ticks.")
  var bot = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PNG file to write; %05d is replaced by the tick, %c by the camera.", valueName: "file"))
  var output: String

  @OptionGroup var image: ImageOptions
  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  /// The maximum number of images of one command.
  private static let maximumImageCount = 100_000

  /// The ticks to render.
  private var ticks: [Int] {
    guard let every else { return [at] }
    return Array(stride(from: at, through: until ?? at + 600, by: every))
  }

  func validate() throws {
    if let every {
      let last = until ?? at + 600
      guard last >= at else {
        throw ValidationError("--until: \(last) is before --at \(at)")
      }
      guard (last - at) / every < Self.maximumImageCount else {
        throw ValidationError(
          "--every: more than \(Self.maximumImageCount) images; use a larger --every or a smaller "
            + "--until")
      }
    } else if until != nil {
      throw ValidationError("--until: requires --every")
    }
    if contactSheet && every == nil && !allCameras {
      throw ValidationError("--contact-sheet: requires --every or --all-cameras")
    }
    if allCameras && image.camera != nil {
      throw ValidationError("--all-cameras: cannot be combined with --camera")
    }
  }

  func run() throws {
    Interrupt.handle()
    let pattern = try fileNamePattern()
    try Files.check(image: output, of: "--output")
    let loaded = try content.load(subject, level: level.level, Launch(seed: seed))
    // Games fit their views to the shape of the image.
    if let size = image.size {
      loaded.session.send(.viewport(width: size.width, height: size.height))
    }
    let views = try views(of: loaded.session.scene)
    let game = type(of: loaded.session.game)
    var player = bot ? game.makeBot() : nil
    if bot && player == nil {
      throw CommandFailure.wrongUse("--bot: the game '\(game.name)' has no bot")
    }
    let names = cameraNames(views)
    let files = try pattern.map { try self.files($0, names) }
    try Files.check(series: files ?? [output], of: "--output", inputs: loaded.sceneFiles)
    let renderer = try image.makeRenderer(loaded)
    try checkSheet(ticks.count * views.count, of: renderer.size)
    var images: [Image] = []
    var now = 0
    let ticks = ticks
    var count = 0
    for (turn, tick) in ticks.enumerated() {
      _ = loaded.session.play(tick - now, with: &player)
      if Interrupt.isSet { break }
      now = tick
      Warnings.tellProblems(of: loaded)
      // After a change of level, the cameras are nodes of another scene.
      let current = (try? self.views(of: loaded.session.scene)) ?? [nil]
      for (number, view) in current.prefix(views.count).enumerated() {
        let image = renderer.draw(loaded, from: view)
        count += 1
        if contactSheet {
          images.append(image)
        } else {
          let file = files?[turn * views.count + number] ?? output
          try Files.write(try orFail { try image.encodedPNG() }, to: file)
        }
      }
    }
    if Interrupt.isSet {
      Interrupt.report("after \(count) of \(ticks.count * views.count) images")
    }
    if contactSheet, !images.isEmpty {
      let sheet = ContactSheet.image(images, of: renderer.size)
      try Files.write(try orFail { try sheet.encodedPNG() }, to: output)
    }
    if renderer.kind == .ids { printLegend(loaded.session.scene) }
  }

  /// The points of view in a scene; nil for the scene's own.
  private func views(of scene: Scene) throws -> [Node?] {
    allCameras ? try image.cameras(of: scene) : [try image.view(of: scene)]
  }

  /// The pattern of the file names, or nil for a single file.
  private func fileNamePattern() throws -> ImageNamePattern? {
    if contactSheet || (every == nil && !allCameras) { return nil }
    let pattern = try ImageNamePattern(parsing: output)
    if every != nil && ticks.count > 1 && !pattern.namesTicks {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' is a single file for \(ticks.count) ticks; use a name with %05d"
          + " or --contact-sheet")
    }
    if allCameras && !pattern.namesCameras {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' is a single file for all cameras; use a name with %c or "
          + "--contact-sheet")
    }
    return pattern
  }

  private func checkSheet(_ count: Int, of size: ImageSize) throws {
    guard contactSheet else { return }
    let sheet = ContactSheet.size(count, of: size)
    guard sheet.width <= 16_384, sheet.height <= 16_384 else {
      throw CommandFailure.wrongUse(
        "--contact-sheet: \(count) images of \(size) result in \(sheet.width)x"
          + "\(sheet.height) pixels; the maximum is 16384 a side. Use a smaller --size or a larger --every"
      )
    }
  }

  /// The file names of cameras; duplicates get a number that no other name uses.
  private func cameraNames(_ views: [Node?]) -> [String] {
    let names = views.map { ImageNamePattern.fileName($0?.name ?? "camera") }
    let own = Set(names)
    var used: Set<String> = []
    return names.map { name in
      var (free, number) = (name, 1)
      while used.contains(free) || (number > 1 && own.contains(free)) {
        number += 1
        free = "\(name)-\(number)"
      }
      used.insert(free)
      return free
    }
  }

  /// The file of each image, camera by camera in each tick.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if two images have the same file.
  private func files(_ pattern: ImageNamePattern, _ names: [String]) throws -> [String] {
    let all = ticks.flatMap { tick in names.map { pattern.name(tick: tick, camera: $0) } }
    var seen: Set<String> = []
    for file in all where !seen.insert(file).inserted {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' results in \(file.debugDescription) twice; use a name in which each tick and "
          + "camera differs, such as %c-%05d.png")
    }
    return all
  }

  /// Prints the color of each node.
  private func printLegend(_ scene: Scene) {
    for node in scene.rootNode.childNodes(passingTest: { $0.geometry != nil }) {
      let c = GeometryBuffer.color(ofNode: UInt64(UInt32(bitPattern: node.id)))
      let digits = [c.red, c.green, c.blue].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      Terminal.print("#" + digits.joined() + "  " + node.path.onOneLine)
    }
  }
}
