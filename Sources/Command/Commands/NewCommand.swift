import ArgumentParser
import CaromContent
import CaromTool
import Foundation

/// `carom new`: makes a package for a new game.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a Swift package for a new game, with levels, a bot and tests.",
    discussion: """
      The package builds at once: its program has every command of carom for the game, and its tests \
      let the bot finish the levels, verify a recording, compare a golden image, run feature files and \
      search for input that violates an invariant. Its README lists the commands.

      Templates: ball (strike a ball into a hole), tilt (tilt a board to collect coins), paddle (hit \
      targets with a ball), empty (a turntable).

      EXAMPLE: carom new golf
      EXAMPLE: carom new mini-golf --template ball --output ../mini-golf
      EXAMPLE: carom new golf --carom https://example.com/carom.git
      """)

  @Argument(help: ArgumentHelp("The name: letters, digits and hyphens.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp("The template to start from.", valueName: "template"))
  var template = "ball"

  @Option(
    help: ArgumentHelp(
      "A checkout of Carom, or the URL of a repository, which the package depends on. Default: the "
        + "checkout of this program.", valueName: "path|url"))
  var carom: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder of the package, which must not exist or be empty. Default: the name.",
      valueName: "folder"))
  var output: String?

  @OptionGroup var content: ContentOptions

  func run() throws {
    let (name, assets) = (try PackageName(name), try assets())
    // Carom has targets with these names, and names are unique among all packages.
    guard !PackageTemplate.names(assets: assets).contains(where: { "\($0)-game" == name.program })
    else {
      throw CommandFailure.wrongUse(
        "NAME: '\(name.program)' is the name of a template; another name is accepted")
    }
    let template = try PackageTemplate(template, assets: assets)
    let engine = try carom.map { try EngineLocation($0) } ?? EngineLocation.ofProgram()
    let folder = output ?? name.program
    let target = URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath()
    let files = try template.files(name: name, engine: engine, in: target)
    try PackageTemplate.write(files, to: target)
    let lines = files.reduce(0) { sum, file in
      String(validating: file.bytes, as: UTF8.self) == nil || file.path.hasSuffix(".schema.json")
        ? sum : sum + file.bytes.count { $0 == UInt8(ascii: "\n") }
    }
    Terminal.print(
      """
      \(folder): \(files.count) files, \(lines) lines

        cd \(folder)
        swift run \(name.program) play
        swift test
      """)
  }

  /// The folder of assets that has the templates.
  private func assets() throws -> String {
    if content.root != nil { return try content.find().assets }
    do throws(ContentRoot.NotFound) { return try ContentRoot.ofProgram().assets } catch {
      throw CommandFailure.wrongUse(error.description)
    }
  }
}
