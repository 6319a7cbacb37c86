import CaromMaths
import CaromProperties

/// An action as a flat list of steps, parents before children, so that running it does not
/// allocate.
struct ActionProgram {
  /// An action of the tree.
  struct Step {
    var kind: Kind
    /// The index after the last nested step.
    var end = 0
    var duration = 0.0
    var speed = 1.0
    var timing = TimingMode.linear
    /// The offset, angle, factor or opacity of the change.
    var value = Vector4.zero
    /// The width of the range of random wait times.
    var range = 0.0
    /// The number of repetitions, or an index in `names`.
    var number = 0
  }

  /// The kind of a step.
  enum Kind: Equatable {
    case change(Change), effect(Effect)
    case custom, playAudio, wait, sequence, group, `repeat`, forever
  }

  /// A change of a node's property over time.
  enum Change {
    case moveBy, moveTo, rotateBy, rotateTo, rotateToShortest, rotateAround, rotateToAxisAngle
    case scaleBy, scaleTo, fadeBy, fadeTo
  }

  /// An effect without duration.
  enum Effect { case hide, unhide, remove, run }

  var steps: [Step] = []
  var names: [String] = []

  init(_ action: Action) { add(action) }

  private mutating func add(_ action: Action) {
    switch action {
    case .moveBy(let a): leaf(.change(.moveBy), Vector4(a.offset, 0), a.duration, a.timing, a.speed)
    case .moveTo(let a):
      leaf(.change(.moveTo), Vector4(a.position, 0), a.duration, a.timing, a.speed)
    case .rotateBy(let a):
      leaf(.change(.rotateBy), Vector4(a.angles, 0), a.duration, a.timing, a.speed)
    case .rotateTo(let a):
      let change: Change = a.usesShortestUnitArc ? .rotateToShortest : .rotateTo
      leaf(.change(change), Vector4(a.angles, 0), a.duration, a.timing, a.speed)
    case .rotateAround(let a):
      leaf(.change(.rotateAround), Vector4(a.axis, a.angle), a.duration, a.timing, a.speed)
    case .rotateToAxisAngle(let a):
      leaf(.change(.rotateToAxisAngle), Vector4(a.axis, a.angle), a.duration, a.timing, a.speed)
    case .scaleBy(let a):
      leaf(.change(.scaleBy), Vector4(a.factor, 0, 0, 0), a.duration, a.timing, a.speed)
    case .scaleTo(let a):
      leaf(.change(.scaleTo), Vector4(a.scale, 0, 0, 0), a.duration, a.timing, a.speed)
    case .fadeBy(let a):
      leaf(.change(.fadeBy), Vector4(a.amount, 0, 0, 0), a.duration, a.timing, a.speed)
    case .fadeTo(let a):
      leaf(.change(.fadeTo), Vector4(a.opacity, 0, 0, 0), a.duration, a.timing, a.speed)
    case .hide: leaf(.effect(.hide))
    case .unhide: leaf(.effect(.unhide))
    case .removeFromParentNode: leaf(.effect(.remove))
    case .run(let a): leaf(.effect(.run), name: a.function)
    case .custom(let a): leaf(.custom, .zero, a.duration, .linear, a.speed, name: a.function)
    case .playAudio(let a):
      let wait = a.waitForCompletion ? a.duration : 0
      leaf(.playAudio, Vector4(a.gain, 0, 0, 0), wait, name: a.sound)
    case .wait(let a):
      leaf(.wait, .zero, a.duration, .linear, a.speed)
      steps[steps.count - 1].range = a.range
    case .sequence(let a): branch(.sequence, a.speed, 0, a.actions)
    case .group(let a): branch(.group, a.speed, 0, a.actions)
    case .repeated(let a): branch(.repeat, a.speed, Int(a.count), [a.action])
    case .forever(let a): branch(.forever, a.speed, 0, [a.action])
    }
  }

  private mutating func leaf(
    _ kind: Kind, _ value: Vector4 = .zero, _ duration: Double = 0,
    _ timing: TimingMode = .linear, _ speed: Double = 1, name: String? = nil
  ) {
    var step = Step(kind: kind, duration: duration, speed: speed, timing: timing, value: value)
    if let name {
      step.number = names.count
      names.append(name)
    }
    step.end = steps.count + 1
    steps.append(step)
  }

  private mutating func branch(
    _ kind: Kind, _ speed: Double, _ number: Int, _ children: [Action]
  ) {
    let index = steps.count
    steps.append(Step(kind: kind, speed: speed, number: number))
    for child in children { add(child) }
    steps[index].end = steps.count
  }
}

/// The progress of a step of a running action.
struct ActionProgress: Part {
  static let summary = "The progress of a step of an action"

  /// The elapsed time, in seconds.
  var elapsed = 0.0
  /// The value at the start.
  var start = Vector4.zero
  /// The value that was written last, to detect other changes of the same property.
  var last = Vector4.zero
  /// The current child of a sequence, or the number of completed repetitions.
  var cursor: Int32 = 0
  var isStarted = false
  var isDone = false

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("elapsed", \.elapsed, "The elapsed time", .seconds, in: .state)
    p.property("start", \.start, "The value at the start", in: .state)
    p.property("last", \.last, "The value that was written last", in: .state)
    p.property("cursor", \.cursor, "The current child, or the completed repetitions", in: .state)
    p.property("isStarted", \.isStarted, "Whether the step has begun", in: .state)
    p.property("isDone", \.isDone, "Whether the step has ended", in: .state)
  }
}
