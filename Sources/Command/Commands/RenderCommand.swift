import ArgumentParser
import CaromContent
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation

/// `carom render`: draws ticks of a game or a scene.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw ticks of a game or a scene as PNGs.",
    discussion: """
      The pictures are made by software and are the same, bit for bit, on every machine. With --every \
      there are many, named by the tick: %d or %05d in the name of the file stands for it; with \
      --all-cameras %c stands for the camera. --show ids also prints which node has which colour.

      EXAMPLE: carom render brick-breaker --bot --at 600 --size 1280x720 --aa 4 -o bricks.png
      EXAMPLE: carom render marble-maze --bot --every 30 --until 600 -o 'frames/%05d.png'
      EXAMPLE: carom render marble-maze --bot --every 60 --until 900 --contact-sheet -o maze.png
      EXAMPLE: carom render brick-breaker --all-cameras --show depth -o 'depth-%c.png'
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String

  @Option(
    parsing: .unconditional,
    help: "How many ticks to run before the first picture; a second has 60.")
  var at = 0

  @Option(help: "Draw a picture every so many ticks, from --at to --until.")
  var every: Int?

  @Option(
    parsing: .unconditional,
    help: "The last tick that --every draws; without it, 600 after --at.")
  var until: Int?

  @Flag(help: "Lay all pictures out on one, row by row.")
  var contactSheet = false

  @Flag(help: "Draw a picture from each camera of the scene.")
  var allCameras = false

  @Option(help: "What all chance comes from.")
  var seed: UInt64 = 1

  @Flag(help: "Let the game's bot play until then.")
  var bot = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PNG file to write; %05d in it is the tick, %c the camera.", valueName: "file"))
  var output: String

  @OptionGroup var image: ImageOptions
  @OptionGroup var content: ContentOptions

  /// The most pictures of one command.
  private static let mostPictures = 100_000

  /// The ticks to draw.
  private var ticks: [Int] {
    guard let every else { return [at] }
    return Array(stride(from: at, through: until ?? at + 600, by: every))
  }

  func validate() throws {
    guard at >= 0, at <= 1_000_000_000 else {
      throw ValidationError("--at: \(at) is not 0 to 1000000000")
    }
    if let every {
      guard every >= 1 else {
        throw ValidationError("--every: \(every) is less than 1; 1 or more is accepted")
      }
      let last = until ?? at + 600
      guard last >= at else {
        throw ValidationError("--until: \(last) is before --at \(at)")
      }
      guard (last - at) / every < Self.mostPictures else {
        throw ValidationError(
          "--every: more than \(Self.mostPictures) pictures; a later --every or an earlier "
            + "--until is accepted")
      }
    } else if until != nil {
      throw ValidationError("--until: means nothing without --every")
    }
    if contactSheet && every == nil && !allCameras {
      throw ValidationError("--contact-sheet: lays out the pictures of --every or --all-cameras")
    }
    if allCameras && image.camera != nil {
      throw ValidationError("--all-cameras: draws the one of --camera too; one of both is accepted")
    }
  }

  func run() throws {
    let pattern = try usedPattern()
    let loaded = try content.load(subject, Launch(seed: seed))
    let views: [Node?] =
      allCameras
      ? try image.cameras(of: loaded.session.scene)
      : [try image.view(of: loaded.session.scene)]
    let game = type(of: loaded.session.game)
    var player = bot ? game.makeBot() : nil
    if bot && player == nil {
      throw CommandFailure.wrongUse("--bot: the game '\(game.name)' has no bot")
    }
    let names = cameraNames(views)
    let files = try pattern.map { try self.files($0, names) }
    let renderer = try image.makeRenderer(loaded)
    try checkSheet(ticks.count * views.count, of: renderer.size)
    var pictures: [Image] = []
    var now = 0
    for (turn, tick) in ticks.enumerated() {
      _ = loaded.session.play(tick - now, with: &player)
      now = tick
      for (number, view) in views.enumerated() {
        let image = renderer.draw(loaded, from: view)
        if contactSheet {
          pictures.append(image)
        } else {
          let file = files?[turn * views.count + number] ?? output
          try Files.write(try orFail { try image.encodedPNG() }, to: file)
        }
      }
    }
    if contactSheet {
      let sheet = ContactSheet.image(pictures, of: renderer.size)
      try Files.write(try orFail { try sheet.encodedPNG() }, to: output)
    }
    if renderer.kind == .ids { printLegend(loaded.session.scene) }
  }

  /// The names of the files, or nil for one file.
  private func usedPattern() throws -> ImageNamePattern? {
    if contactSheet || (every == nil && !allCameras) { return nil }
    let pattern = try ImageNamePattern(parsing: output)
    if every != nil && ticks.count > 1 && !pattern.namesTicks {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' is one file for \(ticks.count) ticks; a name with %05d in it is "
          + "accepted, or --contact-sheet")
    }
    if allCameras && !pattern.namesCameras {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' is one file for all cameras; a name with %c in it is accepted, or "
          + "--contact-sheet")
    }
    return pattern
  }

  private func checkSheet(_ count: Int, of size: ImageSize) throws {
    guard contactSheet else { return }
    let sheet = ContactSheet.size(count, of: size)
    guard sheet.width <= 16_384, sheet.height <= 16_384 else {
      throw CommandFailure.wrongUse(
        "--contact-sheet: \(count) pictures of \(size) make one of \(sheet.width)x"
          + "\(sheet.height); at most 16384 a side are accepted, by --size or --every")
    }
  }

  /// The names of cameras in files; the second of a name gets a number that makes it no other's.
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

  /// The file of each picture, camera by camera in each tick.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for a file that two pictures would be written to.
  private func files(_ pattern: ImageNamePattern, _ names: [String]) throws -> [String] {
    let all = ticks.flatMap { tick in names.map { pattern.name(tick: tick, camera: $0) } }
    var seen: Set<String> = []
    for file in all where !seen.insert(file).inserted {
      throw CommandFailure.wrongUse(
        "--output: '\(output)' makes \(file.debugDescription) twice; a name in which each tick and "
          + "camera differs is accepted, such as %c-%05d.png")
    }
    return all
  }

  /// Says which node has which colour.
  private func printLegend(_ scene: Scene) {
    for node in scene.rootNode.childNodes(passingTest: { $0.geometry != nil }) {
      let c = GeometryBuffer.color(ofNode: UInt64(UInt32(bitPattern: node.id)))
      let digits = [c.red, c.green, c.blue].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      Terminal.print("#" + digits.joined() + "  " + node.path)
    }
  }
}
