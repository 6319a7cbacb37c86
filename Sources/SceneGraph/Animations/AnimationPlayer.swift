import CaromProperties

/// Plays an animation on a node, and can be told how.
///
/// A player belongs to one node. Added by ``Node/addAnimationPlayer(_:forKey:)``, it waits until
/// ``play()`` is called; it moves on only while its node is in a scene and not paused.
public final class AnimationPlayer {
  /// What is played.
  public internal(set) var animation: Animation
  /// How many times as fast it runs; negative ones run each run backwards.
  public var speed: Float = 1 { didSet { updateRecord() } }
  /// How much of it is shown over what is there without it, 0 to 1.
  public var blendFactor: Float = 1 { didSet { updateRecord() } }
  /// True while it stands still and shows where it stands.
  public var isPaused = false { didSet { updateRecord() } }
  /// True from ``play()`` until the end, or until it was stopped.
  public internal(set) var isPlaying = false { didSet { updateRecord() } }
  /// How long it has run, in seconds of the animation.
  public internal(set) var time: Double {
    get { record?.pointee.time ?? ownTime }
    set { if let record { record.pointee.time = newValue } else { ownTime = newValue } }
  }

  /// What it is found by; nil for none.
  var key: String?
  /// True when it was made of the animations of the node's state.
  var isDeclared = false
  /// True when it leaves its node as soon as it has faded.
  var isRemoved = false
  /// True once the whole animation has run, until it is played again.
  var isAtEnd = false
  /// How long the fade after ``stop(withBlendOutDuration:)`` takes; negative while not stopping.
  var stopDuration = -1.0 { didSet { updateRecord() } }
  /// How long it has faded since.
  var stopTime = 0.0
  /// The channels, as ticks read them.
  let program: AnimationProgram
  /// Where it is in the table of its scene, which then keeps its time.
  var record: UnsafeMutablePointer<AnimationRecord>?
  /// How long it has run while it is in no table.
  private var ownTime = 0.0
  /// The scene's ``Scene/treeVersion`` when the nodes of the channels were looked for; nil before.
  var boundTreeVersion: UInt64?

  /// Makes a player that waits.
  public init(_ animation: Animation) {
    self.animation = animation
    program = AnimationProgram(animation)
  }

  /// Plays: on from where it is, or from the start when it ended or was stopped.
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

  /// Stops; what it shows fades away in so many seconds, during which it goes on.
  ///
  /// The player stays with its node and can be played again.
  public func stop(withBlendOutDuration duration: Double = 0) {
    guard isPlaying || isAtEnd else { return }
    stopDuration = max(duration, 0)
    stopTime = 0
  }

  /// Has the table know what was changed.
  private func updateRecord() { record?.pointee.take(self) }

  /// Takes its time back from the table.
  func detachFromTable() {
    guard let record else { return }
    ownTime = record.pointee.time
    self.record = nil
  }

  /// A player of the same animation, at the same time, for another node.
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

  func save(_ sink: inout StateSink) {
    sink.put(key != nil)
    if let key { sink.put(key) }
    animation.save(&sink)
    sink.put(speed)
    sink.put(blendFactor)
    sink.put(isPaused)
    sink.put(isPlaying)
    sink.put(time)
    sink.put(isDeclared)
    sink.put(isRemoved)
    sink.put(isAtEnd)
    sink.put(stopDuration)
    sink.put(stopTime)
  }

  convenience init(_ source: inout StateSource) {
    let key = source.getBool() ? source.getString() : nil
    var animation = Animation()
    animation.load(&source)
    self.init(animation)
    self.key = key
    speed = source.get()
    blendFactor = source.get()
    isPaused = source.getBool()
    isPlaying = source.getBool()
    time = source.get()
    isDeclared = source.getBool()
    isRemoved = source.getBool()
    isAtEnd = source.getBool()
    stopDuration = source.get()
    stopTime = source.get()
  }
}
