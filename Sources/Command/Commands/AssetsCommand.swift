import ArgumentParser
import CaromAssetMaker
import CaromImages
import CaromContent

/// `carom assets`: makes every picture, sound and font in `Assets` from its seed and the models of the
/// examples, or checks that they are so made.
struct AssetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assets",
    abstract:
      "Make every picture, sound and font in Assets from its seed, and the models of the examples.",
    discussion: """
      Pictures are compared pixel by pixel, not byte by byte: compression differs between versions \
      of a library. Sounds, fonts and models are compared byte by byte.

      EXAMPLE: carom assets --check
      """)

  @Flag(help: "Write nothing; exit 1 if a file is missing or differs.")
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
        wrong.append("\(path): is not the picture that its seed makes; run 'carom assets'")
      } else {
        try Files.write(asset.image.encodedPNG(), to: path)
        Terminal.print(path)
      }
    }
    let exact =
      AssetMaker.makeSounds().map { (path: "\(folder)/\($0.path)", noun: "sound", bytes: $0.bytes) }
      + AssetMaker.makeFonts().map { ("\(folder)/\($0.path)", "font", $0.bytes) }
      + AssetMaker.makeModels().map { ("\(root.scenes)/\($0.path)", "model", $0.bytes) }
    for (path, noun, bytes) in exact {
      if (try? Files.read(path)) == bytes { continue }
      if check {
        wrong.append("\(path): is not the \(noun) that its code makes; run 'carom assets'")
      } else {
        try Files.write(bytes, to: path)
        Terminal.print(path)
      }
    }
    guard wrong.isEmpty else { throw CommandFailure.checkFailed(wrong.joined(separator: "\n")) }
    if !check { try Files.write(Array(AssetMaker.manifest.utf8), to: "\(folder)/README.md") }
  }
}
