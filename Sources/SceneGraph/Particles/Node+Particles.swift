public import CaromMaths

extension Node {
  /// The particle systems; setting them continues systems at an unchanged index and restarts
  /// others.
  public var particleSystems: [ParticleSystem] {
    get { storage.particleSystems }
    set {
      storage.particleSystems = newValue
      particlesChanged()
    }
  }

  /// Adds a particle system.
  public func addParticleSystem(_ system: ParticleSystem) { particleSystems.append(system) }

  /// Removes the particle systems with a name, and their particles.
  public func removeParticleSystem(named name: String) {
    for index in storage.particleSystems.indices.reversed()
    where storage.particleSystems[index].name == name {
      if index < emitters.count { emitters.remove(at: index) }
      storage.particleSystems.remove(at: index)
    }
    particlesChanged()
  }

  /// Removes all particle systems and their particles.
  public func removeAllParticleSystems() { particleSystems = [] }

  /// Removes all particles and restarts the emissions.
  public func resetParticles() {
    emitters = []
    particlesChanged()
  }

  /// Updates the emitters after the systems were set or the node entered a scene.
  func particlesChanged() {
    let count = storage.particleSystems.count
    if emitters.count > count { emitters.removeLast(emitters.count - count) }
    while emitters.count < count { emitters.append(Emitter()) }
    guard let scene else { return }
    if count > 0 {
      Scene.insert(self, into: &scene.emittingNodes)
    } else {
      scene.emittingNodes.removeAll { $0 === self }
    }
  }
}

extension Scene {
  /// Advances the particles of all nodes, in the order of their identities.
  func runParticles(_ duration: Double) {
    guard !emittingNodes.isEmpty else { return }
    for node in emittingNodes {
      for index in node.emitters.indices where index < node.storage.particleSystems.count {
        var emitter = node.emitters[index]
        node.emitters[index] = Emitter()
        emitter.advance(node.storage.particleSystems[index], node, self, by: Float(duration))
        node.emitters[index] = emitter
      }
    }
  }
}

/// A particle for rendering.
public struct ParticleSprite: Hashable, Sendable {
  /// The center in the world, in meters.
  public var position: Vector3
  /// Half the stretch vector in the world, in meters; zero without stretching.
  public var stretch: Vector3
  /// The width and height, in meters.
  public var size: Float
  /// The rotation about the view direction, in radians.
  public var angle: Float
  /// The linear color and alpha that multiply the image.
  public var color: Vector4
  /// The frame in the image sequence, counted from the top left corner.
  public var frame: Int
  /// Identifies the particle in its system.
  public var serial: UInt32
}

extension PresentationNode {
  /// Returns the particles of a system, in the order of their birth.
  public func particles(ofSystem index: Int) -> [ParticleSprite] {
    guard index >= 0, index < node.emitters.count, index < node.storage.particleSystems.count
    else { return [] }
    let system = node.storage.particleSystems[index]
    let world = worldTransform
    let base = system.particleColor.linear
    let frames = Int(system.imageSequenceColumnCount * system.imageSequenceRowCount)
    let colors = system.colorOverLife.map(\.linear)
    return node.emitters[index].particles.map { p in
      let share = p.life > 0 ? p.age / p.life : 0
      let position = system.isLocal ? world.apply(point: p.position) : p.position
      let velocity = system.isLocal ? world.apply(vector: p.velocity) : p.velocity
      let (a, b) = (base + p.tint, ParticleSystem.mixed(colors, share, Vector4(1, 1, 1, 1)))
      let c = Vector4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w)
      let frame = system.imageSequenceInitialFrame + system.imageSequenceFrameRate * p.age
      return ParticleSprite(
        position: position, stretch: velocity * (system.stretchFactor * 0.5),
        size: p.size * ParticleSystem.mixed(system.sizeOverLife, share), angle: p.angle,
        color: Vector4(max(0, c.x), max(0, c.y), max(0, c.z), max(0, min(1, c.w))),
        frame: Int(frame) % max(frames, 1), serial: p.serial)
    }
  }
}

extension ParticleSystem {
  /// Returns the segment of evenly spaced keys at a fraction of the lifetime.
  private static func segment(_ count: Int, _ share: Float) -> (index: Int, part: Float) {
    let position = max(0, min(1, share)) * Float(count - 1)
    let index = min(Int(position), count - 2)
    return (index, position - Float(index))
  }

  static func mixed(_ keys: [Float], _ share: Float) -> Float {
    guard keys.count > 1 else { return keys.first ?? 1 }
    let (i, t) = segment(keys.count, share)
    return keys[i] + (keys[i + 1] - keys[i]) * t
  }

  static func mixed(_ keys: [Vector4], _ share: Float, _ none: Vector4) -> Vector4 {
    guard keys.count > 1 else { return keys.first ?? none }
    let (i, t) = segment(keys.count, share)
    return keys[i] + (keys[i + 1] - keys[i]) * t
  }
}
