public import CaromProperties

/// Controls the playback of an animation on a node.
///
/// A player belongs to one node. Added with ``Node/addAnimationPlayer(_:forKey:)``, it waits until
/// ``play()`` is called. It advances only while its node is in a scene and not paused.
public final class AnimationPlayer: Record {
  /// Summary for the documentation of states.
  public static let summary = "The playback of an animation on a node"
  /// The program is derived from the animation, and the record is part of the scene's table.
  public static let undeclaredByDesign: Set = ["program", "record", "ownTime", "boundTreeVersion"]

  /// The animation.
  public internal(set) var animation: Animation
  /// The playback speed; negative values play each run backwards.
  public var speed: Float = 1 { didSet { updateRecord() } }
  /// The blend factor over the current values, 0 to 1.
  public var blendFactor: Float = 1 { didSet { updateRecord() } }
  /// Whether playback is paused; the current values stay presented.
  public var isPaused = false { didSet { updateRecord() } }
  /// True from ``play()`` until the end or until it is stopped.
  public internal(set) var isPlaying = false { didSet { updateRecord() } }
  /// The elapsed time of the animation, in seconds.
  public internal(set) var time: Double {
    get { record?.pointee.time ?? ownTime }
    set { if let record { record.pointee.time = newValue } else { ownTime = newValue } }
  }

  /// The key, or nil.
  var key: String?
  /// Whether it was created from a declared animation of the node's state.
  var isDeclared = false
  /// Whether it is removed from its node after blending out.
  var isRemoved = false
  /// True after the end of the animation, until it is played again.
  var isAtEnd = false
  /// The duration of the blend-out after ``stop(withBlendOutDuration:)``; negative while not
  /// stopping.
  var stopDuration = -1.0 { didSet { updateRecord() } }
  /// The elapsed time of the blend-out.
  var stopTime = 0.0
  /// The compiled channels.
  private(set) var program: AnimationProgram
  /// The record in the table of the scene, which then stores the time.
  var record: UnsafeMutablePointer<AnimationRecord>?
  /// The elapsed time while it has no record.
  private var ownTime = 0.0
  /// The ``Scene/treeVersion`` for which the target nodes were resolved; nil before.
  var boundTreeVersion: UInt64?

  /// Creates a player of an animation without channels.
  public convenience init() { self.init(Animation()) }

  /// Creates a player that is not playing.
  public init(_ animation: Animation) {
    self.animation = animation
    program = AnimationProgram(animation)
  }

  /// Resumes playback, or restarts it after the end or a stop.
  public func play() {
    if isAtEnd || !isPlaying || stopDuration >= 0 {
      time = 0
      isAtEnd = false
      stopDuration = -1
      stopTime = 0
    }
    isPlaying = true
    isPaused = false
  }

  /// Stops playback; the values blend out over a duration in seconds, during which it continues.
  ///
  /// The player stays on its node and can be played again.
  public func stop(withBlendOutDuration duration: Double = 0) {
    guard isPlaying || isAtEnd else { return }
    stopDuration = max(duration, 0)
    stopTime = 0
  }

  /// Updates the record in the table.
  private func updateRecord() { record?.pointee.update(from: self) }

  /// Copies the time back and detaches from the table.
  func detachFromTable() {
    guard let record else { return }
    ownTime = record.pointee.time
    self.record = nil
  }

  /// Returns a player of the same animation at the same time, for another node.
  func copy() -> AnimationPlayer {
    let player = AnimationPlayer(animation)
    player.speed = speed
    player.blendFactor = blendFactor
    player.isPaused = isPaused
    player.isPlaying = isPlaying
    player.time = time
    player.key = key
    player.isDeclared = isDeclared
    player.isAtEnd = isAtEnd
    player.stopDuration = stopDuration
    player.stopTime = stopTime
    return player
  }

  // MARK: State

  /// Declares the state.
  public static func properties(_ p: inout some PropertyVisitor<AnimationPlayer>) {
    p.property("key", \.key, "The key", in: .state)
    p.property("animation", \.animation, "The animation", in: .state)
    p.property("speed", \.speed, "The playback speed", in: .state)
    p.property("blendFactor", \.blendFactor, "The blend factor", .ratio, in: .state)
    p.property("isPaused", \.isPaused, "Whether playback is paused", in: .state)
    p.property("isPlaying", \.isPlaying, "Whether it plays", in: .state)
    p.property("time", \.time, "The elapsed time", .seconds, in: .state)
    p.property("isDeclared", \.isDeclared, "Whether the node declares the animation", in: .state)
    p.property("isRemoved", \.isRemoved, "Whether it is removed after blending out", in: .state)
    p.property("isAtEnd", \.isAtEnd, "Whether the animation has ended", in: .state)
    p.property("stopDuration", \.stopDuration, "The blend-out time", .seconds, in: .state)
    p.property("stopTime", \.stopTime, "The elapsed blend-out", .seconds, in: .state)
  }

  /// Creates a player from its state.
  static func loaded(_ source: inout StateSource) -> AnimationPlayer {
    var player = AnimationPlayer()
    player.loadState(&source)
    player.program = AnimationProgram(player.animation)
    return player
  }
}
