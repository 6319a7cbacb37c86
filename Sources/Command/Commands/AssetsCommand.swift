import ArgumentParser
import CaromAssetMaker
import CaromImages
import CaromContent

/// `carom assets`: makes every picture in `Assets` from its seed, or checks that they are so made.
struct AssetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assets",
    abstract: "Make every picture in Assets from its seed.",
    discussion: """
      Pictures are compared pixel by pixel, not byte by byte: compression differs between versions \
      of a library.

      EXAMPLE: carom assets --check
      """)

  @Flag(help: "Write nothing; exit 1 if a picture is missing or differs.")
  var check = false

  @OptionGroup var place: RootOption

  func run() throws {
    let folder = try place.find().assets
    var wrong: [String] = []
    for asset in AssetMaker.makeAll() {
      let path = "\(folder)/\(asset.path)"
      if (try? Image(decoding: Files.read(path))) == asset.image { continue }
      if check {
        wrong.append("\(path): is not the picture that its seed makes; run 'carom assets'")
      } else {
        try Files.write(asset.image.encodedPNG(), to: path)
        Terminal.print(path)
      }
    }
    guard wrong.isEmpty else { throw CommandFailure.checkFailed(wrong.joined(separator: "\n")) }
    if !check { try Files.write(Array(AssetMaker.manifest.utf8), to: "\(folder)/README.md") }
  }
}
