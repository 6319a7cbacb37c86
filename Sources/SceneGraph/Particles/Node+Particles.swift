public import CaromMaths

extension Node {
  /// What flies from it; those that stay in place go on, others start anew.
  public var particleSystems: [ParticleSystem] {
    get { storage.particleSystems }
    set {
      storage.particleSystems = newValue
      particlesChanged()
    }
  }

  /// Lets particles fly from it.
  public func addParticleSystem(_ system: ParticleSystem) { particleSystems.append(system) }

  /// Takes the systems of a name away, with all their particles.
  public func removeParticleSystem(named name: String) {
    for index in storage.particleSystems.indices.reversed()
    where storage.particleSystems[index].name == name {
      if index < emitters.count { emitters.remove(at: index) }
      storage.particleSystems.remove(at: index)
    }
    particlesChanged()
  }

  /// Takes all systems away, with all their particles.
  public func removeAllParticleSystems() { particleSystems = [] }

  /// Lets the particles that live vanish and the emissions start anew.
  public func resetParticles() {
    emitters = []
    particlesChanged()
  }

  /// Called when its systems were set, and when it enters a scene.
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
  /// Moves the particles of all nodes on, by identity.
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

/// A particle as it is drawn.
public struct ParticleSprite: Hashable, Sendable {
  /// Where its middle is in the world, in metres.
  public var position: Vector3
  /// Half its way of drawing out, in the world, in metres; zero where it is not drawn out.
  public var stretch: Vector3
  /// Its side, in metres.
  public var size: Float
  /// How it is turned about the line of sight, in radians.
  public var angle: Float
  /// What multiplies the picture: linear light and alpha.
  public var color: Vector4
  /// Which picture of the image, counted from the top left corner.
  public var frame: Int
  /// Tells it apart from the others of its system.
  public var serial: UInt32
}

extension PresentationNode {
  /// The particles of one of its systems, in the order of their birth.
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
  /// The segment of evenly spread keys at a share of the life.
  private static func segment(_ count: Int, _ share: Float) -> (index: Int, part: Float) {
    let place = max(0, min(1, share)) * Float(count - 1)
    let index = min(Int(place), count - 2)
    return (index, place - Float(index))
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
