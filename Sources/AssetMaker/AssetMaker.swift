public import CaromImages
import CaromRendering

/// Makes the pictures, sounds and the font in `Assets` from seeds, and the model of an example: the
/// same on every machine.
///
/// Nothing here was painted, photographed or recorded. A picture or sound is a function of its seed, made of integer
/// hashes and the portable mathematics of Carom, so the files in the repository can be checked
/// against the code. Touches no file: the caller writes what it is given.
public enum AssetMaker {
  /// A picture and the path it has in the folder of assets.
  public struct Asset: Sendable {
    /// The path below the folder of assets, such as `textures/marble-diffuse.png`.
    public let path: String
    /// The pixels.
    public let image: Image
  }

  /// A model and the path it has in the folder of scenes.
  public struct Model: Sendable {
    /// The path below the folder of scenes, such as `Examples/windmill.glb`.
    public let path: String
    /// The bytes of the file, the same on every machine.
    public let bytes: [UInt8]
  }

  /// Makes every model, in a fixed order.
  public static func makeModels() -> [Model] {
    [Model(path: "Examples/windmill.glb", bytes: Windmill.glb())]
  }

  /// A sound and the path it has in the folder of assets.
  public struct SoundFile: Sendable {
    /// The path below the folder of assets, such as `sounds/bump.wav`.
    public let path: String
    /// The bytes of the WAV file, the same on every machine.
    public let bytes: [UInt8]
  }

  /// Makes every sound, in a fixed order.
  ///
  /// - Complexity: a tenth of a second in a release build.
  public static func makeSounds() -> [SoundFile] {
    SoundRecipe.all.map { SoundFile(path: "sounds/\($0.name).wav", bytes: $0.bytes) }
  }

  /// A font and the path it has in the folder of assets.
  public struct FontAsset: Sendable {
    /// The path below the folder of assets, such as `fonts/carom.json`.
    public let path: String
    /// The bytes of the file, the same on every machine.
    public let bytes: [UInt8]
  }

  /// Makes every font, in a fixed order: the one that the renderer has built in.
  public static func makeFonts() -> [FontAsset] {
    [FontAsset(path: "fonts/carom.json", bytes: Array(FontFile.carom.text.utf8))]
  }

  private static var textures: [any Texture] {
    [
      MarbleTexture(),
      StoneTexture(
        name: "stone3x3", seed: 21, summary: "a floor of nine sandstone blocks; tiles both ways",
        cells: 3, size: 512),
      StoneTexture(
        name: "stone1x1", seed: 31, summary: "a single sandstone block; tiles both ways",
        cells: 1, size: 256),
      PillarTexture(), WoodTexture(), CrateTexture(), BrickTexture(), SkyTexture(),
    ]
  }

  /// Makes every picture, in a fixed order.
  ///
  /// - Complexity: about a second in a release build.
  public static func makeAll() -> [Asset] {
    textures.flatMap { texture in
      texture.maps().map { map in
        Asset(path: path(texture, map.kind), image: map.grid.image)
      }
    }
  }

  /// The list of what is made, with seeds, for people: `Assets/README.md`.
  public static var manifest: String {
    var lines = [
      "# Assets", "",
      "Every picture and sound here is made by code in `Sources/AssetMaker` from a seed; nothing was",
      "painted, photographed or recorded, so all of it is under the licence of the project. Do not",
      "edit the files: change the code and run `carom assets`. A test compares them.", "",
      "| Texture | Seed | What it is |", "|---|---|---|",
    ]
    for texture in textures {
      lines.append("| `\(texture.name)` | \(texture.seed) | \(texture.summary) |")
    }
    lines += [
      "", "A name ends in the slot of the material that the picture is for: `-diffuse` and",
      "`-emission` are sRGB colours, `-normal` holds directions: red right, green up, blue out,",
      "and `-panorama` is an sRGB picture of all around.",
      "", "| Sound | Seed | What is heard |", "|---|---|---|",
    ]
    for sound in SoundRecipe.all {
      lines.append("| `\(sound.name)` | \(sound.seed) | \(sound.summary) |")
    }
    lines += [
      "",
      "`fonts/carom.json` is the font that the renderer has built in, as a file: a beginning for",
      "others.",
      "", "Sounds are WAV files of one channel and 16 bits a sample, in `sounds`.",
      "", "`Scenes/Examples/windmill.glb` is made in the same way, byte by byte.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func path(_ texture: any Texture, _ kind: TextureMap.Kind) -> String {
    "textures/\(texture.name)-\(kind.rawValue).png"
  }
}
