public import CaromImages
import CaromRendering

/// Generates the images, sounds and font in `Assets` and the example model from seeds.
///
/// No asset was painted, photographed or recorded. Each is a function of its seed, computed with
/// integer hashes and portable mathematics, so it is the same on every machine, and tests compare
/// the files in the repository with the code. Nothing is written to disk; the caller does that.
public enum AssetMaker {
  /// An image and its path in the assets folder.
  public struct Asset: Sendable {
    /// The path relative to the assets folder, such as `textures/marble-diffuse.png`.
    public let path: String
    /// The pixels.
    public let image: Image
  }

  /// A model and its path in the scenes folder.
  public struct Model: Sendable {
    /// The path relative to the scenes folder, such as `Examples/windmill.glb`.
    public let path: String
    /// The bytes of the file.
    public let bytes: [UInt8]
  }

  /// Generates all models in a fixed order.
  public static func makeModels() -> [Model] {
    [Model(path: "Examples/windmill.glb", bytes: Windmill.glb())]
  }

  /// A sound and its path in the assets folder.
  public struct SoundFile: Sendable {
    /// The path relative to the assets folder, such as `sounds/bump.wav`.
    public let path: String
    /// The bytes of the WAV file.
    public let bytes: [UInt8]
  }

  /// Generates all sounds in a fixed order.
  ///
  /// - Complexity: A tenth of a second in a release build.
  public static func makeSounds() -> [SoundFile] {
    SoundRecipe.all.map { SoundFile(path: "sounds/\($0.name).wav", bytes: $0.bytes) }
  }

  /// A font and its path in the assets folder.
  public struct FontAsset: Sendable {
    /// The path relative to the assets folder, such as `fonts/carom.json`.
    public let path: String
    /// The bytes of the file.
    public let bytes: [UInt8]
  }

  /// Generates all fonts: the renderer's built-in font.
  public static func makeFonts() -> [FontAsset] {
    [FontAsset(path: "fonts/carom.json", bytes: Array(FontFile.carom.text.utf8))]
  }

  private static var textures: [any TextureRecipe] {
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

  /// Generates all images in a fixed order.
  ///
  /// - Complexity: About a second in a release build.
  public static func makeAll() -> [Asset] {
    textures.flatMap { texture in
      texture.maps().map { map in
        Asset(path: path(texture, map.kind), image: map.grid.image)
      }
    }
  }

  /// The list of assets with their seeds, written to `Assets/README.md`.
  public static var manifest: String {
    var lines = [
      "# Assets", "",
      "Every picture and sound here is values by code in `Sources/AssetMaker` from a seed; nothing was",
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
      "", "`Scenes/Examples/windmill.glb` is values in the same way, byte by byte.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func path(_ texture: any TextureRecipe, _ kind: TextureMap.Kind) -> String {
    "textures/\(texture.name)-\(kind.rawValue).png"
  }
}
