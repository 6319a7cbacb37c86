import CaromMaths

/// An action with a playback speed.
private protocol SpeedControlled {
  var speed: Double { get set }
}

/// An action that changes a property over a duration.
private protocol TimedChange: SpeedControlled {
  var duration: Double { get }
  var timing: TimingMode { get set }
}

extension MoveBy: TimedChange {}
extension MoveTo: TimedChange {}
extension RotateBy: TimedChange {}
extension RotateTo: TimedChange {}
extension RotateAround: TimedChange {}
extension RotateToAxisAngle: TimedChange {}
extension ScaleBy: TimedChange {}
extension ScaleTo: TimedChange {}
extension FadeBy: TimedChange {}
extension FadeTo: TimedChange {}
extension CustomAction: SpeedControlled {}
extension Wait: SpeedControlled {}
extension ActionList: SpeedControlled {}
extension Repetition: SpeedControlled {}
extension Forever: SpeedControlled {}

extension SpeedControlled {
  fileprivate func with(speed: Double?) -> Self {
    var copy = self
    if let speed { copy.speed = speed }
    return copy
  }
}

extension TimedChange {
  fileprivate func with(_ timing: TimingMode?, _ speed: Double?) -> Self {
    var copy = with(speed: speed)
    if let timing { copy.timing = timing }
    return copy
  }
}

// Duration, speed, timing and reversal, as in SceneKit.
extension Action {
  /// The duration in seconds, including speeds; infinite if the action never ends.
  ///
  /// For a wait with a range, the center of the range.
  public var duration: Double {
    let own: Double =
      switch self {
      case .custom(let p): p.duration
      case .playAudio(let p): p.waitForCompletion ? p.duration : 0
      case .wait(let p): p.duration
      case .sequence(let p): p.actions.reduce(0) { $0 + $1.duration }
      case .group(let p): p.actions.reduce(0) { max($0, $1.duration) }
      case .repeated(let p): p.count > 0 ? Double(p.count) * p.action.duration : 0
      case .forever: .infinity
      case .moveBy, .moveTo, .rotateBy, .rotateTo, .rotateAround, .rotateToAxisAngle, .scaleBy,
        .scaleTo, .fadeBy, .fadeTo, .hide, .unhide, .removeFromParentNode, .run:
        change?.duration ?? 0
      }
    if own == 0 { return 0 }
    return speed > 0 ? own / speed : .infinity
  }

  /// The playback speed; always 1 for actions without duration.
  public var speed: Double {
    get {
      switch self {
      case .custom(let p): p.speed
      case .wait(let p): p.speed
      case .sequence(let p), .group(let p): p.speed
      case .repeated(let p): p.speed
      case .forever(let p): p.speed
      case .moveBy, .moveTo, .rotateBy, .rotateTo, .rotateAround, .rotateToAxisAngle, .scaleBy,
        .scaleTo, .fadeBy, .fadeTo, .hide, .unhide, .removeFromParentNode, .run, .playAudio:
        change?.speed ?? 1
      }
    }
    set { set(nil, newValue) }
  }

  /// The timing of a change; always linear for other actions.
  public var timingMode: TimingMode {
    get { change?.timing ?? .linear }
    set { set(newValue, nil) }
  }

  /// The payload as a timed change, or nil.
  private var change: (any TimedChange)? {
    switch self {
    case .moveBy(let p): p
    case .moveTo(let p): p
    case .rotateBy(let p): p
    case .rotateTo(let p): p
    case .rotateAround(let p): p
    case .rotateToAxisAngle(let p): p
    case .scaleBy(let p): p
    case .scaleTo(let p): p
    case .fadeBy(let p): p
    case .fadeTo(let p): p
    case .hide, .unhide, .removeFromParentNode, .run, .custom, .playAudio, .wait, .sequence,
      .group, .repeated, .forever:
      nil
    }
  }

  private mutating func set(_ timing: TimingMode?, _ speed: Double?) {
    switch self {
    case .moveBy(let p): self = .moveBy(p.with(timing, speed))
    case .moveTo(let p): self = .moveTo(p.with(timing, speed))
    case .rotateBy(let p): self = .rotateBy(p.with(timing, speed))
    case .rotateTo(let p): self = .rotateTo(p.with(timing, speed))
    case .rotateAround(let p): self = .rotateAround(p.with(timing, speed))
    case .rotateToAxisAngle(let p): self = .rotateToAxisAngle(p.with(timing, speed))
    case .scaleBy(let p): self = .scaleBy(p.with(timing, speed))
    case .scaleTo(let p): self = .scaleTo(p.with(timing, speed))
    case .fadeBy(let p): self = .fadeBy(p.with(timing, speed))
    case .fadeTo(let p): self = .fadeTo(p.with(timing, speed))
    case .custom(let p): self = .custom(p.with(speed: speed))
    case .wait(let p): self = .wait(p.with(speed: speed))
    case .sequence(let p): self = .sequence(p.with(speed: speed))
    case .group(let p): self = .group(p.with(speed: speed))
    case .repeated(let p): self = .repeated(p.with(speed: speed))
    case .forever(let p): self = .forever(p.with(speed: speed))
    case .hide, .unhide, .removeFromParentNode, .run, .playAudio: break
    }
  }

  /// Returns the action that reverses this one.
  ///
  /// As in SceneKit, actions that change to a value, call functions or play sounds are their own
  /// reverse. Fading in and out, and hiding and unhiding, reverse each other. Easing in becomes
  /// easing out.
  public func reversed() -> Action {
    switch self {
    case .moveBy(var p):
      p.offset = -p.offset
      p.timing = p.timing.reversed
      return .moveBy(p)
    case .rotateBy(let p):
      // The reverse of a rotation about several parent axes is the inverse of the whole rotation.
      let turn = Quaternion(eulerAngles: p.angles).inverse.axisAngle
      let hasOneAngle = [p.angles.x, p.angles.y, p.angles.z].filter { $0 != 0 }.count <= 1
      if hasOneAngle {
        var back = p
        back.angles = -p.angles
        back.timing = p.timing.reversed
        return .rotateBy(back)
      }
      var back = RotateAround(
        turn.w, axis: turn.xyz, duration: p.duration, timing: p.timing.reversed)
      back.speed = p.speed
      return .rotateAround(back)
    case .rotateAround(var p):
      p.angle = -p.angle
      p.timing = p.timing.reversed
      return .rotateAround(p)
    case .scaleBy(var p):
      p.factor = p.factor == 0 ? 0 : 1 / p.factor
      p.timing = p.timing.reversed
      return .scaleBy(p)
    case .fadeBy(var p):
      p.amount = -p.amount
      p.timing = p.timing.reversed
      return .fadeBy(p)
    case .fadeTo(var p) where p.opacity == 0 || p.opacity == 1:
      p.opacity = 1 - p.opacity
      p.timing = p.timing.reversed
      return .fadeTo(p)
    case .hide(let p): return .unhide(p)
    case .unhide(let p): return .hide(p)
    case .sequence(var p):
      p.actions = p.actions.reversed().map { $0.reversed() }
      return .sequence(p)
    case .group(var p):
      p.actions = p.actions.map { $0.reversed() }
      return .group(p)
    case .repeated(var p):
      p.action = p.action.reversed()
      return .repeated(p)
    case .forever(var p):
      p.action = p.action.reversed()
      return .forever(p)
    case .moveTo, .rotateTo, .rotateToAxisAngle, .scaleTo, .fadeTo, .removeFromParentNode, .run,
      .custom, .playAudio, .wait:
      return self
    }
  }
}
