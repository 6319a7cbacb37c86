import CaromMaths

/// An action laid out flat, parents before children, so that running it allocates nothing.
struct ActionProgram {
  /// One action of the tree.
  struct Step {
    var kind: Kind
    /// The index after the last step inside this one.
    var end = 0
    var duration = 0.0
    var speed = 1.0
    var timing = TimingMode.linear
    /// The vector, angle, factor or opacity to change by or to.
    var value = Vector4.zero
    /// The width of the range that a wait is drawn from.
    var range = 0.0
    /// How often to repeat, or where the name is in `names`.
    var number = 0
  }

  enum Kind {
    case moveBy, moveTo, rotateBy, rotateTo, rotateToShortest, rotateAround, rotateToAxisAngle
    case scaleBy, scaleTo, fadeBy, fadeTo
    case hide, unhide, remove, run, custom, playAudio, wait, sequence, group, `repeat`, forever
  }

  var steps: [Step] = []
  var names: [String] = []

  init(_ action: Action) { add(action) }

  private mutating func add(_ action: Action) {
    switch action {
    case .moveBy(let a): leaf(.moveBy, Vector4(a.offset, 0), a.duration, a.timing, a.speed)
    case .moveTo(let a): leaf(.moveTo, Vector4(a.position, 0), a.duration, a.timing, a.speed)
    case .rotateBy(let a): leaf(.rotateBy, Vector4(a.angles, 0), a.duration, a.timing, a.speed)
    case .rotateTo(let a):
      let kind: Kind = a.usesShortestUnitArc ? .rotateToShortest : .rotateTo
      leaf(kind, Vector4(a.angles, 0), a.duration, a.timing, a.speed)
    case .rotateAround(let a):
      leaf(.rotateAround, Vector4(a.axis, a.angle), a.duration, a.timing, a.speed)
    case .rotateToAxisAngle(let a):
      leaf(.rotateToAxisAngle, Vector4(a.axis, a.angle), a.duration, a.timing, a.speed)
    case .scaleBy(let a): leaf(.scaleBy, Vector4(a.factor, 0, 0, 0), a.duration, a.timing, a.speed)
    case .scaleTo(let a): leaf(.scaleTo, Vector4(a.scale, 0, 0, 0), a.duration, a.timing, a.speed)
    case .fadeBy(let a): leaf(.fadeBy, Vector4(a.amount, 0, 0, 0), a.duration, a.timing, a.speed)
    case .fadeTo(let a): leaf(.fadeTo, Vector4(a.opacity, 0, 0, 0), a.duration, a.timing, a.speed)
    case .hide: leaf(.hide)
    case .unhide: leaf(.unhide)
    case .removeFromParentNode: leaf(.remove)
    case .run(let a): leaf(.run, name: a.function)
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

/// How far one step of a program is; all that has to be saved of a running action but its key.
struct ActionProgress {
  /// Seconds since it began.
  var elapsed = 0.0
  /// The value when it began.
  var start = Vector4.zero
  /// The value it wrote last, to notice others that change the same.
  var last = Vector4.zero
  /// The child that runs, or how often it was repeated.
  var cursor: Int32 = 0
  var isStarted = false
  var isDone = false
}
