import CaromMaths
import CaromProperties

/// A particle.
struct Particle: Part {
  static let summary = "A particle"

  /// The position, in the world or, for a local system, in the node's space.
  var position = Vector3.zero
  var velocity = Vector3.zero
  /// The age and the lifetime, in seconds.
  var age: Float = 0
  var life: Float = 0
  var size: Float = 0
  var angle: Float = 0
  var angularVelocity: Float = 0
  /// The variation of the color.
  var tint = Vector4.zero
  /// Identifies the particle in its emitter.
  var serial: UInt32 = 0

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("position", \.position, "The position", .meters, in: .state)
    p.property("velocity", \.velocity, "The velocity", .metersPerSecond, in: .state)
    p.property("age", \.age, "The age", .seconds, in: .state)
    p.property("life", \.life, "The lifetime", .seconds, in: .state)
    p.property("size", \.size, "The size", .meters, in: .state)
    p.property("angle", \.angle, "The angle", .radians, in: .state)
    p.property(
      "angularVelocity", \.angularVelocity, "The angular velocity", .radiansPerSecond, in: .state)
    p.property("tint", \.tint, "The variation of the color", in: .state)
    p.property("serial", \.serial, "Identifies the particle in its emitter", in: .state)
  }
}

/// The state of a running particle system: its emission and its live particles.
struct Emitter: Part {
  static let summary = "The state of a running particle system"

  /// The time within the emission cycle, in seconds.
  var time: Float = 0
  /// The fractional particle that is carried over to the next tick.
  var pendingBirths: Float = 0
  /// True once a non-looping emission has ended.
  var isFinished = false
  /// True after the first tick.
  var isStarted = false
  /// The position of the node in the last tick, in the world.
  var lastPosition = Vector3.zero
  /// The number of particles emitted so far.
  var birthCount: UInt32 = 0
  var particles: [Particle] = []

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("time", \.time, "The time within the emission cycle", .seconds, in: .state)
    p.property("pendingBirths", \.pendingBirths, "The fractional particle", in: .state)
    p.property("isFinished", \.isFinished, "Whether the emission has ended", in: .state)
    p.property("isStarted", \.isStarted, "Whether it has run a tick", in: .state)
    p.property(
      "lastPosition", \.lastPosition, "The node's position in the last tick", .meters, in: .state)
    p.property("birthCount", \.birthCount, "The number of particles so far", in: .state)
    p.property("particles", \.particles, "The live particles", in: .state)
  }

  /// Advances the emitter by one tick.
  mutating func advance(
    _ system: ParticleSystem, _ node: Node, _ scene: Scene, by duration: Float
  ) {
    if !isStarted {
      isStarted = true
      lastPosition = node.presentation.worldPosition
      var left = min(system.warmupDuration, 60)
      // A lower bound on the step keeps the warm-up fast for short ticks.
      let slice = max(duration, 1.0 / 240)
      while left > 0.001 {
        tick(system, node, scene, min(left, slice))
        left -= slice
      }
    }
    tick(system, node, scene, duration)
  }

  private mutating func tick(
    _ system: ParticleSystem, _ node: Node, _ scene: Scene, _ duration: Float
  ) {
    let step = duration * system.speedFactor
    guard step > 0 else { return }
    integrate(system, node, scene, step)
    let here = node.presentation.worldPosition
    let share = emit(system, step)
    if share > 0 { spawn(system, node, scene, step, share, from: lastPosition, to: here) }
    lastPosition = here
  }

  /// Integrates live particles and removes dead ones.
  private mutating func integrate(
    _ system: ParticleSystem, _ node: Node, _ scene: Scene, _ step: Float
  ) {
    guard !particles.isEmpty else { return }
    let acceleration = Emitter.acceleration(system, node, scene)
    let damping = system.dampingFactor > 0 ? Portable.pow(1 - system.dampingFactor, step) : 1
    var liveCount = 0
    for i in particles.indices {
      var particle = particles[i]
      particle.age += step
      guard particle.age < particle.life else { continue }
      particle.velocity = (particle.velocity + acceleration * step) * damping
      particle.position += particle.velocity * step
      particle.angle += particle.angularVelocity * step
      particles[liveCount] = particle
      liveCount += 1
    }
    particles.removeLast(particles.count - liveCount)
  }

  /// The acceleration of all particles, in their space.
  private static func acceleration(_ system: ParticleSystem, _ node: Node, _ scene: Scene)
    -> Vector3
  {
    guard system.isAffectedByGravity else { return system.acceleration }
    var gravity = scene.physicsWorld.gravity
    if system.isLocal, let inverse = node.presentation.worldTransform.affineInverse {
      gravity = inverse.apply(vector: gravity)
    }
    return system.acceleration + gravity
  }

  /// Advances the emission and returns the fraction of the tick during which particles are emitted.
  private mutating func emit(_ system: ParticleSystem, _ step: Float) -> Float {
    guard !isFinished else { return 0 }
    let before = time
    time += step
    let cycle = system.emissionDuration + system.idleDuration
    if system.loops, system.idleDuration <= 0 || cycle <= 0 {
      if time >= max(system.emissionDuration, step) { time = 0 }
      return 1
    }
    let active = max(0, min(time, system.emissionDuration) - before)
    if time >= cycle {
      if system.loops {
        time = time.truncatingRemainder(dividingBy: cycle)
      } else {
        isFinished = true
      }
    }
    // A step longer than a cycle emits for the same fraction as the cycle.
    if system.loops, step >= cycle { return system.emissionDuration / cycle }
    return min(1, active / step)
  }

  // MARK: Emission

  /// Emits the particles of a tick, each at its own time and position between the two ticks.
  private mutating func spawn(
    _ system: ParticleSystem, _ node: Node, _ scene: Scene, _ step: Float, _ share: Float,
    from start: Vector3, to end: Vector3
  ) {
    if system.birthRateVariation <= 0 {
      // Most ticks emit no particle, and need no random number then.
      let pending = pendingBirths + max(0, system.birthRate) * step * share
      if pending >= 0, pending < 1 {
        pendingBirths = pending
        return
      }
    }
    var stream = scene.random[system.stream]
    let rate = max(0, Emitter.varied(system.birthRate, system.birthRateVariation, &stream))
    let due = rate * step * share
    let before = pendingBirths
    pendingBirths += due
    // Values of an untrusted snapshot may be NaN.
    let count = Int(max(0, min(pendingBirths, Float(ParticleSystem.maximumCount))))
    pendingBirths = pendingBirths.isFinite ? pendingBirths - pendingBirths.rounded(.down) : 0
    let world = node.presentation.worldTransform
    for i in 0..<count where particles.count < ParticleSystem.maximumCount {
      let moment = min(1, max(0, (Float(i + 1) - before) / due))
      var particle = make(system, world, &stream)
      if !system.isLocal { particle.position += (start - end) * (1 - moment) }
      particle.age = step * (1 - moment)
      particle.position += particle.velocity * particle.age
      if particle.age < particle.life { particles.append(particle) }
    }
    if stream != scene.random[system.stream] { scene.random[system.stream] = stream }
  }

  private mutating func make(
    _ system: ParticleSystem, _ world: Matrix4, _ stream: inout RandomStream
  ) -> Particle {
    let (point, normal) = system.emitterShape.draw(system.birthLocation, &stream)
    var direction =
      switch system.birthDirection {
      case .constant: system.emittingDirection.normalized(or: .unitZ)
      case .surfaceNormal: normal
      case .random: Emitter.direction(around: .unitZ, .pi, &stream)
      }
    if system.spreadingAngle > 0, system.birthDirection != .random {
      direction = Emitter.direction(around: direction, system.spreadingAngle, &stream)
    }
    let speed = Emitter.varied(
      system.particleVelocity, system.particleVelocityVariation, &stream)
    let life = Emitter.varied(
      system.particleLifeSpan, system.particleLifeSpanVariation, &stream)
    let size = Emitter.varied(system.particleSize, system.particleSizeVariation, &stream)
    let angle = Emitter.varied(system.particleAngle, system.particleAngleVariation, &stream)
    let turn = Emitter.varied(
      system.particleAngularVelocity, system.particleAngularVelocityVariation, &stream)
    let v = system.particleColorVariation
    let tint =
      v == .zero
      ? Vector4.zero
      : Vector4(
        Emitter.varied(0, v.x, &stream), Emitter.varied(0, v.y, &stream),
        Emitter.varied(0, v.z, &stream), Emitter.varied(0, v.w, &stream))
    birthCount &+= 1
    let velocity = direction * speed
    return Particle(
      position: system.isLocal ? point : world.apply(point: point),
      velocity: system.isLocal
        ? velocity
        : world.apply(vector: direction).normalized(or: direction) * speed,
      age: 0, life: max(0, life), size: max(0, size), angle: angle, angularVelocity: turn,
      tint: tint, serial: birthCount)
  }

  /// Returns a random value within ± the variation; draws nothing if the variation is zero.
  private static func varied(
    _ value: Float, _ variation: Float, _ stream: inout RandomStream
  ) -> Float {
    variation > 0 ? value + variation * (stream.float() * 2 - 1) : value
  }

  /// Returns a uniformly distributed direction in a cone.
  fileprivate static func direction(
    around axis: Vector3, _ angle: Float, _ stream: inout RandomStream
  ) -> Vector3 {
    let cosine = 1 - stream.float() * (1 - Portable.cos(min(angle, .pi)))
    let sine = max(0, 1 - cosine * cosine).squareRoot()
    let turn = stream.float() * 2 * .pi
    let side = axis.perpendicular
    let other = axis.cross(side)
    return axis * cosine + side * (sine * Portable.cos(turn)) + other * (sine * Portable.sin(turn))
  }
}

extension EmitterShape {
  /// Returns a uniformly distributed point on or in the shape, and the outward normal.
  fileprivate func draw(
    _ location: BirthLocation, _ stream: inout RandomStream
  ) -> (point: Vector3, normal: Vector3) {
    switch self {
    case .point: return (.zero, .unitZ)
    case .sphere(let radius):
      let normal = Emitter.direction(around: .unitZ, .pi, &stream)
      // The cube root gives a uniform density in the volume.
      let share = location == .surface ? 1 : Portable.pow(stream.float(), 1.0 / 3)
      return (normal * (radius * share), normal)
    case .disc(let radius):
      let turn = stream.float() * 2 * .pi
      let rim = Vector3(Portable.cos(turn), Portable.sin(turn), 0)
      let share = location == .surface ? 1 : stream.float().squareRoot()
      return (rim * (radius * share), location == .surface ? rim : .unitZ)
    case .box(let size):
      let inside = Vector3(stream.float() - 0.5, stream.float() - 0.5, stream.float() - 0.5)
      guard location == .surface else { return (inside * size, .unitZ) }
      // Chooses a face by its area and projects the point onto it.
      let areas = Vector3(size.y * size.z, size.z * size.x, size.x * size.y)
      var pick = stream.float() * (areas.x + areas.y + areas.z)
      let sign: Float = stream.float() < 0.5 ? -1 : 1
      if pick < areas.x { return (Vector3(sign * 0.5, inside.y, inside.z) * size, .unitX * sign) }
      pick -= areas.x
      if pick < areas.y { return (Vector3(inside.x, sign * 0.5, inside.z) * size, .unitY * sign) }
      return (Vector3(inside.x, inside.y, sign * 0.5) * size, .unitZ * sign)
    }
  }
}
