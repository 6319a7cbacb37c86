public import CaromProperties

/// An action that changes a node over time; a value.
///
/// Actions change the node's own values, not the presentation. They continue while the node is
/// hidden, and pause with the node, its ancestors and the scene. The remainder of a tick after the
/// end of an action is passed to the next one in a sequence or repetition, so a chain takes exactly
/// the sum of its durations. An action contains no closures: `run` names a function of
/// ``Scene/functions``.
public indirect enum Action: Variant, Hashable, Sendable {
  /// Moves by an offset.
  case moveBy(MoveBy)
  /// Moves to a position.
  case moveTo(MoveTo)
  /// Rotates by angles about the parent's axes.
  case rotateBy(RotateBy)
  /// Rotates to Euler angles.
  case rotateTo(RotateTo)
  /// Rotates by an angle about an axis in parent space.
  case rotateAround(RotateAround)
  /// Rotates to an axis and angle in parent space.
  case rotateToAxisAngle(RotateToAxisAngle)
  /// Multiplies the scale by a factor.
  case scaleBy(ScaleBy)
  /// Changes the scale to a uniform value.
  case scaleTo(ScaleTo)
  /// Changes the opacity by an amount.
  case fadeBy(FadeBy)
  /// Changes the opacity to a value.
  case fadeTo(FadeTo)
  /// Hides the node.
  case hide(EmptyPayload)
  /// Unhides the node.
  case unhide(EmptyPayload)
  /// Removes the node from its parent.
  case removeFromParentNode(EmptyPayload)
  /// Calls a function of the scene by name.
  case run(RunFunction)
  /// Calls a function of the scene in every tick for a duration.
  case custom(CustomAction)
  /// Plays a sound once.
  case playAudio(PlayAudio)
  /// Waits.
  case wait(Wait)
  /// Runs actions in sequence.
  case sequence(ActionList)
  /// Runs actions in parallel; ends with the last one.
  case group(ActionList)
  /// Repeats an action a number of times.
  case repeated(Repetition)
  /// Repeats an action forever.
  case forever(Forever)

  /// Creates an action without effect that ends immediately.
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
    c.case("unhide", Self.unhide, "Unhides the node") {
      if case .unhide(let p) = $0 { p } else { nil }
    }
    c.case("removeFromParentNode", Self.removeFromParentNode, "Removes the node from its parent") {
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
