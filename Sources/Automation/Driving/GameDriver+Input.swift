public import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// Player input, sent as events of the session's queue.

extension GameDriver {
  /// The easing of a movement over its ticks.
  public enum Ease: Hashable, Sendable {
    /// Constant speed.
    case linear
    /// Slow at both ends.
    case inOut

    /// The eased fraction of the movement at a fraction of its duration.
    func share(_ time: Float) -> Float {
      switch self {
      case .linear: time
      case .inOut: time * time * (3 - 2 * time)
      }
    }
  }

  /// Presses a key, runs ticks, and releases the key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - ticks: The number of ticks to hold it, 1 or more. The tick that processes the release is
  ///     not run.
  public func press(_ key: KeyCode, for ticks: Int = 1) {
    precondition(ticks > 0, "a key is pressed for at least one tick")
    send(.press(key))
    step(ticks)
    send(.release(key))
  }

  /// Tilts the board from its current direction to another.
  ///
  /// - Parameters:
  ///   - direction: The tilt to the right and away from the viewer, each −1 to 1.
  ///   - ticks: The number of ticks to run; 0 sets the tilt immediately and runs none.
  ///   - ease: The easing of the movement.
  public func tilt(_ direction: Vector2, over ticks: Int = 0, ease: Ease = .linear) {
    precondition(ticks >= 0, "the number of ticks is not negative")
    precondition(
      direction.x.isFinite && direction.y.isFinite, "a tilt is finite")
    guard ticks > 0 else { return send(.tilt(x: direction.x, y: direction.y)) }
    let start = session.input.tilt
    for tick in 1...ticks {
      let now = Self.tilt(from: start, to: direction, after: tick, of: ticks, ease: ease)
      send(.tilt(x: now.x, y: now.y))
      step()
    }
  }

  /// The tilt after some of the ticks of a movement.
  static func tilt(
    from start: Vector2, to end: Vector2, after tick: Int, of ticks: Int, ease: Ease
  ) -> Vector2 {
    let share = tick == ticks ? 1 : ease.share(Float(tick) / Float(ticks))
    return start + (end - start) * share
  }

  /// Lets the game's bot play.
  ///
  /// - Parameter ticks: The number of ticks to run; each call starts a new bot.
  /// - Throws: An error if the game has no bot.
  public func play(forTicks ticks: Int) throws(DriverError) {
    precondition(ticks >= 0, "the number of ticks is not negative")
    let game = type(of: session.game)
    guard var bot = game.makeBot() else { throw failure("the game \(game.name) has no bot") }
    for _ in 0..<ticks where !isStopped {
      for event in bot.play(session) { send(event) }
      step()
    }
  }

  /// Taps the center of the node, the control or the row of a list that a locator finds.
  ///
  /// - Parameter locator: A node whose surface is visible at its center from the scene's camera, or
  ///   a control that can be operated.
  /// - Throws: An error if there is no such element, if it is outside the view, or if another one
  ///   occludes it.
  public func tap(_ locator: Locator) throws(DriverError) {
    let position = try viewPosition(of: locator)
    send(.pointer(.pressed, x: position.x, y: position.y))
    step()
    send(.pointer(.released, x: position.x, y: position.y))
  }

  /// Drags the pointer from the center of one node to the center of another.
  ///
  /// - Parameters:
  ///   - locator: The node where the pointer is pressed.
  ///   - target: The node where it is released; it is resolved before the press.
  ///   - ticks: The number of ticks of the movement, 1 or more.
  /// - Throws: The errors of ``tap(_:)``, for either locator.
  public func drag(
    _ locator: Locator, to target: Locator, over ticks: Int = 10
  ) throws(DriverError) {
    drag(from: try viewPosition(of: locator), to: try viewPosition(of: target), over: ticks)
  }

  /// Drags the pointer across the view.
  ///
  /// - Parameters:
  ///   - start: The position of the press, as fractions of width and height from the top left
  ///     corner.
  ///   - end: The position of the release.
  ///   - ticks: The number of ticks of the movement, 1 or more.
  public func drag(from start: Vector2, to end: Vector2, over ticks: Int = 10) {
    precondition(ticks > 0, "a drag takes at least one tick")
    send(.pointer(.pressed, x: start.x, y: start.y))
    for tick in 1...ticks {
      let now = tick == ticks ? end : start + (end - start) * (Float(tick) / Float(ticks))
      send(.pointer(.moved, x: now.x, y: now.y))
      step()
    }
    send(.pointer(.released, x: end.x, y: end.y))
  }

  /// The center of a located node or control in the view, as fractions of width and height.
  ///
  /// - Throws: An error if there is no such node, if it is outside the view, or if another node
  ///   occludes it.
  public func viewPosition(of locator: Locator) throws(DriverError) -> Vector2 {
    try viewPosition(of: try find(locator))
  }

  /// The center of a matched node or control in the view; see ``viewPosition(of:)-(Locator)``.
  public func viewPosition(of match: Match) throws(DriverError) -> Vector2 {
    guard let node = match.node else { return try viewPosition(ofControl: match) }
    let (scene, aspect) = (session.scene, session.input.aspect)
    let box = node.boundingBox
    let center = node.presentation.worldTransform.apply(point: box.isEmpty ? .zero : box.center)
    guard !node.isHiddenInScene else {
      throw failure(.elementNotInteractable, "\(node.path) is hidden")
    }
    guard let seen = scene.projectPoint(center, aspect: aspect), (0...1).contains(seen.x),
      (0...1).contains(seen.y), (0...1).contains(seen.z)
    else {
      throw failure(
        .elementNotInteractable, "\(node.path) is outside the view of the camera")
    }
    let position = Vector2(seen.x, seen.y)
    if let front = scene.hitTest(position, aspect: aspect).first, !front.node.lies(in: node) {
      throw failure(
        .elementClickIntercepted, "\(node.path) is occluded by \(front.node.path)")
    }
    return position
  }
}

extension Node {
  /// Whether the node is another node or one of its descendants.
  fileprivate func lies(in other: Node) -> Bool {
    var next: Node? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }
}
