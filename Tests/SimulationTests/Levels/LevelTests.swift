import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Levels")
struct LevelTests {
  @Test("A level has the name of its file, and its name as the title, unless they are given")
  func names() {
    #expect(Climb.levels.map(\.name) == ["low", "middle", "high"])
    #expect(Climb.levels.map(\.title) == ["The Low Step", "middle", "high"])
    #expect(Climb.scenePath == "climb/low.json")
    #expect(Climb.levelIndex("1") == 0 && Climb.levelIndex("high") == 2)
    #expect(["0", "4", "-1", "", "Step"].allSatisfy { Climb.levelIndex($0) == nil })
    #expect(Climb.levelIndex("\(Int.min)") == nil && Climb.levelIndex("\(Int.max)") == nil)
    #expect(NoRules.levels.isEmpty && NoRules.scenePath.isEmpty)
  }

  /// `--level "Star Gate"` was refused, although the screens show nothing else.
  @Test("A level is found by its title, in any case")
  func title() {
    #expect(Climb.levelIndex("The Low Step") == 0 && Climb.levelIndex("the low step") == 0)
    #expect(Climb.levelIndex("HIGH") == 2)
  }

  @Test("A presented level starts with the next tick; carried properties stay, others start again")
  func cut() throws {
    let session = try makeClimb()
    session.step(30)
    let low = session.scene
    session.send(.press(.right))
    session.step()
    #expect(session.level?.name == "low" && session.scene === low && session.isChangingLevel)
    #expect(session.climb.ticks == 31)
    session.step()
    #expect(session.level?.name == "middle" && session.levelIndex == 1 && session.scene !== low)
    #expect(session.climb.score == 1 && session.climb.ticks == 1 && session.climb.height == 3)
    #expect(session.tick == 32 && session.levelTicks == 1 && session.scene.tick == 1)
    #expect(session.input.isPressed(.right) && !session.isChangingLevel)
    #expect(session.report.level == "middle" && session.nextLevel?.name == "high")
    let fresh = try makeClimb(at: 1)
    fresh.step()
    #expect(session.scene.hash == fresh.scene.hash)
  }

  @Test("A level that was played before begins as its file describes it")
  func again() throws {
    let session = try makeClimb()
    session.step(90)
    session.present(Climb.levels[2])
    session.step(45)
    session.present(Climb.levels[0])
    session.step(20)
    let fresh = try makeClimb()
    fresh.step(20)
    #expect(session.scene.hash == fresh.scene.hash)
  }

  @Test("During a fade both scenes stand still, no event reaches the game and no sound repeats")
  func fade() throws {
    let session = try makeClimb()
    session.step(30)
    session.send(.press(.up))
    session.step()
    #expect(session.sounds.map(\.name) == ["won"] && session.scene.transitionCover == nil)
    let (place, score) = (session.scene.hash, session.climb.score)
    var covers: [Float] = []
    for tick in 1...20 {
      session.send(.press(.space))
      session.step()
      #expect(session.levelIndex == (tick <= 10 ? 0 : 1))
      #expect(session.sounds.isEmpty && session.climb.score == score && session.isChangingLevel)
      covers.append(session.scene.transitionCover?.alpha ?? -1)
      if tick == 10 { #expect(session.scene.hash == place) }
    }
    #expect(session.scene.tick == 0 && session.climb.ticks == 0)
    let halves = (1...10).map { Float($0) / 10 }
    #expect(covers == halves + halves.map { 1 - $0 })
    session.step()
    #expect(!session.isChangingLevel && session.scene.transitionCover == nil)
    #expect(session.scene.tick == 1 && session.sounds.map(\.name) == ["start"])
    #expect(session.tick == 52 && session.levelTicks == 11)
  }

  @Test("A pause holds a transition, and a restart ends it in the current level")
  func pauseAndRestart() throws {
    let session = try makeClimb()
    session.send(.press(.up))
    session.step(4)
    session.send(.command(.pause))
    session.step(100)
    #expect(session.levelIndex == 0 && session.scene.transitionCover?.alpha == 0.3)
    session.send(.command(.resume))
    session.step(9)
    #expect(session.levelIndex == 1 && session.isChangingLevel && !session.isPaused)
    session.send(.command(.restart))
    session.step()
    #expect(session.levelIndex == 1 && !session.isChangingLevel && session.scene.tick == 1)
  }

  @Test("A restart begins the current level again, with the state that was carried into it")
  func restart() throws {
    let session = try makeClimb()
    for _ in 0..<5 { session.send(.press(.space)) }
    session.send(.press(.right))
    session.step(40)
    for _ in 0..<3 { session.send(.press(.space)) }
    session.step(40)
    #expect(session.climb.score == 9 && session.levelIndex == 1)
    let copy = try makeClimb()
    try copy.restore(session.snapshot())
    for session in [session, copy] {
      session.send(.command(.restart))
      session.step(10)
      #expect(session.levelIndex == 1 && session.climb.ticks == 10 && session.scene.tick == 10)
      // Six events in the first level, and the restart itself.
      #expect(session.climb.score == 7)
    }
    #expect(session.hash == copy.hash)
  }

  @Test("A game that starts over has a new state in its first level, or in its only scene")
  func startOver() throws {
    for session in [try makeClimb(at: 2), try Session(scene: climbScene(0), game: Climb())] {
      session.send(.press(.space))
      session.step(30)
      #expect(session.climb.score == 1)
      session.startOver(with: .fade(duration: 4.0 / 60))
      session.step(10)
      #expect(session.scene === session.scenes[0] && session.scene.tick == 6)
      #expect(session.climb.score == 0 && session.climb.height == 2)
      #expect(session.levelTicks == 8)
    }
  }

  @Test("A command presents a level by its name, and an unknown name is rejected")
  func command() throws {
    let session = try makeClimb()
    session.send(.present("high"))
    session.step(2)
    #expect(session.level?.name == "high" && session.nextLevel == nil)
    session.send(.present("attic"))
    session.step(2)
    #expect(session.level?.name == "high")
    session.send(.present("attic"))
    session.step()
    #expect(
      session.rejectedChanges == ["there is no level 'attic'; low, middle, high is accepted"])
    #expect(InputEvent.present("high").json == #"{"command":{"name":"present","level":"high"}}"#)
    #expect(try InputEvent(json: InputEvent.present("high").json) == .present("high"))
    #expect(InputEvent.command(.restart).json == #"{"command":{"name":"restart"}}"#)
  }

  @Test("A scene that is not a level has no levels, and presenting one has no effect")
  func noLevels() throws {
    let session = try Session(scene: climbScene(0), game: Climb())
    #expect(session.levels.isEmpty && session.level == nil && session.levelIndex == nil)
    #expect(!session.present(Climb.levels[1]))
    session.send(.press(.right))
    session.step(3)
    session.completeLevel()
    #expect(session.nextLevel == nil && session.climb.ticks == 3 && session.storage == Storage())
  }

  @Test("A level that lacks nodes is refused before the first tick, by its name")
  func incomplete() throws {
    let levels = Climb.levels.enumerated().map { ($1, $0 == 1 ? Scene() : climbScene($0)) }
    let error = #expect(throws: GameError.self) { try Session(levels: levels, game: Climb()) }
    #expect(error?.level?.name == "middle" && error?.problems == ["there is no ball"])
  }

  @Test("Storage keeps the least time and the best score of a completed level")
  func progress() throws {
    let session = try makeClimb()
    #expect(Climb.progress(in: session.storage).map(\.isUnlocked) == [true, false, false])
    session.step(40)
    session.send(.press(.space))
    session.send(.press(.left))
    session.step()
    var progress = Climb.progress(in: session.storage)
    #expect(progress.map(\.isUnlocked) == [true, true, false])
    #expect(progress.map(\.bestTicks) == [40, nil, nil] && progress[0].bestScore == 2)
    // Slower with fewer points, then faster with more.
    session.send(.command(.restart))
    session.step(50)
    session.send(.press(.left))
    session.send(.command(.restart))
    session.step(10)
    for _ in 0..<4 { session.send(.press(.space)) }
    session.send(.press(.left))
    session.step()
    progress = Climb.progress(in: session.storage)
    #expect(progress[0].bestTicks == 10 && progress[0].bestScore == 2 && progress[0].isCompleted)
    #expect(!progress[1].isCompleted && progress[1].bestScore == nil)
  }
}
