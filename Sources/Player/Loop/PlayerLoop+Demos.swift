import CaromSimulation

/// The demos behind the title screen.
struct TitleDemos {
  /// Those that were shown, by the names of their games; they continue where they were.
  var shown: [String: PlayedGame] = [:]
  /// The game whose demo is loaded once the selection has rested, and the frames until then.
  var next: (game: String, frames: Int)?
}

// Loading a game takes most of a second, during which nothing moves on screen.
extension PlayerLoop {
  /// Keeps the demo on screen for the next time that its game is selected.
  func keepDemo() {
    // Its files may change while it is not watched.
    guard playedGame.bot != nil, !watchesFiles else { return }
    demos.shown[type(of: session.game).name] = playedGame
  }

  /// Shows the demo of a game: in a moment if it has to be loaded while another demo is on screen.
  func demonstrate(_ game: String) {
    demos.next = nil
    if let known = demos.shown[game], !watchesFiles {
      leaveEndless()
      if known !== playedGame { show(known) }
    } else if playedGame.bot != nil, type(of: session.game).name != game {
      demos.next = (game, framesPerSecond * 3 / 10)
    } else {
      open(game, isDemo: true)
    }
  }

  /// Loads the demo of the selected game once the selection has rested.
  func showDueDemo() {
    guard let (game, frames) = demos.next else { return }
    demos.next = (game, frames - 1)
    if frames <= 1 { open(game, isDemo: true) }
  }

  /// Shows a game that is loaded, in a level or in the first one.
  func open(_ game: String, _ level: String? = nil, isDemo: Bool) {
    demos.next = nil
    guard let loadGame else { return }
    leaveEndless()
    do {
      show(try loadGame(game, level, isDemo))
      if isDemo { keepDemo() }
    } catch {
      screens.returnToTitle()
      notify("\(error)")
    }
  }
}
