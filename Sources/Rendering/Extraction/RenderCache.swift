import CaromImages
public import CaromSceneGraph

/// Meshes and textures laid out for the rasteriser, kept from frame to frame.
///
/// What is kept never changes a pixel, only how long a frame takes. Used by one thread at a time.
public final class RenderCache {
  /// What is drawn besides the scene to see how it works; nothing at first.
  public var debugOptions: DebugOptions = []
  private let source: any ImageSource
  private var meshes: [ObjectIdentifier: MeshEntry] = [:]
  private var textures: [TextureKey: Texture] = [:]
  private var fonts: [String: Font] = [:]
  private var sprites: [SpriteKey: PreparedMesh] = [:]
  private var lights: [ObjectIdentifier: SurroundingLight] = [:]
  private var failures: [String: ImageSourceError] = [:]
  private var frame = 0
  /// The most pixels that the textures may have in all, and how many they have.
  private let pixelLimit: Int
  private var pixels = 0

  private struct MeshEntry {
    /// Kept, so that no other mesh gets its identity.
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
  }

  /// Makes an empty cache whose pictures come from `source`.
  ///
  /// A picture with which all would have more than `pixelLimit` pixels counts as missing. A pixel
  /// takes 11 bytes with its reduced versions, so the 64 million of the default are 0.7 GB; a file of
  /// a few kilobytes could ask for any number of them.
  public init(images source: any ImageSource, pixelLimit: Int = 67_108_864) {
    self.source = source
    self.pixelLimit = pixelLimit
  }

  /// The pictures that could not be had, in the order of their names.
  public var problems: [ImageSourceError] {
    failures.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Reads every picture that a scene names, so that none is missing when it is drawn.
  ///
  /// - Throws: ``MissingImages`` with all that cannot be had.
  public func load(_ scene: Scene) throws(MissingImages) {
    var names: [(String, Texture.Encoding)] = []
    var seen: Set<ObjectIdentifier> = []
    func add(_ geometry: Geometry) {
      guard seen.insert(ObjectIdentifier(geometry)).inserted else { return }
      for material in geometry.materials {
        for slot in material.colorSlots {
          for name in slot.contents.files { names.append((name, .sRGB)) }
        }
        for slot in material.numberSlots {
          if let name = slot.image { names.append((name, .linear)) }
        }
      }
      for level in geometry.levelsOfDetail {
        if let other = level.geometry { add(other) }
      }
    }
    for slot in [scene.background, scene.lightingEnvironment] {
      for name in slot.contents.files { names.append((name, .sRGB)) }
    }
    scene.rootNode.enumerateHierarchy { node in
      if let geometry = node.geometry { add(geometry) }
      for name in node.particleSystems.compactMap(\.image) { names.append((name, .sRGB)) }
    }
    for icon in scene.overlay.icons where !icon.image.isEmpty { names.append((icon.image, .sRGB)) }
    var missing: [ImageSourceError] = []
    for label in scene.overlay.labels {
      _ = font(label.font)
      if let failure = failures[label.font], !missing.contains(failure) { missing.append(failure) }
    }
    for (name, encoding) in names {
      _ = texture(name, encoding)
      if let failure = failures[name], !missing.contains(failure) { missing.append(failure) }
    }
    if !missing.isEmpty { throw MissingImages(problems: missing) }
  }

  /// Lets pictures go that changed, so that they are read again when they are drawn next.
  public func forget(images names: [String]) {
    lights.removeAll()
    for name in names {
      for encoding in [Texture.Encoding.sRGB, .linear] {
        let key = TextureKey(name: name, encoding: encoding)
        guard let texture = textures.removeValue(forKey: key) else { continue }
        if texture !== RenderCache.missing { pixels -= texture.width * texture.height }
      }
      failures[name] = nil
      fonts[name] = nil
    }
  }

  /// Starts a frame: meshes that the last 256 frames did without are let go.
  func beginFrame() {
    frame += 1
    guard frame % 256 == 0 else { return }
    meshes = meshes.filter { $0.value.lastFrame >= frame - 256 }
  }

  /// The mesh laid out for the rasteriser.
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

  /// The square that shows one picture of a sheet.
  func sprite(_ columns: Int, _ rows: Int, _ frame: Int) -> PreparedMesh {
    let key = SpriteKey(columns: columns, rows: rows, frame: frame)
    if let mesh = sprites[key] { return mesh }
    let mesh = PreparedMesh.sprite(columns: max(columns, 1), rows: max(rows, 1), frame: frame)
    sprites[key] = mesh
    return mesh
  }

  /// The font of a name; Carom's own of none, and where it cannot be had.
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

  /// The picture of a name; magenta squares where it cannot be had.
  func texture(_ name: String, _ encoding: Texture.Encoding) -> Texture {
    let key = TextureKey(name: name, encoding: encoding)
    if let texture = textures[key] { return texture }
    let texture: Texture
    do throws(ImageSourceError) {
      texture = try paid(source.image(named: name), name, encoding)
    } catch {
      failures[name] = error
      texture = RenderCache.missing
    }
    textures[key] = texture
    return texture
  }

  /// What a slot shows all around: a picture twice as wide as high, or six; nil for a colour.
  func surroundings(_ contents: MaterialContents) -> Texture? {
    let files = contents.files
    guard let first = files.first else { return nil }
    // No file has such a name: a path does not hold a zero.
    let key = TextureKey(name: "around\0" + files.joined(separator: "\0"), encoding: .sRGB)
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
    let made = texture ?? RenderCache.missing
    textures[key] = made
    return made
  }

  private func panorama(of faces: [Image], _ name: String) -> Texture? {
    do throws(ImageSourceError) {
      return try paid(Image(panoramaOf: faces), name, .sRGB)
    } catch {
      failures[name] = error
      return nil
    }
  }

  /// The light of a panorama, which keeps its texture, so that no other one gets its identity.
  func surroundingLight(_ panorama: Texture) -> SurroundingLight {
    if let light = lights[ObjectIdentifier(panorama)] { return light }
    let light = SurroundingLight(panorama)
    lights[ObjectIdentifier(panorama)] = light
    return light
  }

  /// The texture of a picture, counted against the limit.
  private func paid(
    _ image: Image, _ name: String, _ encoding: Texture.Encoding
  ) throws(ImageSourceError) -> Texture {
    let count = image.width * image.height
    guard count <= pixelLimit - pixels else { throw .tooMany(name: name, limit: pixelLimit) }
    pixels += count
    return Texture(image, encoding: encoding)
  }

  private func image(_ name: String) -> Image? {
    do throws(ImageSourceError) {
      return try source.image(named: name)
    } catch {
      failures[name] = error
      return nil
    }
  }

  /// Two by two squares that nobody overlooks.
  private static let missing: Texture = {
    var image = Image(width: 2, height: 2, filledWith: .init(255, 0, 255))
    image[0, 0] = .init(0, 0, 0)
    image[1, 1] = .init(0, 0, 0)
    return Texture(image, encoding: .sRGB)
  }()
}

extension MaterialContents {
  /// The files it names.
  var files: [String] {
    switch self {
    case .image(let file): [file]
    case .cube(let images): images.files
    case .color, .number: []
    }
  }
}

extension Material {
  /// The slots whose pictures are plain numbers.
  var numberSlots: [MaterialProperty] { [normal, metalness, roughness, ambientOcclusion] }

  /// The slots whose pictures are colours.
  var colorSlots: [MaterialProperty] {
    [
      diffuse, ambient, specular, emission, multiply, reflective, transparent,
      selfIllumination,
    ]
  }
}

/// Pictures that a scene names and that cannot be had.
public struct MissingImages: Error, Sendable, CustomStringConvertible {
  /// What is wrong with each, in the order the scene names them.
  public let problems: [ImageSourceError]

  /// One line for each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
