import ArgumentParser
import CaromAssetMaker
import CaromContent
import CaromImages
import CaromTool

/// `carom assets`: generates every image, sound, font and example model from code, or checks that
/// the files are up to date.
struct AssetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assets",
    abstract:
      "Generate every image, sound and font in Assets, and the models of the examples.",
    discussion: """
      Images are compared pixel by pixel, not byte by byte: compression differs between library \
      versions. Sounds, fonts and models are compared byte by byte.

      EXAMPLE: carom assets --check
      """)

  @Flag(help: "Write nothing; exit with 1 if a file is missing or outdated.")
  var check = false

  @OptionGroup var content: ContentOptions

  func run() throws {
    let root = try content.find()
    let folder = root.assets
    var wrong: [String] = []
    for asset in AssetMaker.makeAll() {
      let path = "\(folder)/\(asset.path)"
      if (try? Image(decoding: Files.read(path))) == asset.image { continue }
      if check {
        wrong.append("\(path): is out of date; run 'carom assets'")
      } else {
        try Files.write(asset.image.encodedPNG(), to: path)
        Terminal.print(path)
      }
    }
    let exact =
      AssetMaker.makeSounds().map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
      + AssetMaker.makeFonts().map { ("\(folder)/\($0.path)", $0.bytes) }
      + AssetMaker.makeModels().map { ("\(root.scenes)/\($0.path)", $0.bytes) }
    for (path, bytes) in exact {
      if (try? Files.read(path)) == bytes { continue }
      if check {
        wrong.append("\(path): is out of date; run 'carom assets'")
      } else {
        try Files.write(bytes, to: path)
        Terminal.print(path)
      }
    }
    guard wrong.isEmpty else { throw CommandFailure.checkFailed(wrong.joined(separator: "\n")) }
    if !check { try Files.write(Array(AssetMaker.manifest.utf8), to: "\(folder)/README.md") }
  }
}
