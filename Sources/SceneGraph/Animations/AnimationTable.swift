import CaromMaths

/// The players of a scene in a flat table, in the order in which they are applied.
///
/// A tick iterates over plain memory: without the table, 10,000 players spent half their time on
/// reference counting.
///
/// It is built in the first tick after players were added or removed, or nodes were paused or
/// reparented. Until then each player stores its own time. Changes of a player in the table update
/// its record immediately.
final class AnimationTable {
  private var records = UnsafeMutableBufferPointer<AnimationRecord>(start: nil, count: 0)
  /// The objects that the records point to.
  private var players: [AnimationPlayer] = []
  private var nodes: [Node] = []
  private var isBuilt = false

  deinit { invalidate() }

  /// Builds the table for the players of nodes, which are sorted by identity.
  func build(_ nodes: [Node]) {
    guard !isBuilt else { return }
    isBuilt = true
    let count = nodes.reduce(0) { $0 + $1.players.count }
    records = .allocate(capacity: count)
    players.reserveCapacity(count)
    self.nodes.reserveCapacity(nodes.count)
    var index = 0
    // Adjacent nodes usually share a parent, whose pause state is queried once.
    var parent: Node?
    var isParentPaused = false
    for node in nodes {
      if node.parent !== parent {
        parent = node.parent
        isParentPaused = parent?.isPausedInScene ?? false
      }
      let isPaused = isParentPaused || node.storage.isPaused
      self.nodes.append(node)
      for player in node.players {
        players.append(player)
        records.initializeElement(at: index, to: AnimationRecord(player, node, isPaused))
        player.record = records.baseAddress.map { $0 + index }
        index += 1
      }
    }
  }

  /// Returns the time to all players; the next tick rebuilds the table.
  func invalidate() {
    guard isBuilt else { return }
    isBuilt = false
    for player in players { player.detachFromTable() }
    players.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    records.deinitialize().deallocate()
    records = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Advances all players and writes their values; returns whether players have to be removed.
  ///
  /// Callbacks are deferred, so the table does not change meanwhile.
  func run(_ scene: Scene, _ duration: Double) -> Bool {
    guard var record = records.baseAddress else { return false }
    let end = record + records.count
    var needsRemoval = false
    while record < end {
      if !record.pointee.advancePlainly(duration) {
        let shouldBeRemoved = record.pointee.player._withUnsafeGuaranteedRef { player in
          player.advance(scene, record, by: record.pointee.isNodePaused ? 0 : duration)
          return player.shouldBeRemoved
        }
        needsRemoval = needsRemoval || shouldBeRemoved
      } else {
        scene.present(record, at: record.pointee.time, record.pointee.blendFactor)
      }
      record += 1
    }
    return needsRemoval
  }
}

/// The record of a player: the data that a tick needs.
struct AnimationRecord {
  /// The elapsed time; it replaces the player's own time.
  var time: Double
  /// The duration of all runs.
  let totalDuration: Double
  /// The duration of one run.
  let duration: Double
  let tracks: UnsafeMutablePointer<AnimationTrack>?
  let trackCount: Int
  let player: Unmanaged<AnimationPlayer>
  let node: Unmanaged<Node>
  /// The rate of time; zero while the player is paused.
  var rate = 1.0
  var blendFactor: Float = 1
  let timing: TimingMode
  /// Whether runs play backwards.
  var isBackward = false
  /// Whether a tick only advances the time and writes values.
  var isPlain = false
  /// Whether the node or one of its ancestors is paused.
  let isNodePaused: Bool
  let autoreverses: Bool
  let isAdditive: Bool
  let isCumulative: Bool
  let namesNodes: Bool
  /// The ``Scene/treeVersion`` for which the target nodes were resolved; nil before.
  var boundTreeVersion: UInt64?

  /// One microsecond: allows for rounding of the sum of ticks.
  static let tolerance = 1e-6

  init(_ player: AnimationPlayer, _ node: Node, _ isNodePaused: Bool) {
    let program = player.program
    time = player.time
    totalDuration = program.totalDuration
    duration = program.duration
    tracks = program.tracks.baseAddress
    trackCount = program.tracks.count
    self.player = .passUnretained(player)
    self.node = .passUnretained(node)
    timing = player.animation.timing
    autoreverses = player.animation.autoreverses
    isAdditive = player.animation.isAdditive
    isCumulative = player.animation.isCumulative
    namesNodes = program.namesNodes
    boundTreeVersion = player.boundTreeVersion
    self.isNodePaused = isNodePaused
    update(from: player)
  }

  /// Copies the settings of a player.
  mutating func update(from player: AnimationPlayer) {
    rate = player.isPaused ? 0 : Double(abs(player.speed))
    isBackward = player.speed < 0
    blendFactor = player.blendFactor
    isPlain = player.program.isPlain && player.isPlaying && player.stopDuration < 0
  }

  /// Advances the time if nothing else has to be done in this tick.
  @inline(__always)
  mutating func advancePlainly(_ duration: Double) -> Bool {
    guard isPlain else { return false }
    let next = isNodePaused ? time : time + duration * rate
    guard next > 0, next + Self.tolerance < totalDuration else { return false }
    time = next
    return true
  }

  /// Returns the index of the run, the time in the run, and whether it plays backwards.
  @inline(__always)
  func run(at now: Double) -> (index: Double, time: Double, isBackward: Bool) {
    guard duration > 0 else { return (0, 0, false) }
    let legs = now / duration
    var leg = legs.rounded(.down)
    // The end of the last run does not start another run.
    if now + 1e-9 >= totalDuration, leg >= 1, legs - leg < 1e-9 { leg -= 1 }
    var position = min(max(now - leg * duration, 0), duration)
    let isMirrored = autoreverses && leg.truncatingRemainder(dividingBy: 2) == 1
    let isBackward = isMirrored != self.isBackward
    if isBackward { position = duration - position }
    let run = autoreverses ? (leg / 2).rounded(.down) : leg
    return (run, timing.share(position / duration) * duration, isBackward)
  }

  /// Calls a closure with each track, its property and its value at a time.
  @inline(__always)
  func forEachTrack(
    at now: Double, _ body: (borrowing AnimationTrack, AnimatedProperty, SIMD4<Float>) -> Void
  ) {
    guard let tracks else { return }
    let (run, position, _) = run(at: now)
    let time = Float(position)
    let past = isCumulative ? Float(run) : 0
    for i in 0..<trackCount {
      let track = tracks + i
      if track.pointee.property.kind == .weights {
        var property = track.pointee.property
        property.kind = .weight
        track.pointee.sampleRow(at: time) { index, value in
          property.index = Int32(index)
          body(track.pointee, property, SIMD4(value, 0, 0, 0))
        }
        continue
      }
      var value = track.pointee.sample(at: time)
      if past > 0 {
        let end = track.pointee.sample(at: Float(duration))
        value = track.pointee.property.adding(end, times: past, to: value)
      }
      body(track.pointee, track.pointee.property, value)
    }
  }
}

extension AnimatedProperty {
  /// Returns the value of a cumulative run after a number of previous runs.
  fileprivate func adding(
    _ end: SIMD4<Float>, times: Float, to value: SIMD4<Float>
  ) -> SIMD4<Float> {
    guard kind == .orientation else { return value + end * times }
    let full = Quaternion(end.x, end.y, end.z, end.w).normalized.axisAngle
    let past = Quaternion(axis: full.xyz, angle: full.w * times)
    let q = past * Quaternion(value.x, value.y, value.z, value.w)
    return SIMD4(q.x, q.y, q.z, q.w)
  }
}
