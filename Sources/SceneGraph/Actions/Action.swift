public import CaromMaths
public import CaromProperties

/// Something a node does over time, as a value.
///
/// Actions change the node itself, not only what is shown. They go on while the node is hidden and
/// stop while it, one above it, or the scene is paused. What is left of a tick when an action ends
/// is given to the next one of its sequence or repetition, so that a chain takes exactly the sum of
/// its durations. An action holds no closure: `call` names a function of ``Scene/functions``.
public indirect enum Action: OneOf, Hashable, Sendable {
  /// Moves by an offset.
  case moveBy(MoveBy)
  /// Moves to a place.
  case moveTo(MoveTo)
  /// Turns by angles about the parent's axes.
  case rotateBy(RotateBy)
  /// Turns to angles.
  case rotateTo(RotateTo)
  /// Turns by an angle about an axis of the parent.
  case rotateAround(RotateAround)
  /// Grows or shrinks by a factor.
  case scaleBy(ScaleBy)
  /// Grows or shrinks to a scale.
  case scaleTo(ScaleTo)
  /// Changes the opacity by an amount.
  case fadeBy(FadeBy)
  /// Changes the opacity to a value.
  case fadeTo(FadeTo)
  /// Hides the node.
  case hide(Nothing)
  /// Shows the node.
  case unhide(Nothing)
  /// Takes the node out of its parent.
  case removeFromParentNode(Nothing)
  /// Calls a function of the scene by its name.
  case call(Call)
  /// Plays a sound once.
  case playSound(PlaySound)
  /// Does nothing for a while.
  case wait(Wait)
  /// Runs actions one after the other.
  case sequence(ActionList)
  /// Runs actions at the same time; ends with the last.
  case group(ActionList)
  /// Runs an action a number of times.
  case repeated(Repetition)
  /// Runs an action again and again.
  case forever(Forever)

  /// Makes an action that does nothing and ends at once.
  public init() { self = .wait(Wait()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.one("moveBy", Self.moveBy) { if case .moveBy(let p) = $0 { p } else { nil } }
    c.one("moveTo", Self.moveTo) { if case .moveTo(let p) = $0 { p } else { nil } }
    c.one("rotateBy", Self.rotateBy) { if case .rotateBy(let p) = $0 { p } else { nil } }
    c.one("rotateTo", Self.rotateTo) { if case .rotateTo(let p) = $0 { p } else { nil } }
    c.one("rotateAround", Self.rotateAround) {
      if case .rotateAround(let p) = $0 { p } else { nil }
    }
    c.one("scaleBy", Self.scaleBy) { if case .scaleBy(let p) = $0 { p } else { nil } }
    c.one("scaleTo", Self.scaleTo) { if case .scaleTo(let p) = $0 { p } else { nil } }
    c.one("fadeBy", Self.fadeBy) { if case .fadeBy(let p) = $0 { p } else { nil } }
    c.one("fadeTo", Self.fadeTo) { if case .fadeTo(let p) = $0 { p } else { nil } }
    c.one("hide", Self.hide, "Hides the node") { if case .hide(let p) = $0 { p } else { nil } }
    c.one("unhide", Self.unhide, "Shows the node") {
      if case .unhide(let p) = $0 { p } else { nil }
    }
    c.one("removeFromParentNode", Self.removeFromParentNode, "Takes the node out of the scene") {
      if case .removeFromParentNode(let p) = $0 { p } else { nil }
    }
    c.one("call", Self.call) { if case .call(let p) = $0 { p } else { nil } }
    c.one("playSound", Self.playSound) { if case .playSound(let p) = $0 { p } else { nil } }
    c.one("wait", Self.wait) { if case .wait(let p) = $0 { p } else { nil } }
    c.one("sequence", Self.sequence) { if case .sequence(let p) = $0 { p } else { nil } }
    c.one("group", Self.group) { if case .group(let p) = $0 { p } else { nil } }
    c.one("repeat", Self.repeated) { if case .repeated(let p) = $0 { p } else { nil } }
    c.one("repeatForever", Self.forever) { if case .forever(let p) = $0 { p } else { nil } }
  }
}

// MARK: Short ways to make one

extension Action {
  /// Moves the node by an offset in its parent, in metres.
  public static func move(
    by offset: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveBy(MoveBy(offset, duration: duration, timing: timing)) }

  /// Moves the node to a place in its parent, in metres.
  public static func move(
    to position: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveTo(MoveTo(position, duration: duration, timing: timing)) }

  /// Turns the node by angles about its parent's axes, in radians.
  public static func rotate(
    by angles: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .rotateBy(RotateBy(angles, duration: duration, timing: timing)) }

  /// Turns the node to angles, in radians; the shortest way if asked for.
  public static func rotate(
    to angles: Vector3, duration: Double, usesShortestArc: Bool = false,
    timing: TimingMode = .linear
  ) -> Action {
    var p = RotateTo(angles, duration: duration, timing: timing)
    p.usesShortestArc = usesShortestArc
    return .rotateTo(p)
  }

  /// Turns the node by an angle in radians about an axis of its parent.
  public static func rotate(
    by angle: Float, around axis: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action {
    .rotateAround(RotateAround(angle, axis: axis, duration: duration, timing: timing))
  }

  /// Multiplies the node's scale by a factor.
  public static func scale(
    by factor: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .scaleBy(ScaleBy(factor, duration: duration, timing: timing)) }

  /// Changes the node's scale to the same value along each axis.
  public static func scale(
    to scale: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .scaleTo(ScaleTo(scale, duration: duration, timing: timing)) }

  /// Makes the node solid.
  public static func fadeIn(duration: Double) -> Action { fade(to: 1, duration: duration) }

  /// Makes the node invisible; it stays in the simulation.
  public static func fadeOut(duration: Double) -> Action { fade(to: 0, duration: duration) }

  /// Changes the opacity to a value.
  public static func fade(
    to opacity: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeTo(FadeTo(opacity, duration: duration, timing: timing)) }

  /// Changes the opacity by an amount.
  public static func fade(
    by amount: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeBy(FadeBy(amount, duration: duration, timing: timing)) }

  /// Hides the node, which takes it out of the simulation.
  public static var hide: Action { .hide(Nothing()) }

  /// Shows the node, which takes it back into the simulation.
  public static var unhide: Action { .unhide(Nothing()) }

  /// Takes the node out of its parent.
  public static var removeFromParentNode: Action { .removeFromParentNode(Nothing()) }

  /// Does nothing for `duration` seconds.
  public static func wait(_ duration: Double) -> Action { .wait(Wait(duration)) }

  /// Calls the function that the scene knows by this name.
  public static func call(_ function: String) -> Action { .call(Call(function)) }

  /// Plays a sound once, at a gain of 0 to 1.
  public static func playSound(_ sound: String, gain: Float = 1) -> Action {
    .playSound(PlaySound(sound, gain: gain))
  }

  /// Runs actions one after the other.
  public static func sequence(_ actions: [Action]) -> Action { .sequence(ActionList(actions)) }

  /// Runs actions at the same time.
  public static func group(_ actions: [Action]) -> Action { .group(ActionList(actions)) }

  /// Runs an action `count` times.
  public static func `repeat`(_ action: Action, count: Int) -> Action {
    .repeated(Repetition(action, count: Int32(clamping: count)))
  }

  /// Runs an action again and again.
  public static func repeatForever(_ action: Action) -> Action { .forever(Forever(action)) }
}
