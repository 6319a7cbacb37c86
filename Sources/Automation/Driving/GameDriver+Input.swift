public import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// What players do, as events of the session's own queue.

extension GameDriver {
  /// How a movement runs over its ticks.
  public enum Ease: Hashable, Sendable {
    /// Alike in each tick.
    case linear
    /// Slowly at both ends.
    case inOut

    /// The share of the way at a share of the time.
    func share(_ time: Float) -> Float {
      switch self {
      case .linear: time
      case .inOut: time * time * (3 - 2 * time)
      }
    }
  }

  /// Presses a key, runs ticks, and lets it go.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - ticks: How long it is held; 1 or more. The tick in which it goes up is not run.
  public func press(_ key: KeyCode, for ticks: Int = 1) {
    precondition(ticks > 0, "A key is pressed for a tick or more")
    send(.press(key))
    step(ticks)
    send(.release(key))
  }

  /// Tilts the board from where it is to a direction, over ticks.
  ///
  /// - Parameters:
  ///   - direction: To the right and away from the viewer, each −1 to 1.
  ///   - ticks: How many ticks it takes, which are run; 0 tilts at once and runs none.
  ///   - ease: How the movement runs over them.
  public func tilt(_ direction: Vector2, over ticks: Int = 0, ease: Ease = .linear) {
    precondition(ticks >= 0, "Time moves forwards only")
    precondition(
      direction.x.isFinite && direction.y.isFinite, "A board is tilted by finite numbers")
    guard ticks > 0 else { return send(.tilt(x: direction.x, y: direction.y)) }
    let start = session.input.tilt
    for tick in 1...ticks {
      let share = tick == ticks ? 1 : ease.share(Float(tick) / Float(ticks))
      let now = start + (direction - start) * share
      send(.tilt(x: now.x, y: now.y))
      step()
    }
  }

  /// Lets the game's own bot play.
  ///
  /// - Parameter ticks: How many ticks, which are run; a bot that begins again has seen nothing yet.
  /// - Throws: that the game has no bot.
  public func play(forTicks ticks: Int) throws(DriverError) {
    precondition(ticks >= 0, "Time moves forwards only")
    let game = type(of: session.game)
    guard var bot = game.makeBot() else { throw failure("the game \(game.name) has no bot") }
    for _ in 0..<ticks {
      for event in bot.play(session) { send(event) }
      step()
    }
  }

  /// Presses and lets go of the pointer on the middle of the one that a locator finds.
  ///
  /// - Parameter locator: A node with a surface that the scene's camera sees there.
  /// - Throws: that there is no such node, that it is not in view, or what is in front of it.
  public func tap(_ locator: Locator) throws(DriverError) {
    let position = try viewPosition(of: locator)
    send(.pointer(.pressed, x: position.x, y: position.y))
    step()
    send(.pointer(.released, x: position.x, y: position.y))
  }

  /// Drags the pointer from the middle of one node to that of another.
  ///
  /// - Parameters:
  ///   - locator: Where it is pressed.
  ///   - target: Where it is let go; looked for before it is pressed.
  ///   - ticks: How many ticks the way takes, which are run; 1 or more.
  /// - Throws: as ``tap(_:)``, for each.
  public func drag(
    _ locator: Locator, to target: Locator, over ticks: Int = 10
  ) throws(DriverError) {
    drag(from: try viewPosition(of: locator), to: try viewPosition(of: target), over: ticks)
  }

  /// Drags the pointer over the view.
  ///
  /// - Parameters:
  ///   - start: Where it is pressed, in shares of width and height from the top left corner.
  ///   - end: Where it is let go.
  ///   - ticks: How many ticks the way takes, which are run; 1 or more.
  public func drag(from start: Vector2, to end: Vector2, over ticks: Int = 10) {
    precondition(ticks > 0, "A drag takes a tick or more")
    send(.pointer(.pressed, x: start.x, y: start.y))
    for tick in 1...ticks {
      let now = tick == ticks ? end : start + (end - start) * (Float(tick) / Float(ticks))
      send(.pointer(.moved, x: now.x, y: now.y))
      step()
    }
    send(.pointer(.released, x: end.x, y: end.y))
  }

  /// Where on the view the middle of the one that a locator finds is, in shares of width and height.
  ///
  /// - Throws: that there is no such node, that it is not in view, or what is in front of it.
  public func viewPosition(of locator: Locator) throws(DriverError) -> Vector2 {
    let match = try find(locator)
    guard let node = match.node else {
      throw failure("\(match.path) is no node of the scene; only nodes have a position in the view")
    }
    let (scene, aspect) = (session.scene, session.input.aspect)
    let box = node.boundingBox
    let middle = node.presentation.worldTransform.apply(point: box.isEmpty ? .zero : box.center)
    guard !node.isHiddenInScene else { throw failure("\(node.path) is hidden") }
    guard let seen = scene.projectPoint(middle, aspect: aspect), (0...1).contains(seen.x),
      (0...1).contains(seen.y), (0...1).contains(seen.z)
    else {
      throw failure("\(node.path) is not in view of the camera")
    }
    let position = Vector2(seen.x, seen.y)
    if let front = scene.hitTest(position, aspect: aspect).first, !front.node.lies(in: node) {
      throw failure("\(node.path) is behind \(front.node.path)")
    }
    return position
  }
}

extension Node {
  /// True when it is another node or below it.
  fileprivate func lies(in other: Node) -> Bool {
    var next: Node? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }
}
