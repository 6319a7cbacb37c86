import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  @Suite("Pointer in the player loop")
  struct PointerInLoopTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// The rules move the paddle by a share of the view, so that it was up to 188 pixels beside the
    /// pointer: the width of the court in the picture depends on the view.
    @Test("The paddle is below the mouse in windows of any shape, also while the camera moves")
    func paddle() throws {
      let root = try ContentRoot.find(option: Repository.url("").path)
      for (level, width, height) in [(1, 1280, 720), (12, 1280, 720), (12, 480, 800)] {
        let path = BrickBreaker.levels[level - 1].scenePath
        let scene = try SessionLoader(games: GameList.all, root: root).read(path).scene
        let session = try Session(scene: scene, game: BrickBreaker())
        let window = try Window(title: "test", width: width, height: height)
        while window.nextEvent() != nil {}
        let time = ManualTime()
        let loop = PlayerLoop(
          playedGame: PlayedGame(session, cache: RenderCache(images: ImageFolders([]))),
          window: window, renderer: Renderer(),
          screens: Screens(played: Screens.GameInfo(BrickBreaker.self)), scale: 0.1, time: time)
        func frames(_ count: Int) throws {
          for _ in 0..<count {
            _ = try loop.frame()
            time.nanoseconds += 16_666_667
          }
        }
        func paddle() throws -> Float {
          let node = try #require(scene.rootNode.childNode(withName: "paddle"))
          let aspect = Float(width) / Float(height)
          let place = scene.projectPoint(node.presentation.worldPosition, aspect: aspect)
          return try #require(place).x
        }
        for share: Float in [0.42, 0.5, 0.58, 0.46] {
          let (x, y) = (share * Float(width), Float(height) * 0.5)
          #expect(window.push(.pointerMoved(x: x, y: y, dx: 1, dy: 0)))
          try frames(120)
          #expect(abs(try paddle() - share) < 0.005, "level \(level), \(width) x \(height)")
        }
        #expect(window.push(.key(.left, isDown: true, isRepeated: false)))
        #expect(window.push(.key(.left, isDown: false, isRepeated: false)))
        try frames(2)
        let before = session.appliedEvents.count
        try frames(60)
        #expect(before == 0 && session.appliedEvents.isEmpty, "keys move the paddle now")
      }
    }
  }
}
