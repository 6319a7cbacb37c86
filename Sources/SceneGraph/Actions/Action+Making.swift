public import CaromMaths
import CaromProperties

// Actions by SceneKit's names. Times are seconds, lengths metres, angles radians.
extension Action {
  // MARK: Places

  /// Moves the node by an offset in its parent.
  public static func move(
    by offset: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveBy(MoveBy(offset, duration: duration, timing: timing)) }

  /// Moves the node by an offset in its parent.
  public static func moveBy(x: Float, y: Float, z: Float, duration: Double) -> Action {
    move(by: Vector3(x, y, z), duration: duration)
  }

  /// Moves the node to a place in its parent.
  public static func move(
    to position: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .moveTo(MoveTo(position, duration: duration, timing: timing)) }

  // MARK: Rotations

  /// Turns the node by angles about its parent's axes.
  public static func rotate(
    by angles: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action { .rotateBy(RotateBy(angles, duration: duration, timing: timing)) }

  /// Turns the node by angles about its parent's axes.
  public static func rotateBy(x: Float, y: Float, z: Float, duration: Double) -> Action {
    rotate(by: Vector3(x, y, z), duration: duration)
  }

  /// Turns the node to angles; along the shortest arc if asked for, else each angle by itself.
  public static func rotate(
    to angles: Vector3, duration: Double, usesShortestUnitArc: Bool = false,
    timing: TimingMode = .linear
  ) -> Action {
    var p = RotateTo(angles, duration: duration, timing: timing)
    p.usesShortestUnitArc = usesShortestUnitArc
    return .rotateTo(p)
  }

  /// Turns the node to angles; along the shortest arc if asked for, else each angle by itself.
  public static func rotateTo(
    x: Float, y: Float, z: Float, duration: Double, usesShortestUnitArc: Bool = false
  ) -> Action {
    rotate(
      to: Vector3(x, y, z), duration: duration, usesShortestUnitArc: usesShortestUnitArc)
  }

  /// Turns the node by an angle about an axis of its parent.
  public static func rotate(
    by angle: Float, around axis: Vector3, duration: Double, timing: TimingMode = .linear
  ) -> Action {
    .rotateAround(RotateAround(angle, axis: axis, duration: duration, timing: timing))
  }

  /// Turns the node to an angle, as `w`, about an axis of its parent, along the shortest arc.
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

  /// Changes the node's scale to the same value along each axis.
  public static func scale(
    to scale: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .scaleTo(ScaleTo(scale, duration: duration, timing: timing)) }

  /// Makes the node solid.
  public static func fadeIn(duration: Double) -> Action { fadeOpacity(to: 1, duration: duration) }

  /// Makes the node invisible; it stays in the simulation.
  public static func fadeOut(duration: Double) -> Action { fadeOpacity(to: 0, duration: duration) }

  /// Changes the opacity to a value.
  public static func fadeOpacity(
    to opacity: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeTo(FadeTo(opacity, duration: duration, timing: timing)) }

  /// Changes the opacity by an amount.
  public static func fadeOpacity(
    by amount: Float, duration: Double, timing: TimingMode = .linear
  ) -> Action { .fadeBy(FadeBy(amount, duration: duration, timing: timing)) }

  // MARK: The node

  /// Hides the node, which takes it out of the simulation.
  public static func hide() -> Action { .hide(EmptyPayload()) }

  /// Shows the node, which takes it back into the simulation.
  public static func unhide() -> Action { .unhide(EmptyPayload()) }

  /// Takes the node out of its parent.
  public static func removeFromParentNode() -> Action { .removeFromParentNode(EmptyPayload()) }

  // MARK: Functions and sounds

  /// Calls the function that ``Scene/functions`` has by this name.
  public static func run(_ function: String) -> Action { .run(RunFunction(function)) }

  /// Calls, in every tick, the function that ``Scene/timedFunctions`` has by this name.
  ///
  /// It is given the seconds since the action began, at the last `duration` exactly.
  public static func customAction(duration: Double, _ function: String) -> Action {
    .custom(CustomAction(function, duration: duration))
  }

  /// Plays a sound once, at a gain of 0 to 1.
  ///
  /// To wait for its end the action must be told how long the sound is: time never hangs on whether
  /// a sound could be loaded.
  public static func playAudio(
    _ sound: String, gain: Float = 1, waitForCompletion: Bool = false, duration: Double = 0
  ) -> Action {
    var p = PlayAudio(sound, gain: gain)
    p.waitForCompletion = waitForCompletion
    p.duration = duration
    return .playAudio(p)
  }

  // MARK: Time and order

  /// Does nothing for a time; with a range, for `duration` − ½ · range to `duration` + ½ · range.
  ///
  /// A random time is drawn from the scene's stream `actions` each time the wait begins.
  public static func wait(duration: Double, withRange range: Double = 0) -> Action {
    .wait(Wait(duration, range: range))
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
