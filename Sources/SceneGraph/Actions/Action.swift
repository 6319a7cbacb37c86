public import CaromProperties

/// Something a node does over time, as a value.
///
/// Actions change the node itself, not only what is shown. They go on while the node is hidden and
/// stop while it, one above it, or the scene is paused. What is left of a tick when an action ends
/// is given to the next one of its sequence or repetition, so that a chain takes exactly the sum of
/// its durations. An action holds no closure: `run` names a function of ``Scene/functions``.
public indirect enum Action: Variant, Hashable, Sendable {
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
  /// Turns to an angle about an axis of the parent.
  case rotateToAxisAngle(RotateToAxisAngle)
  /// Grows or shrinks by a factor.
  case scaleBy(ScaleBy)
  /// Grows or shrinks to a scale.
  case scaleTo(ScaleTo)
  /// Changes the opacity by an amount.
  case fadeBy(FadeBy)
  /// Changes the opacity to a value.
  case fadeTo(FadeTo)
  /// Hides the node.
  case hide(EmptyPayload)
  /// Shows the node.
  case unhide(EmptyPayload)
  /// Takes the node out of its parent.
  case removeFromParentNode(EmptyPayload)
  /// Calls a function of the scene by its name.
  case run(RunFunction)
  /// Calls a function of the scene in every tick of a time.
  case custom(CustomAction)
  /// Plays a sound once.
  case playAudio(PlayAudio)
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
    c.case("moveBy", Self.moveBy) { if case .moveBy(let p) = $0 { p } else { nil } }
    c.case("moveTo", Self.moveTo) { if case .moveTo(let p) = $0 { p } else { nil } }
    c.case("rotateBy", Self.rotateBy) { if case .rotateBy(let p) = $0 { p } else { nil } }
    c.case("rotateTo", Self.rotateTo) { if case .rotateTo(let p) = $0 { p } else { nil } }
    c.case("rotateAround", Self.rotateAround) {
      if case .rotateAround(let p) = $0 { p } else { nil }
    }
    c.case("rotateToAxisAngle", Self.rotateToAxisAngle) {
      if case .rotateToAxisAngle(let p) = $0 { p } else { nil }
    }
    c.case("scaleBy", Self.scaleBy) { if case .scaleBy(let p) = $0 { p } else { nil } }
    c.case("scaleTo", Self.scaleTo) { if case .scaleTo(let p) = $0 { p } else { nil } }
    c.case("fadeBy", Self.fadeBy) { if case .fadeBy(let p) = $0 { p } else { nil } }
    c.case("fadeTo", Self.fadeTo) { if case .fadeTo(let p) = $0 { p } else { nil } }
    c.case("hide", Self.hide, "Hides the node") { if case .hide(let p) = $0 { p } else { nil } }
    c.case("unhide", Self.unhide, "Shows the node") {
      if case .unhide(let p) = $0 { p } else { nil }
    }
    c.case("removeFromParentNode", Self.removeFromParentNode, "Takes the node out of the scene") {
      if case .removeFromParentNode(let p) = $0 { p } else { nil }
    }
    c.case("run", Self.run) { if case .run(let p) = $0 { p } else { nil } }
    c.case("custom", Self.custom) { if case .custom(let p) = $0 { p } else { nil } }
    c.case("playAudio", Self.playAudio) { if case .playAudio(let p) = $0 { p } else { nil } }
    c.case("wait", Self.wait) { if case .wait(let p) = $0 { p } else { nil } }
    c.case("sequence", Self.sequence) { if case .sequence(let p) = $0 { p } else { nil } }
    c.case("group", Self.group) { if case .group(let p) = $0 { p } else { nil } }
    c.case("repeat", Self.repeated) { if case .repeated(let p) = $0 { p } else { nil } }
    c.case("repeatForever", Self.forever) { if case .forever(let p) = $0 { p } else { nil } }
  }
}
