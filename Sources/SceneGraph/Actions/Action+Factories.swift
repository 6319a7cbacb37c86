public import CaromMaths
import CaromProperties

// Factory methods with SceneKit's names. Durations are seconds, lengths meters and angles radians.
extension Action {
  // MARK: Positions

  /// Moves the node by an offset in parent space.
  public static func move(
    by offset: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveBy(MoveBy(offset, duration: duration, timing: timing)) }

  /// Moves the node by an offset in parent space.
  public static func moveBy(x: Float, y: Float, z: Float, duration: Double) -> Action {
    move(by: Vector3(x, y, z), duration: duration)
  }

  /// Moves the node to a position in parent space.
  public static func move(
    to position: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveTo(MoveTo(position, duration: duration, timing: timing)) }

  // MARK: Rotations

  /// Rotates the node by angles about the axes of its parent.
  public static func rotate(
    by angles: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .rotateBy(RotateBy(angles, duration: duration, timing: timing)) }

  /// Rotates the node by angles about the axes of its parent.
  public static func rotateBy(x: Float, y: Float, z: Float, duration: Double) -> Action {
    rotate(by: Vector3(x, y, z), duration: duration)
  }

  /// Rotates the node to Euler angles, along the shortest arc or each angle separately.
  public static func rotate(
    to angles: Vector3, duration: Double, usesShortestUnitArc: Bool = false,
    timing: TimingMode = .linear
  ) -> Action {
    var p = RotateTo(angles, duration: duration, timing: timing)
    p.usesShortestUnitArc = usesShortestUnitArc
    return .rotateTo(p)
  }

  /// Rotates the node to Euler angles, along the shortest arc or each angle separately.
  public static func rotateTo(
    x: Float, y: Float, z: Float, duration: Double, usesShortestUnitArc: Bool = false
  ) -> Action {
    rotate(
      to: Vector3(x, y, z), duration: duration, usesShortestUnitArc: usesShortestUnitArc)
  }

  /// Rotates the node by an angle about an axis in parent space.
  public static func rotate(
    by angle: Float, around axis: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action {
    .rotateAround(RotateAround(angle, axis: axis, duration: duration, timing: timing))
  }

  /// Rotates the node to an axis and angle (`w`) in parent space, along the shortest arc.
  public static func rotate(
    toAxisAngle axisAngle: Vector4, duration: Double, timing: TimingMode = .linear
  ) -> Action {
    .rotateToAxisAngle(
      RotateToAxisAngle(axisAngle.w, axis: axisAngle.xyz, duration: duration, timing: timing))
  }

  // MARK: Scale and opacity

  /// Multiplies the node's scale by a factor.
  public static func scale(
    by factor: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .scaleBy(ScaleBy(factor, duration: duration, timing: timing)) }

  /// Changes the node's scale to a uniform value.
  public static func scale(
    to scale: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .scaleTo(ScaleTo(scale, duration: duration, timing: timing)) }

  /// Fades the node to full opacity.
  public static func fadeIn(duration: Double) -> Action { fadeOpacity(to: 1, duration: duration) }

  /// Fades the node to zero opacity; it stays in the simulation.
  public static func fadeOut(duration: Double) -> Action { fadeOpacity(to: 0, duration: duration) }

  /// Changes the opacity to a value.
  public static func fadeOpacity(
    to opacity: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeTo(FadeTo(opacity, duration: duration, timing: timing)) }

  /// Changes the opacity by an amount.
  public static func fadeOpacity(
    by amount: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeBy(FadeBy(amount, duration: duration, timing: timing)) }

  // MARK: Visibility and removal

  /// Hides the node, which removes it from the simulation.
  public static func hide() -> Action { .hide(EmptyPayload()) }

  /// Unhides the node, which returns it to the simulation.
  public static func unhide() -> Action { .unhide(EmptyPayload()) }

  /// Removes the node from its parent.
  public static func removeFromParentNode() -> Action { .removeFromParentNode(EmptyPayload()) }

  // MARK: Functions and sounds

  /// Calls the function with this name in ``Scene/functions``.
  public static func run(_ function: String) -> Action { .run(RunFunction(function)) }

  /// Calls the function with this name in ``Scene/timedFunctions`` in every tick.
  ///
  /// The argument is the elapsed time in seconds; in the last call it equals `duration`.
  public static func customAction(duration: Double, _ function: String) -> Action {
    .custom(CustomAction(function, duration: duration))
  }

  /// Plays a sound once, with a gain from 0 to 1.
  ///
  /// To wait for the end of the sound, pass its duration: timing never depends on whether a sound
  /// could be loaded.
  public static func playAudio(
    _ sound: String, gain: Float = 1, waitForCompletion: Bool = false, duration: Double = 0
  ) -> Action {
    var p = PlayAudio(sound, gain: gain)
    p.waitForCompletion = waitForCompletion
    p.duration = duration
    return .playAudio(p)
  }

  // MARK: Composition

  /// Waits; with a range, for a random time between `duration` − ½ · range and `duration` + ½ ·
  /// range.
  ///
  /// The time is drawn from the scene's random stream `actions` each time the wait begins.
  public static func wait(duration: Double, withRange range: Double = 0) -> Action {
    .wait(Wait(duration, range: range))
  }

  /// Runs actions in sequence.
  public static func sequence(_ actions: [Action]) -> Action { .sequence(ActionList(actions)) }

  /// Runs actions in parallel.
  public static func group(_ actions: [Action]) -> Action { .group(ActionList(actions)) }

  /// Runs an action `count` times.
  public static func `repeat`(_ action: Action, count: Int) -> Action {
    .repeated(Repetition(action, count: Int32(clamping: count)))
  }

  /// Repeats an action forever.
  public static func repeatForever(_ action: Action) -> Action { .forever(Forever(action)) }
}
