import CaromImages
public import CaromSceneGraph

/// Caches meshes, textures, fonts and environment probes from frame to frame.
///
/// The cache never changes a pixel. It is used by one thread at a time.
public final class RenderCache {
  /// Debug visualizations to draw; none by default.
  public var debugOptions: DebugOptions = []
  /// The prompts that labels and controls display in place of names of actions; see
  /// `Overlay.text(_:prompts:)`.
  public var prompts: [String: String] = [:]
  private let source: any ImageSource
  private var meshes: [ObjectIdentifier: MeshEntry] = [:]
  private var textures: [TextureKey: Texture] = [:]
  private var fonts: [String: Font] = [:]
  private var sprites: [SpriteKey: PreparedMesh] = [:]
  private var probes: [ObjectIdentifier: EnvironmentProbe] = [:]
  private var failures: [String: ImageSourceError] = [:]
  private var frame = 0
  /// The maximum total number of pixels of the textures, and the current number.
  private let pixelLimit: Int
  private var pixels = 0
  /// Whether an image exceeded the limit, until images are loaded again.
  private var isOverLimit = false

  private struct MeshEntry {
    /// Retained, so that the identity is not reused.
    let mesh: Mesh
    let prepared: PreparedMesh
    var lastFrame: Int
  }

  private struct SpriteKey: Hashable {
    var columns: Int
    var rows: Int
    var frame: Int
  }

  private struct TextureKey: Hashable {
    var name: String
    var encoding: Texture.Encoding

    /// Whether it is the key of a panorama made of a file and perhaps others.
    func isMade(of file: String) -> Bool {
      name.hasPrefix("environment\0") && name.split(separator: "\0").dropFirst().contains(file[...])
    }
  }

  /// Creates an empty cache that loads images from `source`.
  ///
  /// An image that would exceed `pixelLimit` in total is treated as missing. A pixel takes 11 bytes
  /// with mipmaps, so the default of 64 million takes 0.7 GB; a file of a few kilobytes could
  /// declare any number of pixels.
  public init(images source: any ImageSource, pixelLimit: Int = 67_108_864) {
    self.source = source
    self.pixelLimit = pixelLimit
  }

  /// The errors of images and fonts that could not be loaded, sorted by name.
  public var problems: [ImageSourceError] {
    failures.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Loads every image and font that a scene refers to.
  ///
  /// - Throws: ``MissingImages`` with all that could not be loaded.
  public func load(_ scene: Scene) throws(MissingImages) {
    let names = ImageNames(scene)
    for name in names.fonts { _ = font(name) }
    for (name, encoding) in names.images { _ = texture(name, encoding) }
    var missing: [ImageSourceError] = []
    for name in names.all {
      if let failure = failures[name], !missing.contains(failure) { missing.append(failure) }
    }
    if !missing.isEmpty { throw MissingImages(problems: missing) }
  }

  /// The names of all images and fonts that a scene refers to, each once, in the order of the
  /// scene.
  public static func fileNames(of scene: Scene) -> [String] { ImageNames(scene).all }

  /// Removes images and fonts whose files changed, so that they are loaded again when needed.
  public func invalidate(images names: [String]) {
    probes.removeAll()
    isOverLimit = false
    for name in names {
      for encoding in [Texture.Encoding.sRGB, .linear] {
        let key = TextureKey(name: name, encoding: encoding)
        guard let texture = textures.removeValue(forKey: key) else { continue }
        if texture !== RenderCache.missing { pixels -= texture.width * texture.height }
      }
      failures[name] = nil
      fonts[name] = nil
      // Panoramas made of several files have keys that contain their names.
      for (key, texture) in textures where key.isMade(of: name) {
        textures[key] = nil
        if texture !== RenderCache.missing { pixels -= texture.width * texture.height }
      }
    }
  }

  /// Begins a frame; every 256 frames, meshes that were not used in the last 256 are removed.
  func beginFrame() {
    frame += 1
    guard frame % 256 == 0 else { return }
    meshes = meshes.filter { $0.value.lastFrame >= frame - 256 }
  }

  /// Returns the prepared form of a mesh.
  func prepared(_ mesh: Mesh) -> PreparedMesh {
    let key = ObjectIdentifier(mesh)
    if let index = meshes.index(forKey: key) {
      meshes.values[index].lastFrame = frame
      return meshes.values[index].prepared
    }
    let prepared = PreparedMesh(
      positions: mesh.positions, normals: mesh.normals, tangents: mesh.tangents,
      texcoords: mesh.texcoords, texcoords2: mesh.texcoords2, colors: mesh.colors,
      elements: mesh.elements.map(\.indices))
    meshes[key] = MeshEntry(mesh: mesh, prepared: prepared, lastFrame: frame)
    return prepared
  }

  /// Returns a quad that shows one frame of a sprite sheet.
  func sprite(_ columns: Int, _ rows: Int, _ frame: Int) -> PreparedMesh {
    let key = SpriteKey(columns: columns, rows: rows, frame: frame)
    if let mesh = sprites[key] { return mesh }
    let mesh = PreparedMesh.sprite(columns: max(columns, 1), rows: max(rows, 1), frame: frame)
    sprites[key] = mesh
    return mesh
  }

  /// Returns the font with a name; Carom's own for an empty name or when loading fails.
  func font(_ name: String) -> Font {
    if name.isEmpty { return .carom }
    if let font = fonts[name] { return font }
    let font: Font
    do throws(ImageSourceError) {
      font = Font(try source.font(named: name))
    } catch {
      failures[name] = error
      font = .carom
    }
    fonts[name] = font
    return font
  }

  /// Returns the texture with a name; magenta checkers when loading fails.
  func texture(_ name: String, _ encoding: Texture.Encoding) -> Texture {
    let key = TextureKey(name: name, encoding: encoding)
    if let texture = textures[key] { return texture }
    let texture: Texture
    do throws(ImageSourceError) {
      texture = try makeTexture(decodedImage(name), name, encoding)
    } catch {
      failures[name] = error
      texture = RenderCache.missing
    }
    textures[key] = texture
    return texture
  }

  /// Returns the panorama of a property: an equirectangular image or a cube map; nil for a color.
  func environmentTexture(_ contents: MaterialContents) -> Texture? {
    let files = contents.files
    guard let first = files.first else { return nil }
    // A file name cannot contain NUL, so the key is unique.
    let key = TextureKey(name: "environment\0" + files.joined(separator: "\0"), encoding: .sRGB)
    if let texture = textures[key] { return texture }
    var texture: Texture?
    if files.count == 6 {
      let faces = files.compactMap { image($0) }
      if faces.count == 6 { texture = panorama(of: faces, first) }
    } else if let faces = image(first)?.cubeFaces {
      texture = panorama(of: faces, first)
    } else {
      texture = self.texture(first, .sRGB)
    }
    let result = texture ?? RenderCache.missing
    textures[key] = result
    return result
  }

  private func panorama(of faces: [Image], _ name: String) -> Texture? {
    do throws(ImageSourceError) {
      return try makeTexture(Image(equirectangularFromCube: faces), name, .sRGB)
    } catch {
      failures[name] = error
      return nil
    }
  }

  /// Returns the probe of a panorama; it retains the texture, so that the identity is not reused.
  func environmentProbe(_ panorama: Texture) -> EnvironmentProbe {
    if let light = probes[ObjectIdentifier(panorama)] { return light }
    let light = EnvironmentProbe(panorama)
    probes[ObjectIdentifier(panorama)] = light
    return light
  }

  /// Makes a texture and counts its pixels against the limit.
  private func makeTexture(
    _ image: Image, _ name: String, _ encoding: Texture.Encoding
  ) throws(ImageSourceError) -> Texture {
    let count = image.width * image.height
    guard count <= pixelLimit - pixels else {
      isOverLimit = true
      throw .tooMany(name: name, limit: pixelLimit)
    }
    pixels += count
    return Texture(image, encoding: encoding)
  }

  /// Decodes an image that does not exceed the limit by the size in its header.
  private func decodedImage(_ name: String) throws(ImageSourceError) -> Image {
    do throws(ImageSourceError) {
      return try source.image(named: name, maximumPixels: pixelLimit - pixels)
    } catch {
      guard case .tooMany = error else { throw error }
      isOverLimit = true
      throw .tooMany(name: name, limit: pixelLimit)
    }
  }

  private func image(_ name: String) -> Image? {
    // A scene of too many images is refused; decoding the rest would take time for nothing.
    if isOverLimit {
      failures[name] = .tooMany(name: name, limit: pixelLimit)
      return nil
    }
    do throws(ImageSourceError) {
      return try decodedImage(name)
    } catch {
      failures[name] = error
      return nil
    }
  }

  /// The panorama of a uniform environment, which its color multiplies.
  static let uniformPanorama = Texture(
    Image(width: 2, height: 1, filledWith: .init(255, 255, 255)), encoding: .sRGB)

  /// A checkerboard that marks missing textures.
  private static let missing: Texture = {
    var image = Image(width: 2, height: 2, filledWith: .init(255, 0, 255))
    image[0, 0] = .init(0, 0, 0)
    image[1, 1] = .init(0, 0, 0)
    return Texture(image, encoding: .sRGB)
  }()
}

/// The images and fonts that a scene refers to.
private struct ImageNames {
  private(set) var images: [(name: String, encoding: Texture.Encoding)] = []
  private(set) var fonts: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  init(_ scene: Scene) {
    for property in [scene.background, scene.lightingEnvironment].compactMap(\.self) {
      for name in property.contents.files { images.append((name, .sRGB)) }
    }
    scene.rootNode.enumerateHierarchy { node in
      if let geometry = node.geometry { add(geometry) }
      for name in node.particleSystems.compactMap(\.image) { images.append((name, .sRGB)) }
    }
    for icon in scene.overlay.icons where !icon.image.isEmpty { images.append((icon.image, .sRGB)) }
    fonts = scene.overlay.labels.map(\.font).filter { !$0.isEmpty }
  }

  /// All names, each once.
  var all: [String] {
    var known: Set<String> = []
    return (fonts + images.map(\.name)).filter { known.insert($0).inserted }
  }

  private mutating func add(_ geometry: Geometry) {
    guard seen.insert(ObjectIdentifier(geometry)).inserted else { return }
    for material in geometry.materials {
      for property in material.colorProperties {
        for name in property.contents.files { images.append((name, .sRGB)) }
      }
      for property in material.linearProperties {
        if let name = property.image { images.append((name, .linear)) }
      }
    }
    for level in geometry.levelsOfDetail { if let other = level.geometry { add(other) } }
  }
}

extension MaterialContents {
  /// The names of its image files.
  var files: [String] {
    switch self {
    case .image(let file): [file]
    case .cube(let images): images.files
    case .color, .number: []
    }
  }
}

extension Material {
  /// The properties whose images hold linear data.
  var linearProperties: [MaterialProperty] { [normal, metalness, roughness, ambientOcclusion] }

  /// The properties whose images hold colors.
  var colorProperties: [MaterialProperty] {
    [
      diffuse, ambient, specular, emission, multiply, reflective, transparent,
      selfIllumination,
    ]
  }
}

/// The images and fonts of a scene that could not be loaded.
public struct MissingImages: Error, Sendable, CustomStringConvertible {
  /// The errors in the order of the scene.
  public let problems: [ImageSourceError]

  /// One error per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
