import CaromMaths

extension AnimationPlayer {
  /// The maximum number of callbacks per player and tick, which bounds the cost of untrusted files.
  private static let eventsPerTick = 100

  /// Whether the player has ended and is to be removed from its node.
  var shouldBeRemoved: Bool {
    (isRemoved && !isPlaying && !isAtEnd) || (isAtEnd && animation.isRemovedOnCompletion)
  }

  /// Advances the player and writes its values.
  func advance(
    _ scene: Scene, _ record: UnsafeMutablePointer<AnimationRecord>, by duration: Double
  ) {
    guard isPlaying || isAtEnd else { return }
    let node = record.pointee.node.takeUnretainedValue()
    let animation = self.animation
    let before = time - animation.startDelay
    if isPlaying, !isPaused { time += duration * Double(abs(speed)) }
    var weight = blendFactor
    if stopDuration >= 0 {
      stopTime += isPaused ? 0 : duration
      guard stopTime + AnimationRecord.tolerance < stopDuration else { return reset() }
      weight *= Float(1 - stopTime / stopDuration)
    }
    let now = time - animation.startDelay
    if isPlaying, before <= 0, now > 0, !animation.didStart.isEmpty {
      scene.pendingCalls.append((animation.didStart, node))
    }
    guard now > 0 || animation.fillsBackward else { return }
    let total = program.totalDuration
    let isFinished = now + AnimationRecord.tolerance >= total
    if isFinished && isPlaying { finish(node, scene, record) }
    if animation.blendInDuration > 0 {
      weight *= Float(max(0, min(1, now / animation.blendInDuration)))
    }
    if animation.blendOutDuration > 0, total < .infinity, !animation.fillsForward {
      weight *= Float(max(0, min(1, (total - now) / animation.blendOutDuration)))
    }
    if !animation.events.isEmpty, !isPaused { scheduleEvents(node, scene, from: before, to: now) }
    let isPresented = !isFinished || (animation.fillsForward && !animation.isRemovedOnCompletion)
    if isPresented { scene.present(record, at: min(max(now, 0), total), weight) }
  }

  /// Returns to the start without presenting values.
  private func reset() {
    isPlaying = false
    isAtEnd = false
    stopDuration = -1
    time = 0
  }

  private func finish(
    _ node: Node, _ scene: Scene, _ record: UnsafeMutablePointer<AnimationRecord>
  ) {
    isPlaying = false
    isAtEnd = true
    if animation.isAppliedOnCompletion {
      bind(node, scene)
      record.pointee.forEachTrack(at: program.totalDuration) { track, property, value in
        guard let target = track.isOwn ? node : scene.node(withID: track.node) else { return }
        property.apply(value, to: target)
      }
    }
    if !animation.didStop.isEmpty { scene.pendingCalls.append((animation.didStop, node)) }
  }

  /// Schedules the events between two times, in reverse order for backward runs.
  private func scheduleEvents(_ node: Node, _ scene: Scene, from before: Double, to now: Double) {
    let length = program.duration
    guard length > 0, now > 0, now > before else { return }
    let end = min(now + AnimationRecord.tolerance, program.totalDuration)
    var leg = max(0, (before / length).rounded(.down))
    var calls = 0
    // Also bounds the number of runs, because a tick may contain millions of short runs.
    for _ in 0..<Self.eventsPerTick {
      guard leg * length <= end, leg * length < program.totalDuration || leg == 0 else { break }
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
        // One microsecond early, like the end of ticks.
        guard isFirst || at > before + AnimationRecord.tolerance, at <= end,
          calls < Self.eventsPerTick
        else { continue }
        calls += 1
        scene.pendingCalls.append((event.function, node))
      }
      leg += 1
      if calls >= Self.eventsPerTick { break }
    }
  }

  /// Resolves the target nodes of the channels after the tree changed.
  ///
  /// The result depends only on the tree, so a restored scene resolves the same nodes.
  func bind(_ node: Node, _ scene: Scene) {
    guard program.namesNodes, boundTreeVersion != scene.treeVersion else { return }
    boundTreeVersion = scene.treeVersion
    record?.pointee.boundTreeVersion = scene.treeVersion
    for i in program.tracks.indices where !program.tracks[i].isOwn {
      let channel = animation.channels[program.tracks[i].channel]
      let target =
        AnimatedProperty.split(channel.keyPath).node.map { node.node(atPath: $0) }
        ?? channel.target.node(in: scene)
      program.tracks[i].node = target?.id ?? 0
    }
  }
}
