import CaromMaths

/// The players of a scene laid out flat, in the order in which they are applied, so that a tick
/// walks plain memory: 10,000 players without it spent half their time counting references.
///
/// It is built in the first tick after players came or went, or nodes were paused or moved to
/// another parent; until then each player keeps its own time. What a player is told while it is in
/// the table changes its record at once.
final class AnimationTable {
  private var records = UnsafeMutableBufferPointer<AnimationRecord>(start: nil, count: 0)
  /// Keep alive what the records point to.
  private var players: [AnimationPlayer] = []
  private var nodes: [Node] = []
  private var isBuilt = false

  deinit { invalidate() }

  /// Lays out all players of nodes, given by identity.
  func build(_ nodes: [Node]) {
    guard !isBuilt else { return }
    isBuilt = true
    let count = nodes.reduce(0) { $0 + $1.players.count }
    records = .allocate(capacity: count)
    players.reserveCapacity(count)
    self.nodes.reserveCapacity(nodes.count)
    var index = 0
    // Neighbours in the list mostly have one parent, which is asked once.
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

  /// Gives all players their time back; the next tick builds the table anew.
  func invalidate() {
    guard isBuilt else { return }
    isBuilt = false
    for player in players { player.detachFromTable() }
    players.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    records.deinitialize().deallocate()
    records = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Moves all players on and writes what they show; true when some have to leave their nodes.
  ///
  /// Functions that players call are only noted, so nothing comes or goes meanwhile.
  func run(_ scene: Scene, _ duration: Double) -> Bool {
    guard var record = records.baseAddress else { return false }
    let end = record + records.count
    var haveToLeave = false
    while record < end {
      if !record.pointee.advancePlainly(duration) {
        let shouldBeRemoved = record.pointee.player._withUnsafeGuaranteedRef { player in
          player.advance(scene, record, by: record.pointee.isNodePaused ? 0 : duration)
          return player.shouldBeRemoved
        }
        haveToLeave = haveToLeave || shouldBeRemoved
      } else {
        scene.show(record, at: record.pointee.time, record.pointee.blendFactor)
      }
      record += 1
    }
    return haveToLeave
  }
}

/// One player in the table: what a tick needs of it.
struct AnimationRecord {
  /// How long it has run; the player's own time while it is in the table.
  var time: Double
  /// How long all runs take.
  let wholeDuration: Double
  /// How long one run takes.
  let duration: Double
  let tracks: UnsafeMutablePointer<AnimationTrack>?
  let trackCount: Int
  let player: Unmanaged<AnimationPlayer>
  let node: Unmanaged<Node>
  /// How fast its time goes; zero while the player is paused.
  var rate = 1.0
  var blendFactor: Float = 1
  let timing: TimingMode
  /// True when runs go backwards.
  var isBackward = false
  /// True when a tick has only to move the time on and to write the values.
  var isPlain = false
  /// True when its node or one above is paused.
  let isNodePaused: Bool
  let autoreverses: Bool
  let isAdditive: Bool
  let isCumulative: Bool
  let namesNodes: Bool
  /// The scene's ``Scene/treeVersion`` when the nodes of the channels were looked for; nil before.
  var boundTreeVersion: UInt64?

  /// A microsecond: sums of ticks reach a duration although each tick is rounded.
  static let tolerance = 1e-6

  init(_ player: AnimationPlayer, _ node: Node, _ isNodePaused: Bool) {
    let program = player.program
    time = player.time
    wholeDuration = program.wholeDuration
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
    take(player)
  }

  /// Takes over what a player was told.
  mutating func take(_ player: AnimationPlayer) {
    rate = player.isPaused ? 0 : Double(abs(player.speed))
    isBackward = player.speed < 0
    blendFactor = player.blendFactor
    isPlain = player.program.isPlain && player.isPlaying && player.stopDuration < 0
  }

  /// Moves the time on, if that is all there is to do but to write the values.
  @inline(__always)
  mutating func advancePlainly(_ duration: Double) -> Bool {
    guard isPlain else { return false }
    let next = isNodePaused ? time : time + duration * rate
    guard next > 0, next + Self.tolerance < wholeDuration else { return false }
    time = next
    return true
  }

  /// Where in a run it is, which run it is, and whether that runs backwards.
  @inline(__always)
  func run(at now: Double) -> (index: Double, time: Double, isBackward: Bool) {
    guard duration > 0 else { return (0, 0, false) }
    let legs = now / duration
    var leg = legs.rounded(.down)
    // The end of the last run is its end, not the start of another.
    if now + 1e-9 >= wholeDuration, leg >= 1, legs - leg < 1e-9 { leg -= 1 }
    var place = min(max(now - leg * duration, 0), duration)
    let isMirrored = autoreverses && leg.truncatingRemainder(dividingBy: 2) == 1
    let isBackward = isMirrored != self.isBackward
    if isBackward { place = duration - place }
    let run = autoreverses ? (leg / 2).rounded(.down) : leg
    return (run, timing.share(place / duration) * duration, isBackward)
  }

  /// Calls with each track, the place it writes and its value at a time.
  @inline(__always)
  func forEachTrack(
    at now: Double, _ body: (borrowing AnimationTrack, AnimatedProperty, SIMD4<Float>) -> Void
  ) {
    guard let tracks else { return }
    let (run, place, _) = run(at: now)
    let time = Float(place)
    let past = isCumulative ? Float(run) : 0
    for i in 0..<trackCount {
      let track = tracks + i
      if track.pointee.place.kind == .weights {
        var place = track.pointee.place
        place.kind = .weight
        track.pointee.sampleRow(at: time) { index, value in
          place.index = Int32(index)
          body(track.pointee, place, SIMD4(value, 0, 0, 0))
        }
        continue
      }
      var value = track.pointee.sample(at: time)
      if past > 0 {
        let end = track.pointee.sample(at: Float(duration))
        value = track.pointee.place.adding(end, times: past, to: value)
      }
      body(track.pointee, track.pointee.place, value)
    }
  }
}

extension AnimatedProperty {
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
