import CaromMaths
import CaromProperties

// The animations of a tick: transitions first, then players by node and in the order they were
// added; each over what is there.
extension Scene {
  /// Moves all animations on and writes what they show.
  func runAnimations(_ duration: Double) {
    animationRound &+= 1
    settleAnimations()
    swap(&drivenBefore, &drivenNow)
    drivenNow.removeAll(keepingCapacity: true)
    let materials = drivenMaterials
    drivenMaterials.removeAll(keepingCapacity: true)
    for material in materials { material.driven.removeAll(keepingCapacity: true) }
    runTransitions(duration)
    if !animated.isEmpty { runPlayers(duration) }
    // What no animation writes any more shows itself again.
    for id in drivenBefore {
      guard let node = node(withID: id), node.animationRound != animationRound else { continue }
      node.uncover()
      node.invalidateShown(withBody: true)
    }
    if !pendingCalls.isEmpty { makePendingCalls() }
  }

  private func runPlayers(_ duration: Double) {
    var list = walked
    walked = []
    list.append(contentsOf: animated)
    // Neighbours in the list mostly have one parent, which is asked once. Nothing is paused
    // meanwhile: functions are called when all players have moved on.
    var parent: Node?
    var isParentPaused = false
    for node in list where node.scene === self {
      if node.parent !== parent {
        parent = node.parent
        isParentPaused = parent?.isPausedInScene ?? false
      }
      let given = isParentPaused || node.storage.isPaused ? 0 : duration
      var index = 0
      while index < node.players.count {
        let player = node.players[index]
        player.advance(node, self, by: given)
        // A function that was called may have taken players away.
        if index < node.players.count, node.players[index] === player {
          if player.hasToLeave { node.players.remove(at: index) } else { index += 1 }
        }
        if node.scene !== self { break }
      }
    }
    list.removeAll(keepingCapacity: true)
    walked = list
    if animated.contains(where: { $0.players.isEmpty }) {
      animated.removeAll { $0.players.isEmpty }
    }
  }

  /// The nodes whose animated values have to be saved know it; this finds them after loading.
  func findDrivenNodes() {
    drivenNow = nodesByID.compactMap { node in
      node.flatMap { $0.animated.isEmpty && $0.driven.isEmpty ? nil : $0.id }
    }
  }
}

// MARK: One player in one tick

extension AnimationPlayer {
  /// A microsecond: sums of ticks reach a duration although each tick is rounded.
  private static let tolerance = 1e-6
  /// Calls of one player in one tick; a file cannot make a tick endless.
  private static let eventsPerTick = 100

  /// Whether it is over and its node lets it go.
  var hasToLeave: Bool {
    (isRemoved && !isPlaying && !isAtEnd) || (isAtEnd && animation.isRemovedOnCompletion)
  }

  /// Moves on and writes what it shows.
  func advance(_ node: Node, _ scene: Scene, by duration: Double) {
    guard isPlaying || isAtEnd else { return }
    if program.isPlain, isPlaying, stopDuration < 0 {
      let next = isPaused ? time : time + duration * Double(abs(speed))
      if next > 0, next + Self.tolerance < program.wholeDuration {
        time = next
        return write(node, scene, at: next, blendFactor)
      }
    }
    let animation = self.animation
    let before = time - animation.startDelay
    if isPlaying, !isPaused { time += duration * Double(abs(speed)) }
    var weight = blendFactor
    if stopDuration >= 0 {
      stopTime += isPaused ? 0 : duration
      guard stopTime + Self.tolerance < stopDuration else { return rest() }
      weight *= Float(1 - stopTime / stopDuration)
    }
    let now = time - animation.startDelay
    if isPlaying, before <= 0, now > 0, !animation.didStart.isEmpty {
      scene.pendingCalls.append((animation.didStart, node))
    }
    guard now > 0 || animation.fillsBackward else { return }
    let whole = program.wholeDuration
    let isOver = now + Self.tolerance >= whole
    if isOver && isPlaying { finish(node, scene) }
    if animation.blendInDuration > 0 {
      weight *= Float(max(0, min(1, now / animation.blendInDuration)))
    }
    if animation.blendOutDuration > 0, whole < .infinity, !animation.fillsForward {
      weight *= Float(max(0, min(1, (whole - now) / animation.blendOutDuration)))
    }
    if !animation.events.isEmpty, !isPaused { callEvents(node, scene, from: before, to: now) }
    let isShown = !isOver || (animation.fillsForward && !animation.isRemovedOnCompletion)
    if isShown { write(node, scene, at: min(max(now, 0), whole), weight) }
  }

  /// Stands still at its start, showing nothing.
  private func rest() {
    isPlaying = false
    isAtEnd = false
    stopDuration = -1
    time = 0
  }

  private func finish(_ node: Node, _ scene: Scene) {
    isPlaying = false
    isAtEnd = true
    if animation.isAppliedOnCompletion {
      bind(node, scene)
      forEachTrack(at: program.wholeDuration) { track, value in
        guard let target = scene.node(withID: track.node) else { return }
        track.place.apply(value, to: target)
      }
    }
    if !animation.didStop.isEmpty { scene.pendingCalls.append((animation.didStop, node)) }
  }

  // MARK: Time

  /// Where in a run it is, which run it is, and whether that runs backwards.
  private func run(at now: Double) -> (index: Double, time: Double, isBackward: Bool) {
    let length = program.duration
    guard length > 0 else { return (0, 0, false) }
    let legs = now / length
    var leg = legs.rounded(.down)
    // The end of the last run is its end, not the start of another.
    if now + 1e-9 >= program.wholeDuration, leg >= 1, legs - leg < 1e-9 { leg -= 1 }
    var place = min(max(now - leg * length, 0), length)
    let isMirrored = animation.autoreverses && leg.truncatingRemainder(dividingBy: 2) == 1
    let isBackward = isMirrored != (speed < 0)
    if isBackward { place = length - place }
    let run = animation.autoreverses ? (leg / 2).rounded(.down) : leg
    return (run, animation.timing.share(place / length) * length, isBackward)
  }

  /// Calls what lies between two times; backwards in runs that run backwards.
  private func callEvents(_ node: Node, _ scene: Scene, from before: Double, to now: Double) {
    let length = program.duration
    guard length > 0, now > 0, now > before else { return }
    let end = min(now + Self.tolerance, program.wholeDuration)
    var leg = max(0, (before / length).rounded(.down))
    var calls = 0
    while leg * length <= end, leg * length < program.wholeDuration || leg == 0 {
      let isMirrored = animation.autoreverses && leg.truncatingRemainder(dividingBy: 2) == 1
      let isBackward = isMirrored != (speed < 0)
      let order = animation.events.enumerated().sorted { a, b in
        let isBefore = a.element.keyTime < b.element.keyTime
        let isSame = a.element.keyTime == b.element.keyTime
        return isSame ? a.offset < b.offset : isBefore != isBackward
      }
      for (_, event) in order {
        let share = isBackward ? 1 - Double(event.keyTime) : Double(event.keyTime)
        let at = (leg + share) * length
        let isFirst = before <= 0 && at == 0
        // A microsecond early, as ticks end a microsecond early.
        guard isFirst || at > before + Self.tolerance, at <= end, calls < Self.eventsPerTick else {
          continue
        }
        calls += 1
        scene.pendingCalls.append((event.function, node))
      }
      leg += 1
      if calls >= Self.eventsPerTick { break }
    }
  }

  // MARK: Values

  /// Finds the nodes of the channels, again when more nodes have come since.
  private func bind(_ node: Node, _ scene: Scene) {
    let known = scene.nodesByID.count
    guard boundAt != known else { return }
    boundAt = known
    for i in program.tracks.indices {
      let channel = animation.channels[program.tracks[i].channel]
      if let path = AnimatedPlace.split(channel.keyPath).node {
        program.tracks[i].node = node.node(atPath: path)?.id ?? 0
      } else if channel.target.isEmpty {
        program.tracks[i].node = node.id
      } else {
        program.tracks[i].node = channel.target.node(in: scene)?.id ?? 0
      }
    }
  }

  private func write(_ node: Node, _ scene: Scene, at now: Double, _ weight: Float) {
    bind(node, scene)
    let isAdditive = program.isAdditive
    forEachTrack(at: now) { track, value in
      guard let target = scene.node(withID: track.node) else { return }
      scene.show(value, at: track.place, of: target, weight, isAdditive: isAdditive)
    }
  }

  /// Calls with the value of each track at a time.
  private func forEachTrack(
    at now: Double, _ body: (AnimationProgram.Track, SIMD4<Float>) -> Void
  ) {
    let (run, place, _) = run(at: now)
    let time = Float(place)
    let past = animation.isCumulative ? Float(run) : 0
    for i in program.tracks.indices {
      if program.tracks[i].place.kind == .weights {
        var track = program.tracks[i]
        track.place.kind = .weight
        program.sampleRow(i, at: time) { index, value in
          track.place.index = Int32(index)
          body(track, SIMD4(value, 0, 0, 0))
        }
        continue
      }
      var value = program.sample(i, at: time)
      if past > 0 {
        let end = program.sample(i, at: Float(program.duration))
        value = program.tracks[i].place.adding(end, times: past, to: value)
      }
      body(program.tracks[i], value)
    }
  }
}

extension AnimatedPlace {
  /// The value of a run that starts where so many others ended.
  fileprivate func adding(
    _ end: SIMD4<Float>, times: Float, to value: SIMD4<Float>
  ) -> SIMD4<Float> {
    guard kind == .orientation else { return value + end * times }
    let whole = Quaternion(end.x, end.y, end.z, end.w).normalized.axisAngle
    let past = Quaternion(axis: whole.xyz, angle: whole.w * times)
    let q = past * Quaternion(value.x, value.y, value.z, value.w)
    return SIMD4(q.x, q.y, q.z, q.w)
  }
}
