import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation

// Tools of makers: a free camera, selection, and time that stops and goes back.
extension PlayerLoop {
  /// The number of ticks between two snapshots of the history: as many as one step back runs again
  /// at most.
  private static let historyInterval = 60
  /// The number of ticks before the tools open that they can go back to.
  private static let historySpan = 1_800

  /// Records the history of the session, so that tools can go back in it; little of it while they
  /// are closed, so that a long game takes no more memory than a short one.
  func recordHistory() {
    if session.history == nil { session.recordHistory(interval: Self.historyInterval) }
    session.history?.span = tools.isOn ? nil : Self.historySpan
  }

  /// The state of the tools, for tests.
  package var toolCamera: FreeCamera? { tools.camera }
  /// The path of the node under the pointer.
  package var hoveredPath: String? { tools.hoveredPath }
  /// The path of the selected node.
  package var selectedPath: String? { tools.selectedPath }
  /// Whether time stands still.
  package var isTimeHeld: Bool { tools.isHeld }

  /// Whether the tools receive events: a menu is before them.
  private var areToolsInUse: Bool { tools.isOn && screens.screen == .playing }

  /// Whether ticks after the one on screen are known, and are shown again as they were.
  var isInPast: Bool {
    guard tools.isOn, !tools.goesOn, let history = session.history else { return false }
    return session.tick < history.last
  }

  // MARK: Events

  /// Gives an event to the tools.
  ///
  /// - Returns: Whether the game and the screens must not receive it.
  func toolsTake(_ event: WindowEvent, _ picture: Letterbox) -> Bool {
    guard areToolsInUse else { return false }
    if case .key(let key, isDown: true, isRepeated: true) = event,
      let command = translator.keys.command(for: key, in: translator.actions, usesTools: true),
      command.repeats
    {
      execute(command)
      return true
    }
    let old = tools.camera
    guard let effect = tools.take(event, in: picture) else { return false }
    switch effect {
    case .none: break
    case .select: tools.selectedPath = nodeUnderPointer()?.path
    }
    if tools.camera != old { showFreeView() }
    return true
  }

  /// Sends the events of a frame to the session, unless it shows the past, which they would change.
  func sendPending() {
    let isPast = isInPast
    for event in pending.events {
      if isPast {
        guard case .command(let command) = event else { continue }
        switch command.name {
        case .pause, .resume: continue
        case .restart, .present: tools.goesOn = true
        }
      }
      session.send(event)
    }
    pending = CoalescedEvents()
  }

  // MARK: Commands

  /// Executes a command of the tools.
  func execute(tool command: PlayerCommand) {
    switch command {
    case .freeCamera: if tools.isOn { closeTools() } else { openTools() }
    case .frameNode: frameSelection()
    case .copyPath: copyPath()
    case .holdTime: tools.hold(!tools.isHeld)
    case .stepForward: tools.step()
    case .stepBack: seek(by: -1)
    case .secondForward: seek(by: ticksPerSecond)
    case .secondBack: seek(by: -ticksPerSecond)
    case .slower: tools.slowDown()
    case .faster: tools.clock.faster()
    case .playFromHere: playFromHere()
    case .menu, .pause, .restart, .debug, .record, .mute, .level, .reload, .music, .fullscreen,
      .screenshot, .nothing:
      break
    }
    if tools.isHeld { playedGame.redraw() }
  }

  private var ticksPerSecond: Int64 { Int64((1 / session.tickLength).rounded()) }

  /// Opens the tools at the view of the game; a menu has none.
  private func openTools() {
    guard screens.screen == .playing else { return }
    releaseAll()
    let view = playedGame.frames.current.view
    let forward = view.orientation.rotate(-.unitZ)
    let hit = session.scene.hitTest(from: view.position, to: view.position + forward * view.zFar)
    let center = sceneBox().center
    let distance =
      hit.first.map { view.position.distance(to: $0.worldCoordinates) }
      ?? max(0.1, (center - view.position).dot(forward))
    tools.camera = FreeCamera(view, distance: distance)
    translator.usesTools = true
    recordHistory()
    showFreeView()
  }

  /// Returns to the camera of the game; play goes on from the tick on screen.
  func closeTools() {
    if isInPast { goOn() }
    tools.close()
    translator.usesTools = false
    recordHistory()
    showFreeView()
  }

  private func copyPath() {
    guard let path = tools.selectedPath ?? tools.hoveredPath else {
      return notify("No node is selected")
    }
    notify(window.setClipboard(path) ? "Copied \(path)" : "The clipboard is not available")
  }

  private func frameSelection() {
    let box = tools.selectedPath.flatMap(node(at:)).map { $0.shownBounds } ?? sceneBox()
    tools.camera?.frame(box)
    showFreeView()
  }

  // MARK: Time

  /// Goes to an earlier or later tick and stops there.
  private func seek(by ticks: Int64) {
    guard let history = session.history else { return }
    if ticks > 0, session.tick >= history.last { return tools.step() }
    let (first, last) = (Int64(history.first), Int64(history.last))
    let target = max(first, min(last, Int64(session.tick) + ticks))
    guard target != Int64(session.tick) else { return notify("The first tick that is known") }
    if playedGame.isRecording { notify(finishRecording() ?? "Recorded up to here") }
    tools.hold(true)
    show(tick: UInt64(target))
  }

  /// Shows a tick that is known.
  private func show(tick: UInt64) {
    do throws(SeekError) { try session.seek(to: tick) } catch { return notify("\(error)") }
    noteTimeChange()
    playedGame.redraw()
  }

  /// Runs the next tick of the past again, as it was; at the present, time stops.
  func replayTick() {
    do throws(SeekError) { try session.seek(to: session.tick + 1) } catch { notify("\(error)") }
    noteTimeChange()
    playedGame.extractFrame()
    if !isInPast, !tools.isHeld {
      tools.hold(true)
      notify("The last tick")
      playedGame.redraw()
    }
  }

  /// Plays on from the tick on screen, at normal speed.
  private func playFromHere() {
    if isInPast { goOn() }
    tools.hold(false)
    tools.clock.reset()
  }

  /// Makes the tick on screen the last one that is known, in which nothing is pressed.
  private func goOn() {
    tools.goesOn = true
    releaseAll()
    sendSize()
  }

  /// Releases what the game knows as pressed: the release itself may belong to the tools, or to
  /// another tick.
  private func releaseAll() {
    let size = window.size
    for event in translator.events(for: .focus(false), in: Letterbox(picture: size, window: size)) {
      pending.add(event)
    }
    for code in KeyCode.allCases where session.input.isPressed(code) { pending.add(.release(code)) }
    for button in PointerButton.allCases where session.input.isPressed(pointer: button) {
      let place = session.input.pointer
      pending.add(.pointer(PointerInput(phase: .released, position: place, button: button)))
    }
  }

  // MARK: Display

  /// The node at a path in the current scene.
  private func node(at path: String) -> Node? { session.scene.rootNode.node(atPath: path) }

  private func nodeUnderPointer() -> Node? {
    guard let pointer = tools.pointer, let camera = tools.camera else { return nil }
    let size = window.size
    return camera.node(
      at: pointer, in: session.scene, aspect: Float(size.width) / Float(size.height))
  }

  /// The box of everything but unbounded floors.
  private func sceneBox() -> AABB {
    var box = AABB.empty
    session.scene.rootNode.enumerateHierarchy { node in
      guard !node.isHiddenInScene, let geometry = node.geometry else { return }
      let placed = geometry.boundingBox.transformed(by: node.presentation.worldTransform)
      if !placed.isEmpty, placed.size.greatest < 500 { box = box.union(placed) }
    }
    return box.isEmpty ? AABB(center: .zero, halfExtents: .one) : box
  }

  /// Uses the view of the free camera, or that of the game.
  private func showFreeView() {
    playedGame.freeView = tools.camera?.view(of: session.scene)
    playedGame.redraw()
  }

  /// Adds the box of the selected node and the panels of the tools to a frame.
  func addTools(to frame: inout RenderFrame) {
    guard areToolsInUse, let camera = tools.camera else { return }
    frame.view = camera.view(of: session.scene)
    let hovered = nodeUnderPointer()
    tools.hoveredPath = hovered?.path
    let selected = tools.selectedPath.flatMap(node(at:))
    if let selected {
      let lines = selected.outline
      if outline?.lines != lines || outline?.view != frame.view {
        outline = ToolOutline(lines: lines, view: frame.view, draw: frame.draw(of: lines))
      }
      if let draw = outline?.draw { frame.draws.append(draw) }
    }
    var content = ToolOverlay.Content()
    content.time = timeLine
    content.keys = toolKeys
    content.hovered = hovered?.path ?? ""
    content.sheet = (selected ?? hovered).map(NodeSheet.init)
    let size = window.size
    let overlay = ToolOverlay(content, width: size.width, height: size.height).overlay
    frame.overlay += RenderFrame.OverlayItem.items(overlay, playedGame.cache)
  }

  /// The tick and how time passes, such as `tick 120 of 240 · stopped · speed 1/4`.
  private var timeLine: String {
    var parts = ["tick \(session.tick)"]
    if isInPast, let last = session.history?.last { parts[0] += " of \(last)" }
    if tools.isHeld { parts.append("stopped") } else if isInPast { parts.append("as it was") }
    if tools.clock.divisor > 1 { parts.append("speed \(tools.clock.name)") }
    return parts.joined(separator: " · ")
  }

  /// What the mouse and the keys do, a line each.
  private var toolKeys: [String] {
    let mouse = [
      "Drag: turn · Click: select", "Shift+drag, right button: move", "Wheel: nearer, farther",
    ]
    let commands = PlayerCommand.allCases.filter { $0 == .freeCamera || $0.isForTools }
    return mouse
      + commands.compactMap { command in
        let keys = translator.keys.names(of: command)
        return keys.isEmpty ? nil : "\(keys): \(command.title.lowercased())"
      }
  }
}

/// The box around the selected node, as it was drawn last.
struct ToolOutline {
  let lines: [DebugLine]
  let view: RenderFrame.View
  let draw: RenderFrame.Draw?
}
