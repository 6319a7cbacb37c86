import CaromImages
import CaromMaths
import CaromSceneGraph

// Particles are camera-facing quads, drawn as transparent surfaces: sorted by distance, tested
// against depth, and not writing it.
extension RenderFrame {
  /// Adds the particles of all visible nodes; the view must be set.
  mutating func addParticles(of scene: Scene, mask: UInt32, _ cache: RenderCache) {
    addParticles(of: scene.rootNode, opacity: 1, mask, cache)
  }

  private mutating func addParticles(
    of node: Node, opacity: Float, _ mask: UInt32, _ cache: RenderCache
  ) {
    guard !node.isHidden else { return }
    let shown = node.presentation
    let opacity = opacity * shown.opacity
    guard opacity > 0 else { return }
    if node.categoryBitMask & mask != 0 {
      for (index, system) in node.particleSystems.enumerated() {
        let sprites = shown.particles(ofSystem: index)
        if !sprites.isEmpty { add(sprites, system, index, node, opacity, cache) }
      }
    }
    for child in node.childNodes { addParticles(of: child, opacity: opacity, mask, cache) }
  }

  private mutating func add(
    _ sprites: [ParticleSprite], _ system: ParticleSystem, _ index: Int, _ node: Node,
    _ opacity: Float, _ cache: RenderCache
  ) {
    let columns = Int(system.imageSequenceColumnCount)
    let rows = Int(system.imageSequenceRowCount)
    var surface = Surface()
    surface.model = .constant
    surface.ambient = .zero
    surface.blending = system.blendMode
    surface.sides = .both
    surface.writesDepth = false
    let texture = system.image.map { cache.texture($0, .sRGB) } ?? RenderCache.softDisc
    let sampler = Sampler(texture)
    let right = view.orientation.rotate(.unitX)
    let up = view.orientation.rotate(.unitY)
    let back = view.orientation.rotate(.unitZ)
    for sprite in sprites where sprite.size > 0 && sprite.color.w > 0 {
      var (x, y) = (right, up)
      if sprite.angle != 0 {
        let (s, c) = (Portable.sin(sprite.angle), Portable.cos(sprite.angle))
        (x, y) = (right * c + up * s, up * c - right * s)
      }
      // Stretched along the velocity as projected to the image plane.
      var length = sprite.size
      let stretch = sprite.stretch - back * sprite.stretch.dot(back)
      if let along = stretch.normalized {
        y = along
        x = along.cross(back)
        length += 2 * stretch.length
      }
      var draw = Draw(mesh: cache.sprite(columns, rows, sprite.frame))
      draw.node = UInt64(UInt32(bitPattern: node.id))
      // A unique count, so that consecutive particles are not interpolated into each other.
      draw.teleportCount = 1 << 63 | UInt64(index & 0xffff) << 32 | UInt64(sprite.serial)
      draw.transform = Matrix4(
        Vector4(x * sprite.size, 0), Vector4(y * length, 0), Vector4(back * sprite.size, 0),
        Vector4(sprite.position, 1))
      surface.diffuse = ColorProperty(color: sprite.color, sampler: sampler)
      draw.surface = surface
      draw.opacity = opacity
      draw.renderingOrder = Int32(clamping: node.renderingOrder)
      draw.castsShadow = false
      draw.categoryBitMask = node.categoryBitMask
      draws.append(draw)
    }
  }
}

extension PreparedMesh {
  /// Creates a unit quad in the XY plane that shows one frame of a sprite sheet.
  static func sprite(columns: Int, rows: Int, frame: Int) -> PreparedMesh {
    let (column, row) = (Float(frame % columns), Float(frame / columns % rows))
    let (u, v) = (1 / Float(columns), 1 / Float(rows))
    let corners: [(Float, Float)] = [(0, 1), (1, 1), (1, 0), (0, 0)]
    return PreparedMesh(
      positions: corners.map { Vector3($0.0 - 0.5, 0.5 - $0.1, 0) },
      normals: Array(repeating: .unitZ, count: 4),
      tangents: Array(repeating: Vector4(1, 0, 0, 1), count: 4),
      texcoords: corners.map { Vector2((column + $0.0) * u, (row + $0.1) * v) },
      elements: [[0, 1, 2, 0, 2, 3]])
  }
}

extension RenderCache {
  /// A white disc with a soft edge, the default particle image.
  static let softDisc: Texture = {
    let side = 64
    var image = Image(width: side, height: side, filledWith: .init(255, 255, 255, 0))
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Float(x) - 31.5, Float(y) - 31.5)
        let falloff = max(0, 1 - (dx * dx + dy * dy).squareRoot() / 31)
        let alpha = falloff * falloff * (3 - 2 * falloff)
        image[x, y] = .init(255, 255, 255, UInt8(alpha * 255))
      }
    }
    return Texture(image, encoding: .sRGB)
  }()
}
