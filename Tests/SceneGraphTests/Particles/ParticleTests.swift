import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Particles")
struct ParticleTests {
  let scene = Scene()
  let node = Node(name: "node")

  init() { scene.rootNode.addChildNode(node) }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
  var sprites: [ParticleSprite] { node.presentation.particles(ofSystem: 0) }

  @Test("Parity 1.13: a particle system has SceneKit's defaults")
  func defaults() {
    let system = ParticleSystem()
    #expect(system.emissionDuration == 1 && system.loops && system.birthRate == 1)
    #expect(system.birthLocation == .surface && system.birthDirection == .constant)
    #expect(system.emittingDirection == .unitZ && system.spreadingAngle == 0)
    #expect(system.particleVelocity == 0 && system.acceleration == .zero && !system.isLocal)
    #expect(system.blendMode == .add && system.speedFactor == 1 && !system.isAffectedByGravity)
    #expect(system.imageSequenceColumnCount == 1 && system.imageSequenceRowCount == 1)
  }

  @Test("Parity 1.13: a ball's trail has five particles a second that live half a second")
  func trail() {
    var trail = ParticleSystem()
    trail.birthRate = 5
    trail.particleLifeSpan = 0.5
    trail.particleSize = 0.3
    trail.blendMode = .screen
    node.addParticleSystem(trail)
    step(13)
    #expect(sprites.count == 1)
    step(600)
    // Two and a half on average.
    #expect((2...3).contains(sprites.count))
    #expect(sprites.allSatisfy { $0.size == 0.3 && $0.color == Vector4(1, 1, 1, 1) })
    node.removeAllParticleSystems()
    step(1)
    #expect(sprites.isEmpty)
  }

  @Test("Particles stay where they were emitted, or move with the node if they are local")
  func space() {
    var system = ParticleSystem()
    system.birthRate = 60
    node.particleSystems = [system]
    step(1)
    node.position = Vector3(10, 0, 0)
    step(1)
    #expect(sprites.map(\.position.x).min().map { $0 < 1 } == true)
    #expect(sprites.last.map { isNear($0.position, Vector3(10, 0, 0), 1e-3) } == true)
    system.isLocal = true
    node.particleSystems = []
    node.particleSystems = [system]
    step(2)
    node.position = Vector3(20, 0, 0)
    #expect(sprites.allSatisfy { $0.position == Vector3(20, 0, 0) })
  }

  @Test("Particles are emitted along the path of the node between two ticks")
  func evenly() {
    var system = ParticleSystem()
    system.birthRate = 600
    node.particleSystems = [system]
    step(1)
    node.position = Vector3(1, 0, 0)
    step(1)
    let places = sprites.suffix(10).map(\.position.x)
    for (place, next) in zip(places, places.dropFirst()) { #expect(abs(next - place - 0.1) < 1e-2) }
  }

  @Test("Velocity, gravity and damping move a particle by their formulas")
  func flies() {
    var system = ParticleSystem()
    system.birthRate = 1
    system.particleLifeSpan = 5
    system.particleVelocity = 2
    system.isAffectedByGravity = true
    system.acceleration = Vector3(3, 0, 0)
    system.loops = false
    system.emissionDuration = 1.5
    node.particleSystems = [system]
    step(61)
    #expect(sprites.count == 1)
    step(119)
    let p = sprites[0].position
    #expect(abs(p.z - 4) < 0.05 && abs(p.x - 6) < 0.1 && abs(p.y + 19.6) < 0.3)
    step(200)
    #expect(sprites.isEmpty, "one emission, one particle, five seconds")
    system.dampingFactor = 0.75
    system.isAffectedByGravity = false
    system.acceleration = .zero
    node.particleSystems = []
    node.particleSystems = [system]
    step(60 + 120)
    // ∫ 2 · 0.25^t dt over two seconds
    #expect(abs(sprites[0].position.z - 2 * (1 - 0.0625) / 1.386) < 0.03)
  }

  @Test("Directions spread over a cone, sizes and colors follow the lifetime")
  func looks() {
    var system = ParticleSystem()
    system.birthRate = 2_000
    system.particleVelocity = 1
    system.spreadingAngle = .pi / 6
    system.sizeOverLife = [0, 2, 0]
    system.colorOverLife = [.white, Color(1, 1, 1, alpha: 0)]
    system.particleSizeVariation = 0.5
    node.particleSystems = [system]
    step(30)
    #expect(sprites.count > 900)
    var widest: Float = 1
    for sprite in sprites where sprite.position.length > 1e-3 {
      widest = min(widest, (sprite.position.normalized ?? .unitZ).z)
    }
    #expect(widest >= 0.865 && widest < 0.875)
    let oldest = sprites[0]
    #expect(oldest.color.w < 0.55 && oldest.color.w > 0.45)
    #expect(oldest.size > 0.9 && oldest.size < 3.1)
    #expect((sprites.last?.size ?? 1) < 0.1)
  }

  @Test(
    "Shapes emit from their surface or their volume",
    arguments: [
      EmitterShape.sphere(2), .box(Vector3(2, 4, 6)), .disc(3),
    ])
  func shapes(_ shape: EmitterShape) {
    var system = ParticleSystem()
    system.birthRate = 6_000
    system.emitterShape = shape
    for location in [BirthLocation.surface, .volume] {
      system.birthLocation = location
      node.particleSystems = []
      node.particleSystems = [system]
      step(10)
      let places = sprites.map(\.position)
      #expect(places.count > 900)
      switch shape {
      case .sphere(let r):
        if location == .surface { #expect(places.allSatisfy { abs($0.length - r) < 1e-3 }) }
        #expect(places.allSatisfy { $0.length < r + 1e-3 })
      case .box(let size):
        let h = size * 0.5
        func isOnFace(_ p: Vector3) -> Bool {
          abs(abs(p.x) - h.x) < 1e-3 || abs(abs(p.y) - h.y) < 1e-3 || abs(abs(p.z) - h.z) < 1e-3
        }
        #expect(places.filter(isOnFace).count == places.count || location == .volume)
        #expect(places.allSatisfy { abs($0.x) < h.x + 1e-3 && abs($0.z) < h.z + 1e-3 })
      case .disc(let r):
        #expect(places.allSatisfy { $0.z == 0 && $0.length < r + 1e-3 })
      case .point: break
      }
      let middle = places.reduce(Vector3.zero, +) / Float(places.count)
      #expect(middle.length < 0.3)
    }
  }

  @Test("Emission, idle time and loops follow the settings; a warm-up is simulated at the start")
  func phases() {
    var system = ParticleSystem()
    system.birthRate = 60
    system.emissionDuration = 0.5
    system.idleDuration = 0.5
    system.particleLifeSpan = 100
    node.particleSystems = [system]
    step(30)
    let first = sprites.count
    #expect((29...31).contains(first))
    step(29)
    #expect(sprites.count <= first + 1)
    step(31)
    #expect((58...62).contains(sprites.count))
    system.loops = false
    node.particleSystems = []
    node.particleSystems = [system]
    step(200)
    #expect((29...31).contains(sprites.count))
    system.warmupDuration = 0.5
    node.particleSystems = []
    node.particleSystems = [system]
    step(1)
    #expect((29...31).contains(sprites.count))
  }

  @Test("The same seed emits the same particles, and a restored scene continues identically")
  func isRepeatable() throws {
    var system = ParticleSystem()
    system.birthRate = 100
    system.spreadingAngle = .pi
    system.particleVelocity = 1
    system.particleVelocityVariation = 0.5
    system.particleColorVariation = Vector4(0.1, 0.1, 0.1, 0)
    node.particleSystems = [system, system]
    step(50)
    try expectSameFuture(scene)
    let other = Scene()
    let twin = Node(name: "node")
    other.rootNode.addChildNode(twin)
    twin.particleSystems = [system, system]
    for _ in 0..<110 { other.step() }
    #expect(other.hash == scene.hash)
    other.seed = 7
    twin.resetParticles()
    step(1)
    other.step()
    #expect(twin.presentation.particles(ofSystem: 0).first?.position != sprites.first?.position)
  }

  @Test("A clone has its own systems, which start when it enters a scene")
  func clones() {
    var system = ParticleSystem()
    system.birthRate = 60
    node.particleSystems = [system]
    step(10)
    let copy = node.clone()
    #expect(copy.particleSystems == node.particleSystems)
    scene.rootNode.addChildNode(copy)
    step(2)
    #expect(copy.presentation.particles(ofSystem: 0).count == 2)
    scene.isPaused = true
    step(10)
    #expect(copy.presentation.particles(ofSystem: 0).count == 2)
  }

  @Test("Files and code use the same property names")
  func files() throws {
    var state = NodeState()
    var reader = Reader()
    let json = try JSON.parse(
      """
      { "particleSystems": [ { "birthRate": 5, "particleLifeSpan": 0.5, "particleSize": 0.3,
        "blendMode": "screen", "spreadingAngleDegrees": 90, "emitterShape": { "sphere": 2 },
        "colorOverLife": ["#ffffff", [0, 0, 0, 0]] } ] }
      """)
    state.readProperties(json, &reader)
    #expect(reader.problems.isEmpty)
    let system = try #require(state.particleSystems.first)
    #expect(
      system.birthRate == 5 && system.blendMode == .screen && system.emitterShape == .sphere(2))
    #expect(abs(system.spreadingAngle - .pi / 2) < 1e-6 && system.colorOverLife.count == 2)
  }
}
